"""A dice reader on a serial line, a pipe or standard input: its lines become rolls, on a thread.

Whatever ends the line, an unplugged adapter, a hang-up, the end of the input, is one thing here:
`AWAY`. The thread says so, waits a second, and opens it again by its path (`/dev/serial/by-id/...`
stays when the adapter comes back under another number).
"""

from __future__ import annotations

import logging
import os
import select
import stat
import termios
import threading
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Protocol

from firmware_py.dicelines import (
    Alive,
    LineCutter,
    ReaderState,
    Roll,
    Settling,
    Stamped,
    Watch,
    understand,
)
from firmware_py.timesource import earliest

_log = logging.getLogger(__name__)

RETRY_S: Final = 1.0
CHUNK: Final = 4096
STDIN: Final = "-"
BAUD: Final = 115_200
LOST: Final = (OSError, termios.error)  # pyserial's own SerialException is an OSError


class Clock(Protocol):
    """What a reader needs of the table's time."""

    @property
    def rate(self) -> Fraction:
        """Table seconds in one real second."""

    def now_ns(self) -> int:
        """Table time."""

    def wait_s(self, until_ns: int) -> float:
        """Real seconds until then."""


class Line(Protocol):
    """An open line."""

    def fileno(self) -> int:
        """What can be waited for."""

    def close(self) -> None:
        """Give it back."""


class DiceReader:
    """Reads until `close`. `on_roll` and `on_state` are called on the reader's thread."""

    def __init__(
        self,
        open_line: Callable[[], Line],
        clock: Clock,
        on_roll: Callable[[Roll], None],
        on_state: Callable[[ReaderState], None],
        retry_s: float = RETRY_S,
    ) -> None:
        self._retry_s = retry_s
        self._open_line = open_line
        self._clock = clock
        self._on_roll = on_roll
        self._on_state = on_state
        self._state: ReaderState | None = None
        self._why = ""
        self._stop = threading.Event()
        self._wake, self._waker = os.pipe()
        self._thread = threading.Thread(target=self._run, name="dice", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def close(self) -> None:
        """No roll after this. Twice is harmless."""
        if self._stop.is_set():
            return
        self._stop.set()
        os.write(self._waker, b".")
        self._thread.join()
        os.close(self._wake)
        os.close(self._waker)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                line = self._open_line()
                try:
                    self._listen(line)
                finally:
                    line.close()
            except LOST as error:
                self._away(str(error))
            except Exception as error:  # noqa: BLE001 - the thread's top: a sign, not a silence
                _log.exception("the dice reader's thread caught a fault and goes on")
                self._away(str(error))

    def _listen(self, line: Line) -> None:
        """Take lines until the reader is lost (raises) or `close` comes."""
        clock, rate = self._clock, self._clock.rate
        cutter, now_ns = LineCutter(rate), clock.now_ns()
        settling, watch = Settling(now_ns, rate), Watch(now_ns, rate)
        waiting = select.poll()
        waiting.register(line.fileno(), select.POLLIN)
        waiting.register(self._wake, select.POLLIN)
        while True:
            self._become(watch.state(now_ns))
            due_ns = earliest(settling.decides_at(), watch.changes_at(now_ns))
            ready = waiting.poll(None if due_ns is None else clock.wait_s(due_ns) * 1000 + 1)
            now_ns = clock.now_ns()
            if self._stop.is_set():
                return
            chunk = os.read(line.fileno(), CHUNK) if ready else None
            if chunk == b"":  # the end of a file, or a device that is gone
                raise OSError("it has ended")
            if chunk:
                watch.arrived(len(chunk), now_ns)
                for one in cutter.feed(chunk, now_ns):
                    self._take(one, settling, watch)
            self._tell(settling.pass_time(now_ns))

    def _take(self, line: Stamped, settling: Settling, watch: Watch) -> None:
        said = understand(line.text)
        if said is not None:
            watch.heard(said, line.at_ns)
            if not isinstance(said, Alive):
                self._tell(settling.feed(said, line.at_ns))

    def _tell(self, roll: Roll | None) -> None:
        if roll is not None:
            self._on_roll(roll)

    def _away(self, why: str) -> None:
        if self._state is not ReaderState.AWAY or why != self._why:
            self._why = why
            _log.warning("dice reader: %s; it is tried again", why)
        self._become(ReaderState.AWAY)
        self._stop.wait(self._retry_s)

    def _become(self, state: ReaderState) -> None:
        if state is not self._state:
            self._state = state
            self._on_state(state)


class Pipe:
    """A named pipe, or what the table was started with as its input."""

    def __init__(self, fd: int, *, owned: bool) -> None:
        self._fd = fd
        self._owned = owned

    def fileno(self) -> int:
        """What can be waited for."""
        return self._fd

    def close(self) -> None:
        """Give it back, if it is ours."""
        if self._owned:
            os.close(self._fd)


def open_port(port: str, baud: int = BAUD) -> Line:
    """The line of `port`: a serial port, a named pipe, or `-` for standard input."""
    if port == STDIN:
        return Pipe(0, owned=False)
    if stat.S_ISFIFO(Path(port).stat().st_mode):
        return Pipe(os.open(port, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), owned=True)
    serial: Any = import_module("serial")  # untyped; loaded where there is a serial reader
    line: Line = serial.Serial(port, baud, timeout=0, exclusive=True)
    _keep_awake(line.fileno())
    return line


def _keep_awake(fd: int) -> None:
    """Leave DTR alone when the line is closed: the next opening must not reset the reader."""
    settings = termios.tcgetattr(fd)
    settings[2] &= ~termios.HUPCL
    termios.tcsetattr(fd, termios.TCSANOW, settings)
