"""The Matador club: `rules.matador` counts the season and seats the evenings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from league.club.explained import Worth, details, worth
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
from league.families.formats import Day, Division, Flag, Format, Name, Person, Place, Row
from rules.edition import Edition
from rules.kinds import Refusal
from rules.lots import Lot
from rules.matador import members, seating
from rules.matador import season as counting
from rules.matador.awards import column
from rules.matador.contenders import contenders
from rules.ranking import misplaced
from rules.shown import shown

SEASON: Final = "season"
FINAL: Final = "final"
STAGES: Final = (SEASON, FINAL)
FORM: Final = Format(
    {
        "round": Name(),
        "date": Day(),
        "final": Flag(),
        "division": Division(),
        "place": Place(),
        "player": Person(),
    },
    ("round", "player"),
)
_TOGETHER: Final = ("date", "final")
"""What all rows of a round must say alike."""


def seat_facts(summary: Mapping[str, Any], day: str | None) -> Sequence[SeatFacts]:
    """RAMK-9.16: everybody's place; who was removed has none, and the table then no points."""
    players = players_of(summary["seats"])
    division = summary["division"]
    return [
        SeatFacts(
            seat=seat["seat"],
            player=players[seat["seat"]],
            name=seat["name"],
            facts={
                "date": day,
                "division": "" if division is None else str(division),
                "place": seat["place"],
                "players": summary["players"],
            },
            excluded=False,
        )
        for seat in summary["seats"]
        if seat["place"] is not None
    ]


def uploaded(played: Played, player: str, facts: Facts) -> Facts:
    """RAMK-9.18: a game of the final round, or opened as one, counts double."""
    return {
        "round": played.round,
        "date": facts["date"] or played.received_day,
        "final": played.is_final or played.stage == FINAL,
        "division": facts["division"],
        "place": facts["place"],
        "player": player,
        "players": facts["players"],
    }


def stage_of(facts: Facts) -> str:
    """RAMK-9.18: the final, and all evenings before it."""
    return FINAL if facts["final"] else SEASON


def game_of(facts: Facts) -> str:
    """RAMK-9.16: a row from a file names its round alone."""
    return str(facts["round"])


def check_file(
    found: Sequence[Row], counted: Mapping[str, Facts], name: str, edition: Edition
) -> None:
    """RAMK-9.16: every table that a file touches has places that its size can have."""
    after: dict[str, Facts] = {**counted, **{row.key: row.facts for row in found}}
    _check_rounds(found, after, name)
    rows = {row.key: row for row in found}
    touched = {_table(row.facts): row for row in reversed(found)}
    for row in found:  # a correction may take a row from another table
        if row.key in counted:
            touched.setdefault(_table(counted[row.key]), row)
    for table, row in sorted(touched.items(), key=lambda item: item[1].line):
        here = {key: facts for key, facts in after.items() if _table(facts) == table}
        if here:
            _check_table(here, rows, row, name, edition)


def standings(past: Past, edition: Edition) -> list[dict[str, Any]]:
    """RAMK-9.17: everybody's row, with what was dropped and what decided."""
    lots = past.lots.get(FINAL, {})
    return _rows(plain_results(past.results), edition, past.carried, lots)


def carry_over(past: Past, edition: Edition) -> Mapping[str, int]:
    """RAMK-9.20: the bonuses that open the next season."""
    results = plain_results(past.results)
    rows = counting.standings(results, edition, past.carried, plain_lots(past.lots.get(FINAL, {})))
    return counting.carry_over(rows, results, edition)


