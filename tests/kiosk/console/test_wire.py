"""The private socket of a running table: who may hear, what is told, what may be entered."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kiosk.console.wire import FOLDER, NAME, address
from kiosk.pin import set_pin
from tests.journeys.conftest import RunningTable, dos
from tests.kiosk.console.conftest import Wire, lines_of

Wires = Callable[[], Wire]


def begun(table: RunningTable, wire: Wire) -> None:
    """Seat 1 rolled 1 and 2: seat 2 is at turn."""
    assert wire.do("start")["accepted"]
    assert wire.do("roll", seat=1, dice=[1, 2])["accepted"]


def test_only_the_tables_own_user_can_reach_it(table: RunningTable, tmp_path: Path) -> None:
    assert (tmp_path / FOLDER).stat().st_mode & 0o777 == 0o700
    assert (tmp_path / FOLDER / NAME).stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_another_user_is_turned_away_by_the_kernels_word(
    table: RunningTable, tmp_path: Path
) -> None:
    """Even where the folder lets him through."""
    for folder in (tmp_path, *tmp_path.parents[:3], tmp_path / FOLDER):
        folder.chmod(folder.stat().st_mode | 0o011)
    (tmp_path / FOLDER / NAME).chmod(0o666)
    code = (
        "import os, socket, sys\n"
        "os.setgid(65534); os.setuid(65534)\n"
        "peer = socket.socket(socket.AF_UNIX); peer.connect(sys.argv[1])\n"
        "try: peer.sendall(b'{\"watch\": 1}\\n'); print(len(peer.recv(100)))\n"
        "except (BrokenPipeError, ConnectionResetError): print(0)\n"
    )
    short = tmp_path.parent / "s"
    short.symlink_to(address(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", code, str(short)], capture_output=True, text=True, timeout=10
    )
    assert done.stdout == "0\n", done.stderr


def test_a_table_that_plays_is_looked_over_and_nothing_at_the_table_tells(
    table: RunningTable, wires: Wires
) -> None:
    wire = wires()
    before, lines = table.trace(), table.record()
    wire.send(watch=1)
    assert wire.ask(hand="check")["accepted"]
    facts = wire.facts(lambda one: one["standing"] is not None)
    assert not facts["looking"]
    found = facts["standing"]
    wrong = {item["name"]["key"] for item in found["items"] if not item["ok"]}
    assert wrong <= {"kiosk.selftest.item.clock"}, "the machine's own clock may be unset"
    assert found["failed"] == len(wrong)
    assert len(found["items"]) == 35
    assert table.trace() == before
    assert table.record() == lines
    table.send("tap seat2 80")
    table.until("the game's press", lambda s: s["seats"][1]["recorded"] == 1)


def test_claims_and_debts_are_told_here_and_not_in_the_status(
    table: RunningTable, wires: Wires
) -> None:
    wire = wires()
    wire.send(watch=1)
    begun(table, wire)
    table.send("tap seat3 80")
    claimed = wire.facts(lambda facts: facts["view"] and facts["view"]["official"]["claims"])
    claim = claimed["view"]["official"]["claims"][0]
    assert (claim["seat"], claim["of"]) == (3, 1)
    wire.do("owe", seat=1, to=3, amount=28)
    owed = wire.facts(lambda facts: any(
        one.get("action", {}).get("do") == "owe" for one in facts["happened"]
    ))  # fmt: skip
    assert [one["audience"] for one in owed["happened"] if "action" in one][-1] == "official"
    status = json.dumps(table.status())
    assert "claim" not in status
    assert "owe" not in status


def test_an_entry_is_written_like_any_other_and_answered(table: RunningTable, wires: Wires) -> None:
    wire = wires()
    begun(table, wire)
    assert wire.do("foul", seat=4)["accepted"]
    refused = wire.do("roll", seat=4, dice=[1, 1])
    assert (refused["accepted"], refused["rule"]) == (False, "HUN-G-DICE")
    assert refused["text"]["key"].startswith("rules.why.")
    wrong = wire.do("foul", seat=9)
    assert (wrong["accepted"], "seat" in wrong["error"]) == (False, True)
    assert dos(table.record()) == ["start", "roll", "foul", "roll"]


def test_what_just_happened_and_what_can_be_taken_back_is_told(
    table: RunningTable, wires: Wires
) -> None:
    wire = wires()
    wire.send(watch=1)
    begun(table, wire)
    wire.do("foul", seat=4)
    facts = wire.facts(lambda facts: len(facts["undoable"]) == 3)
    assert [one["text"]["key"] for one in facts["undoable"]] == [
        "kiosk.undo.foul", "kiosk.undo.roll", "kiosk.undo.start"
    ]  # fmt: skip
    answer = wire.ask(do={"do": "undo", "back": 2}, takes=facts["undoable"][0]["text"])
    assert answer["why"] == "undo_changed", "the page showed another action"
    assert wire.ask(do={"do": "undo", "back": 1}, takes=facts["undoable"][0]["text"])["accepted"]
    assert lines_of(table, "undo")[0]["back"] == 1


def test_a_key_of_the_judges_box_works_from_here(table: RunningTable, wires: Wires) -> None:
    wire = wires()
    wire.send(watch=1)
    assert wire.ask(hand="next")["accepted"]
    assert wire.facts(lambda facts: facts["phase"] == "ready")
    assert not wire.ask(hand="no such key")["accepted"]


def test_the_loops_life_is_told_every_second(table: RunningTable, wires: Wires) -> None:
    wire = wires()
    wire.send(watch=1)
    first, second = (wire.until(lambda one: "beat" in one)["beat"] for _ in range(2))
    assert second["now_ms"] > first["now_ms"]


def test_what_only_the_referee_decides_needs_the_pin(
    table: RunningTable, wires: Wires, tmp_path: Path
) -> None:
    wire = wires()
    set_pin(tmp_path / "keys", "4821")
    begun(table, wire)
    out = {"do": "remove", "seat": 4, "reason": "telephone"}
    assert wire.ask(do=out)["why"] == "pin_wanted"
    assert wire.ask(do=out, pin="1111") | {"answer": ""} == {
        "answer": "", "accepted": False, "rule": "TABLE-PIN", "why": "pin_wrong", "wait_s": 0
    }  # fmt: skip
    assert wire.ask(do={"do": "ruling", "text": "x", "by": "referee"})["rule"] == "TABLE-PIN"
    assert wire.do("ruling", text="x", by="banker")["accepted"]
    assert wire.ask(do=out, pin="4821")["accepted"]
    assert dos(table.record()) == ["start", "roll", "ruling", "remove"], "no try is an action"
    told = (tmp_path / "games" / "Q1-T3.jsonl").read_text()
    assert "4821" not in told
    assert "1111" not in told
    assert table.end() == 0
    assert "4821" not in table.errors()


def test_a_late_reset_is_the_referees(table: RunningTable, wires: Wires, tmp_path: Path) -> None:
    wire = wires()
    set_pin(tmp_path / "keys", "4821")
    begun(table, wire)
    assert wire.do("reset", reason="false start")["accepted"]
    for seat in (1, 2, 3, 4, 1):
        assert wire.do("roll", seat=seat, dice=[1, 2])["accepted"]
    assert wire.do("reset", reason="false start")["why"] == "pin_wanted"


def test_without_a_pin_nobody_is_asked_for_one(table: RunningTable, wires: Wires) -> None:
    wire = wires()
    begun(table, wire)
    assert wire.do("remove", seat=4, reason="telephone")["accepted"]


def test_a_line_that_is_none_ends_that_connection_alone(table: RunningTable, wires: Wires) -> None:
    broken, wire = wires(), wires()
    broken.socket.sendall(b"nonsense\n")
    assert broken.socket.recv(10) == b""
    assert wire.do("start")["accepted"]


def test_four_consoles_are_enough(table: RunningTable, wires: Wires) -> None:
    kept = [wires() for _ in range(4)]
    for wire in kept:
        wire.send(watch=1)
        wire.facts()
    assert wires().socket.recv(10) == b""
    assert kept[3].do("start")["accepted"]


def test_the_socket_goes_with_the_table(table: RunningTable, tmp_path: Path) -> None:
    assert table.end() == 0
    assert not address(tmp_path).exists()
