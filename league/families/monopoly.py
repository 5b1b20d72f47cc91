"""The Monopoly championship: `rules.monopoly` ranks, advances and seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from league.errors import UserError
from league.families import Drawn, Lots, Result, SeatFacts
from league.families.formats import Flag, Format, Name, Whole, Word
from rules.edition import Edition
from rules.kinds import Money, Refusal
from rules.monopoly import advance as advancing
from rules.monopoly import seating
from rules.monopoly import standings as ranking

STAGES: Final = ranking.STAGES
_MONEY: Final = Whole(1_000_000_000)
FORM: Final = Format(
    {
        "stage": Word(STAGES),
        "game": Name(),
        "player": Name(),
        "cash": _MONEY,
        "unmortgaged": _MONEY,
        "mortgaged": _MONEY,
        "buildings": _MONEY,
        "bankrupt": Flag(),
    },
    ("stage", "game", "player"),
)
_SHEET: Final = ("cash", "unmortgaged", "mortgaged", "buildings", "bankrupt")


def seat_facts(summary: Mapping[str, Any]) -> Sequence[SeatFacts]:
    """HUN-8: what stands on each player's result sheet; HUN-10: who was excluded is not ranked."""
    return [
        SeatFacts(
            seat=seat["seat"],
            player=seat["player"],
            name=seat["name"],
            facts={column: seat[column] for column in _SHEET},
            excluded=seat["removed"],
        )
        for seat in summary["seats"]
    ]


def standings(
    results: Sequence[Result], edition: Edition, lots: Mapping[str, Lots]
) -> list[dict[str, Any]]:
    """HUN-3.2 to 3.5: everybody's row."""
    rows = ranking.standings(_results(results), edition, _last_lots(results, lots))
    return [_row(row) for row in rows]


def advance(
    results: Sequence[Result], stage: str, edition: Edition, lots: Lots
) -> list[dict[str, Any]]:
    """HUN-3.2 to 3.5: who goes on from `stage`."""
    return [
        _row(one.row)
        | {"advances": one.advances, "reserve": one.reserve, "unresolved": one.unresolved}
        for one in advancing.advance(_results(results), stage, edition, lots)
    ]


def draw(
    players: Sequence[str], seed: int, edition: Edition, apart: Sequence[tuple[str, str]]
) -> Drawn:
    """HUN-6, 6.1: tables and seats by lot."""
    seated = seating.seat(players, seed, edition, apart)
    if isinstance(seated, Refusal):
        least, most = edition.whole("players_least"), edition.whole("players_most")
        raise UserError(
            f"{len(players)} players cannot be seated ({seated.rule}): allowed are tables of"
            f" {least} to {most}; add a player, or move one to another session"
        )
    tables = [
        {
            "table": str(number),
            "division": None,
            "seats": [{"seat": place, "player": name} for place, name in enumerate(table, 1)],
        }
        for number, table in enumerate(seated.tables, 1)
    ]
    answer = {"tables": tables, "lots": list(seated.lots), "seed": seated.seed}
    return Drawn(answer, seated.together)


def _results(results: Sequence[Result]) -> list[ranking.HunResult]:
    return [
        ranking.HunResult(
            stage=result.facts["stage"],
            game=result.facts["game"],
            player=result.facts["player"],
            cash=Money(result.facts["cash"]),
            unmortgaged=Money(result.facts["unmortgaged"]),
            mortgaged=Money(result.facts["mortgaged"]),
            buildings=Money(result.facts["buildings"]),
            bankrupt=result.facts["bankrupt"],
            disqualified=result.excluded,
        )
        for result in results
    ]


def _last_lots(results: Sequence[Result], lots: Mapping[str, Lots]) -> Lots:
    """Each player's lot of the last stage he reached: that is where he is ranked."""
    found: dict[str, int] = {}
    for stage in STAGES:
        here = {result.facts["player"] for result in results if result.facts["stage"] == stage}
        for player in here:
            found.pop(player, None)
            if player in lots.get(stage, {}):
                found[player] = lots[stage][player]
    return found


def _row(row: ranking.Row) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "player": row.player,
        "points": row.points,
        "gross": row.points,
        "games": row.games,
        "decided_by": row.decided_by,
        "unencumbered": row.unencumbered,
        "stage": row.stage,
    }
