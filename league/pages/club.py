"""Pages of a Matador club: tonight, what do I need, calendar, members, proposals, the picture.

Everybody may read what concerns all; the evening's work and the members' list are the organiser's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, NamedTuple

from litestar import Request, Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.params import Parameter
from sqlalchemy import Connection

from league.audit import last_mark
from league.club import ballots, calendar, members, outlook, picture, proposals
from league.club import tonight as evening
from league.club.standing import rounds_played
from league.guards import everybody, needs
from league.pages.rendering import page, reader_texts
from league.pages.signin import organiser, sign_in_page
from league.results import counted
from league.roles import Role
from league.seasons import Season, find, followers
from league.service import Service
from league.tables import season as season_table
from league.troubles import half, said
from rules.matador.evenings import first_evening, half_of
from rules.matador.members import may_vote

HtmlRequest = Request[Any, Any, Any]
Facts = Mapping[str, Any]


class Kind(NamedTuple):
    """A page: its template, what it shows, and whether it is the organiser's alone."""

    template: str
    facts: Callable[[Connection, Season, HtmlRequest], Facts]
    private: bool = False


def _tonight(connection: Connection, season: Season, request: HtmlRequest) -> Facts:
    one = evening.chosen(connection, season, request.query_params.get("round"))
    return {"tonight": evening.tonight(connection, season, one) if one else None}


def _needs(connection: Connection, season: Season, request: HtmlRequest) -> Facts:
    supposed = {
        name.removeprefix("p."): int(place)
        for name, place in request.query_params.items()
        if name.startswith("p.") and place.isascii() and place.isdigit() and len(place) < 3
    }
    found = outlook.outlook(connection, season, supposed)
    tied = outlook.tied_for_cup(connection, season) if found.over else []
    said_out = outlook.said_out(connection, season.id, found.round)
    return {"outlook": found, "tied": tied, "said": said_out, "tried": supposed}


def _calendar(connection: Connection, season: Season, _: HtmlRequest) -> Facts:
    found = calendar.listing(connection, season.id)
    halves: dict[str, list[Any]] = {}
    for one in found:
        halves.setdefault(half_of(one.date), []).append(one)
    year = int(evening.today()[:4])
    return {
        "halves": halves,
        "came": calendar.everybody_who_came(connection, season.id),
        "year": year,
        "first": first_evening(year),
        "over": any(result.facts["final"] for result in counted(connection, season).values()),
        "followed": followers(connection, season.id),
        "today": evening.today(),
    }


def _members(connection: Connection, season: Season, _: HtmlRequest) -> Facts:
    rounds = rounds_played(connection, season)
    found = members.listing(connection, season.id)
    strangers = sorted(set(rounds) - {one.name for one in found})
    return {
        "members": found,
        "rounds": rounds,
        "votes": {one.name: may_vote(rounds.get(one.name, 0), season.edition) for one in found},
        "strangers": strangers,
        "fee": season.edition.whole("final_fee"),
    }


def _proposals(connection: Connection, season: Season, _: HtmlRequest) -> Facts:
    found = proposals.listing(connection, season)
    held = {one.proposal.id: one for one in ballots.listing(connection, season)}
    final = next((one for one in calendar.listing(connection, season.id) if one.final), None)
    roll = sorted(
        player
        for player, rounds in rounds_played(connection, season).items()
        if may_vote(rounds, season.edition)
    )
    came = calendar.came(connection, season.id, final.round) if final else []
    return {
        "proposals": found,
        "held": held,
        "any_open": any(not one.closed for one in held.values()),
        "tables": ballots.in_room(connection, season.id),
        "members": [one.name for one in members.listing(connection)] or roll,
        "roll": roll,
        "absent": [one for one in roll if one not in came],
        "final": final,
        "most": season.edition.whole("proposals_most"),
        "least": season.edition.whole("rounds_to_vote"),
        "today": evening.today(),
    }


KINDS: Final[Mapping[str, Kind]] = {
    "tonight": Kind("club/tonight.html", _tonight, private=True),
    "needs": Kind("club/needs.html", _needs),
    "calendar": Kind("club/calendar.html", _calendar),
    "members": Kind("club/members.html", _members, private=True),
    "proposals": Kind("club/proposals.html", _proposals),
}