def advance(
    past: Past, stage: str, edition: Edition, absent: Collection[str] = ()
) -> list[dict[str, Any]]:
    """RAMK-2.1c: who may play the final, of `season`; who has won the cup, of `final`."""
    lots = past.lots.get(FINAL, {})
    results = plain_results(past.results)
    if stage == SEASON:
        before = [result for result in results if not result.final]
        rows = _rows(before, edition, past.carried, lots)
        return [
            row
            | {
                "advances": row["player"] not in absent
                and members.has_played(row["rounds"], edition) is None,
                "reserve": None,
                "unresolved": False,
            }
            for row in rows
        ]
    rows = _rows(results, edition, past.carried, lots)
    tied = sum(row["rank"] == 1 for row in rows) > 1
    shared = edition.text("cup_tie") == "shared"
    return [
        row
        | {
            "advances": row["rank"] == 1 and (shared or not tied),
            "reserve": None,
            "unresolved": row["rank"] == 1 and tied and not shared,
        }
        for row in rows
    ]


def lot_needed(past: Past, stage: str, edition: Edition, absent: Collection[str] = ()) -> list[str]:
    """RAMK-9.17: those who are equal for the cup in everything."""
    if stage != FINAL or edition.text("cup_tie") == "shared":
        return []
    lots = plain_lots(past.lots.get(FINAL, {}))
    return counting.tied_for_cup(
        counting.standings(plain_results(past.results), edition, past.carried, lots)
    )


def draw(players: Sequence[str], seed: int, edition: Edition, asked: Asked, past: Past) -> Drawn:
    """RAMK-3.1A, RAMK-3.1B: one table or two, by what was played before this round."""
    if asked.apart:
        raise UserError("--apart: the tables go by points (RAMK-3.1A); leave it out")
    is_final = asked.stage == FINAL
    if asked.contenders is not None and not is_final:
        raise UserError(f"--contenders: {asked.round} is not the final (RAMK-3.1B)")
    results = [one for one in plain_results(past.results) if one.round != asked.round]
    if is_final:
        _require_played(players, results, edition)
    seated = seating.seat(
        players,
        results,
        seed,
        edition,
        carried=past.carried,
        final=is_final,
        confirmed=asked.contenders,
    )
    if isinstance(seated, Refusal):
        limits = dict(seated.details)
        raise UserError(
            f"{len(players)} players cannot be seated ({seated.rule}): allowed are"
            f" {limits['least']} to {limits['most']}, at two tables of"
            f" {edition.whole('players_most')} at most"
        )
    tables = [
        {
            "table": str(number),
            "division": number if len(seated.tables) > 1 else None,
            "seats": [{"seat": place, "player": one} for place, one in enumerate(table, 1)],
        }
        for number, table in enumerate(seated.tables, 1)
    ]
    answer = {"tables": tables, "lots": list(seated.lots), "seed": seated.seed, "by": seated.by}
    if is_final:
        answer["contenders"] = list(seated.contenders)
    return Drawn(answer, ())


def _require_played(
    players: Sequence[str], results: Iterable[counting.Result], edition: Edition
) -> None:
    """RAMK-2.1c: only who has played an earlier round."""
    played = {result.player for result in results}
    for player in players:
        if members.has_played(int(player in played), edition) is not None:
            raise UserError(
                f"{player!r}: has not played a round of this season, so not the final (RAMK-2.1c)"
            )


def _rows(
    results: Sequence[counting.Result],
    edition: Edition,
    carried: Mapping[str, int],
    lots: Lots,
) -> list[dict[str, Any]]:
    rows = counting.standings(results, edition, carried, plain_lots(lots))
    names = [row.player for row in rows]
    can_win = set(contenders(results, names, edition, carried))
    bonus = counting.carry_over(rows, results, edition)
    known = worth(results, edition)
    return [_row(row, edition, lots, can_win, bonus, known) for row in rows]


def _row(
    row: counting.Row,
    edition: Edition,
    lots: Lots,
    can_win: Collection[str],
    bonus: Mapping[str, int],
    known: Worth,
) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "player": row.player,
        "points": row.points,
        "gross": row.gross,
        "games": row.games,
        "decided_by": row.decided_by,
        "lot_seed": lots[row.player].seed if row.lot is not None else None,
        "dropped": sorted(one.points for one in row.dropped),
        "counted": sorted((one.points for one in row.counted), reverse=True),
        "carried": row.carried,
        "rounds": row.rounds,
        "firsts": row.firsts,
        "seconds": row.seconds,
        "carry_over_next": bonus.get(row.player, 0),
        "may_vote": members.may_vote(row.rounds, edition),
        "contender": row.player in can_win,
        "details": details(row, known),
    }


