"""An answer is kept exactly as long as nothing was written."""

from __future__ import annotations

from pathlib import Path
from secrets import token_hex

from sqlalchemy import select

from league.audit import note
from league.db import Database
from league.kept import MOST, Kept
from league.tables import audit
from tests.league import games
from tests.league.conftest import Run, Server
from tests.league.games import Played


def test_an_answer_is_made_once_until_something_is_written(database: Database) -> None:
    kept, made = Kept(), []

    def make() -> int:
        made.append(1)
        return len(made)

    with database.read() as connection:
        assert [kept.get(connection, "a", make) for _ in range(3)] == [1, 1, 1]
        assert kept.get(connection, "b", make) == 2
    with database.write() as connection:
        note(connection, "cli", "test", "x")
    with database.read() as connection:
        assert kept.get(connection, "a", make) == 3


def test_a_record_leaves_the_answers_of_other_seasons_alone(
    run: Run, database: Database, home: Path
) -> None:
    from league import seasons
    from league.settings import load_settings

    def written(what: str, season: str) -> None:
        with database.write() as connection:
            note(connection, "cli", what, "x", detail={"season": season})

    for name in ("S1", "S2"):
        assert run("season", "create", name, "--edition", "hun-2009").code == 0
    kept = Kept()
    with database.read() as connection:
        season = seasons.find(connection, load_settings(), "S1")

    def made() -> tuple[str, str]:
        with database.read() as connection:
            return kept.marked(connection, "a", lambda: token_hex(4), season)

    first = made()
    written("record.store", "S2")
    assert made() == first
    written("record.store", "S1")
    second = made()
    assert second[0] != first[0]
    assert second[1] != first[1]
    with database.read() as older:
        older.execute(select(audit.c.id)).all()
        written("record.store", "S1")
        third = made()
        assert third != second
        again = kept.marked(older, "b", lambda: "older", season)
        assert again[0] != third[0], "what began before is not taken for what came after"
    written("correction", "S2")
    assert made() != third


def test_only_so_many_answers_are_kept(database: Database) -> None:
    kept = Kept()
    with database.read() as connection:
        for number in range(MOST + 1):
            kept.get(connection, number, lambda: "x")
        assert kept.get(connection, 0, lambda: "made again") == "made again"
        assert kept.get(connection, MOST, lambda: "made again") == "x"


def test_a_page_shows_a_result_that_came_after_it_was_kept(
    server: Server, token: str, season: str
) -> None:
    path = f"/api/v1/seasons/{season}/standings"
    server.send(games.record(), token)
    assert {row["games"] for row in server.get(path).json()["rows"]} == {1}
    server.send(games.record(Played(game="Q2-T3", round="Q2")), token)
    assert {row["games"] for row in server.get(path).json()["rows"]} == {2}
    assert "Q2-T3" in server.get(f"/seasons/{season}").data.decode()


def test_who_has_a_season_s_page_is_sent_it_again_only_when_it_changed(
    server: Server, token: str, season: str
) -> None:
    path = f"/seasons/{season}"
    first = server.get(path)
    again = server.get(path, If_None_Match=first.headers["ETag"])
    assert (again.status, again.data) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    other = server.get(path, If_None_Match=first.headers["ETag"], Accept_Language="da")
    assert (other.status, other.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    server.send(games.record(), token)
    changed = server.get(path, If_None_Match=first.headers["ETag"])
    assert changed.status == 200
    assert changed.data != first.data


def test_a_server_shows_a_copy_that_was_put_back_beside_it(
    server: Server, token: str, season: str, run: Run, tmp_path: Path
) -> None:
    """One line was written after the copy, and one by putting it back: the same number of lines."""
    path = f"/api/v1/seasons/{season}/standings"
    run("backup", str(tmp_path / "copy"))
    server.send(games.record(), token)
    assert len(server.get(path).json()["rows"]) == 4
    assert run("restore", str(tmp_path / "copy")).code == 0
    assert server.get(path).json()["rows"] == []
    assert server.send(games.record(), token).status == 201
    assert len(server.get(path).json()["rows"]) == 4
