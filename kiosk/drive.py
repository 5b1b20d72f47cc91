"""`--drive -`: lines on stdin work the table. Parsing is pure; the feeder is a thread of its own.

The feeder keeps a cursor in table time. `wait` and `tap` move it and the feeder then sleeps until
the table's clock is there; what follows is stamped with the cursor, so that a script's times are
exact however fast the table runs. Where nothing waited on stdin, somebody is driving live: then
the cursor catches up with the clock.
"""

from __future__ import annotations

import logging
import os
import select
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Protocol

from firmware_py.kinds import LineId
from kiosk.gestures import of_key
from kiosk.inbox import Dice, Enter, Item, Key, Stop, Touch
from rules.jsontext import read_object
from rules.value import Value

log = logging.getLogger(__name__)

TAP_MS: Final = 80
VERBS: Final = (
    "press NAME, release NAME, tap NAME [MS], wait MS, dice A B, key K, touch X Y, "
    "enter {action}, quit"
)
LONGEST_MS: Final = 24 * 3600 * 1000
LONGEST_LINE: Final = 1_000_000
LONGEST_SHOWN: Final = 40


class DriveError(ValueError):
    """A line that works nothing: says what was found and what is allowed."""


class Hold(Value):
    """`press` and `release` of an input line."""

    line: LineId
    down: bool


class Tap(Value):
    """Down, and up again after `ms`."""

    line: LineId
    ms: int


class Wait(Value):
    """Nothing for `ms` of the table's clock."""

    ms: int


class Roll(Value):
    """Two dice."""

    values: tuple[int, int]


class Strike(Value):
    """A key of the keyboard, down and up."""

    name: str


class Point(Value):
    """A touch on the screen."""

    x: int
    y: int


class Entry(Value):
    """The official's entry: an action without `t`."""

    fields: Mapping[str, Any]


class Quit(Value):
    """End the table as SIGTERM would."""


Command = Hold | Tap | Wait | Roll | Strike | Point | Entry | Quit


def parse(text: str) -> Command | None:
    """The meaning of a line; None for an empty line or a `#` comment; raises DriveError."""
    words = text.removeprefix("\ufeff").split(maxsplit=1)  # an editor's mark before the first line
    if not words or words[0].startswith("#"):
        return None
    verb, rest = words[0], words[1] if len(words) > 1 else ""
    reader = _READERS.get(verb)
    if reader is None:
        raise DriveError(f"unknown {_short(verb)}; allowed: {VERBS}")
    return reader(verb, rest.strip())


def _hold(verb: str, rest: str) -> Command:
    (name,) = _words(verb, rest, 1)
    return Hold(LineId(name), verb == "press")


def _tap(verb: str, rest: str) -> Command:
    words = rest.split()
    if len(words) == 1:
        words.append(str(TAP_MS))
    name, ms = _words(verb, " ".join(words), 2)
    return Tap(LineId(name), _whole(verb, ms, 1, LONGEST_MS))


def _wait(verb: str, rest: str) -> Command:
    (ms,) = _words(verb, rest, 1)
    return Wait(_whole(verb, ms, 0, LONGEST_MS))


def _dice(verb: str, rest: str) -> Command:
    first, second = _words(verb, rest, 2)
    return Roll((_whole(verb, first, 1, 6), _whole(verb, second, 1, 6)))


def _key(verb: str, rest: str) -> Command:
    (name,) = _words(verb, rest, 1)
    return Strike(name)


def _touch(verb: str, rest: str) -> Command:
    x, y = _words(verb, rest, 2)
    return Point(_whole(verb, x, 0, 99_999), _whole(verb, y, 0, 99_999))


def _enter(_verb: str, rest: str) -> Command:
    try:
        fields = read_object(rest)
    except ValueError as error:
        raise DriveError(f"enter: {error}") from None
    if "t" in fields:
        raise DriveError("enter: `t` is not allowed; the table stamps the action")
    return Entry(fields)


def _quit(verb: str, rest: str) -> Command:
    _words(verb, rest, 0)
    return Quit()


_READERS: Final[Mapping[str, Callable[[str, str], Command]]] = {
    "press": _hold,
    "release": _hold,
    "tap": _tap,
    "wait": _wait,
    "dice": _dice,
    "key": _key,
    "touch": _touch,
    "enter": _enter,
    "quit": _quit,
}


def _words(verb: str, rest: str, count: int) -> list[str]:
    words = rest.split()
    if len(words) != count:
        raise DriveError(f"{verb}: found {len(words)} words, allowed {count}; {VERBS}")
    return words


