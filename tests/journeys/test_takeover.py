"""A table dies, a spare goes on with its game: the copy, the fence, what stays secret.

The league's nouns and the tables' own code, joined by the bytes that travel; `test_spare.py` plays
it with processes.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from nacl.signing import SigningKey
from sqlalchemy import select

from firmware_py.timesource import Wall
from kiosk import copybox, outbox, takeover
from kiosk.carrier import Answer
from kiosk.copying import Copier, write_copy
from kiosk.errors import RunError, UserError
from kiosk.home import Home
from kiosk.inbox import Granted, Item, TakeoverSaid, WentOn
from kiosk.resume import open_game
from kiosk.seal import Membership, keep_membership, table_key
from kiosk.sticks import StickCopy
from league import opencopies
from league import takeover as desk
from league.db import Database, open_database
from league.errors import UserError as LeagueError
from league.ids import TableId
from league.ingest import examine, examine_carried, store
from league.judging import Judged
from league.refusals import Refused
from league.settings import Settings, load_settings
from league.tables import audit, game_record, record_aside
from rules.chain import Chain
from rules.record import read, seal_message, sealed_line
from rules.takeover import holder_of, takeovers
from tests.league import games
from tests.league.games import Played
from tests.serial_line.chaos import key_of, prepare_league

TABLES = ["T3", "T7", "T8"]
GAME = "Q1-T3"
WHY = "power supply"
WALL = Wall(1_796_120_000_000, synced=True)


class Hall:
    """A league and three tables that it knows."""

    def __init__(self, folder: Path, members: Mapping[str, Membership]) -> None:
        self.members = members
        self.url = f"sqlite:///{folder / 'league' / 'league.sqlite'}"
        self.database: Database = open_database(self.url)
        self.settings: Settings = load_settings(self.url)
        self.homes = {name: self._home(folder / name, name) for name in TABLES}
        self.heard: dict[str, list[Item]] = {name: [] for name in TABLES}
        self.copiers = {name: self.copier(name) for name in TABLES}
        self.posted: list[bytes] = []
        self.clock_s = 0.0

    def _home(self, folder: Path, name: str) -> Home:
        home = Home(folder)
        home.prepare()
        (home.keys / "table.key").write_text(bytes(key_of(name)).hex())
        keep_membership(home.keys, self.members[name])
        return home

    def copier(self, name: str) -> Copier:
        return Copier(self.homes[name], self.heard[name].append, lambda: self.clock_s)

    def post(self, name: str, word: str) -> Callable[[Mapping[str, Any]], Answer]:
        """The road: JSON there, JSON back."""

        def send(fields: Mapping[str, Any]) -> Answer:
            body = json.dumps(fields).encode()
            self.posted.append(body)
            with self.database.write() as connection:
                if word == "copy":
                    told = msgspec.json.decode(body, type=desk.Told)
                    found = desk.heard(connection, TableId(name), told)
                else:
                    asked = msgspec.json.decode(body, type=desk.Asked)
                    found = desk.ask(connection, TableId(name), asked)
            return Answer(200, json.dumps(found).encode())

        return send

    def told(self, name: str, game: str = GAME) -> None:
        """The table's uplink has come round: its open game's copy goes out."""
        self.clock_s += 60
        self.copiers[name].round(self.post(name, "copy"), {"game": game})

    def asks(self, name: str) -> Item:
        """The spare's uplink has come round."""
        asker = takeover.Asker(self.homes[name], self.heard[name].append)
        asker.round(self.post(name, "takeover"), {"game": None})
        return self.heard[name][-1]

    def approve(self, taker: str, game: str = GAME, giver: str = "") -> Any:
        with self.database.write() as connection:
            return desk.approve(connection, taker, game, "cli:zita", WHY, giver)

    def take(self, name: str) -> Path:
        """Asked, approved, granted and put down."""
        takeover.want(self.homes[name])
        assert self.asks(name) == TakeoverSaid("asked", "")
        self.approve(name)
        found = self.asks(name)
        assert isinstance(found, Granted), found
        return takeover.put_down(self.homes[name], found)

    def receive(self, raw: bytes, name: str) -> Any:
        """A record comes with the table's token."""
        header = f"Bearer {self.members[name].token}"
        examined = examine(self.database, self.settings, raw, header)
        if not isinstance(examined, Judged):
            return examined
        with self.database.write() as connection:
            return store(connection, self.settings, examined, "http")

    def rows(self, table: Any) -> list[Any]:
        with self.database.read() as connection:
            return list(connection.execute(select(table)).all())


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Membership]]:
    """The league as each test finds it; made once, for that is most of a test's time."""
    folder = tmp_path_factory.mktemp("prepared") / "league"
    return folder, prepare_league(folder, TABLES)


