"""The Monopoly championship: `rules.monopoly` ranks, advances and seats."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from league.errors import UserError
from league.families import (
    Asked,
    Drawn,
    DrawnLot,
    Facts,
    Lots,
    Past,
    Played,
    Result,
    SeatFacts,
    players_of,
)
from league.families.formats import (
    Flag,
    Format,
    Name,
    Person,
    Row,
    Whole,
    Word,
    check_players,
)
from rules.edition import Edition
from rules.kinds import Money, Refusal
from rules.lots import Lot
from rules.monopoly import advance as advancing
from rules.monopoly import seating
from rules.monopoly import standings as ranking
from rules.monopoly.entry import may_join
from rules.monopoly.wealth import STAGES as _STAGES
from rules.monopoly.wealth import HunResult

STAGES: Final = _STAGES
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


def seat_facts(summary: Mapping[str, Any], day: str | None) -> Sequence[SeatFacts]:
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


def uploaded(played: Played, player: str, facts: Facts) -> Facts:
    """HUN-3: the stage is that of the game's round."""
    return {"stage": played.stage, "game": played.game, "player": player, **facts}


def stage_of(facts: Facts) -> str:
    """HUN-3: as the row says."""
    return str(facts["stage"])


def game_of(facts: Facts) -> str:
    """HUN-8: as the row says."""
    return str(facts["game"])


def check_file(
    found: Sequence[Row], counted: Mapping[str, Facts], name: str, edition: Edition
) -> None:
    """HUN-6: at most six at one board."""
    check_players(found, counted, name, FORM, edition.whole("players_most"))


def standings(past: Past, edition: Edition) -> list[dict[str, Any]]:
    """HUN-3.2 to 3.5: everybody's row."""
    last = _last_lots(past.results, past.lots)
    found = ranking.standings(_results(past.results), edition, _plain(last))
    return [_row(row, last) for row in found]


def own_row(results: Sequence[Result], edition: Edition) -> tuple[int, int, int] | None:
    """HUN-3.2: where one player stands by his own results alone; None where he is not ranked."""
    return ranking.own(_results(results), edition)


def rows_of(
    own: Mapping[str, tuple[int, int, int]], games: Mapping[str, int], past: Past
) -> list[dict[str, Any]]:
    """HUN-3.2 to 3.5: everybody's row, from the own rows of all; `past` gives the lots alone."""
    best = {
        player: ranking.Own(stage, Money(points), Money(free))
        for player, (stage, points, free) in own.items()
    }
    last = {
        player: lots[player]
        for player, one in best.items()
        if player in (lots := past.lots.get(STAGES[one.stage], {}))
    }
    return [_row(row, last) for row in ranking.ranked(best, games, _plain(last))]


def carry_over(past: Past, edition: Edition) -> Mapping[str, int]:
    """HUN-3: every championship begins at nothing."""
    return {}


def advance(
    past: Past, stage: str, edition: Edition, absent: Collection[str] = ()
) -> list[dict[str, Any]]:
    """HUN-3.2 to 3.5: who goes on from `stage`; HUN-3.3, HUN-13: who enters for the `absent`."""
    lots = past.lots.get(stage, {})
    found = advancing.advance(_results(past.results), stage, edition, _plain(lots))
    return [
        _row(one.row, lots)
        | {"advances": one.advances, "reserve": one.reserve, "unresolved": one.unresolved}
        for one in advancing.without(found, absent)
    ]


def lot_needed(past: Past, stage: str, edition: Edition, absent: Collection[str] = ()) -> list[str]:
    """HUN-3.2, HUN-3.3, HUN-13: those who are tied across a cut, for a reserve's place, or to be
    the next in order for a champion who is `absent`.
    """
    lots = _plain(past.lots.get(stage, {}))
    found = advancing.advance(_results(past.results), stage, edition, lots)
    return advancing.lot_needed(found, absent)


def draw(players: Sequence[str], seed: int, edition: Edition, asked: Asked, past: Past) -> Drawn:
    """HUN-6, 6.1, 6.3: tables and seats by lot; HUN-3.1, 3.4: of who played the stage before."""
    if asked.contenders is not None:
        raise UserError("--contenders: only where the final is seated by who can still win")
    _require_played(players, asked, past)
    seated = seating.seat(players, seed, edition, asked.apart, asked.stage)
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


def _require_played(players: Sequence[str], asked: Asked, past: Past) -> None:
    """HUN-3.1, HUN-3.4: nobody comes in from outside, as far as the stage before is known here."""
    played: dict[str, set[str]] = {}
    for result in past.results:
        played.setdefault(result.facts["player"], set()).add(result.facts["stage"])
    if not any(may_join(asked.stage, stages) is None for stages in played.values()):
        return
    for player in players:
        refusal = may_join(asked.stage, played.get(player, ()))
        if refusal is not None:
            before = STAGES[STAGES.index(asked.stage) - 1]
            raise UserError(
                f"{player!r}: has no result in stage {before}, so no seat in stage {asked.stage}"
                f" ({refusal.rule})"
            )


def _results(results: Sequence[Result]) -> list[HunResult]:
    return [
        HunResult(
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