def _whole(verb: str, word: str, least: int, most: int) -> int:
    digits = word if word.isascii() and word.isdecimal() and len(word) <= len(str(most)) else ""
    if not digits or not least <= int(digits) <= most:
        raise DriveError(f"{verb}: found {_short(word)}, allowed a whole number {least} to {most}")
    return int(digits)


def _short(word: str) -> str:
    """What was found, for a message of one line that can be read."""
    return repr(word if len(word) <= LONGEST_SHOWN else word[:LONGEST_SHOWN] + "...")


class Lines(Protocol):
    """What the feeder needs of a simulated table."""

    def press(self, line: LineId, at_ns: int | None = None) -> None:
        """Pull the line to pressed at this stamp."""

    def release(self, line: LineId, at_ns: int | None = None) -> None:
        """Let it go."""


class Clock(Protocol):
    """What the feeder needs of the table's time."""

    def now_ns(self) -> int:
        """Table time."""

    def wait_s(self, until_ns: int) -> float:
        """Real seconds until then."""


class Feeder:
    """Reads lines from a file descriptor and works the table with them, until the end of the file.

    The end of the file ends nothing: the table runs on. A wrong line ends it with exit 2.
    """

    def __init__(
        self,
        fd: int,
        time: Clock,
        put: Callable[[Item], None],
        lines: Lines | None,
        inputs: frozenset[LineId],
    ) -> None:
        """`lines` None: the pins are real, and `press`, `release` and `tap` are refused."""
        self._fd = fd
        self._time = time
        self._put = put
        self._lines = lines
        self._inputs = inputs
        self._cursor = 0
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="drive", daemon=True)

    def start(self) -> None:
        """Begin; the first line is at the table's time now."""
        self._cursor = self._time.now_ns()
        self._thread.start()

    def stop(self) -> None:
        """Work no further line. The thread may stay in its read until the process ends."""
        self._stopped.set()

    def _run(self) -> None:
        for number, text in enumerate(self._read(), 1):
            if self._stopped.is_set():
                return
            try:
                if len(text) > LONGEST_LINE:
                    raise DriveError(f"longer than {LONGEST_LINE:,} bytes")
                command = parse(text.decode())
                if command is not None:
                    self._work(command, number)
            except (DriveError, UnicodeDecodeError) as error:
                self._put(Stop(2, f"--drive: line {number}: {error}"))
                return

    def _read(self) -> Iterator[bytes]:
        held = b""
        waiting = select.poll()  # select() knows no descriptor above 1023
        waiting.register(self._fd, select.POLLIN)
        while True:
            line, newline, rest = held.partition(b"\n")
            if newline:
                held = rest
                yield line
                continue
            if not waiting.poll(0):
                waiting.poll()
                self._cursor = max(self._cursor, self._time.now_ns())
            try:
                chunk = os.read(self._fd, 65_536)
            except OSError as error:  # a terminal that went away: as the end of a file
                log.warning("--drive: %s; the table goes on", error.strerror)
                chunk = b""
            if not chunk:
                if held:
                    yield held
                return
            held += chunk
            if len(held) > LONGEST_LINE and b"\n" not in held:
                yield held  # refused as it is: its end is not waited for
                return

    def _work(self, command: Command, number: int) -> None:
        match command:
            case Wait(ms):
                self._move(ms)
            case Hold(line, down):
                self._hold(line, down)
            case Tap(line, ms):
                self._hold(line, True)
                self._move(ms)
                self._hold(line, False)
            case Roll(values):
                self._put(Dice(values, self._cursor))
            case Strike(name):
                if of_key(Key(name, self._cursor)) is None:
                    log.warning("--drive: line %d: key %s means nothing", number, _short(name))
                self._put(Key(name, self._cursor))
                self._put(Key(name, self._cursor, down=False))
            case Point(x, y):
                self._put(Touch(x, y, self._cursor))
                self._put(Touch(x, y, self._cursor, down=False))
            case Entry(fields):
                self._put(Enter(fields, self._cursor, number))
            case Quit():
                self._put(Stop(0))

    def _hold(self, line: LineId, down: bool) -> None:
        if self._lines is None:
            raise DriveError("press, release and tap need --pins simulated; the pins here are real")
        if line not in self._inputs:
            raise DriveError(f"no input {_short(line)}; allowed: {', '.join(sorted(self._inputs))}")
        (self._lines.press if down else self._lines.release)(line, self._cursor)

    def _move(self, ms: int) -> None:
        self._cursor += ms * 1_000_000
        while not self._stopped.is_set():
            wait_s = self._time.wait_s(self._cursor)
            if wait_s <= 0:
                return
            self._stopped.wait(wait_s)