@pytest.fixture
def hall(tmp_path: Path, prepared: tuple[Path, dict[str, Membership]]) -> Iterator[Hall]:
    shutil.copytree(prepared[0], tmp_path / "league")
    found = Hall(tmp_path, prepared[1])
    yield found
    found.database.close()


def played(lines: int | None = None, **more: Any) -> bytes:
    """A game at T3 that is not over: so many lines of it, or all but the seal."""
    whole = games.record(Played(**more), key_of("T3")).splitlines(keepends=True)[:-1]
    return b"".join(whole[:lines])


def open_at(hall: Hall, data: bytes, name: str = "T3") -> Path:
    path = hall.homes[name].record(GAME)
    path.write_bytes(data)
    return path


def finished(data: bytes, name: str) -> bytes:
    """The taker plays on as the giver would have, and seals with its own key."""
    record, chain = read(data), Chain(read(data).head)
    whole = played()
    done = record.events
    rest = [line for line in read(whole).lines if line.kind in ("do", "announced")]
    known = [line for line in record.lines if line.kind in ("do", "announced")]
    out = data + b"".join(chain.line(dict(line.fields)) for line in rest[len(known) :])
    assert read(out).events > done
    history = games.replayed(out)
    claimed = history.summary(read(out).events, chain.head)
    sig = key_of(name).sign(seal_message(chain.head, claimed)).signature.hex()
    return out + chain.line(sealed_line(claimed, chain.head, games.public(key_of(name)), sig))


def test_a_spare_gets_the_very_bytes_and_its_seal_counts(hall: Hall) -> None:
    path = open_at(hall, played(5))
    hall.told("T3")
    path.write_bytes(played(9))  # it grows by whole lines
    hall.told("T3")
    taken = hall.take("T7")
    data = taken.read_bytes()
    assert data.startswith(played(9))
    assert data.count(b"\n") == 10
    record = read(data)
    (one,) = takeovers(record)
    assert (one.number, one.giver, one.taker, one.lines) == (1, "T3", "T7", 9)
    assert holder_of(record) == "T7"
    assert open_game(hall.homes["T7"]) == taken
    assert not hall.homes["T7"].wanted.exists()
    answer = hall.receive(finished(data, "T7"), "T7")
    assert (answer.status, answer.body["status"]) == (201, "stored")
    (row,) = hall.rows(game_record)
    assert (row.game, row.table_id, row.verdict) == (GAME, "T7", "confirmed")
    again = hall.receive(finished(data, "T7"), "T7")
    assert again.status == 200


def test_what_the_old_table_sends_afterwards_is_set_aside_and_it_stops(hall: Hall) -> None:
    path = open_at(hall, played(9))
    hall.told("T3")
    taken = hall.take("T7").read_bytes()
    path.write_bytes(played(12))  # pressed at T3 before it heard
    hall.told("T3")
    assert hall.heard["T3"] == [WentOn(GAME, "T7", WHY)]
    assert hall.homes["T3"].taken(GAME).exists()
    assert open_game(hall.homes["T3"]) is None, "a restart does not go on with it"
    assert path.read_bytes() == played(12), "and loses nothing"
    before = len(hall.posted)
    hall.told("T3")
    assert len(hall.posted) == before
    with hall.database.read() as connection:
        late = opencopies.copy_of(connection, GAME, "T3", 0)
        said = connection.execute(select(audit.c.what, audit.c.why, audit.c.who)).all()
    assert late is not None
    assert (late.lines, late.late_lines) == (12, 3)
    assert ("takeover.late", "the game went on at another table", "table:T3") in said
    assert ("takeover.approve", WHY, "cli:zita") in said
    own = games.record(key=key_of("T3"))
    answer = hall.receive(own, "T3")
    assert (answer.status, answer.body["codes"]) == (409, ["taken_over"])
    assert "went on at table T7 behind line 9 (power supply)" in answer.body["error"]
    assert [row.cause for row in hall.rows(record_aside)] == ["taken_over"]
    assert hall.receive(finished(taken, "T7"), "T7").status == 201
    assert hall.receive(own, "T3").status == 409
    assert len(hall.rows(record_aside)) == 1


