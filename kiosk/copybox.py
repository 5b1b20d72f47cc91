"""The copy of an open game: read by whole lines, sealed for the league's tables and nobody else.

A copy holds what only the official may know. It is encrypted under a key of its game, and that key
is sealed for each table that the league has enrolled; the list of those is the league's, signed. So
a league, a stick, a copy of a database and whoever listens hold nothing that they can read.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from kiosk.disk import write_whole
from kiosk.seal import TableKey
from rules.chain import HEX
from rules.packed import pack, unpack
from rules.takeover import Takeover, tables_message, takeover_message

LIST: Final = "tables.json"
CARRIED_LIST: Final = "tableside-tables.json"
MARK: Final = 16
"""Digits of a table's key by which its part of a copy is found."""
MOST_BYTES: Final = 200_000
"""Of a record in one piece; a game of 90 minutes has about as many."""


class Part(NamedTuple):
    """Whole lines of a record behind `first` others; `head`: the last one's hash."""

    first: int
    lines: int
    head: str
    data: bytes


class Tables(NamedTuple):
    """The league's tables by name, with their keys (hex), and the mark of this list."""

    keys: Mapping[str, str]
    mark: str


def head_at(record: bytes, lines: int) -> str | None:
    """The hash of a record's line of this number; empty for 0, None where it has not so many."""
    if lines == 0:
        return ""
    found = record.split(b"\n", lines)
    return _head_of(found[lines - 1]) if len(found) > lines else None


def part(record: bytes, first: int) -> Part | None:
    """The next whole lines behind `first`, no more than travel well at once; None: there are none.
    A line that is damaged travels like any other.
    """
    lines = record.split(b"\n")[first:-1]
    size, count = 0, 0
    for line in lines:
        size += len(line) + 1
        count += 1
        if size > MOST_BYTES:
            break
    if count == 0:
        return None
    chosen = lines[:count]
    return Part(first, count, _head_of(chosen[-1]), b"\n".join(chosen) + b"\n")


def copy_key(table: TableKey, game: str) -> bytes:
    """The key of a game's copy: the same after a restart, and nothing of the table's own key."""
    return blake2b(f"tableside copy 1\n{game}".encode(), key=table.seed, digest_size=32).digest()


def sealed(key: bytes, data: bytes) -> bytes:
    """Lines of a record as they leave the table."""
    from nacl.secret import SecretBox

    return bytes(SecretBox(key).encrypt(pack(data)))


def unsealed(key: bytes, data: bytes) -> bytes:
    """Back; raises ValueError for what was not sealed with this key, or is damaged."""
    from nacl.exceptions import CryptoError
    from nacl.secret import SecretBox

    try:
        return unpack(SecretBox(key).decrypt(data))
    except CryptoError as error:
        raise ValueError(str(error)) from None


def wraps(tables: Tables, own: str, key: bytes, dice: bytes | None) -> dict[str, str]:
    """The copy's key, and the seed of the table's dice where it throws them, sealed for each table
    but this one (`own`, its key in hex).
    """
    from nacl.public import SealedBox
    from nacl.signing import VerifyKey

    secret = json.dumps({"key": key.hex(), "dice": None if dice is None else dice.hex()}).encode()
    others = [found for found in tables.keys.values() if found != own]
    return {
        found[:MARK]: b64encode(
            SealedBox(VerifyKey(bytes.fromhex(found)).to_curve25519_public_key()).encrypt(secret)
        ).decode()
        for found in others
    }


def unwrap(table: TableKey, wrap: str) -> tuple[bytes, bytes | None]:
    """The copy's key and the dice's seed; raises ValueError where it is not sealed for us."""
    from nacl.exceptions import CryptoError
    from nacl.public import SealedBox
    from nacl.signing import SigningKey

    own = SigningKey(table.seed).to_curve25519_private_key()
    try:
        found = json.loads(SealedBox(own).decrypt(b64decode(wrap)))
        dice = found["dice"]
        return bytes.fromhex(found["key"]), None if dice is None else bytes.fromhex(dice)
    except (CryptoError, KeyError, TypeError) as error:
        raise ValueError(f"it is not sealed for this table ({error})") from None


def tables_of(keys: Path, league: str) -> Tables | None:
    """The list that was kept; None where there is none that this league signed."""
    return checked_list(told_list(keys), league)


def told_list(keys: Path) -> Any:
    """The list as the league signed it, for others; None where there is none."""
    try:
        return json.loads((keys / LIST).read_bytes())
    except (OSError, ValueError):
        return None


def checked_list(found: Any, league: str) -> Tables | None:
    """A list as the league tells it; None where it is not signed by the key of this league."""
    try:
        named = {str(table): str(key) for table, key in found["keys"].items()}
        good = [len(bytes.fromhex(key)) * 2 == HEX for key in named.values()]
    except (KeyError, TypeError, AttributeError, ValueError):
        return None
    message = tables_message(named)
    if not all(good) or not is_signed(league, message, str(found.get("sig"))):
        return None
    return Tables(named, sha256(message).hexdigest()[:MARK])


def take_list(keys: Path, folder: Path, league: str) -> None:
    """Keep the list that `league receive` left on a stick, if this table's league signed it."""
    try:
        found = json.loads((folder / CARRIED_LIST).read_bytes())
    except (OSError, ValueError, RecursionError):
        return
    if checked_list(found, league) is not None:
        keep_list(keys, found)


def keep_list(keys: Path, found: Mapping[str, Any]) -> None:
    """Keep a list that was checked; OSError if the disk does not let it."""
    write_whole(keys / LIST, json.dumps(found).encode() + b"\n")


def is_given(league: str, found: Takeover) -> bool:
    """Whether the league of this key signed the takeover."""
    return is_signed(league, takeover_message(found), found.sig)


def is_signed(league: str, message: bytes, sig: str) -> bool:
    """Whether the league of this key (hex) signed the message."""
    from nacl.exceptions import CryptoError
    from nacl.signing import VerifyKey

    try:
        VerifyKey(bytes.fromhex(league)).verify(message, bytes.fromhex(sig))
    except (CryptoError, ValueError, TypeError):
        return False
    return True


def _head_of(line: bytes) -> str:
    """What a line says of itself; empty where it says nothing."""
    said = line[-HEX - 2 : -2]
    return said.decode("ascii") if len(said) == HEX and said.isascii() else ""
