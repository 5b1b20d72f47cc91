"""The calendar (RAMK-3.2), and the evenings with free passage or loans (RAMK-3.4d, 9.27e). Pure.

A season has two halves: autumn, from the last Friday of September to the end of the year, and
spring.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.dates import FRIDAY, last_in_month, parts
from rules.edition import Edition
from rules.kinds import Refusal, RuleId

AUTUMN = "autumn"
SPRING = "spring"
SUMMER = 8
"""From August on an evening belongs to the autumn."""


class Evening(NamedTuple):
    """A round of the season: its day, and which special rules are on."""

    round: str
    date: str
    free_pass: bool = False
    loan: bool = False
    final: bool = False


def first_evening(year: int) -> str:
    """RAMK-3.2: the first meeting after the summer is always the last Friday of September."""
    return last_in_month(year, 9, FRIDAY)


def before_first(date: str) -> Refusal | None:
    """RAMK-3.2: nobody meets in the summer, before the last Friday of September."""
    year, month, _ = parts(date)
    first = first_evening(year)
    if month >= SUMMER and date < first:
        return Refusal(RuleId("RAMK-3.2"), "before_first", (("date", first),))
    return None


def planned(year: int, months: Iterable[int], final_month: int) -> list[Evening]:
    """RAMK-3.2: the last Fridays of a season that begins in the September of `year`."""
    days = [last_in_month(_year(year, month), month, FRIDAY) for month in months]
    evenings = [Evening(f"R{number}", day) for number, day in enumerate(sorted(days), 1)]
    final = last_in_month(_year(year, final_month), final_month, FRIDAY)
    return [*evenings, Evening("F", final, final=True)]


def _year(year: int, month: int) -> int:
    return year if month >= SUMMER else year + 1


def half_of(date: str) -> str:
    """RAMK-3.4d: "autumn" or "spring", with the year of the evening."""
    year, month, _ = parts(date)
    return f"{AUTUMN if month >= SUMMER else SPRING} {year}"


def misplaced(evenings: Iterable[Evening], edition: Edition) -> tuple[str, Refusal] | None:
    """RAMK-3.4d, RAMK-9.27e: the round that is one special evening too many in its half, and why.

    The earlier one of a half stands; None: all is as it should be. Both rules may share an evening.
    """
    most = edition.whole("special_evenings_a_half")
    seen: dict[tuple[str, str], int] = {}
    for evening in sorted(evenings, key=lambda one: (one.date, one.round)):
        half = half_of(evening.date)
        for is_on, rule, why in (
            (evening.free_pass, "RAMK-3.4d", "second_free_pass"),
            (evening.loan, "RAMK-9.27e", "second_loan_evening"),
        ):
            seen[rule, half] = seen.get((rule, half), 0) + is_on
            if is_on and seen[rule, half] > most:
                return evening.round, Refusal(RuleId(rule), why, (("half", half),))
    return None
