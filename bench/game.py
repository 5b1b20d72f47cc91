"""A long game as a record's bytes and as parsed actions: rolls and claims, as at a table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from kiosk.editions import Editions
from rules.actions import Action, parse_action
from rules.chain import Chain
from rules.edition import Edition
from rules.opening import Opening, parse_opening
from rules.record import opening_line

SEATS: Final = 6
EDITION: Final = "hun-2009"
OPEN: Final[dict[str, Any]] = {
    "edition": EDITION,
    "season": "BENCH",
    "round": "Q1",
    "game": "bench",
    "table": "T1",
    "seats": [
        {"seat": seat, "player": f"P{seat:02}", "name": f"Player {seat}"}
        for seat in range(1, SEATS + 1)
    ],
}
DICE: Final = ((1, 2), (3, 5), (6, 2), (4, 1), (2, 5), (6, 5), (3, 1))


def edition() -> Edition:
    """The edition as a table reads it."""
    found = Editions(Path()).get(EDITION)
    if found is None:
        raise FileNotFoundError(EDITION)
    return found


def opening() -> Opening:
    """Six seats."""
    return parse_opening(OPEN)


def fields(count: int) -> Iterator[dict[str, Any]]:
    """`count` actions within the 90 minutes: of three actions two are rolls, one is a claim."""
    yield {"t": 0.5, "do": "start"}
    seat = 1
    for place in range(count - 1):
        at = round(1 + place * 5300 / count, 3)
        if place % 3 == 2:
            before = (seat - 2) % SEATS + 1
            yield {"t": at, "do": "claim", "seat": seat, "from": before, "line": f"seat{seat}"}
        else:
            yield {"t": at, "do": "roll", "seat": seat, "dice": list(DICE[place % len(DICE)])}
            seat = seat % SEATS + 1


def actions(count: int) -> list[Action]:
    """The same, parsed."""
    opened = opening()
    return [parse_action(one, opened, "monopoly") for one in fields(count)]


def record(count: int) -> bytes:
    """The same, as the record of an open game."""
    chain = Chain()
    first = chain.line(opening_line(opening(), edition()))
    return first + b"".join(chain.line(one) for one in fields(count))
