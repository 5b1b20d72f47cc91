"""Casino tournaments: `rules.casino` ranks them, says who goes on, and draws the seats."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from league.errors import CellError, UserError
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
from league.families.formats import Flag, Format, Name, Person, Row, Whole
from league.rounds import STAGES as ROUND_STAGES
from league.rounds import stage_by_name
from rules.actions import of_thousandths, thousandths
from rules.casino import seating
from rules.casino import standings as ranking
from rules.casino.payout import Entry, check_entry
from rules.edition import Edition
from rules.errors import ActionError
from rules.kinds import Refusal
from rules.lots import Lot

STAGES: Final = ranking.STAGES
_COUNT: Final = Whole(10_000)
GONE: Final = 100
"""Who is out and whose seat was given to somebody else counts under a number beyond the seats."""


@dataclass(frozen=True, slots=True)
class Score:
    """Points, or a formula's value: at most three decimals."""

    allowed: str = "a number from 0 to 1000000000, at most 3 decimals"

    def read(self, text: str) -> int | str | None:
        """The number, whole where it is; digits of other scripts are none."""
        if not text.isascii() or not text.strip() or not text[0].isdigit():
            return None
        try:
            number = Decimal(text)
        except InvalidOperation:
            return None
        if not number.is_finite() or number > 10**9 or number * 1000 != int(number * 1000):
            return None
        return int(number) if number == int(number) else str(number.normalize())


FORM: Final = Format(
    {
        "tournament": Name(),
        "player": Person(),
        "entries": Whole(10_000, 1),
        "rebuys": _COUNT,
        "addons": _COUNT,
        "points": Score(),
        "busted_order": _COUNT,
        "disqualified": Flag(),
    },
    ("tournament", "player"),
)


def seat_facts(summary: Mapping[str, Any], day: str | None) -> Sequence[SeatFacts]:
    """RAY-1-4, RAY-OTHER-3: everybody who entered, with what he bought, held and when he left."""
    gone = [
        {**one, "seat": GONE + at, "points": 0, "prize": 0, "entered": True}
        for at, one in enumerate(summary.get("gone", ()), 1)
        if not one["left"]
    ]
    seats = [*summary["seats"], *gone]
    players = players_of(seats)
    return [
        SeatFacts(
            seat=seat["seat"],
            player=players[seat["seat"]],
            name=seat["name"],
            facts={
                "entries": 1,
                "rebuys": seat["rebuys"],
                "addons": int(seat["addon"]),
                "points": _kept(seat["points_out"] or seat["points"]),
                "busted_order": seat["busted_order"],
                "disqualified": seat["disqualified"],
                "prize": seat["prize"],
            },
            excluded=False,
        )
        for seat in seats
        if seat["entered"]
    ]


def uploaded(played: Played, player: str, facts: Facts) -> Facts:
    """RAY-1-1: a round is a tournament; the final is told by its name, or was opened as one."""
    is_final = played.is_final or played.stage == ROUND_STAGES[2]
    stage = ranking.FINAL if is_final else ranking.SATELLITE
    return {"tournament": played.round, "player": player, **facts, "stage": stage}


def stage_of(facts: Facts) -> str:
    """RAY-1-1: the final, or a satellite; of a row from a file by the tournament's name."""
    said = facts.get("stage")
    if said is not None:
        return str(said)
    is_final = stage_by_name(str(facts["tournament"]), False) == ROUND_STAGES[2]
    return ranking.FINAL if is_final else ranking.SATELLITE


def game_of(facts: Facts) -> str:
    """RAY-1-1: a row from a file names its tournament alone."""
    return str(facts["tournament"])


def check_file(
    found: Sequence[Row], counted: Mapping[str, Facts], name: str, edition: Edition
) -> None:
    """RAY-FREEZE-1, RAY-REBUY-3, RAY-REBUY-4: nobody bought what the structure does not sell."""
    plan = ranking.plan_of_season(edition)
    for row in found:
        try:
            check_entry("", _entry(row.facts), plan)
        except ActionError as error:
            said = str(error).removeprefix(".")
            column = row.columns[said.partition(":")[0]]
            raise CellError(name, row.line, column, said) from None


def standings(past: Past, edition: Edition) -> list[dict[str, Any]]:
    """RAY-1-4: everybody's row."""
    lots = _last_lots(past)
    rows = ranking.standings(_results(past.results), edition, _plain(lots), past.own)
    return [_row(row, lots) for row in rows]


