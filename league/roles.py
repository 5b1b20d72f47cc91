"""Who may do what: the roles of people, the scopes of programs' tokens, what a route asks for.

Pure values. `guards.py` puts an `Access` on a route and holds callers to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from league.accesstables import EVERY_SEASON


class Role(StrEnum):
    """What a person is to the league or to one season; each may do what those before it may."""

    VIEWER = "viewer"
    BANKER = "banker"
    REFEREE = "referee"
    ORGANISER = "organiser"


RANK: Final = {role: rank for rank, role in enumerate(Role)}
ROLES: Final = tuple(Role)

SCOPES: Final[Mapping[str, str]] = {
    "audit": "read the audit log",
    "export": "read the rows of results as files",
    "import": "send files of results",
    "records": "read the records of games",
    "webhooks": "add and end webhooks, look at what was sent",
}
"""What a token can be good for; it can be good for nothing else."""


OPT: Final = "access"
"""Where a route keeps its `Access`."""


@dataclass(frozen=True, slots=True)
class Access:
    """Who may use a route. `anywhere`: a role in any season opens it, the handler narrows it.
    `itself`: no guard stands before it, the handler asks.
    """

    everybody: bool = False
    signed_in: bool = False
    table: bool = False
    role: Role | None = None
    scope: str | None = None
    anywhere: bool = False
    itself: bool = False


@dataclass(frozen=True, slots=True)
class PersonCaller:
    """Somebody who signed in, or whose own token came; `session` is None for the latter."""

    name: str
    roles: tuple[tuple[str, Role], ...]
    session: int | None = None
    is_stale: bool = False
    """Its use was not written down within the last hour."""

    def role_in(self, season: str | None) -> Role | None:
        """The highest role for a season; None asks for the league as a whole."""
        wanted = {EVERY_SEASON, season or EVERY_SEASON}
        found = [role for where, role in self.roles if where in wanted]
        return max(found, key=RANK.__getitem__, default=None)

    def highest(self) -> Role | None:
        """The highest role anywhere."""
        return max((role for _, role in self.roles), key=RANK.__getitem__, default=None)

    def has(self, role: Role, season: str | None = None, *, anywhere: bool = False) -> bool:
        """Whether this role, or a higher one, is this person's."""
        found = self.highest() if anywhere else self.role_in(season)
        return found is not None and RANK[found] >= RANK[role]


@dataclass(frozen=True, slots=True)
class TokenCaller:
    """A program with a token; `season` is empty where it is good for every season."""

    name: str
    number: int
    scopes: tuple[str, ...]
    season: str = EVERY_SEASON

    def has(self, scope: str, season: str | None, *, anywhere: bool = False) -> bool:
        """Whether the token is good for this."""
        return scope in self.scopes and (anywhere or self.season in (EVERY_SEASON, season))
