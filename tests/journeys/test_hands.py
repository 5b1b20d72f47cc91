"""Hands on a running table where nothing expects them: keys, late entries, crossed presses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.conftest import (
    OPENING,
    RunningTable,
    Start,
    announced,
    dos,
    until,
)
from tests.journeys.test_table import sheet


def counts(status: dict[str, Any]) -> list[int]:
    return [seat["recorded"] for seat in status["seats"]]


def close_quickly(table: RunningTable) -> None:
    """To the seal by the official's entries alone."""
    table.up()
    sign = {"do": "sign", "by": "referee", "reason": "left"}
    table.send("tap judge.next", "dice 1 2", 'enter {"do": "end", "reason": "judge"}')
    table.send(*(sheet(seat) for seat in range(1, 5)))
    table.send(*("enter " + json.dumps({**sign, "seat": seat}) for seat in range(1, 5)))
    table.send('enter {"do": "confirm"}')
    table.until("closed", lambda s: s["phase"] == "closed")


def test_a_seats_key_is_its_button_debounced_answered_and_counted(start: Start) -> None:
    table = start(fast=60)
    table.up()
    table.send("key F1", "wait 2", "key F1", "wait 200", "key F3", "wait 200")
    table.until("a press", lambda s: s["seats"][2]["recorded"] == 1)
    assert [line["line"] for line in table.record() if "do" in line] == ["seat1", "seat3"]
    assert table.recorded(1) == 1, "two strokes 2 ms apart are one press that chatters"
    until("its lamp", lambda: any(each["line"] == "lamp3" for each in table.trace()))
    assert table.end() == 0


def test_k5_a_hold_is_judged_by_its_stamps_however_fast_the_table_runs(start: Start) -> None:
    table = start(fast=1000)
    table.up()
    table.send("tap judge.next", "dice 1 2", 'enter {"do": "end", "reason": "judge"}')
    table.send(*(sheet(seat) for seat in range(1, 5)))
    table.until("signing", lambda s: s["phase"] == "sign")
    table.send(*["tap seat1 1990", "wait 4000"] * 20, "tap seat1 2000", "wait 4000")
    table.until("all presses", lambda s: counts(s)[0] == 21)
    until("the signature", lambda: "sign" in dos(table.record()))
    presses = [line for line in table.record() if line.get("line") == "seat1"]
    (signed,) = [line for line in table.record() if line.get("do") == "sign"]
    assert signed["t"] == round(presses[-1]["t"] + 2, 3)


def test_k38_an_entry_without_an_open_game_is_said_and_ends_nothing(start: Start) -> None:
    table = start(fast=60, opening=False)
    assert table.up()["phase"] == "idle"
    table.send("tap seat1", "dice 1 2", "key 3", "key Enter", "touch 5 5", "tap judge.undo")
    table.send('enter {"do": "wait"}', "enter " + json.dumps({"open": OPENING}))
    table.until("the game", lambda s: s["game"] == "Q1-T3")
    assert table.end() == 0
    assert "line 7: enter: no game is open" in table.errors()
    assert dos(table.record()) == []


def test_no_game_is_opened_over_an_open_one(start: Start) -> None:
    table = start(fast=60)
    table.up()
    table.send('enter {"do": "reset", "reason": "wrong seats"}', "wait 10")
    table.send("enter " + json.dumps({"open": {**OPENING, "game": "Q2-T3"}}))
    assert table.process.wait(10) == 2
    assert "'Q1-T3' is open; close it first" in table.errors()


def test_a_table_that_is_blind_lets_no_console_in(start: Start) -> None:
    table = start("--console", "blind", fast=60)
    table.up()
    assert not (table.home / "console").exists()


def test_the_next_game_is_opened_at_the_same_table(start: Start) -> None:
    table = start(fast=60)
    close_quickly(table)
    table.until("the seal on disk", lambda s: s["outbox"] == 1)
    table.send("enter " + json.dumps({"open": {**OPENING, "game": "Q2-T3"}}), "wait 50")
    table.until("the next game", lambda s: s["game"] == "Q2-T3" and s["phase"] == "setup")
    table.send("tap seat1", "wait 50", "tap judge.next")
    status = table.until("its start", lambda s: s["phase"] == "ready" and counts(s)[0])
    assert counts(status) == [1, 0, 0, 0]
    assert status["outbox"] == 1
    table.kill()
    again = start(fast=60, opening=False)
    assert again.up()["game"] == "Q2-T3"
    assert again.end() == 0


def test_k31_a_key_that_is_damaged_is_a_fault_and_the_record_is_sealed_when_it_is_back(
    start: Start, tmp_path: Path
) -> None:
    (tmp_path / "keys").mkdir(mode=0o700)
    key = tmp_path / "keys" / "table.key"
    key.write_bytes(b"")
    table = start(fast=60)
    close_quickly(table)
    table.kill()
    again = start(fast=60, opening=False)
    assert again.up()["game"] == "Q1-T3", "closed, but not sealed: still here"
    key.write_text("5e" * 32)
    until("the seal", lambda: "sealed" in again.record()[-1])
    assert again.end() == 0
    assert "table.key: no key" in again.errors()


