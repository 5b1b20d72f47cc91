"""The score on a piezo: the notes as a table of numbers, and what the pin really does."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from firmware_py.kinds import LineId
from firmware_py.pinmap import parse_pin_map
from firmware_py.simulated import SimulatedTable
from firmware_py.timesource import ManualTime
from kiosk.sound.bank import SCORES
from kiosk.sound.piezo import piezo_notes
from kiosk.sound.score import parse_scores

MS = 1_000_000
ROOT = Path(__file__).parents[2]
BOOK = parse_scores(SCORES.read_text(encoding="utf-8"))

WRITTEN = {  # (Hz, on ms, off ms), key 0
    "warn-1": [(1568, 300, 0)],
    "warn-2": [(1568, 130, 290), (1760, 300, 0)],
    "warn-3": [(1568, 130, 230), (1760, 130, 230), (1976, 300, 0)],
    "warn-4": [(1568, 130, 170), (1760, 130, 170), (1976, 130, 170), (2349, 300, 0)],
    "warn-5": [
        (1568, 130, 110), (1760, 130, 110), (1976, 130, 110), (2349, 130, 110), (3136, 300, 0),
    ],
    "ten-left": [(1976, 55, 85), (1976, 55, 0)],
    "time-up": [(1319, 900, 0)],
    "yes": [(1568, 70, 10), (1976, 70, 10), (2349, 70, 10), (3136, 320, 0)],
    "no": [(2349, 200, 40), (1976, 200, 40), (1568, 380, 0)],
    "open": [(1760, 90, 10), (2637, 200, 0)],
    "closed": [(2637, 90, 10), (1760, 170, 0)],
    "day": [(1568, 300, 0), (2637, 300, 0), (2349, 1000, 0)],
    "start": [(2349, 110, 70)] * 3 + [(3136, 260, 0)],
    "game-over": [
        (3136, 170, 50), (2637, 170, 50), (2349, 170, 50), (1976, 170, 50), (1568, 650, 0),
    ],
    "refused": [(1568, 45, 0), (1319, 45, 0)] * 3,
    "fault": [(1319, 260, 40), (2217, 130, 170)] * 2 + [(1319, 260, 40), (2217, 130, 0)],
}  # fmt: skip


@pytest.mark.parametrize("name", WRITTEN)
def test_the_notes_of_a_sound_are_those_written(name: str) -> None:
    notes = piezo_notes(BOOK, BOOK.sounds[name], 0)
    assert [(round(n.hz or 0), n.on_ms, n.off_ms) for n in notes] == WRITTEN[name]


def test_a_slide_is_cut_into_stairs_of_twenty_milliseconds() -> None:
    stairs = piezo_notes(BOOK, BOOK.sounds["end"], 0)[:18]
    assert [(n.on_ms, n.off_ms) for n in stairs] == [(20, 0)] * 17 + [(20, 60)]
    assert stairs[0].hz == pytest.approx(3136 * 2 ** (-1 / 36), rel=1e-4)
    assert stairs[-1].hz == pytest.approx(1568 * 2 ** (1 / 36), rel=1e-4)
    steps = [one.hz / other.hz for one, other in itertools.pairwise(stairs)]  # type: ignore[operator]
    assert steps == pytest.approx([2 ** (1 / 18)] * 17)


@pytest.mark.parametrize("name", BOOK.sounds)
def test_a_piezo_plays_as_long_as_the_score(name: str) -> None:
    score = BOOK.sounds[name]
    notes = piezo_notes(BOOK, score, 0)
    assert sum(n.on_ms + n.off_ms for n in notes) == score.written_ms


@pytest.mark.parametrize("key", BOOK.keys)
def test_every_note_of_every_key_is_in_the_reach_of_the_piezo(key: int) -> None:
    for score in BOOK.sounds.values():
        assert all(392 < (note.hz or 0) < 6271 for note in piezo_notes(BOOK, score, key))


@pytest.mark.parametrize("name", ["warn-5", "end", "fault"])
def test_the_pin_does_what_the_score_says(name: str) -> None:
    time = ManualTime(0, auto=True)
    edges: list[tuple[int | None, int]] = []
    pins = parse_pin_map((ROOT / "hardware" / "pins.toml").read_text(encoding="utf-8"), "pins.toml")

    def note_down(line: LineId, on: bool, at_ns: int) -> None:
        if line == "buzzer":
            edges.append((round(table.buzzer_hz() or 0) if on else None, at_ns // MS))

    table = SimulatedTable(pins, time, lambda edge: None, note_down, environ={})
    with table:
        notes = piezo_notes(BOOK, BOOK.sounds[name], 0)
        table.buzzer.play(notes, 1000 * MS)
        assert table.buzzer.wait_done(5)
        assert table.buzzer_hz() is None
    expected: list[tuple[int | None, int]] = []
    at_ms, silent = 1000, True
    for note in notes:
        if silent:  # stairs of a slide follow each other without an edge
            expected.append((round(note.hz or 0), at_ms))
        at_ms += note.on_ms
        silent = note.off_ms > 0 or note is notes[-1]
        if silent:
            expected.append((None, at_ms))
        at_ms += note.off_ms
    assert edges == expected
