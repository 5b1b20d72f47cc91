"""The league's end of a wire: the answers of HTTP, after the commit, and who is believed."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from sqlalchemy import text

from firmware_py.link.end import Event, Message, Up
from firmware_py.link.gatewayend import GatewayEnd
from firmware_py.link.lines import Loop
from firmware_py.link.messages import (
    ASKING,
    LIVE,
    RESULTS,
    Reply,
    Request,
    Word,
    introduction,
    pack_json,
    pack_request,
    read_json,
    read_message,
)
from firmware_py.link.tableend import TableEnd
from firmware_py.link.wire import Wire
from league import live
from league.db import Database
from league.gateway import Gateway
from league.settings import load_settings
from rules.packed import pack
from tests.league import games
from tests.league.conftest import Enrol, Run
from tests.league.games import Played
from tests.league.test_matador import HEAD, table_of

BAUD = 921_600
PATIENCE_S = 15.0


class Table:
    """A table's end that asks and waits."""

    def __init__(self, line: Loop) -> None:
        self.ups: SimpleQueue[Up] = SimpleQueue()
        self.replies: SimpleQueue[Reply] = SimpleQueue()
        self.wire = Wire(TableEnd(BAUD), lambda: line, self.hear)
        self.wire.start()
        self.up = self.ups.get(timeout=PATIENCE_S)

    def hear(self, event: Event) -> None:
        if isinstance(event, Up):
            self.ups.put(event)
        if isinstance(event, Message):
            reply = read_message(event.data)
            assert isinstance(reply, Reply)
            self.replies.put(reply)

    def say(self, word: Word, body: bytes, number: int = 7, stream: int = RESULTS) -> None:
        message = pack_request(Request(word, number, body))
        self.wire.ask(lambda end: end.send(stream, message))

    def ask(self, word: Word, body: bytes, number: int = 7) -> tuple[int, dict[str, Any]]:
        self.say(word, body, number)
        reply = self.replies.get(timeout=PATIENCE_S)
        assert reply.number == number
        found = read_json(reply.body)
        assert found is not None
        return reply.status, found

    def settle(self) -> None:
        """Wait until the gateway has all that was said: a live state gives way to anything else."""
        idle: SimpleQueue[bool] = SimpleQueue()
        for _ in range(2000):
            self.wire.ask(lambda end: idle.put(end.is_idle))
            if idle.get(timeout=PATIENCE_S):
                return
            threading.Event().wait(0.005)
        raise AssertionError("the gateway does not take it")

    def introduce(self, **other: str) -> int:
        said = introduction(self.up.gateway, self.up.table, "T3")
        fields = {
            "table": "T3",
            "key": games.public(),
            "sig": games.KEY.sign(said).signature.hex(),
        }
        return self.ask(Word.INTRODUCE, pack_json(fields | other))[0]


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def told() -> SimpleQueue[str]:
    return SimpleQueue()


@pytest.fixture
def table(stack: ExitStack, home: Path, database: Database, told: SimpleQueue[str]) -> Table:
    here, there = Loop.pair()
    stack.callback(here.close)
    gateway = Gateway(load_settings(), database, GatewayEnd(BAUD), lambda: there, told.put)
    stack.callback(there.close)
    stack.callback(gateway.close)
    gateway.start()
    table = Table(here)
    stack.callback(table.wire.close)
    return table


def stored(database: Database) -> list[tuple[str, str, bytes]]:
    with database.read() as connection:
        rows = connection.execute(text("SELECT game, road, raw FROM game_record"))
        return [(game, road, bytes(raw)) for game, road, raw in rows]


def test_a_record_is_stored_before_it_is_answered_and_once(
    home: Path, season: str, token: str, table: Table, database: Database
) -> None:
    raw = games.record()
    status, body = table.ask(Word.RECORD, pack(raw))
    assert (status, body["game"], body["sha256"], body["status"]) == (
        201,
        "Q1-T3",
        sha256(raw).hexdigest(),
        "stored",
    )
    assert stored(database) == [("Q1-T3", "serial", raw)]
    again = table.ask(Word.RECORD, pack(raw), number=8)
    assert again == (200, {**body, "status": "already"})
    assert len(stored(database)) == 1


