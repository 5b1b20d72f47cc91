"""The calendar of a season (RAMK-3.2): evenings with their flags, and who came."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import Connection, delete, insert, select

from league.audit import note
from league.club import members
from league.club.standing import rounds_played
from league.errors import UserError
from league.ids import checked_name, person
from league.rounds import set_stage
from league.seasons import Season
from league.tables import attendance, evening
from league.troubles import AgainstRules, Trouble
from rules.dates import is_date
from rules.matador.evenings import Evening, before_first, misplaced, planned
from rules.shown import shown

FIRST_YEAR, LAST_YEAR = 1900, 9000
MONTHS = (9, 10, 11, 1, 2, 3)
FINAL_MONTH = 4


def listing(connection: Connection, season: str) -> list[Evening]:
    """Every evening, in the order of the days."""
    rows = connection.execute(
        select(evening).where(evening.c.season == season).order_by(evening.c.day, evening.c.round)
    )
    return [
        Evening(row.round, row.day, bool(row.free_pass), bool(row.loan), bool(row.final))
        for row in rows
    ]


def find(connection: Connection, season: str, round_name: str) -> Evening:
    """An evening by its round; UserError naming those there are."""
    known = listing(connection, season)
    found = next((one for one in known if one.round == round_name), None)
    if found is None:
        names = ", ".join(one.round for one in known) or "none yet, plan the calendar"
        raise UserError(f"evening {round_name!r}: not in the calendar, allowed {names}")
    return found


def put(connection: Connection, season: Season, one: Evening, who: str) -> None:
    """RAMK-3.2, RAMK-3.4d, RAMK-9.27e: add or change an evening, where the rules let it be."""
    checked_name("round", one.round)
    if not is_date(one.date):
        raise Trouble("league.trouble.day", day=shown(one.date))
    others = [other for other in listing(connection, season.id) if other.round != one.round]
    for other in others:
        if other.date == one.date:
            raise Trouble("league.trouble.day_taken", day=one.date, round=other.round)
        if other.final and one.final:
            raise Trouble("league.trouble.one_final", round=other.round)
    refusal = before_first(one.date)
    if refusal is not None:
        raise AgainstRules(one.round, refusal)
    wrong = misplaced([*others, one], season.edition)
    if wrong is not None:
        raise AgainstRules(one.round, wrong[1])
    _store(connection, season.id, one)
    note(
        connection,
        who,
        "evening",
        f"{season.id}/{one.round}",
        detail={"day": one.date, "free_pass": one.free_pass, "loan": one.loan, "final": one.final},
    )
    set_stage(connection, season.id, one.round, "final" if one.final else "qualifier", who)


def plan(connection: Connection, season: Season, year: int, who: str) -> list[Evening]:
    """RAMK-3.2: the last Fridays of a season, where the calendar is still empty."""
    if listing(connection, season.id):
        raise Trouble("league.trouble.calendar_full")
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise Trouble("league.trouble.number", text=year)
    found = planned(year, MONTHS, FINAL_MONTH)
    for one in found:
        put(connection, season, one, who)
    return found


def remove(connection: Connection, season: str, round_name: str, who: str) -> None:
    """Take an evening out of the calendar that nobody has come to."""
    find(connection, season, round_name)
    if came(connection, season, round_name):
        raise Trouble("league.trouble.somebody_came", round=round_name)
    mine = (evening.c.season == season) & (evening.c.round == round_name)
    connection.execute(delete(evening).where(mine))
    note(connection, who, "evening.remove", f"{season}/{round_name}")


def came(connection: Connection, season: str, round_name: str) -> list[str]:
    """Who came to an evening, as was said; by name."""
    return list(
        connection.execute(
            select(attendance.c.player)
            .where(attendance.c.season == season, attendance.c.round == round_name)
            .order_by(attendance.c.player)
        ).scalars()
    )


def everybody_who_came(connection: Connection, season: str) -> Mapping[str, list[str]]:
    """Who came, by round."""
    found: dict[str, list[str]] = {}
    rows = connection.execute(
        select(attendance.c.round, attendance.c.player)
        .where(attendance.c.season == season)
        .order_by(attendance.c.player)
    )
    for row in rows:
        found.setdefault(row.round, []).append(row.player)
    return found


def attend(
    connection: Connection, season: Season, round_name: str, players: Collection[str], who: str
) -> list[str]:
    """RAMK-2.1: who is here tonight, in place of what was said before."""
    one = find(connection, season.id, round_name)
    names = sorted({person(player) for player in players} - {""})
    rounds = rounds_played(connection, season, but=round_name) if one.final else None
    members.require_eligible(connection, season, names, one.date, rounds)
    mine = (attendance.c.season == season.id) & (attendance.c.round == round_name)
    connection.execute(delete(attendance).where(mine))
    if names:
        connection.execute(
            insert(attendance),
            [{"season": season.id, "round": round_name, "player": name} for name in names],
        )
    detail: Mapping[str, Sequence[str]] = {"players": names}
    note(connection, who, "attend", f"{season.id}/{round_name}", detail=detail)
    return names


def _store(connection: Connection, season: str, one: Evening) -> None:
    mine = (evening.c.season == season) & (evening.c.round == one.round)
    connection.execute(delete(evening).where(mine))
    connection.execute(
        insert(evening).values(
            season=season,
            round=one.round,
            day=one.date,
            free_pass=int(one.free_pass),
            loan=int(one.loan),
            final=int(one.final),
        )
    )
