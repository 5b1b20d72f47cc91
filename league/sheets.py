"""What the pages show of a season and of a game: stored facts in reading order."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, select

from league.families import Result, family_of
from league.results import counted
from league.rounds import stage_by_name, stages_said
from league.seasons import Season
from league.standings import advance, standings
from league.tables import game_record
from rules.record import read

_CRITERIA: Final = {"points": "points", "unencumbered": "unencumbered"}
"""`decided_by` -> the column that shows it, where there is one."""


@dataclass(frozen=True, slots=True)
class GameLink:
    """A game of a row; `stored` where its record is here."""

    id: str
    stored: bool


@dataclass(frozen=True, slots=True)
class RowSheet:
    """A row of the standings with what explains it."""

    rank: int
    name: str
    points: int
    unencumbered: int
    stage: str
    games: Sequence[GameLink]
    decided_by: str | None
    why: bool
    here: int
    above: int
    mark: str | None
    """`advances`, `reserve`, `unresolved`."""
    reserve: int | None
    cut: bool
    """The last row above a cut."""


@dataclass(frozen=True, slots=True)
class SeasonSheet:
    """A season's page."""

    season: str
    edition_name: str
    stages: Sequence[str]
    stage: str | None
    rows: Sequence[RowSheet]
    flagged: Sequence[str]
    """Games that are stored but do not count."""


@dataclass(frozen=True, slots=True)
class GameSheet:
    """A game's page: the public part of the summary, and the record behind it."""

    game: str
    season: str
    round: str
    stage: str
    table: str
    verdict: str
    reasons: Sequence[str]
    summary: Mapping[str, Any] | None
    seats: Sequence[Mapping[str, Any]]
    names: Mapping[int, str]
    officials: Sequence[tuple[str, str]]
    sha256: str
    head: str
    key: str
    events: int
    received_ms: int


def season_sheet(connection: Connection, season: Season, stage: str | None) -> SeasonSheet:
    """The standings, or with `stage` the rows of that stage and who goes on."""
    results = list(counted(connection, season).values())
    found = advance(connection, season, stage) if stage else standings(connection, season)
    rows = found["rows"]
    games = _games([r for r in results if stage in (None, r.facts["stage"])])
    played = {result.facts.get("stage") for result in results}
    return SeasonSheet(
        season=season.id,
        edition_name=season.edition.name,
        stages=[name for name in reversed(family_of(season.edition).STAGES) if name in played],
        stage=stage,
        rows=[
            _row(row, rows[at - 1] if at else None, rows[at + 1 : at + 2], games[row["player"]])
            for at, row in enumerate(rows)
        ],
        flagged=_flagged(connection, season),
    )


def game_sheet(connection: Connection, game: str) -> GameSheet | None:
    """A stored game; None where it is not."""
    row = connection.execute(select(game_record).where(game_record.c.game == game)).one_or_none()
    if row is None:
        return None
    record = read(bytes(row.raw))
    summary = json.loads(row.summary) if row.summary else None
    seats = summary["seats"] if summary else []
    said = stages_said(connection, row.season).get(row.round)
    return GameSheet(
        game=row.game,
        season=row.season,
        round=row.round,
        stage=said or stage_by_name(row.round, bool(row.is_final)),
        table=row.table_id,
        verdict=row.verdict,
        reasons=json.loads(row.reasons),
        summary=summary,
        seats=sorted(seats, key=lambda seat: (seat.get("place") or len(seats) + 1, seat["seat"])),
        names={seat.seat: seat.name for seat in record.opening.seats},
        officials=[
            (office, ", ".join(names)) for office, names in record.opening.officials if names
        ],
        sha256=row.sha256,
        head=row.head,
        key=row.key_hex,
        events=record.events,
        received_ms=row.received_ms,
    )


def _row(
    row: Mapping[str, Any],
    above: Mapping[str, Any] | None,
    below: Sequence[Mapping[str, Any]],
    games: Sequence[GameLink],
) -> RowSheet:
    column = _CRITERIA.get(row["decided_by"] or "")
    mark = _mark(row)
    return RowSheet(
        rank=row["rank"],
        name=row["name"],
        points=row["points"],
        unencumbered=row["unencumbered"],
        stage=row["stage"],
        games=games,
        decided_by=row["decided_by"],
        why=above is not None and row["decided_by"] is not None,
        here=row[column] if column else 0,
        above=above[column] if column and above else 0,
        mark=mark,
        reserve=row.get("reserve"),
        cut=bool(below) and mark is not None and mark != _mark(below[0]),
    )


def _mark(row: Mapping[str, Any]) -> str | None:
    if row.get("unresolved"):
        return "unresolved"
    if row.get("advances"):
        return "advances"
    return "reserve" if row.get("reserve") else None


def _games(results: Sequence[Result]) -> Mapping[str, list[GameLink]]:
    found: dict[str, list[GameLink]] = {}
    for result in results:
        game = GameLink(str(result.facts["game"]), result.sha256 is not None)
        found.setdefault(str(result.facts["player"]), []).append(game)
    return found


def _flagged(connection: Connection, season: Season) -> list[str]:
    counts = (game_record.c.verdict == "confirmed") & (
        game_record.c.fingerprint == season.edition.fingerprint
    )
    rows = connection.execute(
        select(game_record.c.game)
        .where(game_record.c.season == season.id, ~counts)
        .order_by(game_record.c.game)
    )
    return list(rows.scalars())
