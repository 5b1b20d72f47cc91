"""One session between two ends: both halves, keep-alive, and when something is due. Pure.

On a line of two ends each speaks when it has something to say. On a bus (`polled`) nothing goes out
but in a turn, which ends with a STATE frame that says exactly what arrived.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from firmware_py.link.frames import Frame, Kind
from firmware_py.link.receiving import EARLY, Received, Receiver
from firmware_py.link.sending import Part, Sender

MS: Final = 1_000_000
ACK_AFTER: Final = 4
"""Frames; a message's end is confirmed at once."""
ACK_WAIT_NS: Final = 20 * MS
BEAT_NS: Final = 1_000 * MS
"""So often an end says that it is there."""
DEAD_NS: Final = 4_000 * MS
"""So long nothing was heard: the session is over."""


class Session:
    """What two ends have with each other; `address` is the table's."""

    def __init__(
        self, key: int, address: int, now_ns: int, *, is_gateway: bool, polled: bool
    ) -> None:
        self.key = key
        self.address = address
        self.polled = polled
        self.sender = Sender()
        self.heard_ns = now_ns
        self._receiver = Receiver()
        self._is_gateway = is_gateway
        self._said_ns = now_ns
        self._unconfirmed = 0
        self._ack_ns: int | None = None

    @property
    def is_over(self) -> bool:
        """The other end breaks the format."""
        return self._receiver.broken

    def is_dead(self, now_ns: int) -> bool:
        """Nothing was heard for long."""
        return now_ns - self.heard_ns >= DEAD_NS

    def receive(self, frame: Frame, now_ns: int) -> list[Received]:
        """The messages that a frame of this session completes."""
        self.heard_ns = now_ns
        if frame.kind is Kind.STATE:
            early = int.from_bytes(frame.payload[:EARLY], "little")
            self.sender.confirmed(frame.ack, early, now_ns)
            if self.polled and frame.turn:
                self.sender.turn_came()
            return []
        self.sender.confirmed(frame.ack, 0, now_ns)
        expected = self._receiver.expected
        found = self._receiver.take(frame)
        self._unconfirmed += 1
        in_order = self._receiver.expected != expected and not self._receiver.early
        hurry = not in_order or found or self._unconfirmed >= ACK_AFTER
        due_ns = now_ns if hurry else now_ns + ACK_WAIT_NS
        self._ack_ns = due_ns if self._ack_ns is None else min(self._ack_ns, due_ns)
        return found

    def next_frame(self, now_ns: int) -> Frame | None:
        """On a line of two ends: what goes out now, if anything; `sent` has to follow."""
        self.sender.pass_time(now_ns)
        ack_is_due = self._ack_ns is not None and now_ns >= self._ack_ns
        if ack_is_due or now_ns - self._said_ns >= BEAT_NS:
            return self.state_frame()
        part = self.sender.take()
        return None if part is None else self._data(part)

    def turn_parts(self, most: int) -> Iterator[Frame]:
        """On a bus: up to so many frames of data; the turn's last frame is `state_frame`."""
        for _ in range(most):
            part = self.sender.take()
            if part is None:
                return
            yield self._data(part)

    def state_frame(self, *, turn: bool = False, poll: int = 0, grant: int = 0) -> Frame:
        """What arrived so far; with `turn` it is the other end's turn to speak."""
        payload = self._receiver.early.to_bytes(EARLY, "little") + bytes((grant,))
        return self._frame(Kind.STATE)._replace(turn=turn, seq=poll, payload=payload)

    def sent(self, frame: Frame, now_ns: int, done_ns: int) -> None:
        """The frame goes out; its last byte leaves the wire at `done_ns`."""
        self._said_ns = now_ns
        if frame.kind is Kind.STATE:
            self._ack_ns, self._unconfirmed = None, 0
        else:
            self.sender.sent(
                Part(frame.seq, frame.stream, frame.first, frame.last, frame.payload), done_ns
            )

    def due_ns(self) -> int:
        """When something is to be done if nothing comes."""
        marks = [self.heard_ns + DEAD_NS]
        if not self.polled:
            timer = self.sender.due_ns()
            marks += [mark for mark in (self._ack_ns, timer) if mark is not None]
            marks.append(self._said_ns + BEAT_NS)
        return min(marks)

    def _data(self, part: Part) -> Frame:
        return self._frame(Kind.DATA)._replace(
            stream=part.stream,
            first=part.first,
            last=part.last,
            seq=part.seq,
            payload=part.payload,
        )

    def _frame(self, kind: Kind) -> Frame:
        return Frame(kind, self.address, self._is_gateway, ack=self._receiver.expected)


def grant_of(frame: Frame) -> int:
    """How many frames of data the turn that comes with this frame may have."""
    return frame.payload[EARLY] if len(frame.payload) > EARLY else 0
