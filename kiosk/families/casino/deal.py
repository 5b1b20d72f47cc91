"""A deal: how to share the prizes among those who are left: by ICM, and by points. Pure.

Nothing of it is written down. It needs everybody's points as they were just counted, and amounts
that may be told (RAY-PAY-2).
"""

from __future__ import annotations

from functools import lru_cache

from kiosk.families import player_name
from kiosk.screens.frame import Line, line
from rules.casino.deals import MOST_PLAYERS, by_points, icm, in_units
from rules.casino.view import CasinoView, Mark, SeatView
from rules.kinds import Seat
from rules.value import Value

STILL_IN = frozenset((Mark.IN, Mark.PENALTY))


class Part(Value):
    """What a seat would get, by each of the two ways."""

    seat: Seat
    name: str
    stack: int
    by_icm: int
    by_points: int


class Deal(Value):
    """The deal, or why there is none."""

    parts: tuple[Part, ...] = ()
    why: Line | None = None


def deal_of(view: CasinoView) -> Deal:
    """The deal for this moment."""
    left = [seat for seat in view.seats if seat.entered and seat.mark in STILL_IN]
    if view.amounts is None:
        return Deal(why=Line("kiosk.casino.deal.no_amounts"))
    if not 2 <= len(left) <= MOST_PLAYERS or not all(seat.counted and seat.held for seat in left):
        return Deal(why=Line("kiosk.casino.deal.uncounted"))
    held = sum(seat.held for seat in left)
    if held != view.points_in_play and view.plan.tables == 1:
        why = line("kiosk.casino.deal.wrong", points=held, of=view.points_in_play)
        return Deal(why=why)
    prizes = tuple(int(amount) for amount in view.amounts)
    stacks = tuple(seat.held for seat in left)
    return Deal(tuple(_parts(left, *_shares(prizes, stacks))))


def _parts(left: list[SeatView], one: tuple[int, ...], other: tuple[int, ...]) -> list[Part]:
    found = [
        Part(seat.seat, player_name(seat), seat.held, here, there)
        for seat, here, there in zip(left, one, other, strict=True)
    ]
    return sorted(found, key=lambda part: (-part.stack, part.seat))


@lru_cache(maxsize=2)
def _shares(
    prizes: tuple[int, ...], stacks: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return in_units(icm(prizes, stacks)), in_units(by_points(prizes, stacks))
