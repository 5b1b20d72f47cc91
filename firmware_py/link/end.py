"""What both ends of a line have in common: bytes in, bytes out, events, the line's state. Pure."""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

from firmware_py.link.frames import NO_KEY, Decoder, Frame, KeyOf, encode
from firmware_py.link.pace import Pace
from firmware_py.link.quality import LineState, Quality
from firmware_py.link.session import Session

TICK_NS: Final = 500_000_000
"""An end looks at the line at least so often."""
ONLY: Final = 1
"""The address on a line of two ends."""


class Up(NamedTuple):
    """A session began. The nonces name it: whoever signs them proves who is at the other end."""

    peer: int
    gateway: bytes
    table: bytes


class Down(NamedTuple):
    """A session ended; what it had not confirmed has to be said again in another one."""

    peer: int


class Message(NamedTuple):
    """A whole message came."""

    peer: int
    stream: int
    data: bytes


class Changed(NamedTuple):
    """The line is in another state; `why` for a log where there is more to say."""

    state: LineState
    why: str = ""


Event = Up | Down | Message | Changed


class Node(Protocol):
    """An end as the thread works it (wire.py)."""

    def opened(self, now_ns: int) -> None:
        """The line is open (again)."""

    def lost(self, why: str) -> None:
        """The line cannot be had."""

    def look(self, now_ns: int) -> None:
        """Time has passed: sessions end, and the line may be in another state."""

    def feed(self, data: bytes, now_ns: int) -> None:
        """Bytes came."""

    def take(self, now_ns: int) -> bytes:
        """What has to go out now."""

    def due_ns(self, now_ns: int) -> int:
        """When to come again if nothing happens."""

    def events(self) -> list[Event]:
        """What happened since this was asked last."""


class End:
    """The part of an end that does not depend on which one it is."""

    def __init__(self, baud: int, key_of: KeyOf) -> None:
        self.pace = Pace(baud)
        self.decoder = Decoder(key_of)
        self.state = LineState.NO_PORT
        self._why: str | None = None
        self._quality = Quality(0)
        self._events: list[Event] = []

    def opened(self, now_ns: int) -> None:
        """The line is open (again); sessions go on, what was lost is sent again."""
        self.pace.free_ns = now_ns
        self.decoder.reset()
        self._quality = Quality(now_ns)
        self._become(LineState.WAITING)

    def lost(self, why: str) -> None:
        """The line cannot be had."""
        self._become(LineState.NO_PORT, why)

    def events(self) -> list[Event]:
        """What happened since this was asked last."""
        found, self._events = self._events, []
        return found

    def _hear(self, data: bytes, now_ns: int) -> list[Frame]:
        strange = self.decoder.strange
        frames = self.decoder.feed(data)
        built = len(frames) + self.decoder.strange - strange
        self._quality.heard(len(data), built, now_ns)
        return frames

    def _encoded(self, frame: Frame, now_ns: int, session: Session | None = None) -> bytes:
        """The frame's bytes, reckoned as given to the wire; a zero ahead where it was idle, which
        ends whatever noise came before.
        """
        was_idle = self.pace.free_ns <= now_ns
        data = encode(frame, NO_KEY if session is None else session.key)
        data = b"\0" + data if was_idle else data
        done_ns = self.pace.give(len(data), now_ns)
        if session is not None:
            session.sent(frame, now_ns, done_ns)
        return data

    def _become(self, state: LineState, why: str = "") -> None:
        if (state, why) != (self.state, self._why):
            self.state, self._why = state, why
            self._events.append(Changed(state, why))
