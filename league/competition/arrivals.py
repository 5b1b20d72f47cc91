"""What a latecomer is offered (HUN-6.2a) and which reserve enters (HUN-3.3). Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Later(NamedTuple):
    """A later round of the day: how many sit or are awaited at each of its tables."""

    round: str
    sizes: Sequence[int]


class Reserve(NamedTuple):
    """A reserve who is in the hall."""

    player: str
    number: int


def sizes_for(players: int, most: int) -> list[int]:
    """The tables that so many would make: as few as can be, one player more or less."""
    tables = -(-players // most) if players else 0
    small, larger = divmod(players, tables) if tables else (0, 0)
    return [small + (at < larger) for at in range(tables)]


def offers(rounds: Sequence[Later], most: int) -> list[str]:
    """HUN-6.2a: the day's later rounds with a table of fewer than six, the next one first."""
    return [one.round for one in rounds if any(size < most for size in one.sizes)]


def next_reserve(present: Sequence[Reserve]) -> str | None:
    """HUN-3.3: the wealthiest reserve who is there; None: nobody is left."""
    return min(present, key=lambda one: one.number).player if present else None
