"""Tokens of programs: each good for a few things only, shown once, kept as a hash, taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, insert, or_, select, update

from league.accesstables import EVERY_SEASON, api_token
from league.audit import note, now_ms
from league.errors import UserError
from league.ids import checked_name
from league.roles import SCOPES, TokenCaller
from league.secret import hashed, new_token
from league.tables import season
from league.troubles import Trouble

MOST_DAYS: Final = 3660
_DAY_MS: Final = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Token:
    """A token in the list of tokens; the token itself is known to its program alone."""

    number: int
    name: str
    scopes: tuple[str, ...]
    season: str
    made_by: str
    made_ms: int
    expires_ms: int | None
    ended_ms: int | None

    @property
    def is_good(self) -> bool:
        """Whether it opens anything now."""
        return self.ended_ms is None and (self.expires_ms is None or self.expires_ms > now_ms())


def make(
    connection: Connection,
    name: str,
    scopes: Sequence[str],
    where: str,
    who: str,
    days: int | None = None,
) -> str:
    """Make a token and return it; it is shown once and never again."""
    checked_name("token", name)
    wanted = _scopes(scopes)
    if days is not None and not 1 <= days <= MOST_DAYS:
        raise Trouble("league.trouble.token_days", most=MOST_DAYS)
    known = connection.execute(select(season.c.id).where(season.c.id == where)).first()
    if where != EVERY_SEASON and known is None:
        raise Trouble("league.trouble.no_season", season=where)
    token, at = new_token(), now_ms()
    connection.execute(
        insert(api_token).values(
            name=name,
            token_hash=hashed(token),
            scopes=" ".join(wanted),
            season=where,
            made_by=who,
            made_ms=at,
            expires_ms=None if days is None else at + days * _DAY_MS,
        )
    )
    detail = {"scopes": wanted, "season": where or None, "days": days}
    note(connection, who, "token.add", name, detail=detail)
    return token


def end(connection: Connection, number: int, who: str, where: str = EVERY_SEASON) -> None:
    """Take a token back, at once; with a season only one of that season."""
    mine = (api_token.c.id == number) & api_token.c.ended_ms.is_(None)
    if where != EVERY_SEASON:
        mine &= api_token.c.season == where
    name = connection.execute(select(api_token.c.name).where(mine)).scalar()
    if name is None:
        raise Trouble("league.trouble.no_token", number=number)
    connection.execute(update(api_token).where(mine).values(ended_ms=now_ms()))
    note(connection, who, "token.end", name, detail={"token": number})


def listing(connection: Connection, where: str = EVERY_SEASON) -> list[Token]:
    """Every token that was made, the newest first; with a season those of that season."""
    asked = select(api_token).order_by(api_token.c.id.desc())
    if where != EVERY_SEASON:
        asked = asked.where(api_token.c.season == where)
    return [
        Token(
            row.id,
            row.name,
            tuple(row.scopes.split()),
            row.season,
            row.made_by,
            row.made_ms,
            row.expires_ms,
            row.ended_ms,
        )
        for row in connection.execute(asked)
    ]


def as_json(one: Token) -> dict[str, Any]:
    """A token for programs; the token itself is nowhere."""
    return {
        "token": one.number,
        "name": one.name,
        "scopes": list(one.scopes),
        "season": one.season or None,
        "made_by": one.made_by,
        "made_ms": one.made_ms,
        "expires_ms": one.expires_ms,
        "good": one.is_good,
    }


def by_hash(connection: Connection, token_hash: str) -> TokenCaller | None:
    """The program whose token has this hash, if the token is still good."""
    row = connection.execute(
        select(api_token.c.id, api_token.c.name, api_token.c.scopes, api_token.c.season).where(
            api_token.c.token_hash == token_hash,
            api_token.c.ended_ms.is_(None),
            or_(api_token.c.expires_ms.is_(None), api_token.c.expires_ms > now_ms()),
        )
    ).one_or_none()
    if row is None:
        return None
    return TokenCaller(row.name, row.id, tuple(row.scopes.split()), row.season)


def _scopes(asked: Sequence[str]) -> list[str]:
    wanted = sorted(set(asked))
    for scope in wanted:
        if scope not in SCOPES:
            raise UserError(f"scope {scope!r}: allowed {', '.join(SCOPES)}")
    if not wanted:
        raise Trouble("league.trouble.no_scope")
    return wanted
