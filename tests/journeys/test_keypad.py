"""A running table and its keypad: one that is not there, and one that the kernel made (uinput)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.firmware_py import uinput
from tests.journeys.conftest import QUIET, RunningTable, dos, until

Start = Callable[..., RunningTable]


def settings(home: Path, name: str) -> None:
    text = f'{QUIET}[keypad]\ndevice = "{name}"\n'
    (home / "tableside.toml").write_text(text, encoding="utf-8")


def test_a_keypad_that_is_not_there_is_a_sign_and_the_game_goes_on(
    start: Start, tmp_path: Path
) -> None:
    settings(tmp_path, "nobody made this one")
    table = start(fast=1)
    table.until("the sign", lambda status: "KEYPAD LOST" in status["signs"])
    table.send("tap judge.next 50", "wait 1100", "tap seat1 50", "wait 100", "key kp_1", "key kp_2")
    table.send("key kp_enter")
    until("the roll", lambda: "roll" in dos(table.record()))
    assert table.end() == 0


@pytest.fixture
def pad() -> Iterator[uinput.Keypad]:
    if not uinput.AVAILABLE:
        pytest.skip(uinput.WHY_NOT)
    made = uinput.Keypad()
    yield made
    made.pull_out()


def test_the_official_plays_by_keypad_and_it_may_be_pulled_out_and_locked(
    start: Start, tmp_path: Path, pad: uinput.Keypad
) -> None:
    settings(tmp_path, uinput.NAME)
    table = start(fast=1)
    table.up()
    assert pad.lamp(), "keys count"
    pad.tap(uinput.ENTER)
    until("START", lambda: "start" in dos(table.record()))
    table.send("wait 1100", "tap seat1 50")
    table.until("the throw", lambda status: status["seats"][0]["recorded"] == 1)
    for code in (79, 80, uinput.ENTER):
        pad.tap(code)
    until("the roll", lambda: "roll" in dos(table.record()))
    (roll,) = [line for line in table.record() if line.get("do") == "roll"]
    assert roll["dice"] == [1, 2]
    pad.key(uinput.NUMLOCK, True)
    table.until("locked", lambda status: "KEYPAD LOCKED" in status["signs"])
    assert not pad.lamp()
    pad.pull_out()
    table.until("pulled out", lambda status: "KEYPAD LOST" in status["signs"])
    again = uinput.Keypad()
    table.until("back, and locked still", lambda status: "KEYPAD LOCKED" in status["signs"])
    again.pull_out()
    assert table.end() == 0