def test_a_game_goes_on_a_second_time_and_comes_back(hall: Hall) -> None:
    open_at(hall, played(9))
    hall.told("T3")
    hall.take("T7")
    hall.told("T7")
    data = hall.take("T8").read_bytes()
    assert [one.number for one in takeovers(read(data))] == [1, 2]
    hall.told("T7")
    assert isinstance(hall.heard["T7"][-1], WentOn)
    hall.told("T8")
    hall.told("T3")  # told so only now
    assert hall.heard["T3"][-1] == WentOn(GAME, "T8", WHY)
    back = hall.take("T3").read_bytes()
    assert back.startswith(data)
    assert [one.taker for one in takeovers(read(back))] == ["T7", "T8", "T3"]
    assert open_game(hall.homes["T3"]) == hall.homes["T3"].record(GAME)
    assert len(list(hall.homes["T3"].games.glob("*.went-1"))) == 1
    assert hall.receive(finished(back, "T3"), "T3").status == 201


def test_who_took_it_by_himself_waits_for_the_organiser(hall: Hall, tmp_path: Path) -> None:
    """From a stick, the league out of reach: approved afterwards, and counted then."""
    path = open_at(hall, played(9))
    hall.told("T3")  # once, so that it knows the tables
    copy = write_copy(hall.homes["T3"], path, tmp_path, WALL)
    assert copy is not None
    found = takeover.carried(hall.homes["T7"], copy, "T7", "T3 burnt")
    data = takeover.put_down(hall.homes["T7"], found).read_bytes()
    sealed = finished(data, "T7")
    with pytest.raises(Refused) as caught:
        hall.receive(sealed, "T7")
    assert caught.value.status == 403
    assert caught.value.status in outbox.LATER, "it waits in the outbox and goes again"
    assert "league takeover T7 Q1-T3 --from T3 --approve" in str(caught.value)
    hall.told("T7")  # its copy tells the organiser who asks
    with hall.database.read() as connection:
        (one,) = desk.wanted(connection)
    assert (one.taker, one.game, one.giver) == ("T7", GAME, "T3")
    hall.approve("T7")
    assert hall.receive(sealed, "T7").status == 201
    hall.told("T3")
    assert hall.heard["T3"] == [WentOn(GAME, "T7", WHY)]


def test_a_record_that_came_by_hand_alone_is_approved_by_name(hall: Hall, tmp_path: Path) -> None:
    path = open_at(hall, played(9))
    hall.told("T3")
    copy = write_copy(hall.homes["T3"], path, tmp_path, WALL)
    assert copy is not None
    found = takeover.carried(hall.homes["T7"], copy, "T7", "burnt")
    sealed = finished(found.data, "T7")
    hall.approve("T7", giver="T3")
    with hall.database.write() as connection:
        judged = examine_carried(connection, hall.settings, sealed)
        answer = store(connection, hall.settings, judged, "file")
    assert answer.status == 201


def test_a_league_that_was_put_back_knows_its_own_signature(hall: Hall) -> None:
    open_at(hall, played(9))
    hall.told("T3")
    data = hall.take("T7").read_bytes()
    with hall.database.write() as connection:  # an old copy: nothing of the takeover is there
        for name in ("takeover", "open_copy", "open_piece"):
            connection.exec_driver_sql(f"DELETE FROM {name}")
    hall.told("T7")
    with hall.database.read() as connection:
        now = desk.current(connection, GAME)
    assert now is not None
    assert (now.number, now.taker) == (1, "T7")
    assert hall.receive(finished(data, "T7"), "T7").status == 201


def test_the_copy_begins_anew_where_the_league_has_another_one(hall: Hall) -> None:
    path = open_at(hall, played(9))
    hall.told("T3")
    path.write_bytes(played(6, rolls=3))  # another record of that name: a restored card
    hall.copiers["T3"] = hall.copier("T3")
    hall.told("T3")
    assert hall.take("T7").read_bytes().startswith(played(6, rolls=3))


