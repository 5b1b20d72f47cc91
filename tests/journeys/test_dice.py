"""Three roads of dice at a running table: thrown by the table, told by a reader, typed."""

from __future__ import annotations

import json
import os
import pty
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.conftest import OPENING, RunningTable, Start, until
from tests.programs import run

RESET = 'enter {"do": "reset", "reason": "the end of the test"}'
CALL_OFF = 'enter {"do": "end", "reason": "the end of the test"}'


def rolls(table: RunningTable) -> list[dict[str, Any]]:
    """The rolls in the record, the last one last."""
    return [line for line in table.record() if line.get("do") == "roll"]


def phase(word: str) -> Callable[[dict[str, Any]], bool]:
    return lambda status: bool(status["phase"] == word)


def verify(home: Path, record: Path) -> tuple[int, str]:
    done = run(
        [sys.executable, "-m", "kiosk", "record", "verify", str(record)],
        env=os.environ | {"TABLESIDE_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def call_off(table: RunningTable) -> Path:
    """The game is void, and its record sealed."""
    table.send(RESET, CALL_OFF)
    path = table.home / "games" / "Q1-T3.jsonl"
    until("the seal", lambda: "sealed" in table.record()[-1])
    return path


@pytest.mark.timeout(60)
def test_dice_of_the_table_through_kill_9_to_a_record_that_anybody_can_check(start: Start) -> None:
    """Buttons, NEXT and an undo; the plug is pulled in between, and nothing of it matters."""
    table = start("--dice", "table")
    table.up()
    commitment = next(line["note"]["commitment"] for line in table.record() if "note" in line)
    assert len(rolls(table)) == 0
    table.send("tap judge.next", "wait 3000", "tap seat2")
    until("the first throw", lambda: len(rolls(table)) == 1)
    seed = (table.home / "keys" / "Q1-T3.dice").read_text().strip()
    assert seed not in json.dumps(table.up()) + json.dumps(table.record())
    table.kill()
    table = start("--dice", "table")
    table.up()
    table.send("wait 2000", "tap judge.next", "wait 2000", "tap judge.next")
    until("three throws", lambda: len(rolls(table)) == 3)
    fell = rolls(table)[-1]
    table.send("wait 1500", 'enter {"do": "undo"}')
    until("the undo", lambda: any(line.get("do") == "undo" for line in table.record()))
    table.kill()
    table = start()  # set up otherwise since: the game goes on as it was opened
    table.up()
    table.send("wait 2500", "tap judge.next")
    until("it is thrown again", lambda: len(rolls(table)) == 4)
    again = rolls(table)[-1]
    assert (again["seat"], again["dice"], again["throw"]) == (fell["seat"], fell["dice"], 3)
    assert [roll["by"] for roll in rolls(table)] == ["table"] * 4
    assert rolls(table)[0]["line"] == "seat2"
    record = call_off(table)
    assert table.end() == 0
    sealed = table.record()[-1]["sealed"]
    assert sealed["seed"] == seed
    code, said = verify(table.home, record)
    assert (code, "nobody chose them" in said, "as they had fallen 1" in said) == (0, True, True)
    data = record.read_text()
    assert data.count(sealed["seed"]) == 1
    assert commitment in data
    assert sealed["seed"] not in table.errors()
    record.write_text(data.replace(sealed["seed"], "0" * 64))
    assert verify(table.home, record)[0] == 2


class Adapter:
    """A serial adapter that can be pulled out and put in again."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "usb-dice"
        self.fd = -1
        self.plug()

    def plug(self) -> None:
        self.fd, far = pty.openpty()
        self.path.symlink_to(os.ttyname(far))
        os.close(far)

    def pull(self) -> None:
        self.path.unlink()
        with suppress(OSError):
            os.close(self.fd)

    def says(self, *lines: str) -> None:
        os.write(self.fd, "".join(f"{line}\r\n" for line in lines).encode())

    def throws(self, *lines: str) -> None:
        """The dice are in the air for a while, and then it says this."""
        self.says("lifted", "dice - -")
        threading.Event().wait(0.4)
        self.says(*lines)


@pytest.mark.timeout(60)
def test_a_reader_tells_the_dice_and_when_it_is_gone_they_are_typed(
    start: Start, tmp_path: Path
) -> None:
    adapter = Adapter(tmp_path)
    table = start("--dice", f"reader:{adapter.path}", fast=1)
    status = table.up()
    assert "NO DICE" not in status["signs"]
    until("the port is open", lambda: os.path.realpath(adapter.path) in opened(table))
    adapter.says("dice 6 6")  # nobody has begun: they only play with the dice
    table.send("tap judge.next")
    table.until("ready", phase("ready"))
    adapter.throws("dice 3 4", "dice 3 4")
    table.until("the game has begun", phase("play"))
    assert [(roll["dice"], roll["by"]) for roll in rolls(table)] == [([3, 4], "reader")]
    adapter.pull()
    table.until("the sign", lambda status: "NO DICE" in status["signs"])
    table.send("key 1", "key 2", "key Enter")
    until("the typed roll", lambda: len(rolls(table)) == 2)
    assert (rolls(table)[1]["dice"], rolls(table)[1]["by"]) == ([1, 2], "hand")
    adapter.plug()
    table.until("the reader is back", lambda status: "NO DICE" not in status["signs"])
    adapter.says("dice - -", "dice 5 5")  # no time to fly: no throw
    adapter.throws("dice 2 6")
    until("the third roll", lambda: len(rolls(table)) == 3)
    assert (rolls(table)[2]["dice"], rolls(table)[2]["by"]) == ([2, 6], "reader")
    code, said = verify(table.home, call_off(table))
    assert (code, "told by a reader 2" in said, "entered by hand 1" in said) == (0, True, True)
    adapter.pull()


def opened(table: RunningTable) -> list[str]:
    """What the table's process has open."""
    folder = Path(f"/proc/{table.process.pid}/fd")
    found: list[str] = []
    for one in folder.iterdir():
        with suppress(FileNotFoundError):  # closed since the folder was listed
            found.append(str(one.readlink()))
    return found


@pytest.mark.timeout(60)
def test_with_the_first_roll_only_nothing_is_asked_after_it(start: Start, tmp_path: Path) -> None:
    opening = {**OPENING, "options": {"dice_log": "first_only"}}
    (tmp_path / "opening.json").write_text(json.dumps(opening))
    table = start()
    table.send("tap judge.next", "wait 1500", "key 3", "key 4", "key Enter")
    table.until("the game has begun", phase("play"))
    table.send("wait 2000", "tap judge.next", "key 5", "key 5", "key Enter", "wait 1500")
    table.send("tap seat3")
    until("the press", lambda: table.recorded(3) == 1)
    assert [line["do"] for line in table.record() if "do" in line] == [
        "start",
        "thrown",
        "roll",
        "claim",
    ]


@pytest.mark.timeout(60)
def test_an_edition_that_wants_a_reader_says_so_and_marks_what_is_typed(
    start: Start, tmp_path: Path
) -> None:
    opening = {**OPENING, "options": {"dice_log": "reader"}}
    (tmp_path / "opening.json").write_text(json.dumps(opening))
    table = start()
    assert "NO DICE" in table.up()["signs"]
    table.send("tap judge.next", "wait 1500", "key 3", "key 4", "key Enter")
    until("the roll", lambda: len(rolls(table)) == 1)
    assert rolls(table)[0]["by"] == "hand"


def test_a_reader_and_the_drive_cannot_both_have_the_input(start: Start) -> None:
    table = start("--dice", "reader:-")
    assert table.process.wait(15) == 2
    assert "--drive -: standard input is the dice reader's" in table.errors()


def test_a_source_that_is_none_is_one_line(start: Start) -> None:
    table = start("--dice", "readr")
    assert table.process.wait(15) == 2
    assert table.errors() == (
        "--dice: found 'readr', allowed entered, table, reader:PORT, bluetooth or "
        "bluetooth:ADDRESS,ADDRESS\n"
    )
