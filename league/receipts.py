"""Receipts: the league's signature that it has a record, given after the commit.

A table lets a record go on nothing else, so a login page, a proxy or a stick that somebody wrote on
is none. The league's key is in its database: a copy that is put back is the same league.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from nacl.signing import SigningKey
from sqlalchemy import Connection, select

from league.tables import league_key
from rules.identity import receipt_message

_SEED: Final = select(league_key.c.seed_hex)


def public_key(connection: Connection) -> str:
    """The key (hex) by which tables know this league; they learn it when they enrol."""
    return bytes(_key(connection).verify_key).hex()


def receipt(
    connection: Connection, game: str, sha256: str, head: str, status: str
) -> dict[str, Any]:
    """That the record of `game` with this hash is stored; `status`: now, or before."""
    return {
        "game": game,
        "sha256": sha256,
        "head": head,
        "status": status,
        "sig": sign(connection, receipt_message(game, sha256)),
    }


def sign(connection: Connection, message: bytes) -> str:
    """The league's signature (hex) of what it says to its tables."""
    signature: bytes = _key(connection).sign(message).signature
    return signature.hex()


def _key(connection: Connection) -> SigningKey:
    seed = connection.execute(_SEED).scalar_one()
    return _key_of(seed)


@lru_cache(maxsize=4)
def _key_of(seed_hex: str) -> SigningKey:
    return SigningKey(bytes.fromhex(seed_hex))
