"""Members of the club (RAMK-2.1): name, age, and who has paid for the final of a season."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from league.audit import note, now_ms
from league.errors import CellError
from league.families.formats import Row
from league.ids import person
from league.seasons import Season
from league.tables import member, payment
from league.troubles import AgainstRules, Trouble
from rules.dates import is_date
from rules.matador import members as eligible
from rules.shown import shown
from rules.words import LONGEST_PLAYER, is_text


class Member(NamedTuple):
    """A member; `paid` and `waived` are those of the season that was asked about."""

    name: str
    born: str | None
    of_age: bool
    """Confirmed by the organiser, where no birth date is known."""
    paid: bool = False
    waived: bool = False


def listing(connection: Connection, season: str | None = None) -> list[Member]:
    """Every member by name, with what he paid for the final of `season`."""
    rows = connection.execute(
        select(member, payment.c.waived)
        .outerjoin(
            payment, (payment.c.member == member.c.name) & (payment.c.season == (season or ""))
        )
        .order_by(member.c.name)
    )
    return [
        Member(
            row.name, row.born, bool(row.of_age), row.waived is not None, bool(row.waived or False)
        )
        for row in rows
    ]


def find(connection: Connection, name: str, season: str | None = None) -> Member:
    """A member by name; Trouble where there is none."""
    wanted = person(name)
    found = next((one for one in listing(connection, season) if one.name == wanted), None)
    if found is None:
        raise Trouble("league.trouble.no_member", name=wanted)
    return found


def add(connection: Connection, name: str, born: str | None, of_age: bool, who: str) -> Member:
    """Take somebody into the club. A child can be a member: he does not play before he is 18."""
    made = Member(_checked_name(name), _checked_day(born), of_age)
    try:
        connection.execute(
            insert(member).values(
                name=made.name, born=made.born, of_age=int(of_age), added_ms=now_ms()
            )
        )
    except IntegrityError:
        raise Trouble("league.trouble.member_twice", name=made.name) from None
    _note(connection, who, "member.add", made)
    return made


def change(connection: Connection, name: str, born: str | None, of_age: bool, who: str) -> Member:
    """Set birth date and confirmation of a member; both are replaced."""
    found = find(connection, name)._replace(born=_checked_day(born), of_age=of_age)
    connection.execute(
        update(member)
        .where(member.c.name == found.name)
        .values(born=found.born, of_age=int(of_age))
    )
    _note(connection, who, "member.change", found)
    return found


def pay(
    connection: Connection, season: str, name: str, paid: bool, waived: bool, who: str
) -> Member:
    """RAMK-2.1b: the fee of the final is paid, or waived by the organiser, or not any more."""
    found = find(connection, name)
    mine = (payment.c.season == season) & (payment.c.member == found.name)
    connection.execute(delete(payment).where(mine))
    if paid or waived:
        connection.execute(
            insert(payment).values(
                season=season, member=found.name, waived=int(waived), paid_ms=now_ms()
            )
        )
    what = "waived" if waived else "paid" if paid else "not paid"
    note(connection, who, "member.pay", f"{season}/{found.name}", detail={"is": what})
    return found._replace(paid=paid or waived, waived=waived)


def require_eligible(
    connection: Connection,
    season: Season,
    players: Iterable[str],
    day: str,
    rounds: Mapping[str, int] | None = None,
) -> None:
    """RAMK-2.1: AgainstRules for the first who may not play on that day.

    `rounds` are those played before, where the day is that of the final. A club that keeps no
    members here is asked for no age and no fee.
    """
    known = {one.name: one for one in listing(connection, season.id)}
    if not known:
        return
    for player in players:
        one = known.get(person(player))
        if one is None:
            raise Trouble("league.trouble.no_member", name=person(player))
        refusal = eligible.may_play(one.born, one.of_age, day, season.edition)
        if refusal is None and rounds is not None:
            played = rounds.get(one.name, 0)
            refusal = eligible.may_play_final(one.paid, played, season.edition)
        if refusal is not None:
            raise AgainstRules(one.name, refusal)


def check_rows(connection: Connection, season: Season, found: Sequence[Row], name: str) -> None:
    """RAMK-2.1a: CellError at the row of a result file in which a member is not of age."""
    known = {one.name: one for one in listing(connection) if one.born is not None}
    for row in found if known else ():
        one = known.get(row.facts["player"])
        if one is None:
            continue
        refusal = eligible.may_play(one.born, one.of_age, row.facts["date"], season.edition)
        if refusal is not None:
            message = str(AgainstRules(f"player: found {one.name!r}", refusal))
            raise CellError(name, row.line, row.columns["player"], message)


def _checked_name(name: str) -> str:
    found = person(name)
    if not found or not is_text(found, LONGEST_PLAYER):
        raise Trouble("league.trouble.name", most=LONGEST_PLAYER)
    return found


def _checked_day(day: str | None) -> str | None:
    if not day:
        return None
    if not is_date(day):
        raise Trouble("league.trouble.day", day=shown(day))
    return day


def _note(connection: Connection, who: str, what: str, one: Member) -> None:
    """The log keeps that somebody's age is known, not his birth date."""
    detail = {"birth_date": one.born is not None, "of_age": one.of_age}
    note(connection, who, what, one.name, detail=detail)
