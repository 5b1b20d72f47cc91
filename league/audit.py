"""Who did what to what, and why: an append-only log in the database (it refuses changes itself)."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, insert

from league.ids import WallMs
from league.tables import audit


def note(
    connection: Connection,
    who: str,
    what: str,
    subject: str,
    why: str = "",
    detail: Mapping[str, Any] | None = None,
) -> None:
    """Add one line in the caller's transaction, so that neither stands without the other."""
    connection.execute(
        insert(audit).values(
            at_ms=now_ms(),
            who=who,
            what=what,
            subject=subject,
            why=why,
            detail=as_json(detail or {}),
        )
    )


def now_ms() -> WallMs:
    """The server's wall clock, for labels."""
    return WallMs(time.time_ns() // 1_000_000)


def as_json(value: Any) -> str:
    """The one way JSON is kept in the database."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
