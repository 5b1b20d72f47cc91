"""Webhooks: addresses of other sites that are told of changes, and what became of each delivery.

A body is signed: `Tableside-Signature: t=SECONDS,v1=HEX`, HMAC-SHA256 with the webhook's secret
over `SECONDS.` and the body. The secret follows from the league's key, so it lies nowhere.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from sqlalchemy import Connection, insert, select, update

from league.accesstables import EVERY_SEASON, delivery, webhook
from league.audit import note, now_ms
from league.errors import UserError
from league.outgoing import EVENTS
from league.tables import league_key, season
from league.troubles import Trouble

PAGE: Final = 50
MOST_URL: Final = 512


@dataclass(frozen=True, slots=True)
class Webhook:
    """An address that is told of events; `season` is empty for those of every season."""

    number: int
    url: str
    season: str
    events: tuple[str, ...]
    made_by: str
    made_ms: int
    ended_ms: int | None


@dataclass(frozen=True, slots=True)
class Delivery:
    """An event on its way, taken, or given up (neither due nor taken)."""

    number: int
    webhook: int
    event: str
    body: str
    made_ms: int
    tries: int
    due_ms: int | None
    taken_ms: int | None
    said: str


def make(
    connection: Connection, url: str, events: Sequence[str], where: str, who: str
) -> tuple[int, str]:
    """Add a webhook; returns its number and its secret, which is shown once."""
    _require_address(url)
    wanted = sorted(set(events))
    for event in wanted:
        if event not in EVENTS:
            raise UserError(f"event {event!r}: allowed {', '.join(EVENTS)}")
    if not wanted:
        raise Trouble("league.trouble.no_event")
    known = connection.execute(select(season.c.id).where(season.c.id == where)).first()
    if where != EVERY_SEASON and known is None:
        raise Trouble("league.trouble.no_season", season=where)
    salt = secrets.token_hex(16)
    made = connection.execute(
        insert(webhook)
        .values(
            url=url,
            season=where,
            events=" ".join(wanted),
            salt=salt,
            made_by=who,
            made_ms=now_ms(),
        )
        .returning(webhook.c.id)
    ).scalar_one()
    detail = {"url": _without_query(url), "events": wanted, "season": where or None}
    note(connection, who, "webhook.add", str(made), detail=detail)
    return int(made), _secret(connection, salt)


def end(connection: Connection, number: int, who: str) -> None:
    """Tell an address nothing any more, what waits neither."""
    mine = (webhook.c.id == number) & webhook.c.ended_ms.is_(None)
    if not connection.execute(update(webhook).where(mine).values(ended_ms=now_ms())).rowcount:
        raise Trouble("league.trouble.no_webhook", number=number)
    waiting = (delivery.c.webhook == number) & delivery.c.due_ms.is_not(None)
    connection.execute(update(delivery).where(waiting).values(due_ms=None, said="ended"))
    note(connection, who, "webhook.end", str(number))


def listing(connection: Connection) -> list[Webhook]:
    """Every webhook, the newest first."""
    rows = connection.execute(select(webhook).order_by(webhook.c.id.desc()))
    return [
        Webhook(
            row.id,
            row.url,
            row.season,
            tuple(row.events.split()),
            row.made_by,
            row.made_ms,
            row.ended_ms,
        )
        for row in rows
    ]


def find(connection: Connection, number: int) -> Webhook:
    """A webhook by its number; Trouble where there is none."""
    found = next((one for one in listing(connection) if one.number == number), None)
    if found is None:
        raise Trouble("league.trouble.no_webhook", number=number)
    return found


def deliveries(
    connection: Connection, number: int, before: int | None = None, limit: int = PAGE
) -> list[Delivery]:
    """What was sent to a webhook, the newest first; `before` a number for the page after."""
    asked = select(delivery).where(delivery.c.webhook == number)
    if before is not None:
        asked = asked.where(delivery.c.id < before)
    rows = connection.execute(asked.order_by(delivery.c.id.desc()).limit(limit))
    return [
        Delivery(
            row.id,
            row.webhook,
            row.event,
            row.body,
            row.made_ms,
            row.tries,
            row.due_ms,
            row.taken_ms,
            row.said,
        )
        for row in rows
    ]


def replay(connection: Connection, number: int, of: int, who: str) -> None:
    """Send a delivery once more, with the event's own id: who has it already sees that."""
    mine = (delivery.c.id == of) & (delivery.c.webhook == number)
    is_open = connection.execute(
        select(webhook.c.id).where(webhook.c.id == number, webhook.c.ended_ms.is_(None))
    ).first()
    changed = connection.execute(
        update(delivery)
        .where(mine)
        .values(due_ms=now_ms(), made_ms=now_ms(), taken_ms=None, tries=0, said="")
    )
    if is_open is None or not changed.rowcount:
        raise Trouble("league.trouble.no_delivery", number=of)
    note(connection, who, "webhook.replay", str(number), detail={"delivery": of})


def secret_of(connection: Connection, number: int) -> str:
    """The secret of a webhook, to sign with; no page and no answer shows it again."""
    salt = connection.execute(select(webhook.c.salt).where(webhook.c.id == number)).scalar_one()
    return _secret(connection, salt)


def signature(secret: str, at_s: int, body: bytes) -> str:
    """The value of `Tableside-Signature`."""
    digest = hmac.digest(secret.encode(), f"{at_s}.".encode() + body, "sha256")
    return f"t={at_s},v1={digest.hex()}"


def as_json(one: Webhook) -> dict[str, Any]:
    """A webhook for programs."""
    return {
        "webhook": one.number,
        "url": one.url,
        "season": one.season or None,
        "events": list(one.events),
        "made_by": one.made_by,
        "made_ms": one.made_ms,
        "ended_ms": one.ended_ms,
    }


def _secret(connection: Connection, salt: str) -> str:
    seed = connection.execute(select(league_key.c.seed_hex)).scalar_one()
    return hmac.digest(bytes.fromhex(seed), f"webhook:{salt}".encode(), "sha256").hex()


def _require_address(url: str) -> None:
    try:
        parts = urlsplit(url)
        is_good = (
            parts.scheme in ("https", "http")
            and bool(parts.hostname)
            and parts.username is None
            and parts.port != 0
            and url.isascii()
            and url.isprintable()
            and " " not in url
        )
    except ValueError:
        is_good = False
    if not is_good or len(url) > MOST_URL or parts.fragment:
        raise Trouble("league.trouble.webhook_url")


def _without_query(url: str) -> str:
    """For the log: what follows the question mark may be somebody's password."""
    return url.partition("?")[0]