def carry_over(past: Past, edition: Edition) -> Mapping[str, int]:
    """RAY-PAY-3: what is carried over is money of the pool, and nobody's."""
    return {}


def advance(
    past: Past, stage: str, edition: Edition, absent: Collection[str] = ()
) -> list[dict[str, Any]]:
    """RAY-1-1, RAY-SLOT-3: the stage that was played, and who goes on from it.

    Nobody takes the place of who is absent: the document has no reserves.
    """
    results = [one for one in _results(past.results) if one.stage == stage]
    lots = past.lots.get(stage, {})
    rows = ranking.standings(results, edition, _plain(lots), past.own)
    found = ranking.advance(results, stage, edition, _plain(lots), past.own)
    on = {one.player for one in found if one.advances}
    open_ = {one.player for one in found if one.unresolved} - on
    return [
        _row(row, lots)
        | {
            "advances": row.player in on and row.player not in absent,
            "reserve": None,
            "unresolved": row.player in open_,
        }
        for row in rows
    ]


def lot_needed(past: Past, stage: str, edition: Edition, absent: Collection[str] = ()) -> list[str]:
    """RAY-1-4: those who are equal across a cut."""
    lots = _plain(past.lots.get(stage, {}))
    found = ranking.advance(_results(past.results), stage, edition, lots, past.own)
    return ranking.lot_needed(found)


def draw(players: Sequence[str], seed: int, edition: Edition, asked: Asked, past: Past) -> Drawn:
    """RAY-1-1, RAY-SNG-1: tables and seats by lot."""
    if asked.apart:
        raise UserError("--apart: seats of a tournament are drawn by lot alone; leave it out")
    if asked.contenders is not None:
        raise UserError("--contenders: a casino tournament knows none; leave it out")
    most = seating.most_seats(edition)
    seated = seating.seat(players, seed, most)
    if isinstance(seated, Refusal):
        raise UserError(
            f"{len(players)} players cannot be seated ({seated.rule}): a tournament has two at"
            " least; add players"
        )
    tables = [
        {
            "table": str(table.number),
            "division": None,
            "seats": [
                {"seat": number, "player": player}
                for number, player in enumerate(table.seats, 1)
                if player is not None
            ],
        }
        for table in seated
    ]
    lots = [seat["player"] for table in tables for seat in _seats(table)]
    return Drawn({"tables": tables, "lots": lots, "seed": seed}, ())


def _seats(table: Mapping[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table["seats"]
    return found


def _results(results: Sequence[Result]) -> list[ranking.TournamentResult]:
    return [
        ranking.TournamentResult(
            tournament=str(result.facts["tournament"]),
            stage=stage_of(result.facts),
            entry=_entry(result.facts),
            prize=result.facts.get("prize"),
        )
        for result in results
    ]


def _entry(facts: Facts) -> Entry:
    return Entry(
        player=str(facts["player"]),
        entries=facts["entries"],
        rebuys=facts["rebuys"],
        addons=facts["addons"],
        points=thousandths("points", Decimal(str(facts["points"]))),
        busted_order=facts["busted_order"],
        disqualified=bool(facts["disqualified"]),
    )


def _kept(points: Any) -> int | str:
    """Facts are compared as they are written: a whole number, or a text with decimals."""
    number = Decimal(str(points or 0))
    return int(number) if number == int(number) else str(number.normalize())


def _row(row: ranking.Row, lots: Lots) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "player": row.player,
        "points": of_thousandths(row.points),
        "gross": of_thousandths(row.gross),
        "games": row.games,
        "decided_by": row.decided_by,
        "lot_seed": lots[row.player].seed if row.lot is not None else None,
        "stage": row.stage,
        "firsts": row.firsts,
        "seconds": row.seconds,
        "prize": row.prize,
    }


def _plain(lots: Lots) -> dict[str, Lot]:
    return {player: Lot(lot.draw, lot.place) for player, lot in lots.items()}


def _last_lots(past: Past) -> Lots:
    """Each player's lot of the last stage he reached."""
    found: dict[str, DrawnLot] = {}
    for stage in STAGES:
        here = {one.facts["player"] for one in past.results if stage_of(one.facts) == stage}
        for player in here:
            found.pop(str(player), None)
        found |= {name: lot for name, lot in past.lots.get(stage, {}).items() if name in here}
    return found
