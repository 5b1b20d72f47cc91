"""Who is asking: a table by its token, an organiser by his. Tokens are kept as hashes only."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hashlib import sha256

from sqlalchemy import Connection, insert, select

from league.audit import note, now_ms
from league.ids import TableId, checked_name
from league.refusals import Reason, Refused
from league.tables import organiser, table_key


@dataclass(frozen=True, slots=True)
class TableCaller:
    """A table whose enrolment was approved."""

    table: TableId


@dataclass(frozen=True, slots=True)
class OrganiserCaller:
    """An organiser."""

    name: str


Caller = TableCaller | OrganiserCaller


def hashed(secret: str) -> str:
    """How a token or code is kept; both are random enough to need no salt."""
    return sha256(secret.encode()).hexdigest()


def caller_of(connection: Connection, header: str | None) -> Caller:
    """Who the `Authorization` header speaks for; Refused 401 where it is nobody we know."""
    kind, _, token = (header or "").partition(" ")
    token = token.strip()
    if kind.lower() != "bearer" or not token:
        raise _unknown("no_token", "no bearer token: send `Authorization: Bearer TOKEN`")
    token_hash = hashed(token)
    row = connection.execute(
        select(table_key.c.table_id, table_key.c.status).where(table_key.c.token_hash == token_hash)
    ).one_or_none()
    if row is not None:
        return _table(row.table_id, row.status)
    name = connection.execute(
        select(organiser.c.name).where(organiser.c.token_hash == token_hash)
    ).scalar()
    if name is None:
        raise _unknown("unknown_token", "this token is not known here; enrol the table again")
    return OrganiserCaller(name)


def keys_of(connection: Connection, table: str) -> set[str]:
    """The public keys (hex) with which this table's records may be sealed.

    A key that was replaced stays good: records sealed before may still wait in an outbox.
    """
    rows = connection.execute(
        select(table_key.c.key_hex).where(
            table_key.c.table_id == table, table_key.c.approved_ms.is_not(None)
        )
    )
    return set(rows.scalars())


def add_organiser(connection: Connection, name: str, who: str) -> str:
    """Make an organiser and return his token; it is shown once and never again."""
    token = secrets.token_urlsafe(32)
    connection.execute(
        insert(organiser).values(
            name=checked_name("organiser", name), token_hash=hashed(token), created_ms=now_ms()
        )
    )
    note(connection, who, "organiser.add", name)
    return token


def _table(table: str, status: str) -> TableCaller:
    if status == "offered":
        raise _unknown(
            "not_approved", f"table {table} waits for approval: league enrol {table} --approve"
        )
    if status == "retired":
        raise _unknown(
            "replaced", f"table {table} was enrolled again or revoked; this token is no longer good"
        )
    return TableCaller(TableId(table))


def _unknown(code: str, text: str) -> Refused:
    return Refused(401, Reason(code, text))
