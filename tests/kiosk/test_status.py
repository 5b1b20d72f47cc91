"""The status socket, the signs, and what a table says of itself."""

from __future__ import annotations

import json
import os
import socket
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from firmware_py.lamps import LampBoard
from firmware_py.timesource import Wall
from kiosk.cli import status as command
from kiosk.copychoice import CopyChoice
from kiosk.errors import RunError
from kiosk.health import Health, under_voltage, words
from kiosk.inbox import Link, Query
from kiosk.report import status
from kiosk.status import NAME, StatusSocket, ask


class Answering:
    """A loop that answers each query with its number."""

    def __init__(self) -> None:
        self.count = 0

    def put(self, query: Query) -> None:
        self.count += 1
        query.reply({"asked": self.count})


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Path]:
    server = StatusSocket(tmp_path, Answering().put)
    yield tmp_path
    server.close()
    server.close()


def test_a_running_table_answers_everybody_who_asks(table: Path) -> None:
    assert [ask(table)["asked"] for _ in range(3)] == [1, 2, 3]


def test_its_socket_is_the_tables_users_alone_and_gone_with_the_table(tmp_path: Path) -> None:
    server = StatusSocket(tmp_path, Answering().put)
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o600
    server.close()
    assert not (tmp_path / NAME).exists()


def test_a_dead_tables_socket_is_replaced(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("left over")
    server = StatusSocket(tmp_path, Answering().put)
    assert ask(tmp_path) == {"asked": 1}
    server.close()


def test_a_home_with_a_long_name_has_a_socket_too(tmp_path: Path) -> None:
    home = tmp_path / ("x" * 120)
    home.mkdir()
    server = StatusSocket(home, Answering().put)
    assert ask(home) == {"asked": 1}
    server.close()


def test_without_a_table_it_says_so_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="no table is running with"):
        ask(tmp_path)
    with pytest.raises(RunError, match="no table is running with"):
        ask(tmp_path / "nowhere")


def test_a_reader_that_goes_away_harms_nobody(table: Path) -> None:
    client = socket.socket(socket.AF_UNIX)
    fd = os.open(table, os.O_RDONLY)
    client.connect(f"/proc/self/fd/{fd}/{NAME}")
    client.close()
    os.close(fd)
    assert ask(table)["asked"] == 2


def test_a_loop_that_hangs_is_said(tmp_path: Path) -> None:
    asked: SimpleQueue[Query] = SimpleQueue()
    server = StatusSocket(tmp_path, asked.put)
    with pytest.raises(RunError, match="does not answer"):
        ask(tmp_path)
    server.close()


def test_signs_stand_in_the_order_of_their_weight() -> None:
    health = Health(simulated=True)
    assert words(health.signs()) == ["SIMULATED"]
    health.saving = health.clock_set = health.sound = health.link = False
    health.enrolled = health.dice = False
    health.under_voltage, health.outbox, health.dead_lines = True, 12, 2
    health.keypad_lost = health.keypad_locked = True
    assert words(health.signs()) == [
        "NOT SAVING", "SIMULATED", "PINS (2)", "CLOCK NOT SET", "UNDER-VOLTAGE", "KEYPAD LOST",
        "NO DICE", "NO SOUND", "KEYPAD LOCKED", "LINK DOWN", "NOT ENROLLED", "NOT SENT (12)",
    ]  # fmt: skip


def test_until_the_league_approves_the_status_names_the_words_of_the_tables_key(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    health = Health(simulated=False)
    health.hear(Link(True, 2, enrolled=False, key_words="acorn kettle melon zipper"))
    told = status(None, health, LampBoard({}), 0, CopyChoice())
    assert told["key_words"] == "acorn kettle melon zipper"
    assert told["signs"] == ["NOT ENROLLED", "NOT SENT (2)"]
    monkeypatch.setattr(command, "ask", lambda home: told)
    assert command.run(Namespace(json=False)) == 0
    assert capsys.readouterr().out.endswith(
        "not delivered 2\nnot approved by the league; words acorn kettle melon zipper\n"
    )
    health.hear(Link(True, 0))
    assert "key_words" not in status(None, health, LampBoard({}), 0, CopyChoice())


def test_a_disk_that_hangs_and_one_that_refuses_are_the_same_sign() -> None:
    health = Health(simulated=False)
    health.stuck = True
    assert words(health.signs()) == ["NOT SAVING"]
    health.stuck, health.saving = False, False
    assert words(health.signs()) == ["NOT SAVING"]


def test_a_table_as_it_should_be_has_no_sign() -> None:
    assert Health(simulated=False, link=True).signs() == ()
    assert Health(simulated=False, link=None).signs() == (), "no league is no fault"


@pytest.mark.parametrize(
    ("text", "sagging"),
    [
        ("0x0", False),
        ("50005", True),
        ("0x1", True),
        ("10000", True),
        ("e0008", False),
        ("x", False),
    ],
)
def test_k55_the_supply_sags_now_or_did(tmp_path: Path, text: str, sagging: bool) -> None:
    path = tmp_path / "get_throttled"
    path.write_text(text + "\n")
    assert under_voltage(path) is sagging
    health = Health(simulated=False)
    health.look(Wall(0, True), path)
    assert health.under_voltage is sagging


def test_a_machine_that_cannot_say_has_no_such_sign(tmp_path: Path) -> None:
    assert under_voltage(tmp_path / "none") is False


def test_status_is_one_json_line(table: Path) -> None:
    fd = os.open(table, os.O_RDONLY)
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(f"/proc/self/fd/{fd}/{NAME}")
        data = b"".join(iter(lambda: client.recv(4096), b""))
    os.close(fd)
    assert data.endswith(b"\n")
    assert json.loads(data) == {"asked": 1}
