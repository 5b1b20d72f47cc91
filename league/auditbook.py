"""The audit log to read: filtered, the newest first, in pages."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, or_, select

from league.tables import audit, game_record


@dataclass(frozen=True, slots=True)
class Asked:
    """What is looked for; an empty field asks for nothing. `before` is a line's number."""

    season: str = ""
    who: str = ""
    what: str = ""
    before: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line: who did what to what, and why."""

    id: int
    at_ms: int
    who: str
    what: str
    subject: str
    why: str
    detail: dict[str, Any]

    @property
    def more(self) -> list[tuple[str, str]]:
        """The detail for people: each name with what was kept, nothing that is empty."""
        return [(name, _shown(value)) for name, value in self.detail.items() if value is not None]


def lines(connection: Connection, asked: Asked, most: int) -> list[Line]:
    """At most so many lines, the newest first."""
    wanted = select(audit).where(*_conditions(asked)).order_by(audit.c.id.desc()).limit(most)
    return [
        Line(row.id, row.at_ms, row.who, row.what, row.subject, row.why, json.loads(row.detail))
        for row in connection.execute(wanted)
    ]


def _conditions(asked: Asked) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if asked.season:
        games = select(game_record.c.game).where(game_record.c.season == asked.season)
        is_record = or_(*(audit.c.what.startswith(one) for one in ("record.", "takeover.")))
        found.append(
            or_(
                audit.c.subject == asked.season,
                audit.c.subject.startswith(f"{asked.season}/", autoescape=True),
                is_record & audit.c.subject.in_(games),
            )
        )
    if asked.who:
        found.append(audit.c.who.startswith(asked.who, autoescape=True))
    if asked.what:
        found.append(audit.c.what.startswith(asked.what, autoescape=True))
    if asked.before is not None:
        found.append(audit.c.id < asked.before)
    return found


def _shown(value: Any) -> str:
    if isinstance(value, str | int):
        return str(value)
    return json.dumps(value, ensure_ascii=False)
