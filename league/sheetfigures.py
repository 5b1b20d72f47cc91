"""What a family's result sheet says of each seat, on a page and on paper alike.

HUN-8, RAMK-9.16, RAY, Mafia. What a place is by each game names itself: wealth, points, prize.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from league.figures import number
from league.sheets import GameSheet
from league.texts import Texts

Seat = Mapping[str, Any]


class Figure(NamedTuple):
    """A column of a family's sheet: its text, its share of a paper's width, its value."""

    label: str
    share: int
    said: Callable[[Texts, Seat], str]
    number: bool = True


def stage_of(sheet: GameSheet, game: str, text: Texts) -> str:
    """The stage that a game was of, as its family names it."""
    stage = sheet.stage
    if game == "mafia":
        stage = "tournament"
    elif game == "casino" and stage != "final":
        stage = "satellite"
    elif game == "matador" and stage != "final":
        stage = "season"
    return known(text, f"league.stage.{stage}", stage)


def known(text: Texts, key: str, other: str) -> str:
    """The text of a key; `other` where there is none."""
    return text(key) if text.has(key) else other


def _sum(key: str) -> Callable[[Texts, Seat], str]:
    def said(text: Texts, seat: Seat) -> str:
        value = seat.get(key)
        if isinstance(value, bool):
            return text("league.paper.yes") if value else "–"
        return "–" if value is None else spoken(text, value)

    return said


def spoken(text: Texts, value: Any) -> str:
    """A number as the language writes it."""
    if isinstance(value, int):
        return number(text, value)
    return str(value).replace(".", text("league.format.decimal")).replace("-", "−")


def _role(text: Texts, seat: Seat) -> str:
    return text(f"league.mafia.role.{seat['role']}") if seat["role"] else "–"


def _left(text: Texts, seat: Seat) -> str:
    how = "disqualified" if seat["disqualified"] else seat["left"] or "played"
    return text(f"league.mafia.how.{how}")


FIGURES: Final[Mapping[str, Sequence[Figure]]] = {
    "monopoly": (
        Figure("league.column.cash", 11, _sum("cash")),
        Figure("league.column.unmortgaged", 12, _sum("unmortgaged")),
        Figure("league.column.mortgaged", 12, _sum("mortgaged")),
        Figure("league.column.buildings", 12, _sum("buildings")),
        Figure("league.column.points", 12, _sum("points")),
    ),
    "matador": (
        Figure("league.column.cash", 13, _sum("cash")),
        Figure("league.paper.loan", 11, _sum("loan")),
        Figure("league.column.points", 13, _sum("wealth")),
        Figure("league.column.net", 11, _sum("points")),
    ),
    "casino": (
        Figure("league.casino.rebuy", 13, _sum("rebuys")),
        Figure("league.casino.addon", 10, _sum("addon")),
        Figure("league.casino.points", 13, _sum("points")),
        Figure("league.column.prize", 11, _sum("prize")),
    ),
    "mafia": (
        Figure("league.mafia.role", 12, _role, number=False),
        Figure("league.mafia.left", 16, _left, number=False),
        Figure("league.mafia.fouls", 9, _sum("fouls")),
        Figure("league.column.net", 9, _sum("points")),
    ),
}
"""The columns of each family's sheet, after the player; the last is what his place is by."""