def test_a_record_of_a_table_that_is_not_enrolled_stays_where_it_is(
    home: Path, season: str, table: Table, database: Database
) -> None:
    status, body = table.ask(Word.RECORD, pack(games.record()))
    assert (status, body["codes"]) == (401, ["key"])
    assert stored(database) == []


def test_another_record_of_the_same_game_is_set_aside(
    home: Path, season: str, token: str, table: Table, database: Database
) -> None:
    assert table.ask(Word.RECORD, pack(games.record()))[0] == 201
    status, body = table.ask(Word.RECORD, pack(games.record(Played(rolls=3))))
    assert (status, body["codes"]) == (409, ["other_content"])
    assert body["fork"] == 7, "opening, start, its chime, three rolls are the same"
    assert "part at line 7: was its card copied?" in body["error"]
    assert len(stored(database)) == 1


@pytest.mark.parametrize(
    ("body", "code"),
    [(b"\x01nonsense", "packed"), (pack(b"no record\n"), "record"), (b"", "packed")],
)
def test_what_is_no_record_is_refused_with_its_reason(
    season: str, table: Table, body: bytes, code: str
) -> None:
    status, said = table.ask(Word.RECORD, body)
    assert (status, said["codes"]) == (422, [code])


def test_a_live_state_is_believed_a_table_that_signed_the_session(
    database: Database, season: str, token: str, table: Table
) -> None:
    table.say(Word.LIVE, pack_json({"game": "G9"}), stream=LIVE)
    table.settle()
    assert table.introduce() == 200
    state: Mapping[str, Any] = {"game": "G1", "phase": "play", "remaining_s": 12.5}
    table.say(Word.LIVE, pack_json(state), stream=LIVE)
    table.settle()
    assert table.introduce() == 200  # behind it in the league's row of work
    with database.read() as connection:
        (found,) = live.tables(connection)
    assert (found.table, found.state.game, found.state.remaining_s) == ("T3", "G1", 12.5)


def test_the_halls_clock_is_told_over_the_wire_to_who_has_introduced_himself(
    run: Run, season: str, token: str, table: Table
) -> None:
    assert run("season", "create", "R", "--edition", "ray-freezeout-2013").code == 0
    assert run("clock", "R", "R1", "start").code == 0
    assert table.ask(Word.HALL, pack_json({}))[0] == 401
    assert table.introduce() == 200
    assert table.ask(Word.HALL, pack_json({}))[0] == 204
    state = {"game": "G", "season": "R", "round": "R1", "phase": "play", "board": {"left": 3}}
    table.say(Word.LIVE, pack_json(state), stream=LIVE)
    table.settle()
    status, told = table.ask(Word.HALL, pack_json({}))
    assert status == 200
    assert told["hall"]["next"]["level"] == 1 or told["hall"]["clock"]["level"] == 1
    assert 0 <= told["hall"]["took_ms"] < 10_000


def test_a_key_that_is_revoked_is_believed_nothing_more(
    database: Database, season: str, token: str, table: Table, run: Run
) -> None:
    assert table.introduce() == 200
    assert run("enrol", "T3", "--revoke").code == 0
    status, body = table.ask(Word.LIVE, pack_json({"game": "G1", "phase": "play"}))
    assert (status, body["codes"]) == (401, ["key"])
    assert table.ask(Word.DELIVERED, pack_json({"records": []}))[0] == 401
    with database.read() as connection:
        assert live.tables(connection) == []


