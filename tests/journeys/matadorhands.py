"""A club's evening by hands: seat buttons and the six judge's keys, nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

GAME = "R6-T1"
NAMES = ("Astrid", "Søren", "Bjørn Østergaard", "Mikkel", "Gry", "Kirsten", "Åge", "Ida")
GUARD_MS = 1_200
TAP_MS = 80
AFTER_MS = 120
VOTE_MS = 15_500
"""Two windows, and the list of who has answered."""


def opening(seats: int = 3, **options: Any) -> Mapping[str, Any]:
    """An evening of the club."""
    return {
        "edition": "ramk-2017",
        "season": "2017-18",
        "round": "R6",
        "game": GAME,
        "table": "T1",
        "seats": [
            {"seat": n, "player": f"P{n:02}", "name": NAMES[n - 1]} for n in range(1, seats + 1)
        ],
        "officials": {"keeper": "P01"},
        "options": options,
    }


def write_opening(home: Path, seats: int = 3, **options: Any) -> None:
    """The opening that a table of this home starts with."""
    text = json.dumps(opening(seats, **options))
    (home / "opening.json").write_text(text, encoding="utf-8")


def seat(number: int, after_ms: int = AFTER_MS) -> list[str]:
    """A seat's button."""
    return [f"tap seat{number} {TAP_MS}", f"wait {after_ms}"]


def box(*keys: str, after_ms: int = AFTER_MS) -> list[str]:
    """Keys of the judge's box."""
    return [line for key in keys for line in (f"tap judge.{key} {TAP_MS}", f"wait {after_ms}")]


def go_on() -> list[str]:
    """NEXT, and its guard."""
    return box("next", after_ms=GUARD_MS)


def number(text: str) -> list[str]:
    """Digits counted up by YES, the next one by FOUL, ended by NEXT."""
    lines: list[str] = []
    for place, digit in enumerate(text):
        if place:
            lines += box("foul")
        lines += box(*["yes"] * int(digit))
    return lines + go_on()


def dice(first: int, second: int) -> list[str]:
    """The values of dice that have fallen: one die, then the other, each counted up from 1."""
    return [*box(*["yes"] * first), *box("foul", *["yes"] * (second - 1)), *go_on()]


def turn(number_: int, first: int, second: int) -> list[str]:
    """NEXT: thrown; the values; the mover's own press: moved."""
    return [*go_on(), *dice(first, second), *seat(number_)]


def menu(row: int, page: int = 1) -> list[str]:
    """CONFIRM opens the menu and turns its page, FOUL goes down, YES chooses."""
    return [*box(*["confirm"] * page), *box(*["foul"] * (row - 1)), *box("yes")]


def vote(*yes: int) -> list[str]:
    """These seats press in the YES window; then both windows and the list pass."""
    lines = [line for one in yes for line in seat(one)]
    return [*lines, f"wait {VOTE_MS - len(yes) * (TAP_MS + AFTER_MS)}"]


def cash(amount: str) -> list[str]:
    """A counted sum, OK, and on to the next seat."""
    return [*number(amount), *go_on()]


def sign(number_: int) -> list[str]:
    """Held for two seconds."""
    return [f"tap seat{number_} 2200", "wait 400"]
