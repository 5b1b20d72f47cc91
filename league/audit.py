"""Who did what to what, and why: an append-only log in the database (it refuses changes itself)."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select

from league import outgoing
from league.ids import WallMs
from league.keptjson import as_json as as_json
from league.tables import audit, own_rows

KEEPS_ROWS: Final = (
    "record.store", "record.aside", "lot", "session.", "person.", "token.", "webhook.", "enrol.",
    "organiser.", "member.", "ballot", "proposal", "clock.", "draw", "backup", "restore",
    "takeover.ask", "checkin", "roster", "seats.", "entry", "absent", "admit", "latecomer.",
    "reserve", "official", "apart", "dispute", "ruling", "notice.news", "decide.incident",
)  # fmt: skip
"""What changes no player's own row (`ownrows.py`); whatever else is noted throws all of them away,
what somebody invents tomorrow too."""

_LINE: Final = insert(audit)
_THROW_AWAY: Final = delete(own_rows)


def note(
    connection: Connection,
    who: str,
    what: str,
    subject: str,
    why: str = "",
    detail: Mapping[str, Any] | None = None,
) -> None:
    """Add one line in the caller's transaction, so that neither stands without the other.

    Other sites that asked for it are told in the same transaction (outgoing.py).
    """
    at = now_ms()
    if not what.startswith(KEEPS_ROWS):
        connection.execute(_THROW_AWAY)
    row = {"at_ms": at, "who": who, "what": what, "subject": subject, "why": why}
    connection.execute(_LINE, row | {"detail": as_json(detail or {})})
    outgoing.tell(connection, what, subject, at, detail or {})


def last_mark(connection: Connection) -> str:
    """Differs whenever something was written; also after a copy was put back (league restore)."""
    row = connection.execute(
        select(audit.c.id, audit.c.at_ms).order_by(audit.c.id.desc()).limit(1)
    ).one_or_none()
    return f"{row.id}-{row.at_ms}" if row else "0"


def now_ms() -> WallMs:
    """The server's wall clock, for labels."""
    return WallMs(time.time_ns() // 1_000_000)
