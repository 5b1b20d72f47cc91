"""The Monopoly championship: `rules.monopoly` ranks, advances and seats."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from league.errors import UserError
from league.families import Drawn, DrawnLot, Lots, Result, SeatFacts, players_of
from league.families.formats import Flag, Format, Name, Person, Whole, Word
from rules.edition import Edition
from rules.kinds import Money, Refusal
from rules.lots import Lot
from rules.monopoly import advance as advancing
from rules.monopoly import seating
from rules.monopoly import standings as ranking

STAGES: Final = ranking.STAGES
_MONEY: Final = Whole(1_000_000_000)
FORM: Final = Format(
    {
        "stage": Word(STAGES),
        "game": Name(),
        "player": Person(),
        "cash": _MONEY,
        "unmortgaged": _MONEY,
        "mortgaged": _MONEY,
        "buildings": _MONEY,
        "bankrupt": Flag(),
    },
    ("stage", "game", "player"),
)
_ALLOWED: Final = {
    "HUN-6": "allowed are tables of {least} to {most}; add a player, or move one to another"
    " session",
    "HUN-6.3": "the final is one table of {least} to {most}; draw another round",
}
_SHEET: Final = ("cash", "unmortgaged", "mortgaged", "buildings", "bankrupt")


def seat_facts(summary: Mapping[str, Any]) -> Sequence[SeatFacts]:
    """HUN-8: what stands on each player's result sheet; HUN-10: who was excluded is not ranked."""
    players = players_of(summary["seats"])
    return [
        SeatFacts(
            seat=seat["seat"],
            player=players[seat["seat"]],
            name=seat["name"],
            facts={column: seat[column] for column in _SHEET},
            excluded=seat["removed"],
        )
        for seat in summary["seats"]
    ]


def most_players(edition: Edition) -> int:
    """HUN-6: at one board."""
    return edition.whole("players_most")


def standings(
    results: Sequence[Result], edition: Edition, lots: Mapping[str, Lots]
) -> list[dict[str, Any]]:
    """HUN-3.2 to 3.5: everybody's row."""
    last = _last_lots(results, lots)
    return [_row(row, last) for row in ranking.standings(_results(results), edition, _plain(last))]


def advance(
    results: Sequence[Result],
    stage: str,
    edition: Edition,
    lots: Lots,
    absent: Collection[str] = (),
) -> list[dict[str, Any]]:
    """HUN-3.2 to 3.5: who goes on from `stage`; HUN-3.3, HUN-13: who enters for the `absent`."""
    found = advancing.advance(_results(results), stage, edition, _plain(lots))
    return [
        _row(one.row, lots)
        | {"advances": one.advances, "reserve": one.reserve, "unresolved": one.unresolved}
        for one in advancing.without(found, absent)
    ]


def lot_needed(results: Sequence[Result], stage: str, edition: Edition, lots: Lots) -> list[str]:
    """HUN-3.2, HUN-3.3: those who are tied across a cut, or for a reserve's place."""
    found = advancing.advance(_results(results), stage, edition, _plain(lots))
    return advancing.lot_needed(found)


def draw(
    players: Sequence[str],
    seed: int,
    edition: Edition,
    apart: Sequence[tuple[str, str]],
    stage: str,
) -> Drawn:
    """HUN-6, 6.1, 6.3: tables and seats by lot."""
    seated = seating.seat(players, seed, edition, apart, stage)
    if isinstance(seated, Refusal):
        limits = dict(seated.details)
        raise UserError(
            f"{len(players)} players cannot be seated ({seated.rule}):"
            f" {_ALLOWED[seated.rule].format(**limits)}"
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


def _plain(lots: Lots) -> dict[str, Lot]:
    return {player: Lot(lot.draw, lot.place) for player, lot in lots.items()}


def _last_lots(results: Sequence[Result], lots: Mapping[str, Lots]) -> Lots:
    """Each player's lot of the last stage he reached: that is where he is ranked."""
    found: dict[str, DrawnLot] = {}
    for stage in STAGES:
        here = {result.facts["player"] for result in results if result.facts["stage"] == stage}
        for player in here:
            found.pop(player, None)
            if player in lots.get(stage, {}):
                found[player] = lots[stage][player]
    return found


def _row(row: ranking.Row, lots: Lots) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "player": row.player,
        "points": row.points,
        "gross": row.points,
        "games": row.games,
        "decided_by": row.decided_by,
        "lot_seed": lots[row.player].seed if row.lot is not None else None,
        "unencumbered": row.unencumbered,
        "stage": row.stage,
    }
