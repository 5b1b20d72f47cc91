"""`kiosk run` on a kernel's GPIO chips, pressed and read from outside: the table on real pins."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from firmware_py.kinds import LineId
from firmware_py.pinlines import SEATS
from firmware_py.pinmap import INPUTS, PinMap
from tests.pins import simchips
from tests.pins.benches import BOARD, EXPANDER, HEADER, ROOT, KernelBench, until
from tests.pins.fingers import Contact, Hand
from tests.pins.pintable import TEN, PinTable

pytestmark = pytest.mark.kernel

SEATED = range(1, 7)
PRESSES = int(os.environ.get("TABLESIDE_PRESSES", "400"))
Start = Callable[..., PinTable]


@pytest.fixture
def chips(pin_map: PinMap) -> Iterator[KernelBench]:
    made = KernelBench(pin_map)
    yield made
    made.close()


@pytest.fixture
def start(home: Path, chips: KernelBench) -> Iterator[Start]:
    """Starts tables in one home; ends them all."""
    tables: list[PinTable] = []

    def begin(*words: str, **options: Any) -> PinTable:
        tables.append(PinTable(home, *words, **options))
        return tables[-1]

    yield begin
    for table in tables:
        table.close()


def hand_at(chips: KernelBench, seed: int, seats: Iterable[int] = SEATED) -> Hand:
    """A hand on the seats that play, which waits for their lamps."""
    contacts = {}
    for seat in seats:
        bcm = chips.pin_map.lines[LineId(f"seat{seat}")].bcm
        assert bcm is not None
        contacts[f"seat{seat}"] = Contact(bcm, partial(chips.is_lit, seat))
    return Hand(chips.header, contacts, random.Random(seed))


def play(table: PinTable, chips: KernelBench) -> None:
    """Into the game, with a turn whose lamp is lit."""
    table.up()
    table.send('enter {"do": "start"}', 'enter {"do": "roll", "seat": 1, "dice": [3, 4]}')
    table.until("play", lambda status: status["phase"] == "play")
    until("the turn's lamp alone", lambda: len(chips.lit()) == 1)  # after the start's own signal


def test_a_press_is_on_disk_and_its_lamp_answers_on_the_expander(
    start: Start, chips: KernelBench
) -> None:
    table = start()
    table.up()
    for seat in SEATED:
        chips.touch(f"seat{seat}", True)
        until(f"lamp {seat}", lambda seat=seat: chips.lit() == {seat})
        assert table.told().count(f"seat{seat}") == 1
        chips.touch(f"seat{seat}", False)
        until("dark again", lambda: chips.lit() == set())
    assert table.end() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_k13_a_signal_leaves_lamps_and_buzzer_off(
    start: Start, chips: KernelBench, number: signal.Signals
) -> None:
    table = start()
    play(table, chips)
    assert table.end(number) == (0 if number is signal.SIGTERM else 128 + number)
    assert chips.lit() == set()
    assert not chips.sounding()
    outputs = table.outputs()
    assert outputs
    assert not any(outputs.values())


def test_k13_after_kill_9_the_next_start_puts_out_what_was_left_on(
    start: Start, chips: KernelBench
) -> None:
    table = start()
    play(table, chips)
    turn = chips.lit()
    table.kill()
    chips.pull_lamps(up=True)  # an expander keeps its outputs
    assert chips.lit() == set(SEATS)
    again = start()
    again.up()
    until("the turn's lamp alone", lambda: chips.lit() == turn)
    assert again.end() == 0


@pytest.mark.timeout(400)
def test_k30_killed_at_twenty_instants_no_press_that_a_lamp_answered_is_lost(
    start: Start, chips: KernelBench
) -> None:
    dice = random.Random(30)
    pressed, answers = 0, Counter[str]()
    for kill in range(20):
        table = start()
        table.up()
        hand = hand_at(chips, dice.randrange(10**6))
        with ThreadPoolExecutor(1) as pool:
            pressing = pool.submit(hand.press, 10_000)
            threading.Event().wait(dice.uniform(0.05, 2.5))
            # Not later: a lamp that was lit goes dark, as for an answer, when its table dies.
            answered = Counter(hand.answers)
            table.kill()
            hand.stop()
        pressed += len(pressing.result().lines)
        answers += answered
        told = Counter(table.told())
        for line, count in answers.items():
            assert told[line] >= count, f"kill {kill + 1}: {line} lost a press"
    again = start()
    status = again.up()
    told = Counter(again.told())
    assert {f"seat{seat['seat']}": seat["recorded"] for seat in status["seats"]} == dict(told)
    assert again.end() == 0
    assert chips.lit() == set()
    print(
        f"{pressed} presses, {sum(told.values())} in the record, {sum(answers.values())} answered"
    )


@pytest.mark.timeout(900 if PRESSES < 5000 else 14_400)
def test_presses_that_chatter_are_all_recorded_once_and_in_order(
    start: Start, chips: KernelBench
) -> None:
    table = start(opening=TEN)
    table.up()
    hand = hand_at(chips, 10_000, SEATS)
    sure = unsure = seen = 0
    while sure < PRESSES:
        done = hand.press(PRESSES - sure)
        before, seen = seen, len(told := table.settled(seen + done.sure))
        told = told[before:]
        whole = done.sure == len(done.lines)
        assert told[: None if whole else done.sure] == list(done.lines[: done.sure])
        sure, unsure = sure + done.sure, unsure + len(done.lines) - done.sure
        assert unsure <= PRESSES
    status = table.up()
    told = table.told()
    assert sum(seat["recorded"] for seat in status["seats"]) == len(told)
    assert len({line for line in told if line.startswith("seat")}) == len(SEATS)
    print(f"{sure} presses, {hand.moves} moves; {unsure} more while the machine stood still")
    assert table.end() == 0


def test_no_chip_is_refused_with_one_line_or_simulated_on_the_screen(
    start: Start, chips: KernelBench
) -> None:
    for label in (HEADER, EXPANDER):
        simchips.unplug(label)
    refused = start()
    said = refused.said()
    assert refused.process.returncode == 1
    assert said.count("\n") == 1
    assert said.startswith("pins: no GPIO chip pinctrl-bcm2835, pinctrl-bcm2711, pinctrl-rp1 here")
    simulated = start(pins="auto")
    assert "SIMULATED" in simulated.up()["signs"]
    assert simulated.end() == 0


def test_k1_chips_without_lgpio_are_refused_or_simulated_and_never_dead(
    start: Start, chips: KernelBench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lgpio.py").write_text("", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    refused = start()
    said = refused.said()
    assert refused.process.returncode == 1
    assert said == "pins: this lgpio is an empty package; install python3-lgpio\n"
    simulated = start(pins="auto")
    assert "SIMULATED" in simulated.up()["signs"]
    assert simulated.end() == 0


def test_a_held_line_is_told_and_the_others_play_on(start: Start, chips: KernelBench) -> None:
    chips.occupy("seat3")
    table = start()
    table.until("the sign", lambda status: "PINS (1)" in status["signs"])
    for seat in (1, 2, 3, 4, 5, 6):
        chips.touch(f"seat{seat}", True)
        chips.pause(60)
        chips.touch(f"seat{seat}", False)
    table.send("key F3")  # the keyboard's twin stands in for it
    until("its press", lambda: any(line.get("seat") == 3 for line in table.record()))
    assert table.settled(5) == ["seat1", "seat2", "seat4", "seat5", "seat6"]
    assert table.end() == 0
    assert "seat3 on BCM 7 (pin 26) is held by lg; look for dtparam=spi=on" in table.said()


def test_a_table_without_its_expander_records_every_press(start: Start, chips: KernelBench) -> None:
    chips.unplug_lamps()
    table = start()
    table.until("the sign", lambda status: "PINS (10)" in status["signs"])
    for seat in SEATED:
        chips.touch(f"seat{seat}", True)
        chips.touch(f"seat{seat}", False)
    table.settled(len(SEATED))
    assert table.told() == [f"seat{seat}" for seat in SEATED]
    assert table.end() == 0


def test_an_expander_that_goes_in_mid_game_is_a_sign_and_costs_no_press(
    start: Start, chips: KernelBench
) -> None:
    table = start()
    play(table, chips)
    assert not [sign for sign in table.up()["signs"] if sign.startswith("PINS")]
    chips.unplug_lamps()
    table.until("the sign", lambda status: "PINS (10)" in status["signs"])
    before = len(table.told())
    for seat in SEATED:
        chips.touch(f"seat{seat}", True)
        chips.touch(f"seat{seat}", False)
    told = table.settled(before + len(SEATED))
    assert told[before:] == [f"seat{seat}" for seat in SEATED]
    assert table.end() == 0


def read_only(folder: Path) -> Path:
    """A folder in which nobody can write, not even root."""
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "ro", "none", folder], check=True)
    return folder


def test_k16_a_working_folder_that_cannot_be_written_does_no_harm(
    start: Start, chips: KernelBench, tmp_path: Path
) -> None:
    table = start(cwd=read_only(tmp_path / "ro"))
    table.up()
    chips.touch("seat1", True)
    until("the answer", lambda: chips.is_lit(1))
    chips.touch("seat1", False)
    assert table.end() == 0


def test_k16_nor_does_one_that_is_gone(start: Start, chips: KernelBench, tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    table = start(cwd=folder, preexec_fn=folder.rmdir)
    table.up()
    chips.touch("seat2", True)
    until("the answer", lambda: chips.is_lit(2))
    chips.touch("seat2", False)
    assert table.end() == 0


def test_k16_without_any_folder_for_lgpio_the_remedy_is_said(
    start: Start, chips: KernelBench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(read_only(tmp_path / "ro")))
    refused = start()
    said = refused.said()
    assert refused.process.returncode == 1
    assert said.count("\n") == 1
    assert said.startswith("pins: no folder for lgpio's pipe: ")
    assert said.endswith("; set TMPDIR to a folder that can be written\n")


SELFTEST = ("--pins", "gpio", "--screen", "offscreen", "--hands", "yes", "--json")


@pytest.mark.timeout(180)
def test_the_self_test_asks_for_every_button_and_finds_what_is_wrong(
    home: Path, chips: KernelBench
) -> None:
    chips.occupy("seat9")
    (home / "tableside.toml").write_text('[sound]\nmode = "piezo"\n', encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "kiosk", "selftest", *SELFTEST],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"TABLESIDE_HOME": str(home), "PYTHONPATH": str(ROOT)} | BOARD,
    ) as test:
        assert test.stdin is not None
        seen = []
        for seat in SEATS:
            until(f"lamp {seat} alone", lambda seat=seat: chips.lit() == {seat}, 20)
            seen.append(seat)
        test.stdin.write("y\n")
        test.stdin.flush()
        until("the lamps of the seats that are waited for", lambda: chips.lit() == set(SEATS) - {9})
        for line in INPUTS:
            if line not in ("seat9", "judge.undo"):
                chips.touch(line, True)
                chips.touch(line, False)
        until("no seat is missing", lambda: chips.lit() == set())
        test.stdin.write("\n")  # judge.undo is missing: no more
        test.stdin.flush()
        until("the buzzer", chips.sounding)
        out, said = test.communicate("y\ny\ny\n")
    assert seen == list(SEATS)
    assert test.returncode == 1
    assert said == ""
    failed = {each["item"]: each["found"] for each in json.loads(out) if not each["ok"]}
    assert failed.pop("clock", "") is not None
    assert failed == {
        "seat9": "BCM 22 (pin 15) is held by lg",
        "judge.undo": "BCM 17 (pin 11): no press came",
    }
    assert chips.lit() == set()
