"""Who is signed in on a browser: a session the server can end, its token in a cookie.

The cookie is for this site alone and no script reads it. A session ends thirty days after it was
last used, two hundred days after it began, and when its person, or an organiser, ends it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import ColumnElement, Connection, insert, select, update

from league import people
from league.accesstables import person, web_session
from league.audit import note, now_ms
from league.auth import Caller, caller_of
from league.refusals import Refused
from league.roles import PersonCaller
from league.secret import hashed, new_token

if TYPE_CHECKING:
    from league.service import Service

COOKIE: Final = "tableside_session"
TOKEN_COOKIE: Final = "tableside_organiser"
"""What browsers hold that signed in with a token before there were sessions; good as long as it."""
LASTS_MS: Final = 200 * 24 * 3600 * 1000
"""From September to the final."""
IDLE_MS: Final = 30 * 24 * 3600 * 1000
SEEN_EVERY_MS: Final = 3600 * 1000
"""No more often is it written down that a session is still used."""


@dataclass(frozen=True, slots=True)
class Session:
    """A browser that is signed in."""

    number: int
    browser: str
    made_ms: int
    seen_ms: int


def begin(connection: Connection, name: str, browser: str) -> str:
    """Sign a person in; returns the cookie's token."""
    token, at = new_token(), now_ms()
    connection.execute(
        insert(web_session).values(
            token_hash=hashed(token),
            person=name,
            browser=browser[:128],
            made_ms=at,
            seen_ms=at,
            expires_ms=at + LASTS_MS,
        )
    )
    note(connection, f"person:{name}", "session.begin", name)
    return token


def person_by_cookies(connection: Connection, cookies: Mapping[str, str]) -> PersonCaller | None:
    """Who is signed in with these cookies."""
    if token := cookies.get(COOKIE):
        row = _row(connection, token)
        if row is not None:
            roles = people.roles_of(connection, row.person)
            is_stale = row.seen_ms < now_ms() - SEEN_EVERY_MS
            return PersonCaller(row.person, roles, row.id, is_stale)
    if token := cookies.get(TOKEN_COOKIE):
        try:
            found = caller_of(connection, f"Bearer {token}")
        except Refused:
            return None
        return found if isinstance(found, PersonCaller) else None
    return None


async def keep_alive(service: Service, caller: Caller) -> None:
    """Write down that a session is used, if that was not done within the last hour."""
    if not isinstance(caller, PersonCaller) or not caller.is_stale:
        return
    mine = web_session.c.id == caller.session
    await service.write(
        lambda connection: connection.execute(
            update(web_session).where(mine).values(seen_ms=now_ms())
        )
    )


def listing(connection: Connection, name: str) -> list[Session]:
    """A person's sessions that are still good, the newest first."""
    rows = connection.execute(
        select(web_session)
        .where(web_session.c.person == name, *_good())
        .order_by(web_session.c.id.desc())
    )
    return [Session(row.id, row.browser, row.made_ms, row.seen_ms) for row in rows]


def end(connection: Connection, name: str, number: int, who: str) -> None:
    """End one session of a person; one that has ended already stays so."""
    mine = (web_session.c.id == number) & (web_session.c.person == name)
    ended = connection.execute(
        update(web_session).where(mine, web_session.c.ended_ms.is_(None)).values(ended_ms=now_ms())
    )
    if ended.rowcount:
        note(connection, who, "session.end", name)


def _row(connection: Connection, token: str) -> Any:
    return connection.execute(
        select(web_session.c.id, web_session.c.person, web_session.c.seen_ms)
        .join(person, person.c.name == web_session.c.person)
        .where(web_session.c.token_hash == hashed(token), person.c.ended_ms.is_(None), *_good())
    ).one_or_none()


def _good() -> tuple[ColumnElement[bool], ...]:
    at = now_ms()
    return (
        web_session.c.ended_ms.is_(None),
        web_session.c.expires_ms > at,
        web_session.c.seen_ms > at - IDLE_MS,
    )
