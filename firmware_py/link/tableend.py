"""The table's end of a line: silent until a gateway asks, then a session with it. Pure.

On a bus it speaks only in its slot and in its turn, and each turn once, however often the frame
that gave it arrives.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Final

from firmware_py.link.end import ONLY, TICK_NS, Down, End, Message, Up
from firmware_py.link.frames import Frame, Kind
from firmware_py.link.hello import (
    NONCE,
    Hello,
    common_version,
    pack_hello,
    read_discover,
    read_welcome,
    session_key,
)
from firmware_py.link.quality import LineState
from firmware_py.link.session import Session, grant_of

MS_NS: Final = 1_000_000
NOBODY: Final = bytes(NONCE)
CRY_MS: Final = 5
CRY_EVERY_NS: Final = 1_000 * MS_NS
"""A table whose speed is wrong understands nobody and would say nothing for ever, and its gateway
would hear nothing. So it answers noise, as long as a port at 9,600 baud needs to hear some of it.
"""


class TableEnd(End):
    """One table. Each session is another `peer`, counted from 1."""

    def __init__(
        self,
        baud: int,
        nonce: Callable[[int], bytes] = os.urandom,
        draw: Callable[[int], int] = random.randrange,
    ) -> None:
        super().__init__(baud, self._key_of)
        self._nonce = nonce
        self._draw = draw
        self._me = nonce(NONCE)
        self._gateway = b""
        self._hello_ns: int | None = None
        self._cry_ns = 0
        self._is_strange = False
        self._session: Session | None = None
        self._peer = 0
        self._turn: Frame | None = None
        self._poll = 0

    @property
    def is_up(self) -> bool:
        """There is a session."""
        return self._session is not None

    @property
    def resent(self) -> int:
        """Frames of this session that went out again."""
        return 0 if self._session is None else self._session.sender.resent

    @property
    def frame_size(self) -> int:
        """Bytes of payload in a full frame of this session now."""
        return 0 if self._session is None else self._session.sender.sizes.size

    @property
    def is_idle(self) -> bool:
        """The gateway has confirmed all that was sent, or there is no session."""
        return self._session is None or self._session.sender.is_idle

    def send(self, stream: int, message: bytes, *, newest_only: bool = False) -> bool:
        """Queue a message of this session; False where there is none."""
        if self._session is None:
            return False
        self._session.sender.put(stream, message, newest_only=newest_only)
        return True

    def feed(self, data: bytes, now_ns: int) -> None:
        """Bytes came."""
        for frame in self._hear(data, now_ns):
            if not frame.from_gateway:
                continue  # another table, or the echo of what was sent
            match frame.kind:
                case Kind.DISCOVER:
                    self._asked(frame, now_ns)
                case Kind.WELCOME:
                    self._welcomed(frame, now_ns)
                case Kind.STATE | Kind.DATA:
                    self._spoken_to(frame, now_ns)
        self.look(now_ns)

    def take(self, now_ns: int) -> bytes:
        """What has to go out now."""
        self.look(now_ns)
        found: list[bytes] = []
        while self.pace.has_room(now_ns):
            if self._hello_ns is not None and now_ns >= self._hello_ns:
                self._hello_ns = None
                payload = pack_hello(Hello(self._me, self._gateway))
                found.append(self._encoded(Frame(Kind.HELLO, payload=payload), now_ns))
                continue
            session = self._session
            if session is None:
                found += self._cry(now_ns)
                break
            if session.polled:
                found += self._use_turn(session, now_ns)
                break
            frame = session.next_frame(now_ns)
            if frame is None:
                break
            found.append(self._encoded(frame, now_ns, session))
        return b"".join(found)

    def due_ns(self, now_ns: int) -> int:
        """When to come again if nothing happens."""
        marks = [now_ns + TICK_NS]
        if self._hello_ns is not None:
            marks.append(self._hello_ns)
        cry_ns = self._quality.noise_ns()
        if self._session is None and cry_ns is not None:
            marks.append(max(cry_ns, self._cry_ns, self.pace.room_ns()))
        if self._session is not None:
            if not self.pace.has_room(now_ns):
                return self.pace.room_ns()
            marks.append(self._session.due_ns())
            if self._turn is not None:
                marks.append(now_ns)
        return min(marks)

    def look(self, now_ns: int) -> None:
        """Time has passed: sessions end, and the line may be in another state."""
        if self._session is not None and self._session.is_dead(now_ns):
            self._drop()
        if self.state is LineState.NO_PORT:
            return
        if self._session is not None:
            self._become(LineState.UP)
        elif self._is_strange:
            self._become(LineState.OTHER_VERSION)
        else:
            self._become(self._quality.state(now_ns))

    def _key_of(self, address: int) -> int | None:
        session = self._session
        return session.key if session is not None and session.address == address else None

    def _asked(self, frame: Frame, now_ns: int) -> None:
        said = read_discover(frame.payload)
        if said is None or (self._session is not None and said.gateway == self._gateway):
            return
        self._drop()  # the gateway was started again, or is another one
        self._is_strange = not common_version(said.lowest, said.highest)
        if self._is_strange:
            return
        self._gateway = said.gateway
        slot_ms = self._draw(said.slots) * said.slot_ms if said.slots else 0
        self._hello_ns = now_ns + slot_ms * MS_NS

    def _welcomed(self, frame: Frame, now_ns: int) -> None:
        said = read_welcome(frame.payload)
        if said is None or said.table != self._me or said.gateway != self._gateway:
            return
        self._hello_ns = None
        self._is_strange = not common_version(said.version, said.version)
        if self._is_strange or self._session is not None:
            return
        key = session_key(said.gateway, said.table)
        self._session = Session(
            key, said.address or ONLY, now_ns, is_gateway=False, polled=said.polled
        )
        self._turn, self._poll = None, 0
        self._peer += 1
        self._events.append(Up(self._peer, said.gateway, said.table))

    def _spoken_to(self, frame: Frame, now_ns: int) -> None:
        session = self._session
        if session is None:
            return
        is_turn = session.polled and frame.kind is Kind.STATE and frame.turn
        if is_turn and frame.seq == self._poll:
            return  # the same turn again
        found = session.receive(frame, now_ns)
        self._events += [Message(self._peer, got.stream, got.message) for got in found]
        if is_turn:
            self._turn, self._poll = frame, frame.seq
        if session.is_over:
            self._drop()

    def _use_turn(self, session: Session, now_ns: int) -> list[bytes]:
        turn, self._turn = self._turn, None
        if turn is None:
            return []
        found = [
            self._encoded(frame, now_ns, session) for frame in session.turn_parts(grant_of(turn))
        ]
        end = session.state_frame(turn=True, poll=turn.seq)
        return [*found, self._encoded(end, now_ns, session)]

    def _cry(self, now_ns: int) -> list[bytes]:
        """Where bytes come and never a frame: a few that the other end can hear. At the right
        speed they are a greeting to nobody, and mean nothing.
        """
        noise_ns = self._quality.noise_ns()
        if noise_ns is None or now_ns < max(noise_ns, self._cry_ns):
            return []
        self._cry_ns = now_ns + CRY_EVERY_NS
        frame = Frame(Kind.HELLO, payload=pack_hello(Hello(self._me, NOBODY)))
        count = 1 + CRY_MS * MS_NS // self.pace.took_ns(frame.size)
        return [self._encoded(frame, now_ns) for _ in range(count)]

    def _drop(self) -> None:
        """The session is over; the next one has another name."""
        if self._session is not None:
            self._session, self._turn = None, None
            self._me = self._nonce(NONCE)
            self._events.append(Down(self._peer))
