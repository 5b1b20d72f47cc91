"""What an organiser does on the club's pages: read the form, call one noun, show the page again.

Whatever is refused comes back on the page from which it was sent, with the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import urlencode

from litestar import Request, Response, Router, get, post
from litestar.exceptions import NotFoundException
from litestar.response import Redirect
from sqlalchemy import Connection

from league.club import ballots, calendar, members, outlook, proposals, tonight, typed
from league.draws import checked_seed
from league.errors import UserError
from league.families.matador import FINAL
from league.guards import acting, everybody, needs
from league.ids import SeasonId
from league.ingest import rejudge
from league.pages.club import club_of, show
from league.pages.rendering import reader_texts
from league.pages.sent import Asked, told_to
from league.roles import Role
from league.seasons import follow
from league.service import Service
from league.standings import draw_lots
from league.tablenames import name_tables
from league.troubles import Trouble
from rules.matador.evenings import Evening

HtmlRequest = Request[Any, Any, Any]


def _attend(asked: Asked) -> None:
    """Who came; `draw`: and then the tables, in one tap."""
    calendar.attend(
        asked.connection, asked.season, asked.text("round"), asked.several("here"), asked.who
    )
    if asked.on("draw"):
        _draw(asked)


def _draw(asked: Asked) -> None:
    name_tables(asked.connection, asked.season.id, asked.text("tables"), asked.who)
    confirmed = asked.several("contender") if asked.on("confirmed") else None
    if confirmed is not None:
        here = calendar.came(asked.connection, asked.season.id, asked.text("round"))
        confirmed = [one for one in confirmed if one in here]
    tonight.seat(asked.connection, asked.season, asked.text("round"), confirmed, asked.who)


def _flag(asked: Asked) -> None:
    one = calendar.find(asked.connection, asked.season.id, asked.text("round"))
    is_on = asked.text("on") == "1"
    changed = (
        one._replace(free_pass=is_on)
        if asked.text("flag") == "free_pass"
        else one._replace(loan=is_on)
    )
    calendar.put(asked.connection, asked.season, changed, asked.who)


def _places(asked: Asked) -> None:
    division = asked.whole_or_none("division")
    places = {}
    for name in asked.several("player"):
        if not asked.text(f"p.{name}"):
            raise Trouble("league.trouble.without_place", name=name)
        places[name] = asked.whole(f"p.{name}")
    typed.type_places(
        asked.connection, asked.season, asked.text("round"), division, places, asked.who
    )


def _out(asked: Asked) -> None:
    is_out = asked.text("out") == "1"
    outlook.say_out(
        asked.connection, asked.season, asked.text("round"), asked.text("player"), is_out, asked.who
    )


def _lot(asked: Asked) -> None:
    """RAMK-9.17: the lot among those who are equal for the cup."""
    seed = checked_seed(asked.whole_or_none("seed"))
    draw_lots(asked.connection, asked.season, FINAL, seed, asked.who)


def _evening(asked: Asked) -> None:
    if asked.on("plan"):
        calendar.plan(asked.connection, asked.season, asked.whole("year"), asked.who)
        return
    if asked.on("remove"):
        calendar.remove(asked.connection, asked.season.id, asked.text("round"), asked.who)
        return
    one = Evening(
        asked.text("round"),
        asked.text("date"),
        asked.on("free_pass"),
        asked.on("loan"),
        asked.on("final"),
    )
    calendar.put(asked.connection, asked.season, one, asked.who)


def _season(asked: Asked) -> None:
    """RAMK-9.20: the season after this one, under the same rules; the bonuses open it."""
    name = asked.text("name")
    follow(asked.connection, asked.settings, asked.season.id, name, asked.who)
    rejudge(asked.connection, asked.settings, SeasonId(name))


def _member(asked: Asked) -> None:
    change = members.change if asked.on("change") else members.add
    born = asked.text("born") or None
    change(asked.connection, asked.text("name"), born, asked.on("of_age"), asked.who)


def _fee(asked: Asked) -> None:
    paid, waived = asked.text("is") == "paid", asked.text("is") == "waived"
    members.pay(asked.connection, asked.season.id, asked.text("name"), paid, waived, asked.who)


def _proposal(asked: Asked) -> None:
    day = tonight.today()
    if asked.on("withdraw"):
        proposals.withdraw(asked.connection, asked.season, asked.text("id"), asked.who)
    elif asked.on("amend"):
        proposals.amend(
            asked.connection, asked.season, asked.text("id"), asked.text("text"), day, asked.who
        )
    else:
        proposals.submit(
            asked.connection, asked.season, asked.text("member"), asked.text("text"), day, asked.who
        )


def _ballot(asked: Asked) -> None:
    connection, season = asked.connection, asked.season
    if asked.on("open"):
        tables = asked.text("tables").replace(",", " ").split()
        also = asked.several("also")
        ballots.open_for(connection, season, asked.text("id"), tables, asked.who, also)
        return
    number = asked.whole("ballot")
    if asked.on("type"):
        yes, no, abstain = (asked.whole(name) for name in ("yes", "no", "abstain"))
        ballots.type_totals(connection, season, number, (yes, no, abstain), asked.who)
        ballots.close(connection, season, number, asked.who)
    elif asked.on("close"):
        ballots.close(connection, season, number, asked.who)
    else:
        voices = {asked.text("member"): asked.text("choice")}
        ballots.answer(connection, season, number, voices, asked.who)


ACTS: Final[Mapping[tuple[str, str], Callable[[Asked], None]]] = {
    ("tonight", "attend"): _attend,
    ("tonight", "draw"): _draw,
    ("tonight", "flag"): _flag,
    ("tonight", "places"): _places,
    ("needs", "out"): _out,
    ("needs", "lot"): _lot,
    ("calendar", "evening"): _evening,
    ("calendar", "season"): _season,
    ("members", "member"): _member,
    ("members", "fee"): _fee,
    ("proposals", "proposal"): _proposal,
    ("proposals", "ballot"): _ballot,
}


@post(
    "/seasons/{season_id:str}/do/{kind:str}/{act:str}",
    include_in_schema=False,
    status_code=303,
    **needs(Role.ORGANISER),
)
async def do(
    request: HtmlRequest, service: Service, season_id: str, kind: str, act: str
) -> Response[Any]:
    """One act of the organiser; then the page it came from."""
    work = ACTS.get((kind, act))
    if work is None:
        raise NotFoundException(f"nothing called {act!r} is done on {kind!r}")
    form = await request.form()

    def job(connection: Connection) -> None:
        season = club_of(connection, service, season_id)
        work(Asked(connection, form, acting(request), season, service.settings))

    try:
        await service.write(job)
    except UserError as error:
        told = told_to(reader_texts(request), error)
        return await show(request, service, season_id, kind, told, 422)
    names = [name for name in ("round", "lang") if request.query_params.get(name)]
    asked = "?" + urlencode({name: request.query_params[name] for name in names}) if names else ""
    anchor = f"#{form['anchor']}" if str(form.get("anchor", "")).isalnum() else ""
    return Redirect(f"/seasons/{season_id}/{kind}{asked}{anchor}", status_code=303)


@get("/seasons/{season_id:str}/do/{kind:str}/{act:str}", include_in_schema=False, **everybody())
async def done(request: HtmlRequest, season_id: str, kind: str, act: str) -> Redirect:
    """Who changes the language, or comes back, where a form was sent to."""
    if (kind, act) not in ACTS:
        raise NotFoundException(f"nothing called {act!r} is done on {kind!r}")
    asked = f"?{request.url.query}" if request.url.query else ""
    return Redirect(f"/seasons/{season_id}/{kind}{asked}", status_code=302)


club_forms = Router("/", route_handlers=[do, done])
