"""Who may take part and who comes in time (HUN-1, 1.1, 3.1, 6.2, 17). Pure; the league calls it.

Dates are texts `YYYY-MM-DD`, which sort as the days do.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from rules.edition import Edition
from rules.kinds import Refusal, RuleId
from rules.monopoly.wealth import STAGES


class Entry(NamedTuple):
    """What a registration says."""

    hungarian: bool
    born: str
    registered: str
    accepts_rules: bool
    staff_or_relative: bool = False


def may_enter(entry: Entry, edition: Edition) -> Refusal | None:
    """HUN-1, HUN-1.1: a Hungarian citizen of age, registered in time, no staff; None: welcome."""
    if entry.staff_or_relative:
        return Refusal(RuleId("HUN-1.1"), "staff_or_relative")
    checks = (
        (entry.hungarian, "citizens_only"),
        (entry.born <= edition.text("born_by"), "too_young"),
        (entry.registered <= edition.text("register_by"), "registered_late"),
        (entry.accepts_rules, "rules_not_accepted"),
    )
    why = next((why for holds, why in checks if not holds), None)
    return Refusal(RuleId("HUN-1"), why) if why else None


def is_late(checked_in_s: int, starts_s: int, edition: Edition) -> bool:
    """HUN-6.2b: at the desk 30 minutes before the game; exactly then is in time."""
    return checked_in_s > starts_s - edition.whole("check_in")


def later_seat(tables: Sequence[int], edition: Edition) -> int | None:
    """HUN-6.2a: the first of the day's later tables (their sizes) with a free seat.

    None: no later game has one, and the referee may declare the right to play lost.
    """
    most = edition.whole("players_most")
    return next((index for index, size in enumerate(tables) if size < most), None)


def may_join(stage: str, played: Collection[str]) -> Refusal | None:
    """HUN-3.1, HUN-3.4: the semi-final is for who played in a qualifier, the final for who played
    in the semi-final; None: he may be awaited.
    """
    at = STAGES.index(stage)
    if at == 0 or STAGES[at - 1] in played:
        return None
    return Refusal(RuleId("HUN-3.1" if at == 1 else "HUN-3.4"), "not_of_the_stage_before")


def may_change_rules(is_begun: bool) -> Refusal | None:
    """HUN-17: the rules may be changed until the first qualifier begins; None: they still may."""
    return Refusal(RuleId("HUN-17"), "rules_stand") if is_begun else None
