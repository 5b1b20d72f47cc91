"""Two dice over Bluetooth: their messages, and bleak's own way to a service that stands in."""

from __future__ import annotations

import queue
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from firmware_py.dicebluetooth import BluetoothDice, NotAboutFaces, TwoDice, godice, pixels
from firmware_py.dicelines import ReaderState, Roll
from firmware_py.timesource import SystemTime

MS = 1_000_000
LONG_S = 15.0
ONE, TWO, THREE = (f"AA:00:00:00:00:0{n}" for n in (1, 2, 3))


class Hasty(SystemTime):
    """Dice settle in a fifth of the time."""

    rate = Fraction(1, 5)


@pytest.mark.parametrize(
    ("message", "face"),
    [
        (b"S\xc0\x00\x00", 1),
        (b"S\x00\x00\x40", 2),
        (b"S\x00\x40\x00", 3),
        (b"S\x00\xc0\x00", 4),
        (b"S\x00\x00\xc0", 5),
        (b"S\x40\x00\x00", 6),
        (b"S\x3a\x05\xf9", 6),  # no table is level
        (b"R", None),
        (b"TS\x20\x20\x20", None),
        (b"FS\x40\x00\x00", None),
        (b"MS\x40\x00\x00", None),
    ],
)
def test_what_a_godice_says(message: bytes, face: int | None) -> None:
    assert godice(message) == face


@pytest.mark.parametrize("message", [b"", b"Bat\x50", b"Col\x01", b"S\x40\x00", b"XS\x40\x00\x00"])
def test_what_a_godice_says_of_other_things(message: bytes) -> None:
    with pytest.raises(NotAboutFaces):
        godice(message)


@pytest.mark.parametrize(
    ("message", "face"),
    [
        (b"\x03\x01\x00", 1),
        (b"\x03\x01\x05", 6),
        (b"\x03\x01\x06", None),  # not a die with six faces
        (b"\x03\x02\x05", None),  # handled
        (b"\x03\x03\x05", None),  # rolls
        (b"\x03\x04\x05", None),  # leans
        (b"\x03\x05\x05", None),  # lies, and was not thrown
    ],
)
def test_what_a_pixel_says(message: bytes, face: int | None) -> None:
    assert pixels(message) == face


@pytest.mark.parametrize("message", [b"", b"\x22\x50\x00", b"\x03\x01", b"\x02" + bytes(21)])
def test_what_a_pixel_says_of_other_things(message: bytes) -> None:
    with pytest.raises(NotAboutFaces):
        pixels(message)


def test_two_dice_make_a_roll_when_both_were_thrown_and_lie() -> None:
    two = TwoDice()
    two.shows(0, None, 0)
    two.shows(1, None, 10 * MS)
    two.shows(0, 5, 900 * MS)
    assert two.pass_time(2_000 * MS) is None
    two.shows(1, 2, 2_100 * MS)
    assert two.pass_time(2_349 * MS) is None
    assert two.pass_time(2_350 * MS) == Roll((5, 2), 2_100 * MS)
    two.shows(0, 6, 9_000 * MS)  # one alone: the other was not thrown with it
    assert two.pass_time(20_000 * MS) is None
    two.shows(1, 6, 21_000 * MS)
    two.shows(1, None, 21_100 * MS)  # it was pushed before it had settled
    assert two.pass_time(30_000 * MS) is None


class Bus:
    """A bus of our own with the stand-in for the service, worked by lines."""

    def __init__(self, address: str) -> None:
        self._service = subprocess.Popen(
            [sys.executable, Path(__file__).with_name("bluez.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={"DBUS_SYSTEM_BUS_ADDRESS": address},
            text=True,
        )
        assert self.reads() == "ready"

    def reads(self) -> str:
        assert self._service.stdout is not None
        return self._service.stdout.readline().strip()

    def does(self, *words: str) -> str:
        assert self._service.stdin is not None
        self._service.stdin.write(" ".join(words) + "\n")
        self._service.stdin.flush()
        return self.reads()

    def says(self, address: str, *messages: bytes) -> None:
        for message in messages:
            assert self.does("say", address, message.hex()) == "done"

    def close(self) -> None:
        assert self._service.stdin is not None
        assert self._service.stdout is not None
        self._service.stdin.close()
        self._service.wait(LONG_S)
        self._service.stdout.close()


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    daemon = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert daemon.stdout is not None
    found = daemon.stdout.readline().strip()
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", found)
    yield found
    daemon.terminate()
    daemon.wait(LONG_S)
    daemon.stdout.close()


@pytest.fixture
def bus(address: str) -> Iterator[Bus]:
    bus = Bus(address)
    yield bus
    bus.close()


class Listener:
    """Two dice, and what they told."""

    def __init__(self, *addresses: str) -> None:
        self.rolls: queue.SimpleQueue[Roll] = queue.SimpleQueue()
        self.states: queue.SimpleQueue[ReaderState] = queue.SimpleQueue()
        self.dice = BluetoothDice(addresses, Hasty(), self.rolls.put, self.states.put, 0.1)
        self.dice.start()

    def becomes(self, state: ReaderState) -> None:
        assert self.states.get(timeout=LONG_S) is state


def test_two_dice_are_found_heard_lost_and_found_again(bus: Bus) -> None:
    """A GoDice and a Pixel, so that each is heard in its own words."""
    listener = Listener()
    try:
        listener.becomes(ReaderState.AWAY)
        bus.does("add", ONE, "godice")
        bus.does("add", TWO, "pixels")
        listener.becomes(ReaderState.OK)
        bus.says(ONE, b"R", b"Bat\x40", b"S\x40\x00\x00")
        bus.says(TWO, b"\x03\x03\x00", b"\x03\x01\x01")
        assert sorted(listener.rolls.get(timeout=LONG_S).dice) == [2, 6]
        bus.does("gone", TWO)
        listener.becomes(ReaderState.AWAY)
        bus.does("add", TWO, "pixels")
        listener.becomes(ReaderState.OK)
        bus.says(TWO, b"\x03\x01\x03")
        bus.says(ONE, b"R", b"S\xc0\x00\x00")
        assert sorted(listener.rolls.get(timeout=LONG_S).dice) == [1, 4]
    finally:
        listener.dice.close()
    assert listener.rolls.empty()


def test_dice_of_another_table_are_left_alone(bus: Bus) -> None:
    for address in (ONE, TWO, THREE):
        bus.does("add", address, "godice")
    listener = Listener(THREE, ONE.lower())
    try:
        listener.becomes(ReaderState.AWAY)
        listener.becomes(ReaderState.OK)
        assert bus.does("say", TWO, b"R".hex()) == "deaf"
        bus.says(ONE, b"S\x00\x40\x00")
        bus.says(THREE, b"S\x40\x00\x00")
        assert listener.rolls.get(timeout=LONG_S).dice == (6, 3)
    finally:
        listener.dice.close()


def test_without_an_adapter_or_its_service_the_dice_are_away(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    listener = Listener()
    listener.becomes(ReaderState.AWAY)
    while "it is tried again" not in caplog.text:
        listener.dice._thread.join(0.05)
    listener.dice.close()
    assert listener.states.empty()


def test_without_the_library_the_dice_are_away(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "bleak", None)
    listener = Listener()
    listener.becomes(ReaderState.AWAY)
    listener.dice.close()
    listener.dice.close()
    assert "install the extra `bluetooth`" in caplog.text
