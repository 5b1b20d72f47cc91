"""What the hall's board on the league's page may know of a tournament's table: public, bounded."""

from __future__ import annotations

from typing import Any, Final

from rules.casino.plan import Prizes
from rules.casino.timeline import structure_mark
from rules.casino.view import CasinoView, ClockView, StakeView, Window

MOST_PRIZES: Final = 20
MOST_LEFT: Final = 200
"""More than ever leave one table in an evening."""


def board(view: CasinoView) -> dict[str, Any]:
    """Levels, stakes, who is left, what is in play; amounts once they may be told (RAY-PAY-2)."""
    money = view.amounts or ()
    return {
        "name": view.name[:64],
        "kind": view.type,
        "level": None if view.level is None else view.level.number,
        "stakes": _stakes(view.level),
        "next_stakes": _stakes(view.next_level),
        "on_break": view.on_break,
        "paused": view.paused,
        "break_after": view.break_after,
        "window": view.window.value,
        "left": view.left,
        "entrants": view.entrants,
        "points": view.points_in_play,
        "paid": _paid(view),
        "closed": view.window in (Window.NONE, Window.OVER),
        "shares": list(view.shares[:MOST_PRIZES]),
        "places": len(view.shares),
        "ratio": _ratio(view.plan.prizes),
        "prizes": [int(amount) for amount in money[:MOST_PRIZES]],
        "tables": view.plan.tables,
        "carry": str(view.plan.prizes.carry_share * 100),
        "last_hand": view.last_hand,
        "hall": view.hall,
        "together": view.together,
        "hand_done": view.hand_done,
        "stopped_ms": _stopped(view.stage or view.time),
        **_for_the_book(view),
    }


def _for_the_book(view: CasinoView) -> dict[str, Any]:
    """What the tournament's book is compared with, and what goes along with who is moved."""
    return {
        "people": [
            {"seat": one.seat, "rebuys": one.rebuys, "addon": one.addon, "hand": one.out_hand,
             "before": one.before, "out_ms": one.out_at}
            for one in view.seats if one.entered
        ],
        "left_for": [
            {"name": one.name, "points": one.points, "rebuys": one.rebuys, "addon": one.addon,
             "penalty_ms": one.penalty_ms, "penalty_rounds": one.penalty_rounds}
            for one in view.left_for[-MOST_LEFT:]
        ],
        "given": list(view.given[-MOST_LEFT:]),
        "structure": structure_mark(view.plan.levels, view.plan.breaks),
        "rests": view.rests,
    }  # fmt: skip


def _ratio(prizes: Prizes) -> str:
    """By which generated prizes fall, exactly; empty where the shares are a table's, which are."""
    if not prizes.generated:
        return ""
    return str(prizes.shares[0] / prizes.shares[1]) if len(prizes.shares) > 1 else "1"


def _stakes(level: StakeView | None) -> list[int]:
    """Small, big, ante; or least and most."""
    return [] if level is None else [number for _, number in level.stakes][:3]


def _paid(view: CasinoView) -> int:
    """What this table's players have put into the pool, before anything is carried over."""
    plan = view.plan
    paid = view.entrants * plan.stake
    for seat in view.seats:
        paid += seat.rebuys * (plan.rebuy.price if plan.rebuy else 0)
        paid += plan.addon.price if plan.addon and seat.addon else 0
    return int(paid)


def _stopped(clock: ClockView | None) -> int | None:
    """What a clock that stands still has left."""
    return None if clock is None else clock.paused_left