def test_a_stick_carries_the_tables_there_and_the_open_game_away(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tables without a network: the league's list comes by the stick, the copy goes by it."""
    from kiosk.__main__ import main as kiosk
    from league.__main__ import main as league

    stick = tmp_path / "stick"
    stick.mkdir()
    sealed = hall.homes["T3"].record("G0")
    sealed.write_bytes(games.record(Played(game="G0"), key_of("T3")))
    open_at(hall, played(9))
    monkeypatch.setenv("TABLESIDE_HOME", str(hall.homes["T3"].root))
    assert kiosk(["outbox", "carry", str(stick), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["copy"] is None, "it knows no table yet"
    assert league(["receive", str(stick), "--db", hall.url]) == 0
    assert kiosk(["outbox", "carry", str(stick)]) == 0
    assert "the open game is in" in capsys.readouterr().out
    monkeypatch.setenv("TABLESIDE_HOME", str(hall.homes["T7"].root))
    assert kiosk(["takeover", str(stick), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == GAME
    assert hall.homes["T7"].record(GAME).read_bytes().startswith(played(9))
    assert kiosk(["takeover", str(stick)]) == 2, "a game is open here"
    assert "is open here" in capsys.readouterr().err


def test_a_plugged_stick_is_kept_up_to_date_and_may_be_pulled(hall: Hall, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    path = open_at(hall, played(5))
    hall.told("T3")
    keeper = StickCopy(hall.homes["T3"], stick, hall.heard["T3"].append)
    keeper.look()  # it is not plugged in
    stick.mkdir()
    keeper.look()
    path.write_bytes(played(9))
    keeper.look()
    (copy,) = takeover.copies_in(stick)
    assert takeover.carried(hall.homes["T7"], copy, "T7", WHY).data.startswith(played(9))
    path.write_bytes(games.record(Played(), key_of("T3")))
    keeper.look()
    assert takeover.copies_in(stick) == [], "the game is over"


def test_a_stick_that_went_on_ends_the_game_at_the_table_that_it_left(
    hall: Hall, tmp_path: Path
) -> None:
    """No league: the spare's copy lies in the other's place, and holds the old table's lines."""
    path = open_at(hall, played(9))
    hall.told("T3")  # once, so that it knows the tables
    stick = tmp_path / "stick"
    stick.mkdir()
    copy = write_copy(hall.homes["T3"], path, stick, WALL)
    assert copy is not None
    found = takeover.carried(hall.homes["T7"], copy, "T7", "from a stick")
    takeover.put_down(hall.homes["T7"], found)
    StickCopy(hall.homes["T7"], stick, hall.heard["T7"].append).look()
    path.write_bytes(played(12))  # pressed at T3 before the stick came back
    keeper = StickCopy(hall.homes["T3"], stick, hall.heard["T3"].append)
    at_spare = copy.read_bytes()
    keeper.look()
    assert hall.heard["T3"] == [WentOn(GAME, "T7", "from a stick")]
    assert open_game(hall.homes["T3"]) is None, "a restart does not go on with it"
    keeper.look()
    assert copy.read_bytes() == at_spare, "the spare's copy is not written over"
    third = takeover.carried(hall.homes["T8"], copy, "T8", "again")
    assert [one.number for one in takeovers(read(third.data))] == [1, 2]


def test_a_copy_that_does_not_go_on_from_our_lines_ends_nothing(hall: Hall, tmp_path: Path) -> None:
    """Of another record of that name, or with a number that somebody wrote there."""
    path = open_at(hall, played(9))
    hall.told("T3")
    other = tmp_path / "other.jsonl"
    other.write_bytes(played(9, rolls=3))
    copy = write_copy(hall.homes["T3"], other, tmp_path, WALL)
    assert copy is not None
    fields = {**json.loads(copy.read_bytes()), "number": 7, "game": GAME}
    mine = tmp_path / f"tableside-open-{GAME}.copy"
    mine.write_text(json.dumps(fields))
    StickCopy(hall.homes["T3"], tmp_path, hall.heard["T3"].append).look()
    assert hall.heard["T3"] == []
    assert open_game(hall.homes["T3"]) == path
    assert json.loads(mine.read_bytes())["number"] == 0, "and it gets our copy again"


# -- who may not ---------------------------------------------------------------------------------


def test_nobody_but_the_league_ends_a_game(hall: Hall) -> None:
    """On a hall's network anybody may answer in the league's place."""
    open_at(hall, played(9))
    hall.told("T3")
    forged = {"game": GAME, "number": 1, "from": "T3", "to": "T7", "lines": 9, "head": "ab" * 32,
              "reason": "", "sig": "00" * 64}  # fmt: skip
    answer = json.dumps({"lines": 9, "head": "", "taken": forged}).encode()
    hall.clock_s += 60
    hall.copiers["T3"].round(lambda _: Answer(200, answer), {"game": GAME})
    assert hall.heard["T3"] == []
    assert not hall.homes["T3"].taken(GAME).exists()


def test_nobody_but_the_league_names_who_may_read(hall: Hall) -> None:
    """A key that somebody slips into the list gets nothing."""
    open_at(hall, played(9))
    spy = games.public(SigningKey(bytes(32)))
    tables = {"keys": {"T3": games.public(key_of("T3")), "SPY": spy}, "sig": "00" * 64}
    body = json.dumps({"lines": 0, "head": "", "wraps": "", "tables": tables}).encode()
    sent: list[Mapping[str, Any]] = []

    def post(fields: Mapping[str, Any]) -> Answer:
        sent.append(fields)
        return Answer(200, body)

    hall.copiers["T3"].round(post, {"game": GAME})
    assert len(sent) == 1
    assert "data" not in sent[0]
    assert not (hall.homes["T3"].keys / "tables.json").exists()


def test_a_grant_is_good_for_its_table_alone(hall: Hall) -> None:
    open_at(hall, played(9))
    hall.told("T3")
    takeover.want(hall.homes["T7"])
    hall.asks("T7")
    hall.approve("T7")
    fields = takeover.wanted(hall.homes["T7"])
    assert fields is not None
    found = json.loads(hall.post("T7", "takeover")(fields).body)
    with pytest.raises(ValueError, match="not sealed for this table"):
        takeover.granted(hall.homes["T8"], found)
    cut = {**found, "pieces": found["pieces"][:-1]}
    with pytest.raises(Exception, match=r"no game record|does not end with line"):
        takeover.granted(hall.homes["T7"], cut)
    other = {**found, "takeover": {**found["takeover"], "lines": 8}}
    with pytest.raises(RunError, match="did not sign"):
        takeover.granted(hall.homes["T7"], other)
    assert isinstance(takeover.granted(hall.homes["T7"], found), Granted)


def test_the_organiser_is_told_what_cannot_be(hall: Hall) -> None:
    with pytest.raises(LeagueError, match="no table has told of it"):
        hall.approve("T7")
    open_at(hall, played(9))
    hall.told("T3")
    with pytest.raises(LeagueError, match="has no approved key"):
        hall.approve("T9")
    with pytest.raises(LeagueError, match="is open at table T3"):
        hall.approve("T3")
    with hall.database.write() as connection, pytest.raises(LeagueError, match="Say in one line"):
        desk.approve(connection, "T7", GAME, "cli:zita", " ")
    with hall.database.write() as connection, pytest.raises(LeagueError, match="does not ask"):
        desk.refuse(connection, "T7", "cli:zita", "no")
    hall.take("T7")
    with pytest.raises(LeagueError, match="has it already"):
        hall.approve("T7")
    hall.receive(finished(hall.homes["T7"].record(GAME).read_bytes(), "T7"), "T7")
    with pytest.raises(LeagueError, match="its result is stored"):
        hall.approve("T8")


def test_a_spare_that_is_refused_is_told_why(hall: Hall) -> None:
    takeover.want(hall.homes["T7"], reason="bored")
    hall.asks("T7")
    with hall.database.write() as connection:
        desk.refuse(connection, "T7", "cli:zita", "T3 is alive")
    assert hall.asks("T7") == TakeoverSaid("refused", "T3 is alive")


def test_a_spare_that_thought_better_of_it_is_not_offered(hall: Hall) -> None:
    takeover.want(hall.homes["T7"])
    hall.asks("T7")
    with hall.database.write() as connection:
        assert [one.taker for one in desk.wanted(connection)] == ["T7"]
        connection.exec_driver_sql("UPDATE takeover SET asked_ms = asked_ms - 40000")
        assert desk.wanted(connection) == []
    hall.asks("T7")
    with hall.database.read() as connection:
        assert [one.taker for one in desk.wanted(connection)] == ["T7"], "it asks again"


def test_copies_of_games_that_nobody_speaks_of_any_more_go(hall: Hall) -> None:
    open_at(hall, played(9))
    hall.told("T3")
    with hall.database.write() as connection:
        for name in ("open_copy", "open_piece"):
            connection.exec_driver_sql(f"UPDATE {name} SET at_ms = at_ms - 32 * 86400000")
    (hall.homes["T8"].games / "G9.jsonl").write_bytes(played(3, game="G9"))
    hall.told("T8", "G9")
    with hall.database.read() as connection:
        assert [one.game for one in opencopies.copies(connection)] == ["G9"]


def test_a_table_enrolled_too_late_is_named_before_it_is_too_late(hall: Hall) -> None:
    from league import enrolment

    open_at(hall, played(9))
    hall.told("T3")
    late = SigningKey(bytes(range(32)))
    with hall.database.write() as connection:
        code = enrolment.new_code(connection, "T9", "test")
        enrolment.redeem(connection, code, games.public(late))
        enrolment.approve(connection, "T9", "test")
    with pytest.raises(LeagueError, match="was enrolled after table T3 was heard last"):
        hall.approve("T9")
    hall.told("T3")
    assert hall.approve("T9").taker == "T9"


def test_a_game_that_is_here_is_not_overwritten(hall: Hall) -> None:
    open_at(hall, played(9))
    hall.told("T3")
    open_at(hall, played(3), "T7")
    takeover.want(hall.homes["T7"])
    hall.asks("T7")
    hall.approve("T7")
    found = hall.asks("T7")
    assert isinstance(found, Granted)
    with pytest.raises(UserError, match="is there already"):
        takeover.put_down(hall.homes["T7"], found)
    assert hall.homes["T7"].record(GAME).read_bytes() == played(3)


# -- what stays secret ---------------------------------------------------------------------------


def test_nothing_of_a_copy_can_be_read_at_the_league_or_on_a_stick(
    hall: Hall, tmp_path: Path
) -> None:
    """Players' names and actions stand in a record; roles do at a Mafia table. The database, its
    log, what travelled and the stick hold neither, nor anything that opens them."""
    path = open_at(hall, played(9))
    hall.told("T3")
    stick = write_copy(hall.homes["T3"], path, tmp_path, WALL)
    assert stick is not None
    hall.take("T7")
    places = [*(tmp_path / "league").iterdir(), stick]
    held = b"".join(place.read_bytes() for place in places) + b"".join(hall.posted)
    secret = copybox.copy_key(table_key(hall.homes["T3"].keys), GAME)
    for private in (b"Csilla", b'"dice":', b'"do":', secret, secret.hex().encode()):
        assert private in played(9) or len(private) >= 32
        assert private not in held
    with closing(sqlite3.connect(tmp_path / "league" / "league.sqlite")) as connection:
        (size,) = connection.execute("SELECT sum(length(data)) FROM open_piece").fetchone()
    assert size > 100


def test_a_league_without_other_tables_gets_no_copy(tmp_path: Path, hall: Hall) -> None:
    with hall.database.write() as connection:
        connection.exec_driver_sql("UPDATE table_key SET status='retired' WHERE table_id<>'T3'")
    open_at(hall, played(9))
    hall.told("T3")
    assert all(b'"data"' not in body for body in hall.posted)
    assert write_copy(hall.homes["T3"], hall.homes["T3"].record(GAME), tmp_path, WALL) is None


def test_copies_go_when_the_result_is_there(hall: Hall) -> None:
    open_at(hall, played(9))
    hall.told("T3")
    assert hall.receive(games.record(key=key_of("T3")), "T3").status == 201
    with hall.database.read() as connection:
        assert opencopies.copies(connection) == []
