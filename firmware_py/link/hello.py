"""What two ends say before they have a session; the versions are compared here. Pure.

The gateway asks who is there (DISCOVER), a table answers (HELLO), the gateway gives it an address
(WELCOME). Each end makes up eight bytes when it starts; both together are the session's key. So an
end that was started again is another one, and no frame of the session before means anything.
"""

from __future__ import annotations

import struct
from typing import Final, NamedTuple
from zlib import crc32

LOWEST: Final = 1
HIGHEST: Final = 1
"""The versions of the format that this end speaks."""
NONCE: Final = 8
NO_VERSION: Final = 0

_DISCOVER: Final = struct.Struct(f"<BB{NONCE}sBB")
_HELLO: Final = struct.Struct(f"<BB{NONCE}s{NONCE}s")
_WELCOME: Final = struct.Struct(f"<B{NONCE}s{NONCE}sBB")


class Discover(NamedTuple):
    """The gateway asks. `slots` 0: a line of two ends, on which each may speak at any time.

    On a bus a table answers in a slot that it draws; each lasts `slot_ms`.
    """

    gateway: bytes
    slots: int = 0
    slot_ms: int = 0
    lowest: int = LOWEST
    highest: int = HIGHEST


class Hello(NamedTuple):
    """A table answers to the gateway that asked."""

    table: bytes
    gateway: bytes
    lowest: int = LOWEST
    highest: int = HIGHEST


class Welcome(NamedTuple):
    """The table's address. `version` 0: none in common; `polled`: the table waits for turns."""

    table: bytes
    gateway: bytes
    address: int
    polled: bool
    version: int = HIGHEST


def common_version(lowest: int, highest: int) -> int:
    """The newest version that both ends speak; 0 where there is none."""
    newest = min(highest, HIGHEST)
    return newest if newest >= max(lowest, LOWEST) else NO_VERSION


def session_key(gateway: bytes, table: bytes) -> int:
    """Where the CRC of the session's frames begins; never the one before a session."""
    return crc32(gateway + table) or 1


def pack_discover(said: Discover) -> bytes:
    """A payload."""
    return _DISCOVER.pack(said.lowest, said.highest, said.gateway, said.slots, said.slot_ms)


def pack_hello(said: Hello) -> bytes:
    """A payload."""
    return _HELLO.pack(said.lowest, said.highest, said.table, said.gateway)


def pack_welcome(said: Welcome) -> bytes:
    """A payload."""
    return _WELCOME.pack(said.version, said.table, said.gateway, said.address, said.polled)


# Newer versions may say more behind what is known here, so only what is too short is none.


def read_discover(payload: bytes) -> Discover | None:
    """What a payload says."""
    if len(payload) < _DISCOVER.size:
        return None
    lowest, highest, gateway, slots, slot_ms = _DISCOVER.unpack_from(payload)
    return Discover(gateway, slots, slot_ms, lowest, highest)


def read_hello(payload: bytes) -> Hello | None:
    """What a payload says."""
    if len(payload) < _HELLO.size:
        return None
    lowest, highest, table, gateway = _HELLO.unpack_from(payload)
    return Hello(table, gateway, lowest, highest)


def read_welcome(payload: bytes) -> Welcome | None:
    """What a payload says."""
    if len(payload) < _WELCOME.size:
        return None
    version, table, gateway, address, polled = _WELCOME.unpack_from(payload)
    return Welcome(table, gateway, address, bool(polled), version)
