"""What other sites are told: lines of the audit log that concern everybody, as events in an outbox.

An event says that something changed and where to look, never what: whoever reads it asks the API,
which shows nobody more than he may see. It is written with what it tells in one transaction.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Connection, insert, select

from league.accesstables import EVERY_SEASON, delivery, webhook
from league.tables import game_record

EVENTS: Final[Mapping[str, str]] = {
    "results": "what counts in a season changed: a record, a file, a decision, a lot",
    "draw": "seats were drawn or changed",
    "calendar": "a day or a round of the calendar changed",
    "season": "a season was created, or its rules changed",
}
"""What a webhook can be told."""
_OF: Final = {
    "record.store": "results",
    "record.rejudge": "results",
    "record.supersede": "results",
    "import": "results",
    "correction": "results",
    "lot": "results",
    "decide": "results",
    "draw": "draw",
    "seats": "draw",
    "evening": "calendar",
    "schedule": "calendar",
    "season": "season",
    "notice": "season",
}

_WEBHOOKS: Final = select(webhook.c.id, webhook.c.season, webhook.c.events).where(
    webhook.c.ended_ms.is_(None)
)


def tell(
    connection: Connection, what: str, subject: str, at_ms: int, detail: Mapping[str, Any]
) -> None:
    """Put an event into the outbox of every webhook that asked for it."""
    event = _OF.get(what) or _OF.get(what.partition(".")[0])
    if event is None:
        return
    wanted = connection.execute(_WEBHOOKS).all()
    if not wanted:
        return
    season = _season(connection, what, subject, detail)
    name, rows = secrets.token_hex(16), []
    body = {"id": name, "event": event, "season": season, "subject": subject, "at_ms": at_ms}
    if season:
        body["see"] = f"/api/v1/seasons/{season}/standings"
    for row in wanted:
        if event in row.events.split() and row.season in (EVERY_SEASON, season):
            rows.append(
                {
                    "webhook": row.id,
                    "event": name,
                    "body": json.dumps(body, ensure_ascii=False, separators=(",", ":")),
                    "made_ms": at_ms,
                    "tries": 0,
                    "due_ms": at_ms,
                    "said": "",
                }
            )
    if rows:
        connection.execute(insert(delivery), rows)


def _season(
    connection: Connection, what: str, subject: str, detail: Mapping[str, Any]
) -> str | None:
    if not what.startswith("record."):
        return subject.partition("/")[0]
    if "season" in detail:
        return str(detail["season"])
    return connection.execute(
        select(game_record.c.season).where(game_record.c.game == subject)
    ).scalar()
