"""A season's calendar as a feed: the evenings of a club, the rounds of a competition."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlalchemy import Connection, func, select

from league.club import calendar
from league.competition.tables import scheduled
from league.icalendar import Event, feed
from league.receipts import public_key
from league.seasons import Season
from league.tables import audit
from league.tables import season as season_table
from league.texts import Texts

LASTS: Final = timedelta(hours=2)
"""What a diary keeps free for a round: a game of 90 minutes, seats and signatures."""
_WHAT: Final = ("evening", "evening.put", "evening.change", "schedule")


def season_calendar(connection: Connection, season: Season, text: Texts, public_url: str) -> str:
    """The feed in the reader's language. A day's or a round's `UID` stays the same for ever."""
    changed = _changes(connection, season.id)
    made = connection.execute(
        select(season_table.c.created_ms).where(season_table.c.id == season.id)
    ).scalar_one()
    league = public_key(connection)[:16]
    url = f"{public_url.rstrip('/')}/seasons/{season.id}" if public_url else ""

    def event(round_name: str, begins: date | datetime, **more: object) -> Event:
        at_ms, times = changed.get(f"{season.id}/{round_name}", (int(made), 1))
        uid = f"{season.id}/{round_name}@{league}.tableside"
        summary = f"{season.id}: {round_name}"
        return Event(uid, begins, summary, at_ms, times - 1, url=url, **more)  # type: ignore[arg-type]

    events = []
    for one in calendar.listing(connection, season.id):
        flags = {"free_pass": one.free_pass, "loan": one.loan, "final": one.final}
        said = [text(f"league.flag.{flag}") for flag, is_on in flags.items() if is_on]
        events.append(event(one.round, date.fromisoformat(one.date), text=", ".join(said)))
    rows = connection.execute(
        select(scheduled)
        .where(scheduled.c.season == season.id)
        .order_by(scheduled.c.day, scheduled.c.starts, scheduled.c.round)
    )
    for row in rows:
        begins = _instant(row.day, row.starts, row.zone)
        events.append(event(row.round, begins, lasts=LASTS, place=row.place))
    return feed(season.id, events)


def _instant(day: str, minute: str, zone: str) -> datetime:
    at = datetime.fromisoformat(f"{day}T{minute}")
    if not zone:
        return at
    try:
        return at.replace(tzinfo=ZoneInfo(zone))
    except (ZoneInfoNotFoundError, ValueError):
        return at


def _changes(connection: Connection, season: str) -> dict[str, tuple[int, int]]:
    """When each round was last changed, and how often, by the audit log."""
    rows = connection.execute(
        select(audit.c.subject, func.max(audit.c.at_ms), func.count())
        .where(audit.c.what.in_(_WHAT), audit.c.subject.startswith(f"{season}/", autoescape=True))
        .group_by(audit.c.subject)
    )
    return {subject: (int(at_ms), int(times)) for subject, at_ms, times in rows}
