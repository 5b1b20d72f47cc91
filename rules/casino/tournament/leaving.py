"""Who left when, over all tables (RAY-1-4): instants and hands merged into one order.

Eliminated players are ranked by when they left (proposed). What happened at one instant, or, hand
for hand, in the same hand of different tables, is one hand: these are equal, or ranked by what they
held before it, as the structure's `bust_rule` says.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple


class Leaving(NamedTuple):
    """A player who is out: at which instant, in which hand for hand, with how much before it.

    `number` keeps apart two hands of one instant that were entered as two.
    """

    player: str
    left_ms: int
    hand: int | None = None
    before: int = 0
    number: int = 0


def orders(found: Iterable[Leaving], bust_rule: str) -> dict[str, int]:
    """1 for who left first; equals have the same, and no number is left out.

    A hand that is numbered is as old as the first of it at any table: a slow table must not do
    better in the same hand.
    """
    found = list(found)
    first: dict[int, int] = {}
    for one in found:
        if one.hand is not None:
            first[one.hand] = min(one.left_ms, first.get(one.hand, one.left_ms))

    def key(one: Leaving) -> tuple[int, int, int, int]:
        at = one.left_ms if one.hand is None else first[one.hand]
        held = one.before if bust_rule == "points_before_hand" else 0
        return (at, one.hand or 0, 0 if one.hand else one.number, held)

    ranked = sorted(found, key=lambda one: (key(one), one.player))
    return {
        one.player: number
        for number, (_, group) in enumerate(groupby(ranked, key=key), 1)
        for one in group
    }