def test_k31_a_damaged_membership_keeps_no_table_from_starting(
    start: Start, tmp_path: Path
) -> None:
    (tmp_path / "keys").mkdir(mode=0o700)
    (tmp_path / "keys" / "league.json").write_bytes(b"")
    table = start("--league", "http://127.0.0.1:9", fast=60)
    table.until("the sign", lambda s: "NOT ENROLLED" in s["signs"])
    assert table.end() == 0
    assert "league.json: not what `kiosk enrol` writes" in table.errors()


@pytest.mark.parametrize("session", [False, True])
def test_k44_a_screen_that_is_not_there_is_one_line(tmp_path: Path, session: bool) -> None:
    """In a session without a display SDL takes a driver that shows nothing, and says no word."""
    without = {"DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "SDL_VIDEODRIVER"}
    environ = {key: value for key, value in os.environ.items() if key not in without}
    if any(Path("/dev/dri").glob("card*")):  # here SDL would find the machine's own screen
        environ["SDL_VIDEODRIVER"] = "x11"
    if session:
        environ["XDG_RUNTIME_DIR"] = str(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "kiosk", "run", "--pins", "simulated", "--screen", "window"],
        env=environ | {"TABLESIDE_HOME": str(tmp_path)},
        capture_output=True, text=True, timeout=20, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    (said,) = done.stderr.splitlines()
    assert said.startswith("kiosk run: screen: ")
    assert "--screen offscreen" in said


def test_k28_a_first_roll_taken_back_leaves_no_timer_behind(start: Start) -> None:
    table = start(fast=6000)
    table.up()
    table.send("tap judge.next", "wait 1500", "dice 1 2", "wait 1200000")
    table.send("tap judge.undo", "wait 100", "tap judge.yes", "wait 1200000", "dice 3 3")
    table.send("wait 5500000")
    table.until("the end", lambda s: s["phase"] == "count")
    until("its line", lambda: "end" in announced(table.record()))
    told = [line for line in table.record() if "announced" in line]
    warnings = [f"warn-{minutes}" for minutes in (30, 60, 75, 80, 85)]
    assert [line["announced"] for line in told] == ["start", "start", *warnings, "end"]
    began = told[1]["t"]
    assert [round(line["t"] - began) for line in told[2:]] == [1800, 3600, 4500, 4800, 5100, 5400]


def test_a_foul_by_the_keypad_is_two_keys_and_taken_back_in_two(start: Start) -> None:
    table = start(fast=60)
    table.up()
    table.send("tap judge.next", "wait 1000", "key kp_plus", "key kp_4", "wait 5000")
    table.until("the foul", lambda s: s["seats"][3]["fouls"] == 1)
    table.send("key kp_minus", "wait 1000", "key kp_star", "wait 100")
    table.until("it is gone", lambda s: s["seats"][3]["fouls"] == 0)
    assert dos(table.record()) == ["start", "foul", "undo"]
    assert table.end() == 0


def test_hun_4_1_the_menu_begins_the_game_anew_after_a_hold_of_five_seconds(start: Start) -> None:
    table = start(fast=60)
    table.up()
    table.send("tap judge.next", "wait 1000", "dice 1 2", "wait 1000")
    table.send("key .", "key .", "key 9", "key 1", "tap judge.next 4900", "wait 500")
    table.send("press judge.next", "wait 5100", "release judge.next")
    until("the new attempt", lambda: "reset" in dos(table.record()))
    (reset,) = [line for line in table.record() if line.get("do") == "reset"]
    assert reset["reason"] == "False start"
    assert table.end() == 0


def test_hun_4_1_from_the_second_round_on_only_with_the_referees_pin(
    start: Start, tmp_path: Path
) -> None:
    (tmp_path / "tableside.toml").write_text('[console]\npin = "2468"\n')
    table = start(fast=60)
    table.up()
    table.send("tap judge.next", *("dice 1 2", "wait 1000") * 5)
    menu = ("key .", "key .", "key 9", "key 1")
    hold = ("press judge.next", "wait 5100", "release judge.next", "wait 100")
    table.until("a second round", lambda s: dos(table.record()).count("roll") == 5)
    table.send(*menu, *hold, "wait 11000")
    table.send(*menu, *(f"key {digit}" for digit in "1111"), "key Enter")
    until("the wrong PIN was looked at", lambda: (tmp_path / "keys" / "referee.tries").exists())
    table.send("wait 11000")
    assert "reset" not in dos(table.record())
    table.send(*menu, *(f"key {digit}" for digit in "2468"), "key Enter")
    until("the right one", lambda: not (tmp_path / "keys" / "referee.tries").exists())
    table.send("wait 500", *hold)
    until("the new attempt", lambda: "reset" in dos(table.record()))
    assert table.end() == 0
    record = (tmp_path / "games" / "Q1-T3.jsonl").read_text()
    assert "2468" not in record
    assert "2468" not in table.errors()


def test_a_roll_out_of_turn_and_yes_leave_a_marked_gap(start: Start) -> None:
    table = start(fast=60)
    table.up()
    table.send("tap judge.next", "wait 1000", "dice 1 2", "wait 1000")
    table.send("key 4", "key 2", "key 5", "key Enter", "wait 500", "tap judge.yes", "wait 100")
    until("both", lambda: dos(table.record())[-2:] == ["turn", "roll"])
    assert dos(table.record()) == ["start", "roll", "thrown", "undo", "roll", "turn", "roll"]
    assert table.end() == 0
