"""The clock of a tournament: the command, the director's page, and what tables are told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import text

from league import hallclock, seasons
from league.db import Database
from league.families.hall import hand_now, waits
from league.hallclock import LEAD_MS, Instant
from league.live import LiveBoard, LiveState, LiveTable
from league.settings import load_settings
from league.troubles import AgainstRules
from tests.journeys.conftest import until
from tests.league.conftest import Run, Server

EDITION = """
extends = "ray-freezeout-2013"

[tournament]
structure = { fee = 10, start_points = 1000, tables = 2, prize_pct = [60, 40], levels = [
    { small = 25, big = 50, minutes = 10 }, { small = 50, big = 100, minutes = 10 },
    { small = 75, big = 150, minutes = 10 },
], breaks = [{ after = 2, minutes = 5 }] }
"""
MINUTE = 60_000


def now(ms: int, boot: str = "one", wall_ms: int | None = None) -> Instant:
    return Instant(boot, 1_000_000 + ms, 50_000_000 + (ms if wall_ms is None else wall_ms))


@pytest.fixture
def season(run: Run, tmp_path: Path) -> str:
    path = tmp_path / "own.toml"
    path.write_text(EDITION, encoding="utf-8")
    assert run("season", "create", "S1", "--edition", str(path)).code == 0
    return "S1"


class Director:
    def __init__(self, database: Database) -> None:
        self.database, self.settings = database, load_settings(None)

    def act(self, at_ms: int, word: str, **how: Any) -> None:
        with self.database.write() as connection:
            season = seasons.find(connection, self.settings, "S1")
            hallclock.act(connection, season, "R1", word, "test", now=now(at_ms), **how)

    def told(self, at: Instant) -> dict[str, Any]:
        with self.database.read() as connection:
            season = seasons.find(connection, self.settings, "S1")
            clock = hallclock.find(connection, season, "R1")
        assert clock is not None
        return clock.told(at)

    def refused(self, at_ms: int, word: str, **how: Any) -> str:
        with pytest.raises(AgainstRules) as error:
            self.act(at_ms, word, **how)
        return str(error.value.refusal.why)


@pytest.fixture
def director(season: str, database: Database) -> Director:
    return Director(database)


def test_an_act_is_known_before_it_holds(director: Director) -> None:
    director.act(0, "start")
    told = director.told(now(1_000))
    assert told["clock"] is None
    assert (told["at_ms"], told["next"]["from_ms"], told["next"]["level"]) == (1_000, LEAD_MS, 1)
    told = director.told(now(LEAD_MS + 10))
    assert (told["next"], told["clock"]["left_ms"]) == (None, 10 * MINUTE - 10)


def test_levels_and_breaks_come_by_the_published_structure(director: Director) -> None:
    director.act(0, "start")
    for minutes, level, on_break in ((5, 1, False), (15, 2, False), (22, 2, True), (26, 3, False)):
        clock = director.told(now(minutes * MINUTE + LEAD_MS))["clock"]
        assert (clock["level"], clock["on_break"]) == (level, on_break)


def test_what_the_structure_does_not_have_is_refused(director: Director) -> None:
    assert director.refused(0, "pause", reason="x") == "clock_not_begun"
    director.act(0, "start")
    assert director.refused(MINUTE, "start") == "clock_runs"
    assert director.refused(MINUTE, "break") == "no_break_here"
    assert director.refused(MINUTE, "back", reason="x") == "nothing_to_take_back"
    assert director.refused(MINUTE, "pause") == "reason_needed"
    assert director.refused(MINUTE, "resume") == "not_paused"
    director.act(MINUTE, "level")
    assert director.refused(2 * MINUTE, "stakes", minutes=5) == "reason_needed"
    director.act(2 * MINUTE, "break")
    clock = director.told(now(3 * MINUTE))["clock"]
    assert (clock["level"], clock["on_break"], clock["number"]) == (2, True, 3)
    director.act(3 * MINUTE, "level")
    assert director.refused(4 * MINUTE, "level") == "no_more_levels"


def test_a_level_that_was_ended_by_mistake_is_taken_back_as_if_it_had_not(
    director: Director,
) -> None:
    director.act(0, "start")
    director.act(2 * MINUTE, "level")
    director.act(3 * MINUTE, "back", reason="wrong key")
    clock = director.told(now(4 * MINUTE))["clock"]
    assert (clock["level"], clock["back"]) == (1, 3)
    assert clock["left_ms"] == 10 * MINUTE - (4 * MINUTE - LEAD_MS)
    assert director.refused(5 * MINUTE, "back", reason="again") == "nothing_to_take_back"


def test_stakes_are_changed_for_all_with_the_reason(director: Director) -> None:
    director.act(0, "start")
    director.act(MINUTE, "stakes", minutes=3, reason="late")
    clock = director.told(now(2 * MINUTE))["clock"]
    assert [one["minutes"] for one in clock["levels"]] == [10, 3, 3]
    assert clock["reason"] == "late"


def test_a_pause_gives_back_what_was_left(director: Director) -> None:
    director.act(0, "start")
    director.act(MINUTE, "pause", reason="alarm")
    paused = director.told(now(9 * MINUTE))["clock"]
    assert (paused["paused"], paused["left_ms"]) == (True, 9 * MINUTE)
    director.act(10 * MINUTE, "resume")
    assert director.told(now(11 * MINUTE + LEAD_MS))["clock"]["left_ms"] == 8 * MINUTE


def test_the_wall_clock_counts_only_when_the_machine_was_started_anew(director: Director) -> None:
    director.act(0, "start")
    stepped = now(5 * MINUTE, wall_ms=-99 * MINUTE)
    assert director.told(stepped)["at_ms"] == 5 * MINUTE
    other = Instant("two", 7, 50_000_000 + 6 * MINUTE)
    assert director.told(other)["at_ms"] == 6 * MINUTE
    assert director.told(Instant("two", 7, 0))["at_ms"] == 0


def test_every_act_is_in_the_audit_log_with_who_and_why(
    director: Director, database: Database
) -> None:
    director.act(0, "start")
    director.act(MINUTE, "pause", reason="alarm")
    with database.read() as connection:
        sql = "SELECT who, what, why FROM audit WHERE what LIKE 'clock.%' ORDER BY id"
        rows = [tuple(row) for row in connection.execute(text(sql))]
    assert rows == [("test", "clock.start", ""), ("test", "clock.pause", "alarm")]


def test_the_command(run: Run, season: str) -> None:
    assert run("clock", "S1", "R1").out == "R1: the clock was not started\n"
    assert run("clock", "S1", "R1", "start").code == 0
    assert run("clock", "S1", "R1", "--json").json["next"]["level"] == 1
    for words in (
        ("jump",), ("break",), ("pause",), ("stakes", "--minutes", "0", "--reason", "x"),
        ("stakes", "--levels", "/no/such", "--reason", "x"), ("pause", "--minutes", "5"),
        ("hand", "--reason", "x"),
    ):  # fmt: skip
        done = run("clock", "S1", "R1", *words)
        assert done.code == 2, words
        assert done.err.count("\n") == 1
    assert run("season", "create", "S2", "--edition", "ray-slots-2013").code == 0
    assert "only tournaments at tables" in run("clock", "S2", "R1", "start").err


# -- hand for hand -------------------------------------------------------------------------------


def table(name: str, age_ms: int = 0, phase: str = "play", **fields: Any) -> LiveTable:
    plain = {"left": 3, "entrants": 5, "places": 3, "tables": 2, "closed": True, "hall": 1}
    board = msgspec.convert(plain | fields, LiveBoard)
    state = LiveState(game=name, season="S1", round="R1", phase=phase, board=board)
    return LiveTable(name, age_ms, age_ms < 30_000, state)


def test_ray_pay_1_hand_for_hand_begins_with_one_player_more_than_prizes() -> None:
    assert hand_now([table("T1"), table("T2")], 0) == 0
    due = [table("T1", left=2), table("T2", left=2)]
    assert hand_now(due, 0) == 1
    assert hand_now([table("T1", left=2, closed=False), table("T2", left=2)], 0) == 0
    assert hand_now([table("T1", left=2, age_ms=40_000), table("T2", left=2)], 0) == 0
    assert hand_now([table("T1", left=2, hall=0), table("T2", left=2)], 0) == 0


def test_ray_pay_1_no_hand_begins_before_every_table_has_played_the_one_before() -> None:
    one = table("T1", left=2, together=1, hand_done=True)
    assert waits([one, table("T2", left=2, together=1)], 1) == ("T2",)
    assert hand_now([one, table("T2", left=2, together=1)], 1) == 1
    assert hand_now([one, table("T2", left=2)], 1) == 1  # it has not heard of it yet
    two = table("T2", left=2, together=1, hand_done=True)
    assert hand_now([one, two], 1) == 2
    # out during the hand: who is in the money is known when all have played it
    assert hand_now([one, table("T2", left=1, together=1)], 1) == 0
    three = [table("T1", left=2, together=1), table("T2", left=1, together=1)]
    assert hand_now(three, 1) == 1
    assert waits([one, table("T2", left=2, phase="sign")], 1) == ()


# -- over HTTP -----------------------------------------------------------------------------------


def test_a_table_is_told_the_clock_and_the_board_in_the_answer(
    server: Server, run: Run, season: str, token: str
) -> None:
    state = {"game": "G", "season": "S1", "round": "R1", "phase": "entry", "board": {"left": 3}}
    before = server.post("/api/v1/tables/T3/live", state, token)
    assert msgspec.json.decode(before.data) == {"hall": {"soon": True}}
    assert run("clock", "S1", "R1", "start").code == 0
    told = msgspec.json.decode(server.post("/api/v1/tables/T3/live", state, token).data)["hall"]
    assert (told["clock"], told["next"]["number"]) == (None, 1)
    assert type(told["took_ms"]) is int
    plain = {"game": "Q", "season": "S1", "round": "R1", "phase": "play"}
    assert server.post("/api/v1/tables/T3/live", plain, token).status == 204


def test_ray_struct_4_a_table_with_other_levels_is_named_on_the_directors_page(
    server: Server, run: Run, season: str, token: str
) -> None:
    bearer = run("organiser", "Anna").out.split()[-1]
    assert run("clock", "S1", "R1", "start").code == 0
    board = {"left": 3, "entrants": 3, "structure": "00000000", "hall": 1}
    state = {"game": "G", "season": "S1", "round": "R1", "phase": "play", "board": board}
    assert server.post("/api/v1/tables/T3/live", state, token).status == 200

    def shown() -> str:
        path = "/seasons/S1/clock?round=R1&lang=en"
        return server.get(path, authorization=f"Bearer {bearer}").data.decode()

    until("the clock runs", lambda: "other levels: does not follow" in shown())


def test_the_directors_page_moves_the_clock_and_says_what_is_refused(
    server: Server, run: Run, season: str
) -> None:
    bearer = run("organiser", "Anna").out.split()[-1]

    def do(act: str, **fields: str) -> Any:
        return server.http.request(
            "POST",
            f"{server.url}/seasons/S1/clock/{act}?lang=sv",
            fields={"round": "R1", **fields},
            headers={"Authorization": f"Bearer {bearer}"},
            encode_multipart=False,
            redirect=False,
        )

    assert server.get("/seasons/S1/clock").status == 401
    assert do("start").status == 303
    refused = do("break")
    assert refused.status == 422
    page = refused.data.decode()
    assert "RAY-STRUCT-1" in page or "RAY-1-3" in page
    assert do("jump").status == 404
    shown = server.get("/seasons/S1/clock?round=R1&lang=en", authorization=f"Bearer {bearer}")
    assert "organiser:Anna" in shown.data.decode()
