"""Who is asking: a table, an organiser, a program, each by its token. Kept are hashes only."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, bindparam, delete, insert, select

from league import people, tokens
from league.accesstables import EVERY_SEASON, person
from league.audit import note, now_ms
from league.errors import UserError
from league.ids import TableId, checked_name
from league.refusals import Reason, Refused
from league.roles import PersonCaller, Role, TokenCaller
from league.secret import hashed as hashed
from league.tables import organiser, table_key


@dataclass(frozen=True, slots=True)
class TableCaller:
    """A table whose enrolment was approved."""

    table: TableId


_BY_TOKEN: Final = select(table_key.c.table_id, table_key.c.status).where(
    table_key.c.token_hash == bindparam("token_hash")
)
_KEYS: Final = select(table_key.c.key_hex).where(
    table_key.c.table_id == bindparam("table"), table_key.c.approved_ms.is_not(None)
)
Caller = TableCaller | PersonCaller | TokenCaller


def caller_of(connection: Connection, header: str | None) -> Caller:
    """Who the `Authorization` header speaks for; Refused 401 where it is nobody we know."""
    kind, _, token = (header or "").partition(" ")
    token = token.strip()
    if kind.lower() != "bearer" or not token:
        raise _unknown("no_token", "no bearer token: send `Authorization: Bearer TOKEN`")
    token_hash = hashed(token)
    row = connection.execute(_BY_TOKEN, {"token_hash": token_hash}).one_or_none()
    if row is not None:
        return _table(row.table_id, row.status)
    program = tokens.by_hash(connection, token_hash)
    if program is not None:
        return program
    name = connection.execute(
        select(organiser.c.name)
        .join(person, person.c.name == organiser.c.name)
        .where(organiser.c.token_hash == token_hash, person.c.ended_ms.is_(None))
    ).scalar()
    if name is None:
        raise _unknown("unknown_token", "this token is not known here; enrol the table again")
    return PersonCaller(name, people.roles_of(connection, name))


def keys_of(connection: Connection, table: str) -> set[str]:
    """The public keys (hex) with which this table's records may be sealed.

    A key that was replaced stays good: records sealed before may still wait in an outbox.
    """
    return set(connection.execute(_KEYS, {"table": table}).scalars())


def add_organiser(connection: Connection, name: str, who: str) -> str:
    """Make an organiser of the league and return his token; it is shown once and never again.

    Somebody who is known already becomes one, and keeps his password.
    """
    token = secrets.token_urlsafe(32)
    connection.execute(
        insert(organiser).values(
            name=checked_name("organiser", name), token_hash=hashed(token), created_ms=now_ms()
        )
    )
    note(connection, who, "organiser.add", name)
    if not people.is_known(connection, name):
        people.add(connection, name, who)
    if Role.ORGANISER not in dict(people.roles_of(connection, name)).values():
        people.grant(connection, name, Role.ORGANISER, EVERY_SEASON, who)
    return token


def revoke_organiser(connection: Connection, name: str, who: str) -> None:
    """Take an organiser's token back; his role and his password stay."""
    taken = connection.execute(delete(organiser).where(organiser.c.name == name))
    if not taken.rowcount:
        raise UserError(f"organiser {name!r}: has no token; allowed: one of `league organiser`")
    note(connection, who, "organiser.revoke", name)


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
