"""`--drive -`: what lines mean, and that a script's times are exact however late it is worked."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

import pytest

from firmware_py.kinds import LineId
from firmware_py.timesource import ManualTime
from kiosk.drive import (
    DriveError,
    Entry,
    Feeder,
    Hold,
    Point,
    Quit,
    Roll,
    Strike,
    Tap,
    Wait,
    parse,
)
from kiosk.inbox import Dice, Enter, Key, Stop, Touch

MS = 1_000_000


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("press seat3", Hold(LineId("seat3"), True)),
        ("release seat3", Hold(LineId("seat3"), False)),
        ("tap judge.next 80", Tap(LineId("judge.next"), 80)),
        ("tap judge.next", Tap(LineId("judge.next"), 80)),
        ("wait 500", Wait(500)),
        ("wait 0", Wait(0)),
        ("dice 3 4", Roll((3, 4))),
        ("key 7", Strike("7")),
        ("key Enter", Strike("Enter")),
        ("touch 12 700", Point(12, 700)),
        ('enter {"do": "wait"}', Entry({"do": "wait"})),
        ("quit", Quit()),
        ("  press   seat3  ", Hold(LineId("seat3"), True)),
        ("tap\tseat3\t80\r\n", Tap(LineId("seat3"), 80)),
        ("\ufeffpress seat3", Hold(LineId("seat3"), True)),
        ("", None),
        ("# a comment", None),
    ],
)
def test_a_line_has_its_meaning(text: str, command: object) -> None:
    assert parse(text) == command


@pytest.mark.parametrize(
    "text",
    [
        "jump", "press", "press a b", "tap", "tap x y z", "tap x 0", "wait", "wait x", "wait -1",
        "wait 1.5", "wait ٣", "dice 1", "dice 0 1", "dice 1 7", "key", "touch 1", "touch -1 2",
        "enter", "enter [1]", "enter {", "enter " + "[" * 100_000, "wait " + "9" * 5000,
        'enter {"t": 1, "do": "wait"}', 'enter {"do": "wait", "do": "next"}', 'enter {"do": NaN}',
        'enter {"do": ' + "9" * 5000 + "}", "quit now",
    ],
)  # fmt: skip
def test_a_wrong_line_says_what_was_found_and_what_is_allowed(text: str) -> None:
    with pytest.raises(DriveError) as caught:
        parse(text)
    assert 0 < len(str(caught.value)) < 300


class Pins:
    """A table's inputs: what was pressed, with which stamp."""

    def __init__(self, put: Any) -> None:
        self._put = put

    def press(self, line: str, at_ns: int | None = None) -> None:
        self._put(("press", line, at_ns))

    def release(self, line: str, at_ns: int | None = None) -> None:
        self._put(("release", line, at_ns))


class Driven:
    """A feeder on a pipe, in a time that the test moves."""

    def __init__(self, *, pins: bool = True, auto: bool = False) -> None:
        self.time = ManualTime(1000 * MS, auto=auto)
        self.came: SimpleQueue[Any] = SimpleQueue()
        read, self.pipe = os.pipe()
        lines = Pins(self.came.put) if pins else None
        inputs = frozenset((LineId("seat1"), LineId("seat2")))
        self.feeder = Feeder(read, self.time, self.came.put, lines, inputs)
        self.feeder.start()

    def send(self, *lines: str) -> None:
        os.write(self.pipe, "".join(f"{line}\n" for line in lines).encode())

    def next(self) -> Any:
        return self.came.get(timeout=5)

    def close(self) -> None:
        self.feeder.stop()
        os.close(self.pipe)


@pytest.fixture
def driven() -> Iterator[Driven]:
    driven = Driven()
    yield driven
    driven.close()


def test_a_script_is_stamped_by_its_own_waits_and_not_by_when_it_was_worked() -> None:
    driven = Driven()
    driven.send("press seat1", "wait 100", "release seat1", "wait 50", "dice 3 4")
    assert driven.next() == ("press", "seat1", 1000 * MS)
    assert driven.came.empty(), "the table's clock is not there yet"
    driven.time.advance_ms(5000)
    assert driven.next() == ("release", "seat1", 1100 * MS)
    assert driven.next() == Dice((3, 4), 1150 * MS)
    driven.close()


