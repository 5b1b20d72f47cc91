"""The games of a round: openings, what became of each, replays, corrections, records kept aside.

Nothing stored is overwritten. An annulled game stays and does not count; a corrected sheet is an
imported row on top of the record's; a record that was taken in another's place leaves that one
among those kept aside.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select

from league import imports
from league.aside import REPLACED, Aside, asides
from league.audit import note
from league.competition import decisions, schedule, seating
from league.competition.laws import law_of
from league.families import family_of
from league.families.formats import read_results
from league.imports import take
from league.ingest import game_columns, seat_rows
from league.judging import CONFIRMED, judge
from league.live import natural
from league.results import counted_rows
from league.seasons import Season, edition_of_record
from league.settings import Settings
from league.tablenames import table_name
from league.tables import game_record, record_aside, seat_result
from league.troubles import Trouble
from rules.record import read
from rules.shown import shown

MOST_REPLAYS: Final = 20


class Game(NamedTuple):
    """A game of a round, played or awaited."""

    game: str
    table: str
    players: Sequence[str]
    officials: Sequence[str]
    verdict: str | None
    """What the league found when it played the record again; None: there is no record yet."""
    ruled: str
    """`annulled`, `replayed` or empty."""
    why: str
    strangers: Sequence[str]
    """Who played and was not drawn to this table, or was and did not."""
    aside: Sequence[Aside]
    typed: bool = False
    """Results of it count that no record says."""


def game_id(season: str, round_name: str, table: str, attempt: int = 1) -> str:
    """The name of the game at this kiosk; a game that is played again has another."""
    again = f"-r{attempt}" if attempt > 1 else ""
    return f"{season}-{round_name}-{table}"[: 64 - len(again)] + again


def of_round(connection: Connection, season: Season, round_name: str) -> list[Game]:
    """The games of a round, by table: those stored, and those awaited by the draw."""
    outcome = seating.newest(connection, season.id, round_name)
    ruled = decisions.newest(connection, season.id, "game")
    apart: dict[str, list[Aside]] = {}
    for one in asides(connection, season.id):
        apart.setdefault(one.game, []).append(one)
    typed = _typed(connection, season)
    drawn = {table_name(one): one for one in outcome["tables"]} if outcome else {}
    stored = _stored(connection, season.id, round_name, drawn)
    found = [
        _game(row, drawn.get(row["table"]), ruled.get(row["game"]), apart.get(row["game"], []))
        for row in stored
    ]
    for name, table in drawn.items():
        attempt = _attempt(season.id, round_name, name, ruled)
        awaited = game_id(season.id, round_name, name, attempt)
        here = [one for one in found if one.table == name]
        if not any(one.game == awaited or one.ruled == "" for one in here):
            players = [seat["player"] for seat in table["seats"]]
            found.append(Game(awaited, name, players, table.get("officials", ()), None, "", "",
                              (), ()))  # fmt: skip
    found = [one._replace(typed=one.game in typed) for one in found]
    return sorted(found, key=lambda one: (natural(one.table), one.game))


def openings(connection: Connection, season: Season, round_name: str) -> list[dict[str, Any]]:
    """The `open` lines of the games that are awaited (docs/rules/actions.md)."""
    one = schedule.find(connection, season, round_name)
    law = law_of(season.edition)
    outcome = seating.newest(connection, season.id, round_name)
    seats_of = {
        table_name(table): table["seats"] for table in (outcome["tables"] if outcome else ())
    }
    found = []
    for game in of_round(connection, season, round_name):
        if game.verdict is not None or game.table not in seats_of:
            continue
        opening: dict[str, Any] = {
            "edition": season.edition.id,
            "season": season.id,
            "round": round_name,
            "game": game.game,
            "table": game.table,
            "final": one.stage == "final",
            "seats": [
                {"seat": seat["seat"], "player": seat["player"], "name": seat["player"]}
                for seat in seats_of[game.table]
            ],
        }
        names = list(game.officials)
        if names:
            office = law.offices[0]
            opening["officials"] = {office: names[0] if len(names) == 1 else names}
        found.append({"open": opening})
    return found


def rule(
    connection: Connection, season: Season, game: str, verdict: str, why: str, who: str
) -> None:
    """A game is annulled, or annulled and to be played again, or counts after all."""
    row = _row(connection, season, game)
    known = decisions.newest(connection, season.id, "game").get(game)
    before = known.verdict if known else decisions.COUNTS
    if verdict == before:
        raise Trouble("league.trouble.so_already", game=game)
    if verdict == decisions.COUNTS and before == decisions.REPLAYED:
        _require_no_replay(connection, season, row.round, game)
    decisions.decide(connection, season.id, "game", game, verdict, why, who)


def take_aside(
    connection: Connection, settings: Settings, season: Season, sha256: str, why: str, who: str
) -> None:
    """A record that was kept aside counts in place of the one that is stored, which is kept."""
    one = _aside(connection, season, sha256)
    stored = connection.execute(select(game_record).where(game_record.c.sha256 == one.stored)).one()
    row = connection.execute(select(record_aside).where(record_aside.c.sha256 == sha256)).one()
    record = read(bytes(row.raw))
    edition = edition_of_record(connection, settings, season.id, record.opening.edition)
    judged = judge(bytes(row.raw), record, edition)
    if judged.verdict != CONFIRMED:
        raise Trouble("league.trouble.aside_wrong", game=one.game, verdict=judged.verdict)
    connection.execute(delete(seat_result).where(seat_result.c.sha256 == one.stored))
    connection.execute(delete(game_record).where(game_record.c.sha256 == one.stored))
    connection.execute(delete(record_aside).where(record_aside.c.sha256 == sha256))
    connection.execute(
        insert(record_aside).values(
            sha256=stored.sha256,
            game=stored.game,
            table_id=stored.table_id,
            raw=stored.raw,
            cause=REPLACED,
            road=stored.road,
            received_ms=stored.received_ms,
        )
    )
    connection.execute(
        insert(game_record).values(
            **game_columns(judged), raw=judged.raw, road=row.road, received_ms=row.received_ms
        )
    )
    connection.execute(insert(seat_result), seat_rows(judged))
    decisions.decide(connection, season.id, "aside", sha256, decisions.TAKEN, why, who)
    note(connection, who, "record.supersede", one.game, why[:255],
         {"sha256": sha256, "was": one.stored})  # fmt: skip


def leave_aside(connection: Connection, season: Season, sha256: str, why: str, who: str) -> None:
    """The record that is stored stays the one that counts."""
    _aside(connection, season, sha256)
    decisions.decide(connection, season.id, "aside", sha256, decisions.KEPT, why, who)


def correct(
    connection: Connection,
    season: Season,
    rows: Sequence[Mapping[str, str]],
    why: str,
    who: str,
) -> int:
    """Results as they should have been, checked like any result file; returns how many differ."""
    said = decisions.reason(why)
    form = family_of(season.edition).FORM
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(form.columns)
    writer.writerows([[row.get(column, "") for column in form.columns] for row in rows])
    data = text.getvalue().encode()
    known = counted_rows(connection, season, form)
    found = read_results(data, "typed:correction", form)
    family_of(season.edition).check_file(found, known, "typed:correction", season.edition)
    done = take(connection, season.id, "typed:correction", data, found, known, who, typed=True)
    if not done.added + done.corrected:
        raise Trouble("league.trouble.nothing_new")
    note(connection, who, "correction", season.id, said[:255],
         {"rows": [row.key for row in found]})  # fmt: skip
    return done.added + done.corrected


def sheet(connection: Connection, season: Season, game: str) -> list[dict[str, Any]]:
    """The rows of a game as they count now; of one without a record, empty ones to be typed."""
    form = family_of(season.edition).FORM
    family = family_of(season.edition)
    found = [
        dict(facts)
        for facts in counted_rows(connection, season, form).values()
        if family.game_of(facts) == game
    ]
    if found:
        return found
    for one in schedule.listing(connection, season):
        for awaited in of_round(connection, season, one.round):
            if awaited.game == game and awaited.verdict is None:
                known = {"stage": one.stage, "game": game, "round": one.round}
                return [
                    {column: known.get(column, player if column == "player" else "")
                     for column in form.columns}
                    for player in awaited.players
                ]  # fmt: skip
    return []


def replaced(connection: Connection, season: Season) -> set[str]:
    """The records in whose place another one was taken."""
    mine = (game_record.c.season == season.id) & (record_aside.c.cause == REPLACED)
    rows = connection.execute(
        select(record_aside.c.sha256)
        .join(game_record, game_record.c.game == record_aside.c.game)
        .where(mine)
    )
    return set(rows.scalars())


def _typed(connection: Connection, season: Season) -> set[str]:
    family = family_of(season.edition)
    rows = imports.current(connection, season.id).values()
    return {family.game_of(facts) for facts in rows} - {""}


def _game(
    row: Mapping[str, Any],
    drawn: Mapping[str, Any] | None,
    ruled: decisions.Decision | None,
    aside: Sequence[Aside],
) -> Game:
    planned = {seat["player"] for seat in drawn["seats"]} if drawn else set(row["players"])
    played = set(row["players"]) or planned
    is_out = ruled is not None and ruled.verdict != decisions.COUNTS
    return Game(
        row["game"],
        row["table"],
        row["players"] or sorted(planned),
        drawn.get("officials", ()) if drawn else (),
        row["verdict"],
        ruled.verdict if ruled is not None and is_out else "",
        ruled.why if ruled is not None else "",
        sorted(planned ^ played),
        aside,
    )


def _stored(
    connection: Connection, season: str, round_name: str, drawn: Collection[str] = ()
) -> list[dict[str, Any]]:
    """The records of a round; a game that another table took over is still that of its own."""
    home = {
        game_id(season, round_name, table, attempt): table
        for table in drawn
        for attempt in range(1, MOST_REPLAYS)
    }
    rows = connection.execute(
        select(game_record.c.game, game_record.c.table_id, game_record.c.verdict,
               game_record.c.sha256)
        .where(game_record.c.season == season, game_record.c.round == round_name)
        .order_by(game_record.c.received_ms, game_record.c.game)
    )  # fmt: skip
    players: dict[str, list[str]] = {}
    found = [
        {
            "game": row.game,
            "table": home.get(row.game, row.table_id),
            "verdict": row.verdict,
            "sha256": row.sha256,
        }
        for row in rows
    ]
    sits = connection.execute(
        select(seat_result.c.sha256, seat_result.c.player)
        .where(seat_result.c.sha256.in_([one["sha256"] for one in found]))
        .order_by(seat_result.c.seat)
    )
    for row in sits:
        players.setdefault(row.sha256, []).append(row.player)
    return [{**one, "players": players.get(one["sha256"], [])} for one in found]


def _attempt(
    season: str, round_name: str, table: str, ruled: Mapping[str, decisions.Decision]
) -> int:
    """Which attempt of a drawn table's game is the one that is awaited."""
    for attempt in range(1, MOST_REPLAYS):
        known = ruled.get(game_id(season, round_name, table, attempt))
        if known is None or known.verdict != decisions.REPLAYED:
            return attempt
    return MOST_REPLAYS


def _row(connection: Connection, season: Season, game: str) -> Any:
    mine = (game_record.c.season == season.id) & (game_record.c.game == game)
    row = connection.execute(select(game_record.c.round).where(mine)).one_or_none()
    if row is None:
        raise Trouble("league.trouble.no_game", game=shown(game))
    return row


def _require_no_replay(connection: Connection, season: Season, round_name: str, game: str) -> None:
    """A game that was played again cannot count beside its replay."""
    stem = game.rpartition("-r")[0] if game.rpartition("-r")[2].isdecimal() else game
    stored = {row["game"] for row in _stored(connection, season.id, round_name)}
    later = sorted(name for name in stored if name.startswith(f"{stem}-r") and name > game)
    if later:
        raise Trouble("league.trouble.replay_played", game=later[0])


def _aside(connection: Connection, season: Season, sha256: str) -> Aside:
    found = next((one for one in asides(connection, season.id) if one.sha256 == sha256), None)
    if found is None:
        raise Trouble("league.trouble.no_aside", sha256=shown(sha256[:12]))
    return found