def plain_results(results: Iterable[Result]) -> list[counting.Result]:
    """What counts; a table of which somebody's place is missing gives nobody points."""
    found = list(results)
    sitting: dict[tuple[str, str], int] = {}
    for result in found:
        table = _table(result.facts)
        sitting[table] = sitting.get(table, 0) + 1
    return [
        counting.Result(
            round=result.facts["round"],
            date=result.facts["date"],
            final=bool(result.facts["final"]),
            division=int(result.facts["division"]) if result.facts["division"] else None,
            place=result.facts["place"],
            player=result.facts["player"],
        )
        for result in found
        if sitting[_table(result.facts)] >= result.facts.get("players", 0)
    ]


def plain_lots(lots: Mapping[str, DrawnLot]) -> dict[str, Lot]:
    """Lots as the rules take them."""
    return {player: Lot(lot.draw, lot.place) for player, lot in lots.items()}


def _table(facts: Facts) -> tuple[str, str]:
    return facts["round"], facts["division"]


def _check_rounds(found: Sequence[Row], after: Mapping[str, Facts], name: str) -> None:
    """One day a round, one final a season; one table without a division, or two with one."""
    rounds: dict[str, Facts] = {}
    final = next((facts["round"] for facts in after.values() if facts["final"]), None)
    new = {row.key for row in found}
    for key, facts in after.items():
        if key not in new:
            rounds.setdefault(facts["round"], facts)
    for row in found:
        facts = row.facts
        first = rounds.setdefault(facts["round"], facts)
        for column_name in _TOGETHER:
            if facts[column_name] != first[column_name]:
                raise _cell(
                    row,
                    column_name,
                    name,
                    f"{column_name}: found {_said(facts[column_name])}, the other rows of round"
                    f" {facts['round']} say {_said(first[column_name])}",
                )
        if bool(facts["division"]) != bool(first["division"]):
            raise _cell(
                row,
                "division",
                name,
                f"division: round {facts['round']} has one table without a division or two with"
                " one (RAMK-3.1A)",
            )
        if facts["final"] and facts["round"] != final:
            raise _cell(
                row, "final", name, f"final: the final of this season is round {final} (RAMK-9.18)"
            )


def _check_table(
    here: Mapping[str, Facts], rows: Mapping[str, Row], first: Row, name: str, edition: Edition
) -> None:
    new = [rows[key] for key in here if key in rows]
    sizes = [one["players"] for one in edition.several("table")]
    count = len(here)
    if column(count, edition) is None:
        beyond = count - max(sizes)
        row = new[-beyond] if 0 < beyond <= len(new) else first
        raise _cell(
            row,
            "player",
            name,
            f"found {count} players at {_where(row)}, allowed {min(sizes)} to {max(sizes)} at one"
            " table (RAMK-9.16)",
        )
    wrong = misplaced(facts["place"] for facts in here.values())
    if wrong is not None:
        row = next((one for one in new if one.facts["place"] == wrong), new[0] if new else first)
        raise _cell(
            row,
            "place",
            name,
            f"place: found {wrong}, which {count} players at {_where(row)} cannot have; equal"
            " places share a number and the next is left out (RAMK-9.16)",
        )


def _where(row: Row) -> str:
    division = row.facts["division"]
    return f"round {row.facts['round']}" + (f", division {division}" if division else "")


def _said(value: object) -> str:
    return str(int(value)) if isinstance(value, bool) else shown(value)


def _cell(row: Row, column_name: str, name: str, message: str) -> CellError:
    return CellError(name, row.line, row.columns[column_name], message)
