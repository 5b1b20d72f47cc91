"""The league's end of a line: asks who is there and keeps a session with each table. Pure.

On a line of two ends there is one table, and both speak when they like. On a bus nobody speaks
unasked: the gateway gives each table its turn, and hears that it is over by its last frame, or by
silence.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Final

from firmware_py.link.end import ONLY, TICK_NS, Down, End, Message, Up
from firmware_py.link.frames import LONGEST, MOST_ADDRESS, Frame, Kind
from firmware_py.link.hello import (
    NO_VERSION,
    NONCE,
    Discover,
    Hello,
    Welcome,
    common_version,
    pack_discover,
    pack_welcome,
    read_hello,
    session_key,
)
from firmware_py.link.quality import LineState
from firmware_py.link.session import Session
from firmware_py.link.turns import Turns

MOST_WELCOMES: Final = 64
MS: Final = 1_000_000
ASK_EVERY_NS: Final = 1_000 * MS
ASK_BUS_EVERY_NS: Final = 2_000 * MS
SLOTS: Final = 8
SLOTS_BESIDE: Final = 4
"""While there are tables with a session."""
SLOT_MS: Final = 30
"""What adapters hold up; the time of an answer comes to it."""


class Peer:
    """A table with a session."""

    def __init__(self, number: int, table: bytes, session: Session) -> None:
        self.number = number
        self.table = table
        self.session = session


class GatewayEnd(End):
    """One line with the tables on it; each session is another `peer`, counted from 1."""

    def __init__(
        self, baud: int, *, bus: bool = False, nonce: Callable[[int], bytes] = os.urandom
    ) -> None:
        super().__init__(baud, self._key_of)
        self._me = nonce(NONCE)
        self._peers: dict[int, Peer] = {}  # by address
        self._count = 0
        self._welcomes: dict[bytes, Welcome] = {}  # by table: who greets again waits once
        self._ask_ns = 0
        self._turns = Turns() if bus else None

    @property
    def peers(self) -> list[int]:
        """The tables with a session."""
        return [peer.number for peer in self._peers.values()]

    def send(self, peer: int, stream: int, message: bytes) -> bool:
        """Queue a message; False where that session is over."""
        found = next((one for one in self._peers.values() if one.number == peer), None)
        if found is None:
            return False
        found.session.sender.put(stream, message)
        if self._turns is not None:
            self._turns.hurry(found.session.address)
        return True

    def opened(self, now_ns: int) -> None:
        """The line is open (again): who is there?"""
        super().opened(now_ns)
        self._ask_ns = now_ns
        if self._turns is not None:
            self._turns.open(now_ns)

    def feed(self, data: bytes, now_ns: int) -> None:
        """Bytes came."""
        if self._turns is not None:
            self._turns.heard(now_ns)
        for frame in self._hear(data, now_ns):
            if frame.from_gateway:
                continue  # the echo of what was sent
            match frame.kind:
                case Kind.HELLO:
                    self._greeted(frame, now_ns)
                case Kind.STATE | Kind.DATA:
                    self._spoken_to(frame, now_ns)
        self.look(now_ns)

    def take(self, now_ns: int) -> bytes:
        """What has to go out now."""
        self.look(now_ns)
        found: list[bytes] = []
        if self._turns is None:
            while self.pace.has_room(now_ns) and (data := self._said_freely(now_ns)):
                found.append(data)
        elif self._turns.is_free(now_ns) and self.pace.has_room(now_ns):
            found += self._said_in_turn(self._turns, now_ns)
        return b"".join(found)

    def due_ns(self, now_ns: int) -> int:
        """When to come again if nothing happens."""
        if not self.pace.has_room(now_ns):
            return self.pace.room_ns()
        if self._turns is not None and not self._turns.is_free(now_ns):
            return self._turns.free_ns
        marks = [now_ns + TICK_NS, self._ask_ns]
        marks += [peer.session.due_ns() for peer in self._peers.values()]
        if self._turns is not None:
            marks += self._turns.marks()
        if self._welcomes:
            marks.append(now_ns)
        return min(marks)

    def look(self, now_ns: int) -> None:
        """Time has passed: sessions end, and the line may be in another state."""
        for address, peer in list(self._peers.items()):
            if peer.session.is_dead(now_ns):
                self._drop(address)
        if self._turns is not None:
            self._turns.pass_time(now_ns)
        if self.state is not LineState.NO_PORT:
            self._become(LineState.UP if self._peers else self._quality.state(now_ns))

    def _said_freely(self, now_ns: int) -> bytes:
        if self._welcomes:
            return self._welcome(now_ns)
        if now_ns >= self._ask_ns:
            self._ask_ns = now_ns + ASK_EVERY_NS
            return self._ask(Discover(self._me), now_ns)
        for peer in self._peers.values():
            frame = peer.session.next_frame(now_ns)
            if frame is not None:
                return self._encoded(frame, now_ns, peer.session)
        return b""

    def _said_in_turn(self, turns: Turns, now_ns: int) -> Iterator[bytes]:
        while self._welcomes:
            yield self._welcome(now_ns)
        if now_ns >= self._ask_ns:
            self._ask_ns = now_ns + (ASK_BUS_EVERY_NS if self._peers else ASK_EVERY_NS)
            slot_ms = min(255, SLOT_MS + 2 * self.pace.took_ns(LONGEST // 4) // MS)
            slots = SLOTS_BESIDE if self._peers else SLOTS
            yield self._ask(Discover(self._me, slots, slot_ms), now_ns)
            turns.listen(self.pace.free_ns + (slots + 1) * slot_ms * MS)
            return
        address = turns.next(now_ns)
        if address is None:
            return
        session = self._peers[address].session
        poll = turns.begin(address)
        for frame in session.turn_parts(turns.own_frames):
            yield self._encoded(frame, now_ns, session)
        grant = turns.grant
        over = session.state_frame(turn=True, poll=poll, grant=grant)
        yield self._encoded(over, now_ns, session)
        turns.given(self.pace.free_ns, self.pace.took_ns(grant * LONGEST))

    def _ask(self, discover: Discover, now_ns: int) -> bytes:
        payload = pack_discover(discover)
        return self._encoded(Frame(Kind.DISCOVER, from_gateway=True, payload=payload), now_ns)

    def _welcome(self, now_ns: int) -> bytes:
        payload = pack_welcome(self._welcomes.pop(next(iter(self._welcomes))))
        return self._encoded(Frame(Kind.WELCOME, from_gateway=True, payload=payload), now_ns)

    def _key_of(self, address: int) -> int | None:
        peer = self._peers.get(address)
        return None if peer is None else peer.session.key

    def _greeted(self, frame: Frame, now_ns: int) -> None:
        said = read_hello(frame.payload)
        if said is None or said.gateway != self._me:
            return
        polled = self._turns is not None
        if not common_version(said.lowest, said.highest):
            self._answer(Welcome(said.table, self._me, 0, polled, NO_VERSION))
            return
        known = next((one for one in self._peers.values() if one.table == said.table), None)
        address = self._new(said, now_ns) if known is None else known.session.address
        if address:
            self._answer(Welcome(said.table, self._me, address, polled))

    def _answer(self, welcome: Welcome) -> None:
        """Say it when there is room; a table that goes on greeting is answered once."""
        if welcome.table in self._welcomes or len(self._welcomes) < MOST_WELCOMES:
            self._welcomes[welcome.table] = welcome

    def _new(self, said: Hello, now_ns: int) -> int:
        """The address of a table that was not here before; 0 where all are taken."""
        if self._turns is None:
            address = ONLY
            self._drop(address)  # the table was started again
        else:
            free = (at for at in range(1, MOST_ADDRESS + 1) if at not in self._peers)
            address = next(free, 0)
            if not address:
                return 0
            self._turns.add(address, now_ns)
        self._count += 1
        key = session_key(self._me, said.table)
        polled = self._turns is not None
        session = Session(key, address, now_ns, is_gateway=True, polled=polled)
        self._peers[address] = Peer(self._count, said.table, session)
        self._events.append(Up(self._count, self._me, said.table))
        return address

    def _spoken_to(self, frame: Frame, now_ns: int) -> None:
        peer = self._peers.get(frame.address)
        if peer is None:
            return
        found = peer.session.receive(frame, now_ns)
        self._events += [Message(peer.number, got.stream, got.message) for got in found]
        if self._turns is not None:
            if frame.kind is Kind.DATA:
                self._turns.had_data(frame.address)
            elif frame.turn:
                self._turns.over(frame.address, frame.seq, now_ns)
        if peer.session.is_over:
            self._drop(frame.address)

    def _drop(self, address: int) -> None:
        peer = self._peers.pop(address, None)
        if peer is not None:
            if self._turns is not None:
                self._turns.remove(address)
            self._events.append(Down(peer.number))
