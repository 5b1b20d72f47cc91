"""Whole games of Mafia at a table put together as `kiosk run` does it: only pads, keys, keypad."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from firmware_py.simulated import SimulatedTable
from kiosk.inbox import Key
from rules.script import play
from tests.journeys.hall import MS, Hall, hall
from tests.journeys.mafiahands import SCENARIOS, edition_of, lines_of, script

GAMES = ("mafia-recorded-1", "mafia-recorded-2", "mafia-recorded-3", "mafia-aktau-whole")


def drive(found: Hall, lines: Iterable[str]) -> None:
    """The lines of `--drive`, in virtual time."""
    pins = found.app.table
    assert isinstance(pins, SimulatedTable)
    for line in lines:
        word, *rest = line.split()
        now_ns = found.time.now_ns()
        if word == "wait":
            found.until(now_ns + int(rest[0]) * MS)
        elif word == "key":
            found.app.inbox.put(Key(rest[0], now_ns))
            found.app.inbox.put(Key(rest[0], now_ns, False))
        elif word == "tap":
            pins.press(rest[0])
            found.settle()
            found.until(now_ns + int(rest[1]) * MS)
            pins.release(rest[0])
        else:
            getattr(pins, word)(rest[0])
        found.settle()


def sealed(home: Path, game: str) -> dict[str, Any]:
    """The summary in the seal of a record."""
    last = (home / "games" / f"{game}.jsonl").read_bytes().splitlines()[-1]
    found: dict[str, Any] = json.loads(last)["sealed"]["summary"]
    return found


def replayed(game: str) -> dict[str, Any]:
    """The summary of the script itself."""
    return play((SCENARIOS / f"{game}.jsonl").read_bytes(), edition_of).summary()


def outcome(summary: dict[str, Any]) -> dict[str, Any]:
    """What a game came to: who won, why, who left on which day and how."""
    return {
        "winner": summary["winner"],
        "end_reason": summary["end_reason"],
        "left": [[(one["seat"], one["how"]) for one in day["left"]] for day in summary["days"]],
        "silent": [seat["silent_on"] for seat in summary["seats"]],
        "fouls": [seat["fouls"] for seat in summary["seats"]],
    }


@pytest.mark.slow
@pytest.mark.timeout(120)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_played_by_pads_and_keys_alone_comes_to_the_same_end(
    tmp_path: Path, game: str
) -> None:
    opening, actions = script(game)
    with hall(tmp_path, opening) as found:
        drive(found, lines_of(opening, actions))
        summary = sealed(tmp_path, opening["game"])
    assert outcome(summary) == outcome(replayed(game))
    assert summary["refused"] == []
    assert summary["status"] == "final"
