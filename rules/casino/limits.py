"""What may be bought now (RAY-FREEZE-1, RAY-REBUY-1 to 5): the same at a table and in a tournament.

The answer is the rule, why, and what stands in the text; who asked is the caller's to add.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.casino.plan import Plan
from rules.casino.state import Window


class Limit(NamedTuple):
    """Why something cannot be bought."""

    rule: str
    why: str
    details: tuple[tuple[str, int], ...] = ()


def no_rebuy(plan: Plan, window: Window, held: int, rebuys: int) -> Limit | None:
    """RAY-REBUY-1, RAY-REBUY-3, RAY-REBUY-5: None where a rebuy is allowed."""
    if plan.rebuy is None:
        return Limit(no_more(plan.type), "no_rebuys")
    in_time = window in (Window.REBUY, Window.LAST_ROUND)
    if not in_time and not (window is Window.ADDON and held == 0):
        return Limit("RAY-REBUY-1", "no_rebuy_now")
    if plan.rebuy.most is not None and rebuys >= plan.rebuy.most:
        return Limit("RAY-REBUY-3", "rebuys_used", (("most", plan.rebuy.most),))
    most = {"below_start": plan.start_points - 1, "zero": 0}.get(plan.rebuy.when)
    if most is not None and held > most:
        return Limit("RAY-REBUY-3", "too_many_points", (("held", held),))
    return None


def no_addon(plan: Plan, window: Window, held: int, has_one: bool) -> Limit | None:
    """RAY-REBUY-4, RAY-REBUY-5: None where an add-on is allowed."""
    if plan.addon is None:
        return Limit("RAY-REBUY-4" if plan.type == "rebuy" else no_more(plan.type), "no_addon")
    if window is not Window.ADDON:
        return Limit("RAY-REBUY-4", "no_addon_now")
    if held == 0:
        return Limit("RAY-REBUY-5", "rebuy_first")
    return Limit("RAY-REBUY-4", "addon_used") if has_one else None


def no_more(kind: str) -> str:
    """RAY-FREEZE-1: what cannot be bought here; RAY-SLOT-1: a machine's player pays a fee."""
    return "RAY-SLOT-1" if kind == "slots" else "RAY-FREEZE-1"
