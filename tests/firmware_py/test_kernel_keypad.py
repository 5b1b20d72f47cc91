"""A keypad that the kernel itself makes (uinput): found, taken for us alone, stamped, pulled out.

Runs where /dev/uinput may be written: as root on any machine that has it, a Raspberry Pi too.
"""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from firmware_py import evdev
from firmware_py.evdev import EV_KEY
from firmware_py.keypad import Keypad, KeypadKey, KeypadState
from firmware_py.timesource import SystemTime
from tests.firmware_py import uinput
from tests.firmware_py.uinput import BLOCK, NAME
from tests.firmware_py.uinput import Keypad as Made

pytestmark = pytest.mark.skipif(not uinput.AVAILABLE, reason=uinput.WHY_NOT)


class Desk:
    """The keypad under test and what it told."""

    def __init__(self) -> None:
        self.keys: queue.SimpleQueue[KeypadKey] = queue.SimpleQueue()
        self.states: queue.SimpleQueue[KeypadState] = queue.SimpleQueue()
        self.gate = threading.Event()
        self.gate.set()
        self.keypad = Keypad(SystemTime(), self._take, self.states.put, NAME)

    def _take(self, key: KeypadKey) -> None:
        self.keys.put(key)
        self.gate.wait()

    def state(self) -> KeypadState:
        return self.states.get(timeout=5)

    def told(self, count: int) -> list[KeypadKey]:
        return [self.keys.get(timeout=5) for _ in range(count)]


@pytest.fixture
def desk() -> Iterator[Desk]:
    made = Desk()
    yield made
    made.gate.set()
    made.keypad.close()


@pytest.fixture
def plug() -> Iterator[Callable[[], Made]]:
    made: list[Made] = []

    def make() -> Made:
        made.append(Made())
        return made[-1]

    yield make
    for each in made:
        each.pull_out()


def test_it_is_found_by_what_it_can_do_and_its_keys_carry_the_kernels_stamps(
    desk: Desk, plug: Callable[[], Made]
) -> None:
    pad = plug()
    facts = evdev.facts(pad.node)
    assert facts is not None
    assert (facts.name, facts.usb, facts.keys) == (NAME, "0001:0002", frozenset(BLOCK))
    desk.keypad.start()
    assert desk.state() is KeypadState.READY
    assert pad.lamp()
    before_ns = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    pad.tap(79)
    after_ns = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    down, up = desk.told(2)
    assert (down.name, down.down, up.name, up.down) == ("kp_1", True, "kp_1", False)
    assert before_ns - 2000 <= down.at_ns <= up.at_ns <= after_ns + 1_000_000


def test_nobody_else_hears_it_until_it_is_given_back(desk: Desk, plug: Callable[[], Made]) -> None:
    pad = plug()
    other = os.open(evdev.DEV / pad.node, os.O_RDONLY | os.O_NONBLOCK)
    desk.keypad.start()
    assert desk.state() is KeypadState.READY
    pad.tap(79)
    desk.told(2)
    with pytest.raises(BlockingIOError):
        os.read(other, 4096)
    desk.keypad.close()
    pad.tap(80)
    heard = [event.code for event in evdev.parse(os.read(other, 4096)) if event.kind == EV_KEY]
    assert heard == [80, 80]
    os.close(other)


def test_one_that_somebody_else_holds_is_lost_and_had_once_it_is_free(
    desk: Desk, plug: Callable[[], Made]
) -> None:
    holder = evdev.EventDevice(plug().node)
    desk.keypad.start()
    assert desk.state() is KeypadState.LOST
    holder.close()
    holder.close()
    assert desk.state() is KeypadState.READY


def test_pulled_out_under_a_held_key_and_plugged_in_again(
    desk: Desk, plug: Callable[[], Made]
) -> None:
    desk.keypad.start()
    assert desk.state() is KeypadState.LOST, "it was asked for by name"
    for _ in range(5):
        pad = plug()
        assert desk.state() is KeypadState.READY
        pad.key(75, True)
        assert [(key.name, key.down) for key in desk.told(1)] == [("kp_4", True)]
        pad.pull_out()
        assert [(key.name, key.down) for key in desk.told(1)] == [("kp_4", False)]
        assert desk.state() is KeypadState.LOST


def test_five_thousand_taps_are_neither_lost_nor_doubled_and_keep_their_order(
    desk: Desk, plug: Callable[[], Made]
) -> None:
    pad = plug()
    desk.keypad.start()
    assert desk.state() is KeypadState.READY
    codes = [79 + place % 3 for place in range(5000)]
    told: list[KeypadKey] = []
    for place in range(0, len(codes), 10):  # the kernel keeps 64 events for a reader
        for code in codes[place : place + 10]:
            pad.tap(code)
        told += desk.told(20)
    assert [key.name for key in told[::2]] == [f"kp_{code - 78}" for code in codes]
    assert [key.down for key in told] == [True, False] * len(codes)
    assert [key.at_ns for key in told] == sorted(key.at_ns for key in told)


def test_after_the_kernel_dropped_events_no_key_stays_down(
    desk: Desk, plug: Callable[[], Made]
) -> None:
    pad = plug()
    desk.keypad.start()
    assert desk.state() is KeypadState.READY
    desk.gate.clear()
    pad.key(79, True)
    assert desk.told(1)[0].name == "kp_1"
    for _ in range(500):  # far more than the kernel keeps
        pad.tap(80)
    pad.key(79, False)
    pad.key(81, True)
    desk.gate.set()
    down = {"kp_1"}
    while down != {"kp_3"}:
        (key,) = desk.told(1)
        (down.add if key.down else down.discard)(key.name)
    pad.key(81, False)
    assert [(key.name, key.down) for key in desk.told(1)] == [("kp_3", False)]
