"""Which window a fist falls into: ten pads at once, just before and just behind "thank you", while
the loop is busy drawing. A fist that is stamped in time must count, one behind it must not.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from bench import mafia, table
from bench.alone import alone
from bench.figure import Figure, percentile
from bench.floors import vote as floor
from kiosk.app import App

ROUNDS: Final = 4
NEAR_NS: Final = 5_000_000
MS: Final = 1e6
ABOVE_MS: Final = 1.0
"""The record's times are whole milliseconds."""


def run() -> Mapping[str, float]:
    """In each round one window with fists behind its end, one with fists before it."""
    wrong, made, late = 0, 0, []
    with (
        table.folder() as home,
        table.running(home, opening=mafia.OPEN) as app,
        alone(floor.measure) as measure,
        busy(app),
    ):
        mafia.to_the_vote(app)
        for _ in range(ROUNDS):
            stamps, ends = [], []
            for word, from_end_ns in (("voting", NEAR_NS), ("next", -NEAR_NS)):
                mafia.enter(app, {"do": word})
                mafia.until(lambda: _is_open(app))
                ends.append(mafia.closes_ns(app))
                stamps.append(mafia.fists(app, ends[-1] + from_end_ns))
                made += len(mafia.SEATS)
                _until_written(app, home, made)
                mafia.hands_off(app)
            wrong += _misjudged(app, stamps, ends)
            late += _errors(app, home, stamps)
            raised = len(mafia.view(app).pending)  # fouls of fists that were made too late
            mafia.enter(app, *[{"do": "undo"}] * (raised + 2))
            mafia.until(lambda: mafia.view(app).ballot is None)
        bare = measure(ROUNDS * 2 * len(mafia.SEATS))
    p99, floor_p99 = percentile(late, 0.99) / MS, percentile(bare, 0.99) / MS
    return {
        "fists": len(late),
        "misjudged": wrong,
        "error_p99_ms": p99,
        "floor_error_p99_ms": floor_p99,
        "above_floor_ms": p99 - floor_p99,
    }


@contextmanager
def busy(app: App) -> Iterator[None]:
    """The picture has to be drawn anew all the time."""
    over = threading.Event()

    def touch() -> None:
        while not over.wait(0.001):
            app.host.stage.touch()

    thread = threading.Thread(target=touch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _is_open(app: App) -> bool:
    ballot = mafia.view(app).ballot
    return ballot is not None and ballot.open_until is not None


def _until_written(app: App, home: Path, made: int) -> None:
    """The window is closed, and so many presses are on disk."""
    mafia.until(lambda: not _is_open(app) and len(_fists(home)) == made)


def _misjudged(app: App, stamps: list[list[int]], ends: list[int]) -> int:
    """Fists that count and were behind their window's end, or before it and do not; one that this
    machine made within a millisecond of the end says nothing.
    """
    ballot = mafia.view(app).ballot
    wrong = 0
    for made, end_ns, (_, voters) in zip(stamps, ends, ballot.votes, strict=True):
        counted = set(voters) - set(ballot.absent)
        for seat, at_ns in zip(mafia.SEATS, made, strict=True):
            if abs(at_ns - end_ns) >= MS:
                wrong += (seat in counted) is not (at_ns < end_ns)
    return wrong


def _errors(app: App, home: Path, stamps: list[list[int]]) -> list[int]:
    """How far each fist's written instant is from its hand's."""
    clock = app.host.game.session.clock if app.host.game is not None else None
    asked = [at_ns for window in stamps for at_ns in window]
    written = _fists(home)[-len(asked) :]
    if clock is None or len(written) != len(asked):
        raise RuntimeError(f"{len(written)} fists are written, {len(asked)} were made")
    return [
        abs(round(1000 * line["t"]) * 1_000_000 - clock.game_ms(at_ns) * 1_000_000)
        for line, at_ns in zip(written, asked, strict=True)
    ]


def _fists(home: Path) -> list[dict[str, Any]]:
    """Every press of a pad that is on disk: one that this machine made too late is no fist."""
    data = (home / "games" / "bench.jsonl").read_bytes()
    lines = map(json.loads, data[: data.rindex(b"\n")].split(b"\n"))
    return [fields for fields in lines if fields.get("line", "").startswith("seat")]


FIGURE: Final = Figure(
    f"no fist {NEAR_NS // 1_000_000} ms from the end of its window is misjudged; "
    f"written at most {ABOVE_MS} ms farther from the hand's instant than gpiozero's stamp",
    run,
    lambda found: found["misjudged"] == 0 and found["above_floor_ms"] <= ABOVE_MS,
)
