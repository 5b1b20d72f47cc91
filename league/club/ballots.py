"""Votes of the final evening (RAMK-2.3 to 2.5): by members, outside any game, at all tables.

A ballot is about one frozen wording. Who may vote and is present stands on its roll, and each of
them has a button: the one before which he sits, or a free one. A table fetches the ballots that
have seats at it and sends back what was pressed; the last answer of a member counts until the
ballot is closed. The totals of a show of hands, typed, take the place of all voices.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from league.audit import as_json, note, now_ms
from league.club import calendar, proposals
from league.club.standing import rounds_played
from league.draws import newest
from league.errors import UserError
from league.ids import person
from league.seasons import Season
from league.tablenames import named
from league.tables import ballot, table_key, voice
from league.troubles import AgainstRules, Trouble
from rules.kinds import Refusal
from rules.matador import proposals as law
from rules.matador.proposals import Ballot, Outcome, Proposal

SEATS_AT_A_TABLE = 10


class Button(NamedTuple):
    """Which button is a member's; `free`: he does not sit there, it was free."""

    member: str
    table: str
    seat: int
    free: bool


class Held(NamedTuple):
    """A ballot as it is kept."""

    id: int
    season: str
    proposal: Proposal
    ballot: Ballot
    buttons: Sequence[Button]
    without: Sequence[str]
    """Voters for whom there is no button: they say it to the organiser."""
    closed: bool

    @property
    def text(self) -> str:
        """The wording that is voted on."""
        return self.proposal.wordings[self.ballot.wording].text

    @property
    def outcome(self) -> Outcome:
        """RAMK-2.4: the count as it stands."""
        return law.outcome(self.ballot)

    @property
    def silent(self) -> list[str]:
        """Who has not answered yet."""
        return sorted(self.ballot.roll - set(self.ballot.voices))


def listing(connection: Connection, season: Season) -> list[Held]:
    """Every ballot of a season, the newest first."""
    known = {one.proposal.id: one.proposal for one in proposals.listing(connection, season)}
    rows = connection.execute(
        select(ballot).where(ballot.c.season == season.id).order_by(ballot.c.id.desc())
    )
    return [_held(connection, row, known[str(row.proposal)]) for row in rows]


def find(connection: Connection, season: Season, number: int) -> Held:
    """A ballot by its number; UserError naming those there are."""
    known = listing(connection, season)
    found = next((one for one in known if one.id == number), None)
    if found is None:
        names = ", ".join(str(one.id) for one in known) or "none yet"
        raise UserError(f"ballot {number}: not known, allowed {names}")
    return found


def open_for(
    connection: Connection,
    season: Season,
    number: str | int,
    tables: Sequence[str] | None,
    who: str,
    also: Sequence[str] = (),
) -> Held:
    """RAMK-2.3: open the vote on the last wording, among who came to the final evening.

    `also` are here without playing: the fee is for the board, not for the vote.

    `tables` are the tables that stand in the room, the 1st division's first; None: the enrolled
    ones. Refused while another ballot is open, for a button has one meaning.
    """
    one = proposals.find(connection, season, number)
    final = next((one for one in calendar.listing(connection, season.id) if one.final), None)
    if final is None:
        raise Trouble("league.trouble.no_final")
    _require_free(listing(connection, season), one)
    guests = [person(name) for name in also]
    present = [*calendar.came(connection, season.id, final.round), *guests]
    if not present:
        raise Trouble("league.trouble.nobody_here", round=final.round)
    found = _opened(connection, season, one, present, guests)
    seated = newest(connection, season.id, final.round)
    buttons = _buttons(sorted(found.roll), seated, _standing(connection, season, tables))
    made = connection.execute(
        insert(ballot)
        .values(
            season=season.id,
            proposal=int(one.id),
            wording=found.wording,
            roll=as_json(sorted(found.roll)),
            seats=as_json([list(button) for button in buttons]),
            opened_ms=now_ms(),
        )
        .returning(ballot.c.id)
    ).scalar_one()
    detail = {"proposal": one.id, "wording": found.wording, "roll": sorted(found.roll)}
    note(connection, who, "ballot.open", f"{season.id}/{made}", detail=detail)
    return find(connection, season, int(made))


def _require_free(held: Sequence[Held], one: Proposal) -> None:
    """One ballot at a time, and one a proposal."""
    waiting = next((other.id for other in held if not other.closed), None)
    if waiting is not None:
        raise Trouble("league.trouble.ballot_open", id=waiting)
    if any(other.proposal.id == one.id for other in held):
        raise Trouble("league.trouble.voted", id=one.id)


def _opened(
    connection: Connection,
    season: Season,
    one: Proposal,
    present: Sequence[str],
    guests: Sequence[str],
) -> Ballot:
    found = law.open_ballot(one, present, rounds_played(connection, season), season.edition)
    if isinstance(found, Refusal):
        raise AgainstRules(f"proposal {one.id}", found)
    for name in guests:
        if isinstance(no_voice := law.vote(found, name, law.CHOICES[0]), Refusal):
            raise AgainstRules(name, no_voice)
    return found


