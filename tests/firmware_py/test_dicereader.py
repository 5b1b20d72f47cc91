"""A dice reader over real pseudo-terminals and pipes: rolls, noise, unplugging, coming back."""

from __future__ import annotations

import itertools
import os
import pty
import queue
import random
import termios
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import pytest

from firmware_py import dicereader
from firmware_py.dicelines import ReaderState, Roll
from firmware_py.dicereader import DiceReader, Line, Pipe, open_port
from firmware_py.timesource import SystemTime

LONG_S = 10.0
"""Nothing here waits so long unless it is broken."""
RETRY_S = 0.1


class Hasty(SystemTime):
    """Everything that a reader waits for takes a fifth of its time."""

    rate = Fraction(1, 5)


CLOCK = Hasty()
THROW_S = 0.08
"""So long dice are in the air here."""


class Adapter:
    """A serial adapter: a path, and a device behind it that can be pulled out and put in again."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "usb-dice-reader"
        self.fd = -1
        self.plug()

    def plug(self) -> None:
        """Put it in: it has another number than before, and the same name."""
        self.fd, far = pty.openpty()
        self.path.symlink_to(os.ttyname(far))
        os.close(far)

    def pull(self) -> None:
        """Pull it out."""
        self.path.unlink(missing_ok=True)
        with suppress(OSError):
            os.close(self.fd)

    def says(self, data: bytes) -> None:
        os.write(self.fd, data)


class Listener:
    """A reader and what it told."""

    def __init__(self, open_line: Callable[[], Line]) -> None:
        self.rolls: queue.SimpleQueue[Roll] = queue.SimpleQueue()
        self.states: queue.SimpleQueue[ReaderState] = queue.SimpleQueue()
        self.reader = DiceReader(open_line, CLOCK, self.rolls.put, self.states.put, RETRY_S)
        self.reader.start()

    def roll(self) -> tuple[int, int]:
        return self.rolls.get(timeout=LONG_S).dice

    def becomes(self, state: ReaderState) -> None:
        assert self.states.get(timeout=LONG_S) is state


@pytest.fixture
def adapter(tmp_path: Path) -> Iterator[Adapter]:
    adapter = Adapter(tmp_path)
    yield adapter
    adapter.pull()


@pytest.fixture
def listener(adapter: Adapter) -> Iterator[Listener]:
    listener = Listener(lambda: open_port(str(adapter.path)))
    yield listener
    listener.reader.close()


def test_a_roll_is_stamped_when_its_first_byte_arrives(
    adapter: Adapter, listener: Listener
) -> None:
    listener.becomes(ReaderState.OK)
    adapter.says(b"lifted\r\ndice - -\r\n")
    time.sleep(THROW_S)
    before = CLOCK.now_ns()
    adapter.says(b"dice 3 4\r\n")
    roll = listener.rolls.get(timeout=LONG_S)
    assert roll.dice == (3, 4)
    assert before <= roll.at_ns < CLOCK.now_ns() - 48_000_000


def test_a_line_in_pieces_among_noise_is_one_roll(adapter: Adapter, listener: Listener) -> None:
    listener.becomes(ReaderState.OK)
    adapter.says(b"lifted\n")
    time.sleep(THROW_S)
    noise = random.Random(4)
    for piece in (
        noise.randbytes(200).replace(b"\n", b"."),
        b"\ndic",
        b"e 6",
        b" 1\r",
        b"\n",
        noise.randbytes(90),
        b"\r\nalive\n",
    ):
        adapter.says(piece)
    assert listener.roll() == (6, 1)
    adapter.says(b"dice 6 1\n")
    adapter.says(b"lifted 1\n")
    adapter.says(b"dice 7 1\ndice 6\ndice\n\ndice 66 1\n")
    adapter.says(b"dice - -\n")
    time.sleep(THROW_S)
    adapter.says(b"dice 2 2\ndice 2 2\n")
    assert listener.roll() == (2, 2)
    assert listener.rolls.empty()


def test_a_reader_that_is_pulled_out_is_away_and_comes_back_under_another_number(
    adapter: Adapter, listener: Listener
) -> None:
    listener.becomes(ReaderState.OK)
    adapter.says(b"dice 3 4\n")
    assert listener.roll() == (3, 4)
    for number in range(1, 4):
        adapter.pull()
        listener.becomes(ReaderState.AWAY)
        adapter.plug()
        listener.becomes(ReaderState.OK)
        adapter.says(b"dice %d 5\n" % number)
        assert listener.roll() == (number, 5)


def test_a_reader_that_is_not_there_is_tried_again_and_costs_nothing(tmp_path: Path) -> None:
    opened = queue.SimpleQueue[float]()

    def open_line() -> Line:
        opened.put(time.monotonic())
        return open_port(str(tmp_path / "nothing"))

    listener = Listener(open_line)
    try:
        listener.becomes(ReaderState.AWAY)
        tries = [opened.get(timeout=LONG_S) for _ in range(4)]
        assert all(later - sooner >= RETRY_S for sooner, later in itertools.pairwise(tries))
        assert listener.states.empty()
    finally:
        listener.reader.close()


@pytest.mark.parametrize(
    "error",
    [OSError(5, "Input/output error"), termios.error(5, "Input/output error"), ValueError("odd")],
    ids=lambda error: type(error).__name__,
)
def test_whatever_ends_a_line_is_the_same_sign(adapter: Adapter, error: Exception) -> None:
    """An error of the library when it opens, reads or closes; even one that nobody expected."""
    broken = [True]

    def open_line() -> Line:
        line = open_port(str(adapter.path))
        if broken.pop() if broken else False:
            line.close()
            raise error
        return line

    listener = Listener(open_line)
    try:
        listener.becomes(ReaderState.AWAY)
        listener.becomes(ReaderState.OK)
        adapter.says(b"dice 1 6\n")
        assert listener.roll() == (1, 6)
    finally:
        listener.reader.close()


def test_an_error_on_closing_a_lost_line_is_the_same_sign(adapter: Adapter) -> None:
    class Stubborn:
        def __init__(self) -> None:
            self.line = open_port(str(adapter.path))
            self.fileno = self.line.fileno

        def close(self) -> None:
            self.line.close()
            raise termios.error(5, "Input/output error")

    listener = Listener(Stubborn)
    try:
        listener.becomes(ReaderState.OK)
        adapter.pull()
        listener.becomes(ReaderState.AWAY)
        adapter.plug()
        listener.becomes(ReaderState.OK)
    finally:
        listener.reader.close()


def test_a_second_program_on_the_line_is_told_apart_from_a_dead_one(
    adapter: Adapter, listener: Listener, caplog: pytest.LogCaptureFixture
) -> None:
    listener.becomes(ReaderState.OK)
    other = Listener(lambda: open_port(str(adapter.path)))
    try:
        other.becomes(ReaderState.AWAY)
        assert "exclusively lock" in caplog.text
        adapter.says(b"dice 4 4\n")
        assert listener.roll() == (4, 4)
        assert other.rolls.empty()
    finally:
        other.reader.close()


def test_a_silent_reader_is_a_sign_and_its_next_line_takes_it_away(
    adapter: Adapter, listener: Listener
) -> None:
    listener.becomes(ReaderState.OK)
    adapter.says(b"alive\n")
    listener.becomes(ReaderState.SILENT)
    adapter.says(b"dice 2 6\n")
    listener.becomes(ReaderState.OK)
    assert listener.roll() == (2, 6)


def test_another_speed_is_a_sign(adapter: Adapter, listener: Listener) -> None:
    noise = random.Random(7)
    listener.becomes(ReaderState.OK)
    stop = threading.Event()

    def chatter() -> None:
        while not stop.wait(0.005):
            adapter.says(noise.randbytes(9))

    thread = threading.Thread(target=chatter)
    thread.start()
    try:
        listener.becomes(ReaderState.GARBLED)
    finally:
        stop.set()
        thread.join()
    assert listener.rolls.empty()


def test_a_port_that_is_closed_does_not_reset_the_reader(adapter: Adapter) -> None:
    line = open_port(str(adapter.path))
    try:
        assert not termios.tcgetattr(line.fileno())[2] & termios.HUPCL
    finally:
        line.close()


def test_a_named_pipe_is_a_reader_too(tmp_path: Path) -> None:
    path = tmp_path / "dice"
    os.mkfifo(path)
    listener = Listener(lambda: open_port(str(path)))
    try:
        for dice in (b"1 2", b"3 3"):
            listener.becomes(ReaderState.OK)
            with path.open("wb") as pipe:
                pipe.write(b"dice " + dice + b"\n")
                pipe.flush()
                assert listener.roll() == (dice[0] - 48, dice[2] - 48)
            listener.becomes(ReaderState.AWAY)
    finally:
        listener.reader.close()


def test_the_end_of_the_input_is_a_reader_that_is_away() -> None:
    fd, far = os.pipe()
    listener = Listener(lambda: Pipe(fd, owned=False))
    try:
        os.write(far, b"dice 5 6\n")
        assert listener.roll() == (5, 6)
        listener.becomes(ReaderState.OK)
        os.close(far)
        listener.becomes(ReaderState.AWAY)
    finally:
        listener.reader.close()
        os.close(fd)


def test_a_reader_that_comes_back_is_found_within_two_seconds() -> None:
    assert dicereader.RETRY_S < 2


def test_closing_twice_and_while_it_waits_for_a_line_is_harmless(tmp_path: Path) -> None:
    listener = Listener(lambda: open_port(str(tmp_path / "nothing")))
    listener.becomes(ReaderState.AWAY)
    listener.reader.close()
    listener.reader.close()
