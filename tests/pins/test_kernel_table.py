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
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from firmware_py.kinds import LineId
from firmware_py.pinlines import SEATS
from firmware_py.pinmap import PinMap
from kiosk.errors import RunError
from kiosk.status import ask
from tests.pins import simchips
from tests.pins.benches import BOARD, EXPANDER, HEADER, ROOT, KernelBench, until
from tests.pins.fingers import LOCKOUT_MS, Contact, Hand

pytestmark = pytest.mark.kernel

SETTINGS = f'[sound]\nmode = "piezo"\n[pins]\nlockout_ms = {LOCKOUT_MS}\n'
OPENING: Mapping[str, Any] = {
    "edition": "hun-2009",
    "season": "S1",
    "round": "Q1",
    "game": "Q1-T3",
    "table": "T3",
    "seats": [{"seat": n, "player": f"P{n:02}"} for n in range(1, 7)],
    "officials": {"banker": "B"},
}
SEATED = range(1, 7)
PRESSES = int(os.environ.get("TABLESIDE_PRESSES", "400"))
SETTLED_S = 0.7


class PinTable:
    """One `kiosk run --pins gpio` of one home."""

    def __init__(self, home: Path, *words: str, pins: str = "gpio", **options: Any) -> None:
        self.home = home
        (home / "tableside.toml").write_text(SETTINGS, encoding="utf-8")
        opening = home / "opening.json"
        opening.write_text(json.dumps(OPENING), encoding="utf-8")
        self.trace_file = home / "outputs.jsonl"
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "kiosk", "run", "--pins", pins, "--screen", "offscreen"),
                *("--open", str(opening), "--trace", str(self.trace_file), "--drive", "-", *words),
            ],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | {"TABLESIDE_HOME": str(home), "PYTHONPATH": str(ROOT)} | BOARD,
            **options,
        )

    def send(self, *lines: str) -> None:
        """Drive lines: what comes by keypad and console."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()

    def until(self, what: str, holds: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The first status that holds."""

        def look() -> dict[str, Any] | None:
            assert self.process.poll() is None, f"the table ended: {self.said()}"
            with suppress(RunError, OSError):
                status = ask(self.home)
                return status if holds(status) else None
            return None

        found: dict[str, Any] = until(what, look, 30)
        return found

    def up(self) -> dict[str, Any]:
        """Wait until it takes presses."""
        return self.until("a running table", lambda _: True)

    def said(self) -> str:
        """What it wrote on stderr, once it has ended."""
        return self.process.communicate(timeout=30)[1].decode()

    def end(self, how: int = signal.SIGTERM) -> int:
        """Ask it to end; its exit code."""
        self.process.send_signal(how)
        return self.process.wait(30)

    def kill(self) -> None:
        """kill -9."""
        self.process.kill()
        self.process.wait(30)

    def record(self) -> list[dict[str, Any]]:
        """The whole lines of the record."""
        data = (self.home / "games" / f"{OPENING['game']}.jsonl").read_bytes()
        return [json.loads(line) for line in data.split(b"\n")[:-1]]

    def told(self) -> list[str]:
        """The lines of which the record has a press, in its order."""
        return [line["line"] for line in self.record() if "line" in line]

    def settled(self, least: int) -> list[str]:
        """`told`, once so many are there and nothing has come for a while: the kernel is slow."""
        until(f"{least} presses", lambda: len(self.told()) >= least, 60)
        told = self.told()
        while True:
            threading.Event().wait(SETTLED_S)
            before, told = told, self.told()
            if told == before:
                return told

    def outputs(self) -> dict[str, bool]:
        """The outputs as the trace left them."""
        data = self.trace_file.read_bytes() if self.trace_file.exists() else b""
        found = [json.loads(line) for line in data.split(b"\n")[:-1]]
        return {each["line"]: each["on"] for each in found}

    def close(self) -> None:
        """Whatever happened, nothing is left running."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


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


def hand_at(chips: KernelBench, seed: int) -> Hand:
    """A hand on the seats that play, which waits for their lamps."""
    contacts = {}
    for seat in SEATED:
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
            table.kill()
            hand.stop()
        pressed += len(pressing.result().lines)
        answers += hand.answers
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


@pytest.mark.timeout(900)
def test_presses_that_chatter_are_all_recorded_once_and_in_order(
    start: Start, chips: KernelBench
) -> None:
    table = start()
    table.up()
    hand = hand_at(chips, 10_000)
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
