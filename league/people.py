"""People who sign in: their roles for the league or a season, invitations, passwords.

An invitation is a code that is good once within a week; with it a person chooses his password.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select, update

from league.accesstables import EVERY_SEASON, invitation, person, person_role, web_session
from league.audit import note, now_ms
from league.errors import UserError
from league.ids import checked_name
from league.roles import ROLES, Role
from league.secret import hashed, new_token, password_hash
from league.tables import organiser, season
from league.troubles import Trouble

INVITATION_LASTS_MS: Final = 7 * 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in the list of people."""

    name: str
    roles: tuple[tuple[str, Role], ...]
    has_password: bool
    has_token: bool
    invited: bool
    ended: bool


def is_known(connection: Connection, name: str) -> bool:
    """Whether there is, or was, a person of this name."""
    found = connection.execute(select(person.c.name).where(person.c.name == name))
    return found.first() is not None


def add(connection: Connection, name: str, who: str) -> None:
    """Make a person without a role; Trouble where the name is taken."""
    checked_name("person", name)
    if is_known(connection, name):
        raise Trouble("league.trouble.person_known", name=name)
    connection.execute(insert(person).values(name=name, made_ms=now_ms()))
    note(connection, who, "person.add", name)


def roles_of(connection: Connection, name: str) -> tuple[tuple[str, Role], ...]:
    """Season (empty: the league) and role, each of them."""
    rows = connection.execute(
        select(person_role.c.season, person_role.c.role)
        .where(person_role.c.person == name)
        .order_by(person_role.c.season, person_role.c.role)
    )
    return tuple((where, Role(role)) for where, role in rows)


def grant(
    connection: Connection, name: str, role: str, where: str, who: str, why: str = ""
) -> None:
    """Give a role, once more changes nothing; `where` is a season or empty for the league."""
    _must_work(connection, name)
    given = _role(role)
    if (
        where != EVERY_SEASON
        and not connection.execute(select(season.c.id).where(season.c.id == where)).first()
    ):
        raise Trouble("league.trouble.no_season", season=where)
    if (where, given) in roles_of(connection, name):
        return
    connection.execute(
        insert(person_role).values(person=name, season=where, role=given, granted_ms=now_ms())
    )
    detail = {"role": given, "season": where or None}
    note(connection, who, "person.grant", name, why, detail)


def withdraw(
    connection: Connection, name: str, role: str, where: str, who: str, why: str = ""
) -> None:
    """Take a role back; Trouble where it was not given."""
    taken = connection.execute(
        delete(person_role).where(
            person_role.c.person == name,
            person_role.c.season == where,
            person_role.c.role == _role(role),
        )
    )
    if not taken.rowcount:
        raise Trouble("league.trouble.no_such_role", name=name, role=role)
    note(connection, who, "person.withdraw", name, why, {"role": role, "season": where or None})


def invite(connection: Connection, name: str, who: str) -> str:
    """A code with which the person chooses a password, once; older codes are good no more."""
    _must_work(connection, name)
    code, at = new_token(), now_ms()
    _forget_invitations(connection, name)
    connection.execute(
        insert(invitation).values(
            code_hash=hashed(code), person=name, made_ms=at, expires_ms=at + INVITATION_LASTS_MS
        )
    )
    note(connection, who, "person.invite", name)
    return code


def invited(connection: Connection, code: str) -> str | None:
    """Whose code this is, if it is still good."""
    return connection.execute(
        select(invitation.c.person)
        .join(person, person.c.name == invitation.c.person)
        .where(
            invitation.c.code_hash == hashed(code),
            invitation.c.used_ms.is_(None),
            invitation.c.expires_ms > now_ms(),
            person.c.ended_ms.is_(None),
        )
    ).scalar()


