"""Proposals to change the rules (RAMK-2.2, RAMK-2.3, RAMK-2.5): three a member, frozen wordings."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update

from league.audit import note, now_ms
from league.club import calendar, members
from league.club.standing import rounds_played
from league.errors import UserError
from league.ids import person
from league.results import counted
from league.seasons import Season
from league.tables import ballot, proposal, wording
from league.troubles import AgainstRules, Trouble
from rules.kinds import Refusal
from rules.matador import proposals as law
from rules.matador.proposals import Proposal, Wording
from rules.words import is_text

LONGEST_TEXT = 2000


class Standing(NamedTuple):
    """A proposal and what it is worth now: `valid`, `pending`, `withdrawn`; `void` once the final
    has been played without its member's third round.
    """

    proposal: Proposal
    standing: str
    frozen: bool
    """It has been voted on, or is voted on now."""


def listing(connection: Connection, season: Season) -> list[Standing]:
    """Every proposal of a season in the order in which they were made."""
    rounds = rounds_played(connection, season)
    is_over = any(one.facts["final"] for one in counted(connection, season).values())
    frozen = set(
        connection.execute(select(ballot.c.proposal).where(ballot.c.season == season.id)).scalars()
    )
    return [
        Standing(
            one,
            _standing(one, rounds.get(one.member, 0), season, is_over),
            int(one.id) in frozen,
        )
        for one in _all(connection, season.id)
    ]


def _standing(one: Proposal, rounds: int, season: Season, is_over: bool) -> str:
    """RAMK-2.3: what is still pending on the final evening is void."""
    found = law.standing(one, rounds, season.edition)
    return "void" if is_over and found == "pending" else found


def find(connection: Connection, season: Season, number: str | int) -> Proposal:
    """A proposal by its number; UserError naming those there are."""
    known = {one.id: one for one in _all(connection, season.id)}
    if str(number) not in known:
        raise UserError(f"proposal {number!r}: not known, allowed {', '.join(known) or 'none yet'}")
    return known[str(number)]


def submit(
    connection: Connection, season: Season, name: str, text: str, day: str, who: str
) -> Proposal:
    """RAMK-2.2: a member makes a proposal; the fourth of a season is refused."""
    member = _proposer(connection, name)
    made = [one for one in _all(connection, season.id) if one.member == member]
    found = law.submit(made, member, "", Wording(_checked(text), day), season.edition)
    if isinstance(found, Refusal):
        raise AgainstRules(member, found)
    number = connection.execute(
        insert(proposal)
        .values(season=season.id, member=member, withdrawn=0, made_ms=now_ms())
        .returning(proposal.c.id)
    ).scalar_one()
    made_one = found._replace(id=str(number))
    _keep(connection, made_one)
    note(connection, who, "proposal", f"{season.id}/{number}", detail={"member": member})
    return made_one


def amend(
    connection: Connection, season: Season, number: str | int, text: str, day: str, who: str
) -> Proposal:
    """RAMK-2.5: another wording on the final evening, until it is voted on."""
    one = find(connection, season, number)
    final = next((one for one in calendar.listing(connection, season.id) if one.final), None)
    ballots = [
        law.Ballot(str(row.proposal), row.wording, frozenset())
        for row in connection.execute(select(ballot).where(ballot.c.season == season.id))
    ]
    new = Wording(_checked(text), day)
    found = law.amend(one, new, final.date if final else "-", ballots)
    if isinstance(found, Refusal):
        raise AgainstRules(f"proposal {one.id}", found)
    _keep(connection, found)
    detail = {"was": one.wordings[-1].text, "is": new.text}
    note(connection, who, "proposal.amend", f"{season.id}/{one.id}", detail=detail)
    return found


def withdraw(connection: Connection, season: Season, number: str | int, who: str) -> None:
    """RAMK-2.2: it is not voted on, and still counts among the member's three.

    Refused once its ballot was opened.
    """
    one = find(connection, season, number)
    _require_not_voted(connection, one)
    connection.execute(update(proposal).where(proposal.c.id == int(one.id)).values(withdrawn=1))
    note(connection, who, "proposal.withdraw", f"{season.id}/{one.id}")


def _require_not_voted(connection: Connection, one: Proposal) -> None:
    held = connection.execute(
        select(ballot.c.id, ballot.c.closed_ms).where(ballot.c.proposal == int(one.id))
    ).one_or_none()
    if held is not None and held.closed_ms is None:
        raise Trouble("league.trouble.ballot_open", id=held.id)
    if held is not None:
        raise Trouble("league.trouble.voted", id=one.id)


def _all(connection: Connection, season: str) -> list[Proposal]:
    wordings: dict[int, list[Wording]] = {}
    texts = connection.execute(
        select(wording)
        .join(proposal, proposal.c.id == wording.c.proposal)
        .where(proposal.c.season == season)
        .order_by(wording.c.proposal, wording.c.number)
    )
    for row in texts:
        wordings.setdefault(row.proposal, []).append(Wording(row.text, row.day))
    rows = connection.execute(
        select(proposal).where(proposal.c.season == season).order_by(proposal.c.id)
    )
    return [
        Proposal(str(row.id), row.member, tuple(wordings[row.id]), bool(row.withdrawn))
        for row in rows
    ]


def _keep(connection: Connection, one: Proposal) -> None:
    newest = one.wordings[-1]
    connection.execute(
        insert(wording).values(
            proposal=int(one.id),
            number=len(one.wordings) - 1,
            text=newest.text,
            day=newest.date,
        )
    )


def _proposer(connection: Connection, name: str) -> str:
    if members.listing(connection):
        return members.find(connection, name).name
    return person(name)


def _checked(text: str) -> str:
    found = " ".join(text.split())
    if not found or not is_text(found, LONGEST_TEXT):
        raise Trouble("league.trouble.wording", most=LONGEST_TEXT)
    return found