def answer(
    connection: Connection, season: Season, number: int, voices: Mapping[str, str], who: str
) -> Held:
    """RAMK-2.3: members' voices, from a table or as the organiser was told; the last counts."""
    held = find(connection, season, number)
    _require_open(held)
    cast = held.ballot
    for member, choice in voices.items():
        found = law.vote(cast, member, choice)
        if isinstance(found, Refusal):
            raise AgainstRules(f"ballot {number}", found)
        cast = found
    for member, choice in voices.items():
        mine = (voice.c.ballot == number) & (voice.c.member == member)
        connection.execute(delete(voice).where(mine))
        connection.execute(
            insert(voice).values(
                ballot=number, member=member, choice=choice, source=who, at_ms=now_ms()
            )
        )
    note(connection, who, "ballot.voices", f"{season.id}/{number}", detail=dict(voices))
    return held._replace(ballot=cast)


def type_totals(
    connection: Connection, season: Season, number: int, totals: tuple[int, int, int], who: str
) -> Held:
    """RAMK-2.4: yes, no and abstentions of a show of hands, instead of all voices."""
    held = find(connection, season, number)
    _require_open(held)
    found = law.typed(held.ballot, *totals)
    if isinstance(found, Refusal):
        raise AgainstRules(f"ballot {number}", found)
    connection.execute(
        update(ballot).where(ballot.c.id == number).values(typed=as_json(list(totals)))
    )
    note(connection, who, "ballot.typed", f"{season.id}/{number}", detail={"totals": list(totals)})
    return held._replace(ballot=found)


def close(connection: Connection, season: Season, number: int, who: str) -> Held:
    """RAMK-2.4: no voice is taken any more; the count is the result."""
    held = find(connection, season, number)
    _require_open(held)
    connection.execute(update(ballot).where(ballot.c.id == number).values(closed_ms=now_ms()))
    result = held.outcome._asdict()
    note(connection, who, "ballot.close", f"{season.id}/{number}", detail=result)
    return held._replace(closed=True)


def enrolled(connection: Connection) -> list[str]:
    """The tables that may vote: those whose enrolment was approved, in the order of their names."""
    found = connection.execute(
        select(table_key.c.table_id).where(table_key.c.status == "approved").distinct()
    ).scalars()
    return sorted(found)


def in_room(connection: Connection, season: str) -> list[str]:
    """The tables that may vote, those of the season first to last where they were given names."""
    known = enrolled(connection)
    return [name for name in named(connection, season) if name in known] or known


def _standing(
    connection: Connection, season: Season, tables: Sequence[str] | None
) -> Sequence[str]:
    """The tables that were named, each an enrolled one; None: all of the season's."""
    known = enrolled(connection)
    for name in tables or ():
        if name not in known:
            allowed = ", ".join(known) or "none yet (league enrol TABLE)"
            raise UserError(f"table {name!r}: not enrolled, allowed {allowed}")
    return in_room(connection, season.id) if tables is None else tables


def season_of(connection: Connection, number: int) -> str:
    """The season to which a ballot belongs; UserError where there is none."""
    found = connection.execute(select(ballot.c.season).where(ballot.c.id == number)).scalar()
    if found is None:
        raise UserError(f"ballot {number}: not known")
    return str(found)


def waiting(connection: Connection) -> list[tuple[int, str]]:
    """The open ballots of all seasons: number and season."""
    rows = connection.execute(
        select(ballot.c.id, ballot.c.season).where(ballot.c.closed_ms.is_(None))
    )
    return [(int(row.id), str(row.season)) for row in rows]


def _buttons(
    roll: Sequence[str], seated: Mapping[str, Any] | None, tables: Sequence[str]
) -> list[Button]:
    """Everybody's own seat where he sits at one of these tables, else a free one, fewest first."""
    found: list[Button] = []
    taken: set[tuple[str, int]] = set()
    for name, drawn in _at(tables, (seated or {"tables": []})["tables"]):
        for seat in drawn["seats"]:
            taken.add((name, seat["seat"]))
            if seat["player"] in roll:
                found.append(Button(seat["player"], name, seat["seat"], False))
    placed = {button.member for button in found}
    free = sorted(
        (seat, place, name)
        for place, name in enumerate(tables)
        for seat in range(1, SEATS_AT_A_TABLE + 1)
        if (name, seat) not in taken
    )
    others = [one for one in roll if one not in placed]
    found += [
        Button(member, name, seat, True)
        for member, (seat, _, name) in zip(others, free, strict=False)
    ]
    return sorted(found, key=lambda button: (button.table, button.seat))


def _at(
    tables: Sequence[str], drawn: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Which drawn table stands where: by its name, else in the order of both."""
    if any("name" in one for one in drawn):
        yield from ((one["name"], one) for one in drawn if one.get("name") in tables)
    else:
        yield from zip(tables, drawn, strict=False)


def _require_open(held: Held) -> None:
    if held.closed:
        raise Trouble("league.trouble.ballot_closed", id=held.id)


def _held(connection: Connection, row: Any, about: Proposal) -> Held:
    roll = frozenset(json.loads(row.roll))
    voices = {
        cast.member: cast.choice
        for cast in connection.execute(
            select(voice).where(voice.c.ballot == row.id).order_by(voice.c.member)
        )
    }
    typed = tuple(json.loads(row.typed)) if row.typed else None
    buttons = [Button(*one) for one in json.loads(row.seats)]
    placed = {button.member for button in buttons}
    return Held(
        id=int(row.id),
        season=row.season,
        proposal=about,
        ballot=Ballot(about.id, row.wording, roll, voices, typed),
        buttons=buttons,
        without=sorted(roll - placed),
        closed=row.closed_ms is not None,
    )