def test_a_tap_is_down_and_up_again(driven: Driven) -> None:
    driven.send("tap seat2 80")
    assert driven.next() == ("press", "seat2", 1000 * MS)
    driven.time.advance_ms(80)
    assert driven.next() == ("release", "seat2", 1080 * MS)


def test_somebody_who_drives_live_is_stamped_by_the_clock(driven: Driven) -> None:
    driven.send("key 7")
    assert driven.next() == Key("7", 1000 * MS)
    assert driven.next() == Key("7", 1000 * MS, down=False)
    driven.time.advance_ms(7000)
    stamps = []
    while 8000 * MS not in stamps and len(stamps) < 100:  # the first may follow too closely
        driven.send("touch 5 6")
        down, up = driven.next(), driven.next()
        assert (down, up) == (Touch(5, 6, down.at_ns), Touch(5, 6, down.at_ns, down=False))
        stamps.append(down.at_ns)
    assert stamps[-1] == 8000 * MS


def test_an_entry_carries_its_line_for_the_message(driven: Driven) -> None:
    driven.send("# first", 'enter {"do": "wait"}')
    assert driven.next() == Enter({"do": "wait"}, 1000 * MS, 2)


def test_a_wrong_line_stops_the_table_with_its_number(driven: Driven) -> None:
    driven.send("key 1", "key", "key 2")
    driven.next()
    driven.next()
    stop = driven.next()
    assert isinstance(stop, Stop)
    assert stop.code == 2
    assert stop.message.startswith("--drive: line 2: key:")


def test_only_inputs_are_pressed(driven: Driven) -> None:
    driven.send("press lamp1")
    stop = driven.next()
    assert stop.message == "--drive: line 1: no input 'lamp1'; allowed: seat1, seat2"


@pytest.mark.parametrize("line", ["press seat1", "release seat1", "tap seat1 80"])
def test_real_pins_are_not_pressed_by_lines(line: str) -> None:
    driven = Driven(pins=False)
    driven.send("key 1", line)
    assert [type(driven.next()) for _ in range(2)] == [Key, Key]
    assert "the pins here are real" in driven.next().message
    driven.close()


def test_the_end_of_the_input_ends_nothing_and_a_last_line_needs_no_newline() -> None:
    driven = Driven()
    os.write(driven.pipe, b"key 1")
    os.close(driven.pipe)
    assert driven.next() == Key("1", 1000 * MS)
    assert driven.next() == Key("1", 1000 * MS, down=False)
    driven.feeder.stop()
    assert driven.came.empty()


def test_quit_ends_the_table(driven: Driven) -> None:
    driven.send("quit")
    assert driven.next() == Stop(0)


def test_bytes_that_are_no_text_are_a_wrong_line(driven: Driven) -> None:
    os.write(driven.pipe, b"key \xff\n")
    assert driven.next().code == 2


def test_stop_ends_a_long_wait(driven: Driven) -> None:
    driven.send("wait 86400000", "key 1")
    threads = [each for each in threading.enumerate() if each.name == "drive"]
    driven.feeder.stop()
    for each in threads:
        each.join(5)
        assert not each.is_alive()
    assert driven.came.empty()


def test_a_line_without_an_end_is_refused_and_not_kept_for_ever(driven: Driven) -> None:
    os.set_blocking(driven.pipe, False)
    while driven.came.empty():
        with suppress(BlockingIOError):
            os.write(driven.pipe, b"#" * 10_000)
    stop = driven.next()
    assert isinstance(stop, Stop)
    assert (stop.code, stop.message) == (2, "--drive: line 1: longer than 1,000,000 bytes")


def test_a_key_that_means_nothing_is_said(driven: Driven, caplog: pytest.LogCaptureFixture) -> None:
    driven.send("key Entr")
    assert driven.next() == Key("Entr", 1000 * MS)
    assert "line 1: key 'Entr' means nothing" in caplog.text