def test_a_table_of_a_final_tells_who_is_out(
    token: str, table: Table, run: Run, tmp_path: Path
) -> None:
    """RAMK-9.16, as over HTTP."""
    names = ["Ada", "Bo", "Cai", "Dan"]
    played, here = tmp_path / "r1.csv", tmp_path / "here"
    played.write_text("\n".join((HEAD, *table_of(names, "R1", "2017-09-29"))) + "\n")
    here.write_text("\n".join(names))
    for words in (
        ("season", "create", "C1", "--edition", "ramk-2017"),
        ("evening", "C1", "--plan", "2017"),
        ("import", "C1", str(played)),
        ("draw", "C1", "F", "--attend", str(here), "--seed", "1"),
    ):
        assert run(*words).code == 0, words
    assert table.introduce() == 200
    seats = [
        {"seat": number, "name": name, "mark": "out" if name == "Cai" else "waiting"}
        for number, name in enumerate(names, 1)
    ]
    state = {"game": "C1-F-T3", "season": "C1", "round": "F", "seats": seats}
    table.say(Word.LIVE, pack_json(state), stream=LIVE)
    table.settle()
    assert table.introduce() == 200  # behind it in the league's row of work
    needs = run("needs", "C1", "--json").json["needs"]
    assert [need["place"] for need in needs["Cai"]] == [4]


def test_a_live_state_that_is_none_is_passed_over(
    database: Database, season: str, token: str, table: Table
) -> None:
    assert table.introduce() == 200
    table.say(Word.LIVE, pack_json({"remaining_s": -5}), stream=LIVE)
    table.say(Word.LIVE, b"\xff", stream=LIVE)
    table.settle()
    table.ask(Word.RECORD, b"")
    with database.read() as connection:
        assert live.tables(connection) == []


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"table": "T4"}, id="another table's name"),
        pytest.param({"key": "00" * 32}, id="another key"),
        pytest.param({"sig": "00" * 64}, id="no signature"),
        pytest.param({"sig": "zz"}, id="no hex"),
    ],
)
def test_whoever_does_not_sign_for_himself_is_nobody(
    season: str, token: str, table: Table, fields: dict[str, str]
) -> None:
    assert table.introduce(**fields) == 401


def test_a_signature_of_another_session_is_none(season: str, token: str, table: Table) -> None:
    table.up = table.up._replace(gateway=b"another!")
    assert table.introduce() == 401


def test_a_key_that_waits_for_approval_says_so(
    season: str, enrol: Enrol, table: Table, run: Run
) -> None:
    enrol(approve=False)
    said = introduction(table.up.gateway, table.up.table, "T3")
    fields = {
        "table": "T3",
        "key": games.public(),
        "sig": games.KEY.sign(said).signature.hex(),
    }
    status, body = table.ask(Word.INTRODUCE, pack_json(fields))
    assert (status, body["codes"]) == (401, ["not_approved"])
    assert run("enrol", "T3", "--approve").code == 0
    assert table.introduce() == 200


def test_a_table_is_told_which_of_its_records_are_missing(
    season: str, token: str, table: Table
) -> None:
    raw = games.record()
    here = sha256(raw).hexdigest()[:16]
    assert table.ask(Word.RECORD, pack(raw))[0] == 201
    asked = pack_json({"records": [here, "0" * 16]})
    assert table.ask(Word.DELIVERED, asked)[0] == 401, "who is it?"
    assert table.introduce() == 200
    assert table.ask(Word.DELIVERED, asked) == (200, {"missing": ["0" * 16]})
    assert table.ask(Word.DELIVERED, pack_json({"records": "all"}))[0] == 400


def test_a_code_is_redeemed_over_the_wire(run: Run, table: Table) -> None:
    code = run("enrol", "T7", "--json").json["code"]
    status, body = table.ask(Word.ENROL, pack_json({"code": code, "key": games.public()}))
    assert (status, body["table"], body["approved"]) == (201, "T7", False)
    assert table.ask(Word.ENROL, pack_json({"code": code, "key": games.public()}))[0] == 401
    assert table.ask(Word.ENROL, b"\xff")[0] == 400


def test_what_a_newer_version_says_is_passed_over(table: Table) -> None:
    table.wire.ask(lambda end: end.send(ASKING, b"\x3f\x01\x00future"))
    table.wire.ask(lambda end: end.send(ASKING, b"\x02"))
    assert table.ask(Word.RECORD, b"")[0] == 422


