"""A table becomes known: a single-use code, the table's key against it, an organiser's approval."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, insert, select, update

from league.audit import note, now_ms
from league.auth import hashed
from league.errors import UserError
from league.ids import TableId, checked_name
from league.refusals import Reason, Refused
from league.tables import enrol_code, table_key

CODE_LENGTH: Final = 8
CODE_LASTS_MS: Final = 24 * 3600 * 1000
_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # nothing that is misread: 0 O, 1 I L, U V


@dataclass(frozen=True, slots=True)
class Enrolled:
    """What a table gets for its code; the token is good once `approved`."""

    table: TableId
    token: str
    approved: bool


def new_code(connection: Connection, table: str, who: str) -> str:
    """A code with which `table` may offer its key, once, within a day."""
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


def redeem(connection: Connection, code: str, key_hex: str) -> Enrolled:
    """Take a table's public key for a code; Refused for a used, old or unknown one."""
    if len(key_hex) != 64 or any(c not in "0123456789abcdef" for c in key_hex):
        raise Refused(422, Reason("key", "key: write the 32 bytes of the public key in hex"))
    code_hash = hashed(code.strip().upper())
    row = connection.execute(
        select(enrol_code).where(enrol_code.c.code_hash == code_hash)
    ).one_or_none()
    if row is None:
        raise Refused(401, Reason("unknown_code", "this code is not known; ask for another"))
    if row.used_ms is not None:
        raise Refused(401, Reason("used_code", "this code was used already; ask for another"))
    if row.expires_ms <= now_ms():
        raise Refused(401, Reason("old_code", "this code is more than a day old; ask for another"))
    connection.execute(
        update(enrol_code).where(enrol_code.c.code_hash == code_hash).values(used_ms=now_ms())
    )
    return _offer(connection, row.table_id, key_hex)


def approve(connection: Connection, table: str, who: str) -> str:
    """Make the newest offered key of `table` valid, retire older ones; returns the key (hex)."""
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
    own = table_key.c.table_id == table
    connection.execute(update(table_key).where(own).values(status="retired"))
    connection.execute(
        update(table_key)
        .where(table_key.c.id == offered.id)
        .values(status="approved", approved_ms=now_ms())
    )
    note(connection, who, "enrol.approve", table, detail={"key": offered.key_hex})
    return str(offered.key_hex)


def _offer(connection: Connection, table: str, key_hex: str) -> Enrolled:
    token = secrets.token_urlsafe(32)
    known = connection.execute(
        select(table_key.c.id, table_key.c.table_id, table_key.c.status).where(
            table_key.c.key_hex == key_hex
        )
    ).one_or_none()
    if known is not None and known.table_id != table:
        raise Refused(409, Reason("key_taken", f"this key belongs to table {known.table_id}"))
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
    return Enrolled(TableId(table), token, approved)
