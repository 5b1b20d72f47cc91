"""Kept own rows: the same standings as from all results, however they came about."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert

from league import ownrows, seasons
from league.audit import note
from league.db import Database
from league.results import counted, counted_of
from league.seasons import Season
from league.settings import load_settings
from league.standings import draw_lots, standing, standings
from league.tables import game_record, seat_result
from tests.league.conftest import Run

PLAYERS = [f"P{number}" for number in range(9)]
ROUNDS = ("Q1", "Q2", "Q3", "SF", "F")


def play(connection: Connection, season: Season, number: int, dice: random.Random) -> list[str]:
    """A confirmed game of four, as `ingest.store` leaves it; few different figures, many equals."""
    here, name = dice.sample(PLAYERS, 4), f"G{number}"
    connection.execute(
        insert(game_record).values(
            sha256=name, game=name, season=season.id, round=dice.choice(ROUNDS), table_id="T1",
            edition="hun-2009", fingerprint=season.edition.fingerprint, is_final=0, head="h",
            key_hex="k", raw=b"", summary="{}", verdict="confirmed", reasons="[]", road="http",
            received_ms=number,
        )
    )  # fmt: skip
    for seat, player in enumerate(here, 1):
        facts = {column: dice.choice((0, 100)) for column in ("cash", "unmortgaged", "mortgaged")}
        facts |= {"buildings": 0, "bankrupt": dice.random() < 0.1}
        kept = {"name": dice.choice((player, f"{player} von X")), "facts": facts,
                "excluded": dice.random() < 0.03}  # fmt: skip
        row = {"sha256": name, "season": season.id, "seat": seat, "player": player}
        connection.execute(insert(seat_result).values(**row, facts=json.dumps(kept)))
    return here


def made_anew(connection: Connection, season: Season) -> list[dict[str, Any]]:
    """The rows from all results, with nothing kept."""
    nested = connection.begin_nested()
    note(connection, "test", "something.else", season.id)
    assert not ownrows.is_kept(connection, season)
    rows: list[dict[str, Any]] = standings(connection, season)["rows"]
    alone = [standing(connection, season, player) for player in PLAYERS]
    nested.rollback()
    found = {row["player"]: row for row in rows}
    assert alone == [found.get(player) for player in PLAYERS]
    return rows


@pytest.mark.parametrize("seed", range(4))
def test_kept_rows_are_those_of_all_results(run: Run, database: Database, seed: int) -> None:
    dice = random.Random(seed)
    with database.write() as connection:
        seasons.create(connection, load_settings(), "S1", "hun-2009", None, "test")
        season = seasons.find(connection, load_settings(), "S1")
        for number in range(30):
            ownrows.follow(connection, season, play(connection, season, number, dice))
            assert ownrows.is_kept(connection, season)
            wanted = made_anew(connection, season)
            assert standings(connection, season)["rows"] == wanted
            for row in wanted:
                assert standing(connection, season, row["player"]) == row
            if number in (10, 20) and any(
                one["rank"] == two["rank"] for one, two in pairwise(wanted)
            ):
                try_lots(connection, season)


def try_lots(connection: Connection, season: Season) -> None:
    from league.errors import UserError

    for stage in ("qualifier", "semifinal"):
        try:
            draw_lots(connection, season, stage, 7, "test")
        except UserError:  # nobody is tied where it matters
            continue
        assert ownrows.is_kept(connection, season)


def test_whatever_else_is_noted_throws_the_rows_away(run: Run, database: Database) -> None:
    with database.write() as connection:
        seasons.create(connection, load_settings(), "S1", "hun-2009", None, "test")
        season = seasons.find(connection, load_settings(), "S1")
        here = play(connection, season, 1, random.Random(1))
        ownrows.follow(connection, season, here)
        for harmless in ("record.store", "lot", "session.begin", "draw"):
            note(connection, "test", harmless, "S1")
        assert ownrows.is_kept(connection, season)
        for harmful in ("import", "round.stage", "decision", "record.supersede"):
            note(connection, "test", harmful, "S1")
            assert not ownrows.is_kept(connection, season)
            ownrows.follow(connection, season, here)
            assert ownrows.is_kept(connection, season)


def test_a_season_that_is_ranked_otherwise_keeps_none(run: Run, database: Database) -> None:
    with database.write() as connection:
        seasons.create(connection, load_settings(), "S1", "ramk-2017", None, "test")
        season = seasons.find(connection, load_settings(), "S1")
        assert ownrows.keep(connection, season) == 0
        assert not ownrows.is_kept(connection, season)


@pytest.mark.sqlite
def test_what_counts_is_found_without_going_through_the_records(
    run: Run, database: Database
) -> None:
    asked: list[tuple[str, Any]] = []
    event.listen(
        database.engine, "before_cursor_execute", lambda *said: asked.append((said[2], said[3]))
    )

    def plan(connection: Connection) -> str:
        joined = next(one for one in reversed(asked) if one[0].startswith("SELECT game_"))
        found = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {joined[0]}", joined[1])
        return "; ".join(row.detail for row in found)

    with database.write() as connection:
        seasons.create(connection, load_settings(), "S1", "hun-2009", None, "test")
        season = seasons.find(connection, load_settings(), "S1")
        play(connection, season, 1, random.Random(1))
        counted(connection, season)
        assert "game_record USING COVERING INDEX ix_game_record_counted" in plan(connection)
        counted_of(connection, season, PLAYERS)
        assert "seat_result USING INDEX ix_seat_result_player" in plan(connection)