def test_people_are_told_what_happens(
    season: str, token: str, table: Table, told: SimpleQueue[str]
) -> None:
    table.introduce()
    table.ask(Word.RECORD, pack(games.record()))
    table.wire.close()
    said: list[str] = []
    while "T3 is gone" not in said:
        said.append(told.get(timeout=PATIENCE_S))
    assert {"line: up", "T3 is here", "Q1-T3: stored"} <= set(said)


def test_who_does_not_listen_any_more_holds_up_no_result(
    stack: ExitStack, home: Path, season: str, token: str, database: Database
) -> None:
    """The terminal was closed, or the disk with its log is full."""

    def gone(_: str) -> None:
        raise BrokenPipeError(32, "Broken pipe")

    here, there = Loop.pair()
    stack.callback(here.close)
    gateway = Gateway(load_settings(), database, GatewayEnd(BAUD), lambda: there, gone)
    stack.callback(there.close)
    stack.callback(gateway.close)
    gateway.start()
    table = Table(here)
    stack.callback(table.wire.close)
    assert table.introduce() == 200
    assert table.ask(Word.RECORD, pack(games.record()))[0] == 201
    assert table.ask(Word.RECORD, pack(games.record()))[0] == 200


def test_a_database_that_fails_is_answered_try_again(
    stack: ExitStack, home: Path, season: str, token: str, table: Table, database: Database
) -> None:
    with database.write() as connection:
        connection.execute(text("ALTER TABLE game_record RENAME TO moved"))
    status, body = table.ask(Word.RECORD, pack(games.record()))
    assert (status, body["error"]) == (503, "the league cannot take it now")
    with database.write() as connection:
        connection.execute(text("ALTER TABLE moved RENAME TO game_record"))
    assert table.ask(Word.RECORD, pack(games.record()))[0] == 201


def test_a_port_that_is_not_there_or_taken_is_one_line_and_exit_1(run: Run) -> None:
    done = run("gateway", "--serial", "/nowhere/tty")
    assert done.code == 1
    assert done.err.startswith("league: --serial /nowhere/tty: ")
    assert done.err.count("\n") == 1


def test_a_speed_that_no_table_can_be_set_to_is_exit_2(run: Run) -> None:
    done = run("gateway", "--serial", "/nowhere/tty", "--baud", "115201")
    assert (done.code, done.out) == (2, "")
    assert "--baud 115201: allowed 9600, 19200" in done.err


def test_the_command_says_what_it_listens_on_and_ends_when_told(
    home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    import signal
    import subprocess
    import sys

    master, slave = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "league", "gateway", "--serial", os.ttyname(slave), "--bus"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == f"listening on {os.ttyname(slave)}\n"
        asked = threading.Event()
        assert os.read(master, 100), "it asks who is there"
        asked.set()
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 0
    finally:
        process.kill()
        process.communicate()
        os.close(master)
        os.close(slave)


def test_an_open_games_copy_and_a_spares_request_travel_here_too(
    season: str, token: str, table: Table, database: Database
) -> None:
    """As over HTTP, from a table that signed the session alone."""
    piece = {"game": "Q1-T3", "first": 0, "lines": 3, "head": "ab" * 32, "data": "c2VhbGVk"}
    assert table.ask(Word.COPY, pack_json(piece))[0] == 401
    assert table.introduce() == 200
    status, found = table.ask(Word.COPY, pack_json(piece))
    assert (status, found["lines"], found["head"]) == (200, 3, "ab" * 32)
    assert found["tables"]["keys"] == {"T3": games.public()}
    again = table.ask(Word.COPY, pack_json({**piece, "first": 7}))[1]
    assert again["lines"] == 3, "what does not fit is not kept"
    assert table.ask(Word.TAKEOVER, pack_json({"ask": "1"})) == (200, {"status": "asked"})
    assert table.ask(Word.COPY, pack_json({"game": 7}))[0] == 400
