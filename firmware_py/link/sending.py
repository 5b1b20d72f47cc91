"""The sending half of a session: streams by priority, a window, resending, the frame's size. Pure.

Messages are cut into frames with one row of sequence numbers; the stream with the lowest number
goes first, also in the middle of another stream's message. What was lost is told by what arrived:
on a line that keeps the order, a frame that was sent before one that arrived did not. A timer
covers the last frames of a burst; it asks with the oldest one alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Final, NamedTuple

from firmware_py.link.frames import MOST_PAYLOAD

STREAMS: Final = 3
SEQ_MASK: Final = 255
WINDOW: Final = 32
"""Frames under way; at 115,200 baud 0.7 s, more than an adapter and a busy machine hold up."""
LARGE: Final = MOST_PAYLOAD
SMALL: Final = 100

MS: Final = 1_000_000
FIRST_WAIT_NS: Final = 400 * MS
LEAST_WAIT_NS: Final = 60 * MS
MOST_WAIT_NS: Final = 2_000 * MS


class Part(NamedTuple):
    """A part of a message, as the session puts it into a frame."""

    seq: int
    stream: int
    first: bool
    last: bool
    payload: bytes

    @property
    def size(self) -> int:
        return len(self.payload)


class FrameSize:
    """Large frames on a clean line, small ones on a bad one, by what became of the last ones.

    At a bit error rate of 1e-4 one large frame in six is lost, and one small one in twelve.
    """

    LOOK_BAD: Final = 32
    LOST_BAD: Final = 4
    LOOK_GOOD: Final = 96
    LOST_GOOD: Final = 2

    def __init__(self) -> None:
        self.size = LARGE
        self._seen = 0
        self._lost = 0

    def outcome(self, *, lost: bool) -> None:
        """A frame arrived, or did not."""
        self._seen += 1
        self._lost += lost
        if self.size == LARGE:
            if self._lost >= self.LOST_BAD:
                self._become(SMALL)
            elif self._seen >= self.LOOK_BAD:
                self._begin()
        elif self._seen >= self.LOOK_GOOD:
            self._become(LARGE if self._lost <= self.LOST_GOOD else SMALL)

    def _become(self, size: int) -> None:
        self.size = size
        self._begin()

    def _begin(self) -> None:
        self._seen = self._lost = 0


class _Flying:
    """A part under way."""

    __slots__ = ("done_ns", "is_lost", "order", "part", "tries")

    def __init__(self, part: Part) -> None:
        self.part = part
        self.tries = 0
        self.order = 0
        self.done_ns = 0
        self.is_lost = False


class Sender:
    """What one end has to say to the other, until that has confirmed it."""

    def __init__(self) -> None:
        self.sizes = FrameSize()
        self.resent = 0
        """Frames that went out again."""
        self._waiting: tuple[deque[bytes], ...] = tuple(deque() for _ in range(STREAMS))
        self._sent_of = [0] * STREAMS  # bytes of the first waiting message that are under way
        self._flying: dict[int, _Flying] = {}  # by sequence number, oldest first
        self._next = 0
        self._order = 0
        self._wait_ns = FIRST_WAIT_NS
        self._backed_off = 0

    def put(self, stream: int, message: bytes, *, newest_only: bool = False) -> None:
        """Queue a message. `newest_only`: those of the stream that were not begun are dropped."""
        if not message:
            raise ValueError("an empty message; allowed one byte and more")
        waiting = self._waiting[stream]
        if newest_only:
            begun = 1 if self._sent_of[stream] else 0
            while len(waiting) > begun:
                waiting.pop()
        waiting.append(message)

    @property
    def is_idle(self) -> bool:
        """Everything was confirmed."""
        return not self._flying and not any(self._waiting)

    @property
    def has_part(self) -> bool:
        """`take` would give one."""
        return self._lost() is not None or (self._has_room and any(self._waiting))

    def take(self) -> Part | None:
        """What goes out next, if anything may; `sent` has to follow."""
        lost = self._lost()
        if lost is not None:
            return lost.part
        if not self._has_room:
            return None
        stream = next((at for at, waiting in enumerate(self._waiting) if waiting), None)
        if stream is None:
            return None
        part = self._cut(stream)
        self._flying[part.seq] = _Flying(part)
        self._next = part.seq + 1 & SEQ_MASK
        return part

    def sent(self, part: Part, done_ns: int) -> None:
        """The part's last byte leaves the wire at `done_ns`."""
        flying = self._flying[part.seq]
        self.resent += flying.tries > 0
        flying.tries += 1
        self._order += 1
        flying.order, flying.done_ns, flying.is_lost = self._order, done_ns, False

    def confirmed(self, ack: int, early: int, now_ns: int) -> None:
        """The other end has all before `ack`, and of those behind it the bits of `early`."""
        oldest = next(iter(self._flying), self._next)
        count = ack - oldest & SEQ_MASK
        if count > (self._next - oldest & SEQ_MASK):
            return  # an old one, late
        arrived = [oldest + at & SEQ_MASK for at in range(count)]
        arrived += [ack + 1 + at & SEQ_MASK for at in _bits(early)]
        newest = 0
        for seq in arrived:
            flying = self._flying.pop(seq, None)
            if flying is not None:
                newest = max(newest, flying.order)
                self.sizes.outcome(lost=False)
                self._measure(flying, now_ns)
        if newest:
            self._backed_off = 0
            for flying in self._flying.values():
                if flying.order < newest:
                    self._lose(flying)

    def turn_came(self) -> None:
        """On a bus: what the turn's frame does not confirm did not arrive."""
        for flying in self._flying.values():
            self._lose(flying)

    def due_ns(self) -> int | None:
        """When the timer asks."""
        oldest = next(iter(self._flying.values()), None)
        if oldest is None or oldest.is_lost:
            return None
        return oldest.done_ns + min(MOST_WAIT_NS, self._wait_ns << self._backed_off)

    def pass_time(self, now_ns: int) -> None:
        """The timer: nothing was heard of the oldest part for long."""
        due = self.due_ns()
        if due is not None and now_ns >= due:
            self._backed_off = min(self._backed_off + 1, 5)
            self._lose(next(iter(self._flying.values())))

    @property
    def _has_room(self) -> bool:
        """The window is counted from the oldest part, for confirmed ones behind it are gone."""
        oldest = next(iter(self._flying), self._next)
        return (self._next - oldest & SEQ_MASK) < WINDOW

    def _lost(self) -> _Flying | None:
        return next((flying for flying in self._flying.values() if flying.is_lost), None)

    def _lose(self, flying: _Flying) -> None:
        if not flying.is_lost and flying.tries:
            flying.is_lost = True
            self.sizes.outcome(lost=True)

    def _cut(self, stream: int) -> Part:
        waiting = self._waiting[stream]
        message, begin = waiting[0], self._sent_of[stream]
        end = begin + self.sizes.size
        is_last = end >= len(message)
        if is_last:
            waiting.popleft()
        self._sent_of[stream] = 0 if is_last else end
        return Part(self._next, stream, begin == 0, is_last, message[begin:end])

    def _measure(self, flying: _Flying, now_ns: int) -> None:
        """Wait about four times as long as answers take; one that was sent twice says nothing."""
        if flying.tries == 1:
            took = max(now_ns - flying.done_ns, 0)
            self._wait_ns = max(
                LEAST_WAIT_NS, min(MOST_WAIT_NS, (self._wait_ns * 7 + took * 4) // 8)
            )


def _bits(early: int) -> Iterator[int]:
    at = 0
    while early:
        if early & 1:
            yield at
        early >>= 1
        at += 1
