"""The receiving half of a session: duplicates dropped, order restored, messages whole. Pure."""

from __future__ import annotations

from typing import Final, NamedTuple

from firmware_py.link.frames import Frame
from firmware_py.link.sending import SEQ_MASK, STREAMS, WINDOW

MOST_MESSAGE: Final = 4 * 1024 * 1024
"""Bytes; a record of 90 minutes has 20,000 as it travels."""
EARLY: Final = 4
"""Bytes of what is known about frames behind a gap."""


class Received(NamedTuple):
    """A whole message."""

    stream: int
    message: bytes


class Receiver:
    """What one end has of the other."""

    def __init__(self) -> None:
        self.expected = 0
        self.broken = False
        """The other end does not keep to the format: the session cannot go on."""
        self._early: dict[int, Frame] = {}
        self._whole: list[bytearray | None] = [None] * STREAMS

    @property
    def early(self) -> int:
        """Bit n: the frame n + 1 behind the expected one is here already."""
        return sum(1 << (seq - self.expected - 1 & SEQ_MASK) for seq in self._early)

    def take(self, frame: Frame) -> list[Received]:
        """The messages that this frame completes; none for one that came before."""
        ahead = frame.seq - self.expected & SEQ_MASK
        if ahead >= WINDOW or frame.seq in self._early or self.broken:
            return []
        if ahead:
            self._early[frame.seq] = frame
            return []
        found: list[Received] = []
        following: Frame | None = frame
        while following is not None:
            self.expected = self.expected + 1 & SEQ_MASK
            self._add(following, found)
            following = self._early.pop(self.expected, None)
        return found

    def _add(self, frame: Frame, found: list[Received]) -> None:
        if frame.stream >= STREAMS:
            self.broken = True
            return
        whole = bytearray() if frame.first else self._whole[frame.stream]
        if whole is None or len(whole) + len(frame.payload) > MOST_MESSAGE:
            self.broken = True
            return
        whole += frame.payload
        if frame.last:
            found.append(Received(frame.stream, bytes(whole)))
        self._whole[frame.stream] = None if frame.last else whole
