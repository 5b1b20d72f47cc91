"""A table becomes known: a single-use code, the table's key against it, an organiser's approval.

The key's four words are on both screens, so that the organiser approves this table's key and no
other. A key that was approved once is taken back by `revoke`: neither its token nor what it sealed
is good any more.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, func, insert, select, update

from league.audit import note, now_ms
from league.errors import UserError
from league.ids import TableId, checked_name
from league.proof import signed
from league.receipts import public_key
from league.refusals import Reason, Refused
from league.secret import hashed
from league.tables import audit, enrol_code, table_key
from rules.identity import enrol_message, key_words

CODE_LENGTH: Final = 8
RETIRED: Final = "retired"
CODE_LASTS_MS: Final = 10 * 60 * 1000
MOST_TRIES: Final = 5
"""Wrong codes since the newest one was made; after them no code is good until another is made."""
_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # nothing that is misread: 0 O, 1 I L, U V


@dataclass(frozen=True, slots=True)
class Enrolled:
    """What a table gets for its code; the token is good once `approved`. `league` is the key (hex)
    that signs its receipts.
    """

    table: TableId
    token: str
    approved: bool
    league: str

    @property
    def answer(self) -> dict[str, Any]:
        """As a table is told, over any road."""
        return {
            "table": self.table,
            "token": self.token,
            "approved": self.approved,
            "league": self.league,
        }


@dataclass(frozen=True, slots=True)
class Key:
    """A key that a table offered, its four words; `status` as in the database, or `revoked`."""

    key: str
    words: str
    status: str


def new_code(connection: Connection, table: str, who: str) -> str:
    """A code with which `table` may offer its key, once, within ten minutes."""
    checked_name("table", table)
    code = "".join(secrets.choice(_LETTERS) for _ in range(CODE_LENGTH))
    at = now_ms()
    connection.execute(
        insert(enrol_code).values(
            code_hash=hashed(code), table_id=table, made_ms=at, expires_ms=at + CODE_LASTS_MS
        )
    )
    note(connection, who, "enrol.code", table)
    return code


def redeem(connection: Connection, code: str, key_hex: str, proof: str = "") -> Enrolled | Refused:
    """Take a table's public key for a code; a used, old or unknown one is refused.

    A wrong code is noted in this transaction, so that there are few tries: Refused is returned
    there, not raised. `proof` is the key's signature of `enrol_message`; only with it a key that
    is known already gets another token.
    """
    if len(key_hex) != 64 or any(c not in "0123456789abcdef" for c in key_hex):
        raise Refused(422, Reason("key", "key: write the 32 bytes of the public key in hex"))
    if proof and not _proved(code, key_hex, proof):
        raise Refused(401, Reason("proof", "the code is not signed with the key that is offered"))
    if _wrong_tries(connection) >= MOST_TRIES:
        text = f"{MOST_TRIES} wrong codes were tried; ask for another code: league enrol TABLE"
        return Refused(429, Reason("too_many_tries", text))
    code_hash = hashed(code.strip().upper())
    row = connection.execute(
        select(enrol_code).where(enrol_code.c.code_hash == code_hash)
    ).one_or_none()
    if row is None:
        note(connection, "nobody", "enrol.wrong", "")
        return Refused(401, Reason("unknown_code", "this code is not known; look at it again"))
    if row.used_ms is not None:
        raise Refused(401, Reason("used_code", "this code was used already; ask for another"))
    if row.expires_ms <= now_ms():
        raise Refused(
            401, Reason("old_code", "this code is older than ten minutes; ask for another")
        )
    connection.execute(
        update(enrol_code).where(enrol_code.c.code_hash == code_hash).values(used_ms=now_ms())
    )
    return _offer(connection, row.table_id, key_hex, is_proved=bool(proof))


def keys(connection: Connection, table: str) -> list[Key]:
    """Every key that `table` ever offered, the newest first."""
    checked_name("table", table)
    rows = connection.execute(
        select(table_key.c.key_hex, table_key.c.status, table_key.c.approved_ms)
        .where(table_key.c.table_id == table)
        .order_by(table_key.c.id.desc())
    )
    return [
        Key(key, key_words(key), "revoked" if status == RETIRED and not approved_ms else status)
        for key, status, approved_ms in rows
    ]


def revoke(connection: Connection, table: str, who: str) -> list[str]:
    """Take back every key of `table`, offered ones too; returns them (hex).

    No token of theirs is good any more, and no record that they sealed is taken from now on.
    """
    found = [key.key for key in keys(connection, table) if key.status != "revoked"]
    if not found:
        raise UserError(f"table {table!r}: no key is known; allowed: a table that was enrolled")
    connection.execute(
        update(table_key)
        .where(table_key.c.table_id == table)
        .values(status=RETIRED, approved_ms=None)
    )
    note(connection, who, "enrol.revoke", table, detail={"keys": found})
    return found


def approve(connection: Connection, table: str, who: str, words: str = "") -> str:
    """Make the newest offered key of `table` valid, retire older ones; returns the key (hex).

    With `words`, those on the table's screen, only the key that has them.
    """
    checked_name("table", table)
    offered = connection.execute(
        select(table_key.c.id, table_key.c.key_hex)
        .where(table_key.c.table_id == table, table_key.c.status == "offered")
        .order_by(table_key.c.id.desc())
    ).first()
    if offered is None:
        raise UserError(
            f"table {table!r}: no key waits for approval; allowed after `kiosk enrol CODE` there"
        )
    theirs, asked = key_words(offered.key_hex), " ".join(words.lower().replace("-", " ").split())
    if asked and asked != theirs:
        raise UserError(
            f"--words: found {asked!r}, but the key that waits has {theirs!r}: it is not the"
            " table's in front of you; ask for another code"
        )
    own = table_key.c.table_id == table
    connection.execute(update(table_key).where(own).values(status="retired"))
    connection.execute(
        update(table_key)
        .where(table_key.c.id == offered.id)
        .values(status="approved", approved_ms=now_ms())
    )
    note(connection, who, "enrol.approve", table, detail={"key": offered.key_hex})
    return str(offered.key_hex)


def _proved(code: str, key_hex: str, proof: str) -> bool:
    try:
        return signed(bytes.fromhex(key_hex), bytes.fromhex(proof), enrol_message(code, key_hex))
    except ValueError:
        return False


def _wrong_tries(connection: Connection) -> int:
    """Since the newest code was made, and no longer ago than a code lasts."""
    newest = connection.execute(select(func.max(enrol_code.c.made_ms))).scalar() or 0
    since = max(newest, now_ms() - CODE_LASTS_MS)
    tries = select(func.count()).where(audit.c.what == "enrol.wrong", audit.c.at_ms >= since)
    return int(connection.execute(tries).scalar_one())


def _offer(connection: Connection, table: str, key_hex: str, *, is_proved: bool) -> Enrolled:
    token = secrets.token_urlsafe(32)
    known = connection.execute(
        select(table_key.c.id, table_key.c.table_id, table_key.c.status).where(
            table_key.c.key_hex == key_hex
        )
    ).one_or_none()
    if known is not None and known.table_id != table:
        raise Refused(409, Reason("key_taken", f"this key belongs to table {known.table_id}"))
    if known is not None and not is_proved:
        text = "this key is known already; redeem the code with the table that has it"
        raise Refused(401, Reason("proof", text))
    approved = known is not None and known.status == "approved"
    values = {"token_hash": hashed(token), "offered_ms": now_ms()}
    if known is None:
        connection.execute(
            insert(table_key).values(table_id=table, key_hex=key_hex, status="offered", **values)
        )
    else:
        connection.execute(
            update(table_key)
            .where(table_key.c.id == known.id)
            .values(status="approved" if approved else "offered", **values)
        )
    note(connection, f"table:{table}", "enrol.offer", table, detail={"key": key_hex})
    return Enrolled(TableId(table), token, approved, public_key(connection))
