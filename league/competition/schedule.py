"""The rounds of a competition: stage, day, hour by the hall's clock, and place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select

from league.audit import note
from league.competition.laws import Law, instant, law_of, minutes_before
from league.competition.tables import roster, scheduled
from league.ids import WallMs, checked_name
from league.rounds import set_stage, stage_of
from league.seasons import Season
from league.tables import draw as drawn_table
from league.tables import game_record
from league.troubles import Trouble
from rules.dates import is_date
from rules.shown import shown

_MINUTE: Final = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
LONGEST_PLACE: Final = 100


class Scheduled(NamedTuple):
    """A round; `starts` is the minute of the hall's clock, `desk` that at which the desk closes."""

    round: str
    stage: str
    day: str
    starts: str
    zone: str
    place: str
    starts_ms: WallMs
    desk: str


def listing(connection: Connection, season: Season) -> list[Scheduled]:
    """Every round, in the order of time."""
    law = law_of(season.edition)
    rows = connection.execute(select(scheduled).where(scheduled.c.season == season.id))
    found = [
        _made(connection, season.id, law, row.round, row.day, row.starts, row.zone, row.place)
        for row in rows
    ]
    return sorted(found, key=lambda one: (one.starts_ms, one.round))


def find(connection: Connection, season: Season, round_name: str) -> Scheduled:
    """A round by its name; Trouble where it is not in the schedule."""
    known = listing(connection, season)
    found = next((one for one in known if one.round == round_name), None)
    if found is None:
        raise Trouble("league.trouble.no_round", round=shown(round_name))
    return found


def put(
    connection: Connection,
    season: Season,
    round_name: str,
    stage: str,
    when: tuple[str, str, str],
    place: str,
    who: str,
) -> Scheduled:
    """Add or change a round; `when` is day, minute and zone of the hall's clock."""
    day, minute, zone = when
    checked_name("round", round_name)
    if not is_date(day):
        raise Trouble("league.trouble.day", day=shown(day))
    if not is_minute(minute):
        raise Trouble("league.trouble.minute", minute=shown(minute))
    if len(place) > LONGEST_PLACE:
        raise Trouble("league.trouble.place", most=LONGEST_PLACE)
    _require_zone(zone)
    set_stage(connection, season.id, round_name, stage, who, law_of(season.edition).stages)
    mine = (scheduled.c.season == season.id) & (scheduled.c.round == round_name)
    connection.execute(delete(scheduled).where(mine))
    connection.execute(
        insert(scheduled).values(
            season=season.id, round=round_name, day=day, starts=minute, zone=zone, place=place
        )
    )
    detail = {"day": day, "starts": minute, "zone": zone, "place": place}
    note(connection, who, "schedule", f"{season.id}/{round_name}", detail=detail)
    return find(connection, season, round_name)


def remove(connection: Connection, season: Season, round_name: str, who: str) -> None:
    """Take a round out of the schedule for which nobody is awaited and nothing is drawn."""
    find(connection, season, round_name)
    for table in (roster, drawn_table, game_record):
        mine = (table.c.season == season.id) & (table.c.round == round_name)
        if connection.execute(select(table.c.season).where(mine).limit(1)).first() is not None:
            raise Trouble("league.trouble.round_used", round=round_name)
    mine = (scheduled.c.season == season.id) & (scheduled.c.round == round_name)
    connection.execute(delete(scheduled).where(mine))
    note(connection, who, "schedule.remove", f"{season.id}/{round_name}")


def later_that_day(rounds: Sequence[Scheduled], one: Scheduled) -> list[Scheduled]:
    """HUN-6.2a: the games after it on the same day, of the same stage."""
    return [
        other
        for other in rounds
        if other.day == one.day and other.stage == one.stage and other.starts_ms > one.starts_ms
    ]


def is_minute(text: str) -> bool:
    """Whether a clock shows it: HH:MM."""
    return _MINUTE.fullmatch(text) is not None


def begun(connection: Connection, season: str, round_name: str) -> bool:
    """Whether a game of the round is stored."""
    mine = (game_record.c.season == season) & (game_record.c.round == round_name)
    return connection.execute(select(game_record.c.game).where(mine).limit(1)).first() is not None


def _made(
    connection: Connection,
    season: str,
    law: Law,
    round_name: str,
    day: str,
    starts: str,
    zone: str,
    place: str,
) -> Scheduled:
    stage = law.stage(stage_of(connection, season, round_name))
    starts_ms = instant(day, starts, zone)
    desk = minutes_before(starts, law.check_in_s())
    return Scheduled(round_name, stage, day, starts, zone, place, starts_ms, desk)


def _require_zone(zone: str) -> None:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        if zone:
            ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Trouble("league.trouble.zone", zone=shown(zone)) from None
