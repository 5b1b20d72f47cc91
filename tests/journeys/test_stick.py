"""A stick goes from table to table, to the league, and back: every command as people call it."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from nacl.signing import SigningKey

from kiosk.__main__ import main as kiosk_main
from kiosk.home import Home
from kiosk.seal import Membership, keep_membership
from league.__main__ import main as league_main
from league.db import open_database
from league.enrolment import redeem
from rules.identity import receipt_message
from tests.league import games
from tests.league.games import Played


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@dataclass(frozen=True)
class Hall:
    """A league, and tables with their homes."""

    folder: Path
    call: Callable[..., Done]

    @property
    def stick(self) -> Path:
        return self.folder / "stick"

    def league(self, *words: str) -> Done:
        return self.call(self.folder / "league", league_main, words)

    def kiosk(self, table: str, *words: str) -> Done:
        return self.call(self.folder / table, kiosk_main, words)

    def home(self, table: str) -> Home:
        return Home(self.folder / table)

    def enrol(self, table: str, key: SigningKey) -> None:
        home = self.home(table)
        home.prepare()
        (home.keys / "table.key").write_text(bytes(key).hex())
        code = self.league("enrol", table, "--json").json["code"]
        database = open_database(f"sqlite:///{self.folder / 'league' / 'league.sqlite'}")
        with database.write() as connection:
            done = redeem(connection, code, games.public(key))
        database.close()
        assert self.league("enrol", table, "--approve").code == 0
        keep_membership(home.keys, Membership("http://x", table, done.token, done.league))

    def play(self, table: str, game: str, key: SigningKey) -> bytes:
        record = games.record(Played(game=game, table=table), key)
        self.home(table).record(game).write_bytes(record)
        return record

    def waiting(self, table: str) -> list[str]:
        return [row["game"] for row in self.kiosk(table, "outbox", "list", "--json").json]


@pytest.fixture
def hall(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Hall:
    def call(home: Path, main: Callable[[Any], int], words: Any) -> Done:
        monkeypatch.setenv("TABLESIDE_HOME", str(home))
        capsys.readouterr()
        code = main(words)
        said = capsys.readouterr()
        return Done(code, said.out, said.err)

    (tmp_path / "league").mkdir()
    (tmp_path / "stick").mkdir()
    hall = Hall(tmp_path, call)
    assert hall.league("season", "create", "S1", "--edition", "hun-2009").code == 0
    for table in ("T3", "T4"):
        hall.enrol(table, KEYS[table])
    return hall


KEYS = {"T3": SigningKey(bytes(range(32))), "T4": SigningKey(bytes(range(1, 33)))}


def test_two_tables_one_stick_and_back(hall: Hall) -> None:
    hall.play("T3", "G3", KEYS["T3"])
    hall.play("T4", "G4", KEYS["T4"])
    stick = str(hall.stick)
    for table in ("T3", "T4"):
        done = hall.kiosk(table, "outbox", "carry", stick, "--json")
        assert done.json["file"] == str(hall.stick / f"tableside-{table}.jsonl")
    received = hall.league("receive", stick, "--json").json["records"]
    assert [(one["game"], one["http"]) for one in received] == [("G3", 201), ("G4", 201)]
    assert hall.waiting("T3") == ["G3"], "a stored record waits for its receipt"
    assert hall.kiosk("T3", "outbox", "take", stick, "--json").json["delivered"] == ["G3"]
    assert hall.waiting("T3") == []
    assert json.loads(hall.home("T3").receipt("G3").read_text())["game"] == "G3"
    again = hall.kiosk("T3", "outbox", "take", stick, "--json").json
    assert again == {"delivered": [], "refused": [], "strange": 0}
    hall.play("T4", "G5", KEYS["T4"])
    done = hall.kiosk("T4", "outbox", "carry", stick, "--json").json
    assert (done["games"], done["delivered"]) == (["G5"], ["G4"]), "carrying takes what is there"
    assert hall.league("receive", stick).code == 0


def test_a_table_of_the_same_name_leaves_the_others_file_alone(hall: Hall) -> None:
    """Of another league; or T3 and t3, which are one file on a stick."""
    stick = str(hall.stick)
    hall.play("T3", "G3", KEYS["T3"])
    hall.kiosk("T3", "outbox", "carry", stick)
    other = hall.home("other")
    other.prepare()
    (other.keys / "table.key").write_text(bytes(KEYS["T4"]).hex())
    keep_membership(other.keys, Membership("http://y", "T3", "token", "00" * 32))
    other.record("G9").write_bytes(games.record(Played(game="G9", table="T3"), KEYS["T4"]))
    digits = games.public(KEYS["T4"])[:8]
    for _ in range(2):
        done = hall.kiosk("other", "outbox", "carry", stick, "--json").json
        assert done["file"] == str(hall.stick / f"tableside-T3-{digits}.jsonl")
    assert hall.league("receive", stick).code == 1, "it knows one of the two"
    assert hall.kiosk("T3", "outbox", "take", stick, "--json").json["delivered"] == ["G3"]
    taken = hall.kiosk("other", "outbox", "take", stick, "--json").json
    assert taken["refused"] == ["G9"]
    (row,) = hall.kiosk("other", "outbox", "list", "--json").json
    assert (row["refused"], "not enrolled" in row["waits"]) == (None, True), "only not there"


def test_a_stick_that_goes_to_a_second_league_keeps_the_firsts_receipts(hall: Hall) -> None:
    stick = str(hall.stick)
    hall.play("T3", "G3", KEYS["T3"])
    hall.kiosk("T3", "outbox", "carry", stick)
    assert hall.league("receive", stick).code == 0
    second = hall.folder / "second"
    second.mkdir()
    assert hall.call(second, league_main, ("receive", stick)).code == 2
    assert hall.kiosk("T3", "outbox", "take", stick, "--json").json["delivered"] == ["G3"]


def test_what_else_lies_on_a_stick_holds_up_no_result(hall: Hall) -> None:
    stick = str(hall.stick)
    hall.play("T3", "G3", KEYS["T3"])
    hall.kiosk("T3", "outbox", "carry", stick)
    (hall.stick / "tableside-folder.jsonl").mkdir()
    (hall.stick / "tableside-gone.jsonl").symlink_to("nowhere")
    os.mkfifo(hall.stick / "tableside-pipe.jsonl")
    (hall.stick / "._tableside-T3.jsonl").write_bytes(b"of a Mac")
    assert hall.league("receive", stick).code == 0
    assert hall.kiosk("T3", "outbox", "take", stick, "--json").json["delivered"] == ["G3"]


@pytest.mark.parametrize("name", ["TABLESIDE-T3.JSONL", "TABLES~1.JSO"])
def test_a_stick_that_lost_its_long_names_is_received(hall: Hall, name: str) -> None:
    hall.play("T3", "G3", KEYS["T3"])
    hall.kiosk("T3", "outbox", "carry", str(hall.stick))
    (hall.stick / "tableside-T3.jsonl").rename(hall.stick / name)
    done = hall.league("receive", str(hall.stick), "--json")
    assert [one["game"] for one in done.json["records"]] == ["G3"]


def test_a_stick_that_is_full_keeps_what_is_there_and_nothing_by_half(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = str(hall.stick)
    hall.play("T3", "G3", KEYS["T3"])
    hall.kiosk("T3", "outbox", "carry", stick)
    before = (hall.stick / "tableside-T3.jsonl").read_bytes()
    hall.play("T3", "G5", KEYS["T3"])

    def full(fd: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    done = hall.kiosk("T3", "outbox", "carry", stick)
    assert (done.code, "No space left" in done.err) == (1, True)
    monkeypatch.undo()
    assert [path.name for path in hall.stick.iterdir()] == ["tableside-T3.jsonl"]
    assert (hall.stick / "tableside-T3.jsonl").read_bytes() == before
    assert sorted(hall.waiting("T3")) == ["G3", "G5"]


def test_only_a_file_is_written_to(hall: Hall) -> None:
    hall.play("T3", "G3", KEYS["T3"])
    pipe = hall.folder / "device"
    os.mkfifo(pipe)
    done = hall.kiosk("T3", "outbox", "carry", str(pipe))
    assert (done.code, "is no file" in done.err) == (2, True)
    assert pipe.is_fifo(), "it was a device, and still is"


def test_a_damaged_key_keeps_no_result_from_travelling(hall: Hall) -> None:
    hall.play("T3", "G3", KEYS["T3"])
    (hall.home("T3").keys / "table.key").write_text("damaged")
    done = hall.kiosk("T3", "outbox", "carry", str(hall.stick), "--json")
    assert done.json["games"] == ["G3"]
    assert hall.league("receive", str(hall.stick)).code == 0


def test_a_receipt_that_somebody_else_wrote_is_none(hall: Hall) -> None:
    record = hall.play("T3", "G3", KEYS["T3"])
    stick = str(hall.stick)
    hall.kiosk("T3", "outbox", "carry", stick)
    hall.league("receive", stick)
    receipts = hall.stick / "tableside-T3.jsonl.receipts"
    true = json.loads(receipts.read_text())
    stranger = SigningKey(bytes(range(7, 39)))
    forged = stranger.sign(receipt_message("G3", true["sha256"])).signature.hex()
    for lie in (
        {**true, "sig": forged},
        {**true, "sig": "zz"},
        {**true, "sha256": "00" * 32},
        {key: value for key, value in true.items() if key != "sig"},
    ):
        receipts.write_text(json.dumps(lie) + "\n")
        done = hall.kiosk("T3", "outbox", "take", stick)
        assert "1 receipts are not this table's, or not signed by its league" in done.out
        assert hall.waiting("T3") == ["G3"]
    receipts.write_text(json.dumps(true)[:-4])
    assert hall.kiosk("T3", "outbox", "take", stick, "--json").json["strange"] == 0
    assert hall.waiting("T3") == ["G3"]
    receipts.write_text('[1]\n{"half' + "\n" + "[" * 100_000 + "\n" + json.dumps(true) + "\n")
    assert hall.kiosk("T3", "outbox", "take", stick, "--json").json["delivered"] == ["G3"]
    assert hall.home("T3").record("G3").read_bytes() == record


def test_a_record_that_is_refused_comes_back_with_its_reason(hall: Hall) -> None:
    record = hall.play("T3", "G3", KEYS["T3"])
    hall.home("T3").record("G3").write_bytes(record.replace(b"[1,3]", b"[1,4]", 1))
    hall.kiosk("T3", "outbox", "carry", str(hall.stick))
    assert hall.league("receive", str(hall.stick)).code == 2
    assert hall.kiosk("T3", "outbox", "take", str(hall.stick), "--json").json["refused"] == ["G3"]
    (row,) = hall.kiosk("T3", "outbox", "list", "--json").json
    assert "is not what was written" in row["refused"]


def test_a_table_whose_league_is_not_known_takes_no_receipt(hall: Hall) -> None:
    keep_membership(hall.home("T3").keys, Membership("http://x", "T3", "old"))
    done = hall.kiosk("T3", "outbox", "take", str(hall.stick))
    assert done.code == 2
    assert "allowed after `kiosk enrol CODE`" in done.err


def test_a_stick_that_cannot_be_written_is_one_line_at_both_ends(hall: Hall) -> None:
    hall.play("T3", "G3", KEYS["T3"])
    done = hall.kiosk("T3", "outbox", "carry", str(hall.folder / "gone" / "file"))
    assert (done.code, done.err.count("\n")) == (1, 1)
    hall.kiosk("T3", "outbox", "carry", str(hall.stick))
    (hall.stick / "tableside-T3.jsonl.receipts.part").mkdir()
    done = hall.league("receive", str(hall.stick))
    assert done.code == 1
    assert "the records are stored, the tables get no receipt there" in done.err
    assert hall.league("receive", str(hall.folder / "gone")).code == 2
    assert hall.league("receive", str(hall.folder / "T4")).code == 2


def test_receipts_that_are_not_there_are_said(hall: Hall) -> None:
    done = hall.kiosk("T3", "outbox", "take", str(hall.stick / "none.jsonl"))
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"{hall.stick / 'none.jsonl'}: not there; allowed: a file that `kiosk outbox carry` wrote,"
        " or its folder\n"
    )
    assert hall.kiosk("T3", "outbox", "take", str(hall.stick)).code == 0, "an empty stick"