def accept(connection: Connection, code: str, kept: str) -> str:
    """Use up a code: `kept` is the hash of the person's password from now on; returns his name.

    Every session of his ends: who had the old password is out.
    """
    name = invited(connection, code)
    if name is None:
        raise Trouble("league.trouble.invitation")
    _forget_invitations(connection, name)
    set_password(connection, name, kept, f"person:{name}")
    return name


def set_password(connection: Connection, name: str, kept: str, who: str) -> None:
    """Keep the hash of a new password and end every session."""
    connection.execute(update(person).where(person.c.name == name).values(password=kept))
    _end_sessions(connection, name)
    note(connection, who, "person.password", name)


def kept_password(connection: Connection, name: str) -> str | None:
    """The hash to compare a password with; None where nobody of this name may sign in."""
    return connection.execute(
        select(person.c.password).where(person.c.name == name, person.c.ended_ms.is_(None))
    ).scalar()


def end(connection: Connection, name: str, who: str, why: str = "") -> None:
    """Close somebody out: no session, token, code or password of his is good from now on."""
    _must_work(connection, name)
    connection.execute(
        update(person).where(person.c.name == name).values(ended_ms=now_ms(), password=None)
    )
    connection.execute(delete(organiser).where(organiser.c.name == name))
    _forget_invitations(connection, name)
    _end_sessions(connection, name)
    note(connection, who, "person.end", name, why)


def again(connection: Connection, name: str, who: str) -> None:
    """Let somebody in again who was closed out; he needs an invitation."""
    if not is_known(connection, name):
        raise Trouble("league.trouble.no_person", name=name)
    connection.execute(update(person).where(person.c.name == name).values(ended_ms=None))
    note(connection, who, "person.again", name)


def listing(connection: Connection, where: str | None = None) -> list[Person]:
    """Everybody by name; with a season those who have a role in it or for the whole league."""
    roles: dict[str, list[tuple[str, Role]]] = {}
    for row in connection.execute(select(person_role).order_by(person_role.c.season)):
        roles.setdefault(row.person, []).append((row.season, Role(row.role)))
    waiting = set(
        connection.execute(
            select(invitation.c.person).where(
                invitation.c.used_ms.is_(None), invitation.c.expires_ms > now_ms()
            )
        ).scalars()
    )
    with_token = set(connection.execute(select(organiser.c.name)).scalars())
    found = []
    for row in connection.execute(select(person).order_by(func.lower(person.c.name))):
        his = roles.get(row.name, [])
        if where is not None:
            his = [one for one in his if one[0] in (EVERY_SEASON, where)]
            if not his:
                continue
        found.append(
            Person(
                row.name,
                tuple(his),
                row.password is not None,
                row.name in with_token,
                row.name in waiting,
                row.ended_ms is not None,
            )
        )
    return found


def fit_password(password: str) -> str:
    """The hash of a new password; Trouble for one that is too short or too long.

    The same letters typed on another machine are the same password (NFC).
    """
    return password_hash(typed(password))


def typed(password: str) -> str:
    """A password as it is compared."""
    return unicodedata.normalize("NFC", password)


def _role(text: str) -> Role:
    try:
        return Role(text)
    except ValueError:
        raise UserError(f"role {text!r}: allowed {', '.join(ROLES)}") from None


def _must_work(connection: Connection, name: str) -> None:
    row = connection.execute(select(person.c.ended_ms).where(person.c.name == name)).first()
    if row is None:
        raise Trouble("league.trouble.no_person", name=name)
    if row.ended_ms is not None:
        raise Trouble("league.trouble.person_ended", name=name)


def _forget_invitations(connection: Connection, name: str) -> None:
    open_ones = (invitation.c.person == name) & invitation.c.used_ms.is_(None)
    connection.execute(update(invitation).where(open_ones).values(used_ms=now_ms()))


def _end_sessions(connection: Connection, name: str) -> None:
    open_ones = (web_session.c.person == name) & web_session.c.ended_ms.is_(None)
    connection.execute(update(web_session).where(open_ones).values(ended_ms=now_ms()))