async def show(
    request: HtmlRequest,
    service: Service,
    season_id: str,
    kind: str,
    trouble: str = "",
    status: int = 200,
) -> Response[str]:
    """A page of the club, with what went wrong on top where something did."""
    wanted = KINDS[kind]

    def work(connection: Connection) -> tuple[str | None, Facts]:
        drawn = last_mark(connection)
        who = organiser(connection, request, season_id)
        season = club_of(connection, service, season_id)
        if wanted.private and who is None:
            return who, {}
        return who, {"drawn": drawn, **wanted.facts(connection, season, request)}

    who, facts = await service.read(work)
    if wanted.private and who is None:
        return sign_in_page(request, 401)
    text = reader_texts(request)
    return page(
        request,
        wanted.template,
        status=status,
        season=season_id,
        kind=kind,
        who=who,
        trouble=trouble,
        base=f"/seasons/{season_id}",
        refusal=lambda found: said(found, text.language),
        half=lambda name: half(text, name),
        **facts,
    )


def club_of(connection: Connection, service: Service, season_id: str) -> Season:
    """A season of a Matador club; no page for any other."""
    season = find(connection, service.settings, season_id)
    if season.edition.game != "matador":
        raise NotFoundException(f"season {season_id}: has no club")
    return season


@get("/seasons/{season_id:str}/tonight", include_in_schema=False, **needs(Role.ORGANISER))
async def tonight(request: HtmlRequest, service: Service, season_id: str) -> Response[str]:
    """The evening, for the organiser."""
    return await show(request, service, season_id, "tonight")


@get("/seasons/{season_id:str}/needs", include_in_schema=False, **everybody())
async def needs_page(request: HtmlRequest, service: Service, season_id: str) -> Response[str]:
    """Who can still win, and with which place."""
    return await show(request, service, season_id, "needs")


@get("/seasons/{season_id:str}/calendar", include_in_schema=False, **everybody())
async def calendar_page(request: HtmlRequest, service: Service, season_id: str) -> Response[str]:
    """The evenings."""
    return await show(request, service, season_id, "calendar")


@get("/seasons/{season_id:str}/members", include_in_schema=False, **needs(Role.ORGANISER))
async def members_page(request: HtmlRequest, service: Service, season_id: str) -> Response[str]:
    """The members, for the organiser: ages are nobody else's."""
    return await show(request, service, season_id, "members")


@get("/seasons/{season_id:str}/proposals", include_in_schema=False, **everybody())
async def proposals_page(request: HtmlRequest, service: Service, season_id: str) -> Response[str]:
    """Proposals and the votes on them."""
    return await show(request, service, season_id, "proposals")


@get("/", include_in_schema=False, **everybody())
async def this_season(request: HtmlRequest, service: Service) -> Response[Any]:
    """`/tonight` leads to the newest club's evening: one address to keep on the phone."""
    from litestar.response import Redirect
    from sqlalchemy import select

    def work(connection: Connection) -> str | None:
        names = connection.execute(
            select(season_table.c.id).order_by(
                season_table.c.created_ms.desc(), season_table.c.id.desc()
            )
        ).scalars()
        for name in names:
            if find(connection, service.settings, name).edition.game == "matador":
                return str(name)
        return None

    name = await service.read(work)
    if name is None:
        raise NotFoundException("no club's season yet")
    asked = f"?{request.url.query}" if request.url.query else ""
    return Redirect(f"/seasons/{name}/tonight{asked}", status_code=302)


@get("/seasons/{season_id:str}/standings.png", include_in_schema=False, **everybody())
async def standings_picture(
    request: HtmlRequest,
    service: Service,
    season_id: str,
    lang: Annotated[str | None, Parameter()] = None,
) -> Response[bytes]:
    """The standings as a picture, for the club's chat."""
    text = reader_texts(request)

    def work(connection: Connection) -> tuple[Any, dict[str, Any]]:
        season = club_of(connection, service, season_id)
        key = ("picture", season_id, text.language)
        asked = picture.asked(connection, service.settings, season, text)
        return service.kept.get(connection, key, dict), asked

    kept, asked = await service.read(work)
    if "png" not in kept:
        kept["png"] = await service.on_thread(lambda: picture.painted(asked))
    name = f'inline; filename="{season_id}.png"'
    headers = {
        "Vary": "Accept-Language",
        "Cache-Control": "no-cache",
        "Content-Disposition": name.encode("ascii", "replace").decode(),
    }
    return Response(kept["png"], media_type="image/png", headers=headers)


club_pages = Router(
    "/",
    route_handlers=[
        tonight,
        needs_page,
        calendar_page,
        members_page,
        proposals_page,
        standings_picture,
        Router("/tonight", route_handlers=[this_season]),
    ],
)
