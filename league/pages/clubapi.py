"""`/api/v1` of a club, for programs: openings of an evening's games, ballots for the tables.

A table asks which ballots have seats at it, asks its seats, and sends back what they answered:
by seat, as it knows no members. What it sends again replaces what it sent before.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Router, get, post
from sqlalchemy import Connection

from league.club import ballots, calendar, tonight
from league.club.ballots import Held
from league.competition import games
from league.errors import UserError
from league.guards import everybody, table_of, tables_only
from league.pages.club import club_of
from league.refusals import Reason, Refused
from league.seasons import find
from league.service import Service
from league.tournaments import book as books
from league.tournaments.tables import openings as tournament_openings
from rules.matador.proposals import CHOICES


class SeatVoice(msgspec.Struct, frozen=True):
    """What was answered at a seat."""

    seat: Annotated[int, msgspec.Meta(ge=1, le=10)]
    choice: Annotated[str, msgspec.Meta(max_length=16)]


class Voices(msgspec.Struct, frozen=True):
    """What a table sends of a ballot."""

    voices: Annotated[tuple[SeatVoice, ...], msgspec.Meta(max_length=10)]


@get("/seasons/{season_id:str}/rounds/{round_name:str}/openings", **everybody())
async def openings(service: Service, season_id: str, round_name: str) -> list[dict[str, Any]]:
    """The `open` lines of a round's games, as they were drawn; a file each for `next/`."""

    def work(connection: Connection) -> list[dict[str, Any]]:
        season = find(connection, service.settings, season_id)
        if round_name in books.names(connection, season.id):
            return tournament_openings(books.find(connection, season, round_name))
        if season.edition.game != "matador":
            return games.openings(connection, season, round_name)
        one = calendar.find(connection, season.id, round_name)
        return tonight.openings(connection, season, one, ballots.enrolled(connection))

    return await service.read(work)


@get("/ballots", **tables_only())
async def for_table(request: Request[Any, Any, Any], service: Service) -> list[dict[str, Any]]:
    """The open ballots that have seats at the table that asks."""

    def work(connection: Connection) -> list[dict[str, Any]]:
        table = table_of(request).table
        found = []
        for number, season_id in ballots.waiting(connection):
            season = club_of(connection, service, season_id)
            held = ballots.find(connection, season, number)
            if seats := [one for one in held.buttons if one.table == table]:
                found.append(
                    {
                        "ballot": held.id,
                        "season": held.season,
                        "proposal": held.proposal.id,
                        "member": held.proposal.member,
                        "text": held.text,
                        "seats": [{"seat": one.seat, "member": one.member} for one in seats],
                    }
                )
        return found

    return await service.read(work)


@post("/ballots/{number:int}/voices", status_code=200, **tables_only())
async def voices(
    request: Request[Any, Any, Any], service: Service, number: int, data: Voices
) -> dict[str, Any]:
    """RAMK-2.3: a table's voices; 409 once the ballot is closed, 422 for a seat that has none."""

    def work(connection: Connection) -> Held:
        table = table_of(request).table
        season = club_of(connection, service, ballots.season_of(connection, number))
        held = ballots.find(connection, season, number)
        if held.closed:
            raise Refused(409, Reason("ballot_closed", f"ballot {number} is closed (RAMK-2.4)"))
        said = _by_member(held, table, data)
        return ballots.answer(connection, season, number, said, f"table:{table}")

    try:
        held = await service.write(work)
    except UserError as error:
        raise Refused(422, Reason("ballot", str(error))) from None
    return {"ballot": number, "counted": len(data.voices), "silent": len(held.silent)}


def _by_member(held: Held, table: str, data: Voices) -> dict[str, str]:
    members = {one.seat: one.member for one in held.buttons if one.table == table}
    found = {}
    for one in data.voices:
        if one.seat not in members:
            text = f"seat {one.seat} of table {table} has no voice in ballot {held.id} (RAMK-2.3)"
            raise Refused(422, Reason("no_voice", text))
        if one.choice not in CHOICES:
            text = f"choice {one.choice!r}: allowed {', '.join(CHOICES)} (RAMK-2.4)"
            raise Refused(422, Reason("no_choice", text))
        found[members[one.seat]] = one.choice
    return found


club_api = Router("/api/v1", route_handlers=[openings, for_table, voices])
