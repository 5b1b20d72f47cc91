"""Rows per place and the order of turns: what every game of seats in a ring needs."""

from __future__ import annotations

from typing import TypeVar

from rules.kinds import Seat

Item = TypeVar("Item")


def changed(row: tuple[Item, ...], place: int, item: Item) -> tuple[Item, ...]:
    """A row per place with one item changed."""
    return (*row[:place], item, *row[place + 1 :])


def following(active: tuple[Seat, ...], seat: Seat) -> Seat:
    """The next seat in turn order; `seat` itself need not be in the game any more."""
    for other in active:  # a loop, for speed: every roll asks
        if other > seat:
            return other
    return active[0]


def preceding(active: tuple[Seat, ...], seat: Seat) -> Seat:
    """The seat in turn order before this one."""
    return next((other for other in reversed(active) if other < seat), active[-1])
