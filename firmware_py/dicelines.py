"""What a dice reader says, line by line, and when it is a roll. Pure: fed with stamps.

    dice 3 4     both dice lie; `-` for a die that has not settled
    lifted 1     a die is in the air; `lifted` alone: both are
    alive        the reader lives, and nothing has changed

A roll is a pair of faces that lay still for a moment, after the dice had moved or the reader had
said nothing of them for a while. It counts from the first byte of the line that said so first.
Anything else, a face that does not exist, half a line, noise, is no roll and undoes none.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

Pair = tuple[int, int]
Rate = int | float | Fraction
"""Table time in real time (`--fast`): a throw takes real time."""

SECOND_NS: Final = 1_000_000_000
SETTLE_NS: Final = 250_000_000
"""So long the faces have to stay what they are."""
MOVED_NS: Final = 300_000_000
"""A throw takes longer; a knock against the table does not."""
APART_NS: Final = 2 * SECOND_NS
"""Two throws are at least so far apart, where the reader says nothing of the dice between them."""
SILENT_NS: Final = 5 * SECOND_NS
GARBLED_NS: Final = 3 * SECOND_NS
GARBLED_BYTES: Final = 8
LONGEST: Final = 64
STALE_NS: Final = SECOND_NS
"""Half a line that old is no line any more."""


class Faces(NamedTuple):
    """What the dice show; None for a die that has not settled."""

    first: int | None
    second: int | None


class Lifted(NamedTuple):
    """A die is in the air; None: both."""

    die: int | None


class Alive(NamedTuple):
    """The reader is there."""


class NoFace(NamedTuple):
    """A face that no die has: the reader is there, and this is no roll."""


Said = Faces | Lifted | Alive | NoFace


class Roll(NamedTuple):
    """Dice that came to rest, at the stamp of the line that said so first."""

    dice: Pair
    at_ns: int


class Stamped(NamedTuple):
    """A line, with the stamp of its first byte."""

    text: bytes
    at_ns: int


class ReaderState(StrEnum):
    """How a reader is."""

    OK = "ok"
    AWAY = "away"  # cannot be opened, was unplugged, has ended
    SILENT = "silent"
    GARBLED = "garbled"  # bytes come, and none of them is a line: another speed, probably


def understand(line: bytes) -> Said | None:
    """The meaning of a line; None for noise."""
    try:
        words = line.decode("ascii").split()
    except UnicodeDecodeError:
        return None
    match words:
        case ["alive"]:
            return Alive()
        case ["lifted"]:
            return Lifted(None)
        case ["lifted", "1" | "2" as die]:
            return Lifted(int(die))
        case ["dice", first, second]:
            return _faces(first, second)
    return None


def _faces(*words: str) -> Said | None:
    if any(word != "-" and not (word.isdecimal() and len(word) <= 2) for word in words):
        return None
    faces = [None if word == "-" else int(word) for word in words]
    if any(face is not None and not 1 <= face <= 6 for face in faces):
        return NoFace()
    return Faces(faces[0], faces[1])


class LineCutter:
    """Cuts what arrives into lines. CR, LF or both end one; half a line that nothing follows, and
    noise without an end, are let go.
    """

    def __init__(self, rate: Rate = 1) -> None:
        self._stale_ns = int(STALE_NS * rate)
        self._held = bytearray()
        self._held_ns = 0

    def feed(self, chunk: bytes, at_ns: int) -> list[Stamped]:
        """The lines that `chunk`, which arrived at `at_ns`, completes; empty ones are left out."""
        if self._held and at_ns - self._held_ns > self._stale_ns:
            self._held.clear()
        lines = []
        for part in chunk.replace(b"\r", b"\n").splitlines(keepends=True):
            if not self._held:
                self._held_ns = at_ns
            self._held += part
            if self._held.endswith(b"\n") or len(self._held) > LONGEST:
                text = bytes(self._held[:LONGEST]).strip()
                if text:
                    lines.append(Stamped(text, self._held_ns))
                self._held.clear()
        return lines


class Settling:
    """Faces in, rolls out."""

    def __init__(self, opened_ns: int, rate: Rate = 1) -> None:
        """Dice that a reader reports over and over from `opened_ns` on have lain there before."""
        self._settle_ns, self._moved_for_ns = int(SETTLE_NS * rate), int(MOVED_NS * rate)
        self._apart_ns = int(APART_NS * rate)
        self._opened_ns: int | None = opened_ns  # None: what it says now is new
        self._thrown = True
        self._tells_motion = False
        self._moved_ns: int | None = None
        self._told_ns = opened_ns
        self._waiting: Roll | None = None

    def feed(self, said: Faces | Lifted | NoFace, at_ns: int) -> Roll | None:
        """Something about the dice; returns the roll that was decided before it came."""
        roll = self.pass_time(at_ns)
        if isinstance(said, NoFace):
            self._waiting = None
        elif isinstance(said, Faces) and said.first is not None and said.second is not None:
            self._lies((said.first, said.second), at_ns)
        else:
            self._waiting = self._opened_ns = None
            self._tells_motion = True
            if self._moved_ns is None:
                self._moved_ns = at_ns
        self._told_ns = at_ns
        return roll

    def decides_at(self) -> int | None:
        """When `pass_time` decides something."""
        if self._waiting is None:
            return None
        quiet_ns = self._settle_ns if self._opened_ns is None else self._apart_ns
        return self._waiting.at_ns + quiet_ns

    def pass_time(self, now_ns: int) -> Roll | None:
        """The roll that lay still for long enough by now."""
        due_ns = self.decides_at()
        if due_ns is None or now_ns < due_ns:
            return None
        roll = self._waiting
        self._settled()
        return roll

    def _lies(self, dice: Pair, at_ns: int) -> None:
        if self._opened_ns is not None and self._waiting is None:
            if at_ns - self._opened_ns >= self._apart_ns:
                self._opened_ns = None
        elif self._waiting is not None and self._waiting.dice == dice:
            if self._opened_ns is not None and at_ns - self._waiting.at_ns > self._settle_ns:
                self._settled()
            return
        if self._moved_ns is not None:
            self._thrown = self._thrown or at_ns - self._moved_ns >= self._moved_for_ns
        elif not self._tells_motion and at_ns - self._told_ns >= self._apart_ns:
            self._thrown = True
        self._moved_ns = None
        if self._thrown:
            self._waiting = Roll(dice, at_ns)

    def _settled(self) -> None:
        """What lies is known: it is a roll, or lay there before."""
        self._waiting = self._opened_ns = self._moved_ns = None
        self._thrown = False


class Watch:
    """Whether a reader can be relied on, from what arrives and what does not."""

    def __init__(self, at_ns: int, rate: Rate = 1) -> None:
        self._silent_ns, self._garbled_ns = int(SILENT_NS * rate), int(GARBLED_NS * rate)
        self._heard_ns = at_ns
        self._has_spoken = False
        self._beats = False
        self._noise = 0
        self._noise_ns = 0

    def arrived(self, length: int, at_ns: int) -> None:
        """So many bytes came: noise, until a line among them says something."""
        if not self._noise:
            self._noise_ns = at_ns
        self._noise += length

    def heard(self, said: Said, at_ns: int) -> None:
        """A line with a meaning."""
        self._noise = 0
        self._heard_ns = at_ns
        self._has_spoken = True
        self._beats = self._beats or isinstance(said, Alive)

    def state(self, now_ns: int) -> ReaderState:
        """How it is now."""
        if self._noise >= GARBLED_BYTES and now_ns - self._noise_ns >= self._garbled_ns:
            return ReaderState.GARBLED
        expected = self._beats or not self._has_spoken
        if expected and now_ns - self._heard_ns >= self._silent_ns:
            return ReaderState.SILENT
        return ReaderState.OK

    def changes_at(self, now_ns: int) -> int | None:
        """When silence or noise alone will have changed the state next; None: never."""
        marks = []
        if self._noise >= GARBLED_BYTES:
            marks.append(self._noise_ns + self._garbled_ns)
        if self._beats or not self._has_spoken:
            marks.append(self._heard_ns + self._silent_ns)
        return min((mark for mark in marks if mark > now_ns), default=None)
