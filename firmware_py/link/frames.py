"""The codec of the line: bytes in, frames or damage out. Pure; no port, no time.

On the wire a frame is COBS (no zero inside) with a zero behind it: whatever is lost, the next zero
is a fresh start. Inside: four bytes of header, the payload, a CRC-32.

    byte 0   address 0-63, 64: the turn goes over, 128: from the gateway
    byte 1   kind 0-7, stream * 8, 32: first part of a message, 64: last part
    byte 2   sequence number, or the poll's
    byte 3   the sequence number that is expected next from the other end

The CRC starts from the session's key, so a frame of another session (another table, or this one
before its power was cut) is no frame here, at the price of no byte.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Final, NamedTuple
from zlib import crc32

HEADER: Final = 4
CRC: Final = 4
MOST_PAYLOAD: Final = 240
MOST_RAW: Final = HEADER + MOST_PAYLOAD + CRC  # under 254: one COBS byte is enough
OVERHEAD: Final = HEADER + CRC + 2
LONGEST: Final = MOST_RAW + 2
"""On the wire, its zero included."""
STATE_PAYLOAD: Final = 5
"""What a STATE holds: which later frames arrived, and how many may be sent in a turn."""
NO_KEY: Final = 0
"""The key before there is a session."""
BROADCAST: Final = 0
MOST_ADDRESS: Final = 63

_TURN: Final = 64
_FROM_GATEWAY: Final = 128
_KIND: Final = 7
_STREAM_AT: Final = 3
_FIRST: Final = 32
_LAST: Final = 64
_SPARE: Final = 128


class Kind(IntEnum):
    """What a frame is."""

    DISCOVER = 0
    HELLO = 1
    WELCOME = 2
    STATE = 3
    """What was received; keeps a session alive, and hands over the turn on a bus."""
    DATA = 4


OPEN: Final = frozenset((Kind.DISCOVER, Kind.HELLO, Kind.WELCOME))
"""Kinds that need no session."""

_KINDS: Final = {kind.value: kind for kind in Kind}


class Frame(NamedTuple):
    """One frame, without what makes it safe on the wire."""

    kind: Kind
    address: int = BROADCAST
    from_gateway: bool = False
    turn: bool = False
    stream: int = 0
    first: bool = False
    last: bool = False
    seq: int = 0
    ack: int = 0
    payload: bytes = b""

    @property
    def size(self) -> int:
        """Bytes on the wire."""
        return len(self.payload) + OVERHEAD


KeyOf = Callable[[int], int | None]
"""The key of the session with this address; None: no session of ours."""


def encode(frame: Frame, key: int = NO_KEY) -> bytes:
    """The frame as it goes out, with its zero."""
    head = bytes(
        (
            frame.address | _TURN * frame.turn | _FROM_GATEWAY * frame.from_gateway,
            frame.kind | frame.stream << _STREAM_AT | _FIRST * frame.first | _LAST * frame.last,
            frame.seq,
            frame.ack,
        )
    )
    body = head + frame.payload
    raw = body + crc32(body, key).to_bytes(CRC, "little")
    if len(raw) > MOST_RAW:
        raise ValueError(f"a payload of {len(frame.payload)} bytes; allowed {MOST_PAYLOAD}")
    return b"".join(bytes((len(part) + 1,)) + part for part in raw.split(b"\0")) + b"\0"


def decode(stuffed: bytes, key_of: KeyOf) -> Frame | None:
    """The frame between two zeros; None if it is none, or of a session that is not ours."""
    raw = _unstuffed(stuffed)
    kind = None if raw is None else _kind_of(raw)
    if raw is None or kind is None:
        return None
    address = raw[0] & MOST_ADDRESS
    key = NO_KEY if kind in OPEN else key_of(address)
    if key is None or crc32(raw[:-CRC], key) != int.from_bytes(raw[-CRC:], "little"):
        return None
    return Frame(
        kind,
        address,
        bool(raw[0] & _FROM_GATEWAY),
        bool(raw[0] & _TURN),
        raw[1] >> _STREAM_AT & 3,
        bool(raw[1] & _FIRST),
        bool(raw[1] & _LAST),
        raw[2],
        raw[3],
        raw[HEADER:-CRC],
    )


def is_anothers(stuffed: bytes) -> bool:
    """Built like a frame of some session. Where it is not ours, the line has the right speed all
    the same: what a wrong one makes of frames is next to never built like one.
    """
    raw = _unstuffed(stuffed)
    kind = None if raw is None else _kind_of(raw)
    if raw is None or kind is None or not raw[0] & MOST_ADDRESS:
        return False
    size = len(raw) - HEADER - CRC
    return size == STATE_PAYLOAD if kind is Kind.STATE else kind is Kind.DATA and size > 0


class Decoder:
    """Cuts a stream of bytes into frames. Whatever comes, it never raises and never grows."""

    def __init__(self, key_of: KeyOf) -> None:
        self._key_of = key_of
        self._held = bytearray()
        self._overlong = False
        self.good = 0
        """Frames so far."""
        self.bad = 0
        """Pieces between two zeros that were no frame of ours."""
        self.strange = 0
        """Those of them that are built like a frame: another session's."""

    def feed(self, data: bytes) -> list[Frame]:
        """The frames that end in `data`."""
        *ended, rest = data.split(b"\0")
        frames = [frame for piece in ended if (frame := self._end(piece)) is not None]
        self._hold(rest)
        return frames

    def reset(self) -> None:
        """Another line: what was half heard is forgotten."""
        self._held.clear()
        self._overlong = False

    def _end(self, piece: bytes) -> Frame | None:
        self._hold(piece)
        stuffed, overlong = bytes(self._held), self._overlong
        self.reset()
        if not stuffed and not overlong:
            return None  # two zeros behind one another: nothing was lost
        frame = None if overlong else decode(stuffed, self._key_of)
        self.good += frame is not None
        self.bad += frame is None
        self.strange += frame is None and not overlong and is_anothers(stuffed)
        return frame

    def _hold(self, piece: bytes) -> None:
        if len(self._held) + len(piece) < LONGEST:
            self._held += piece
        else:  # no frame is that long: wait for the next zero
            self._held.clear()
            self._overlong = True


def _kind_of(raw: bytes) -> Kind | None:
    """What a frame of these bytes would be; None where they cannot be one."""
    if not HEADER + CRC <= len(raw) <= MOST_RAW or raw[1] & _SPARE:
        return None
    return _KINDS.get(raw[1] & _KIND)


def _unstuffed(stuffed: bytes) -> bytes | None:
    """COBS undone; None where its counts do not come out."""
    parts: list[bytes] = []
    at, end = 0, len(stuffed)
    while at < end:
        then = at + stuffed[at]
        if then > end:
            return None
        parts.append(stuffed[at + 1 : then])
        at = then
    return b"\0".join(parts)
