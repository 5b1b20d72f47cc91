"""Where the forms of a competition's pages go: the organiser's, the referee's, and the entry form.

The page from which a form came is shown again; what is refused comes back with its rule.
"""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from litestar import Request, Response, Router, get, post
from litestar.exceptions import NotFoundException
from litestar.response import Redirect
from sqlalchemy import Connection

from league.competition import entries
from league.errors import UserError
from league.guards import acting, everybody, needs
from league.pages.competition import RUN, enter_page, show
from league.pages.competitionacts import ACTS, RULINGS, Work, form_of
from league.pages.rendering import reader_texts
from league.pages.sent import Asked, told_to
from league.rates import Rate, address_of
from league.roles import Role
from league.seasons import find
from league.service import Service

HtmlRequest = Request[Any, Any, Any]
_KEPT: Final = ("round", "stage", "game", "table", "kind", "skip", "lang")
ENTRIES: Final = Rate(60, 10.0)
"""Entry forms from one address: a school at one laptop, no flood."""


@post(
    "/seasons/{season_id:str}/run/{kind:str}/{act:str}",
    include_in_schema=False,
    status_code=303,
    **needs(Role.ORGANISER),
)
async def run_act(
    request: HtmlRequest, service: Service, season_id: str, kind: str, act: str
) -> Response[Any]:
    """One act of the organiser; then the page it came from."""
    work = ACTS.get((kind, act))
    if work is None:
        raise NotFoundException(f"nothing called {act!r} is done on {kind!r}")
    return await _done(request, service, season_id, f"run/{kind}", work)


@post(
    "/seasons/{season_id:str}/judge/{act:str}",
    include_in_schema=False,
    status_code=303,
    **needs(Role.REFEREE),
)
async def judge_act(
    request: HtmlRequest, service: Service, season_id: str, act: str
) -> Response[Any]:
    """One act of the referee; then the page it came from."""
    work = RULINGS.get(act)
    if work is None:
        raise NotFoundException(f"no judge does {act!r}")
    return await _done(request, service, season_id, "judge", work)


@post("/seasons/{season_id:str}/enter", include_in_schema=False, **everybody())
async def enter(request: HtmlRequest, service: Service, season_id: str) -> Response[str]:
    """HUN-1: somebody enters; the day is the server's, not the form's."""
    service.rates.take(ENTRIES, address_of(request))
    form = await request.form()

    def job(connection: Connection) -> str:
        season = find(connection, service.settings, season_id)
        asked = Asked(connection, form, "entry form", season, service.settings)
        return entries.add(connection, season, form_of(asked, ""), asked.who)

    try:
        name = await service.write(job)
    except UserError as error:
        filled = {name: str(value) for name, value in form.multi_items()}
        told = told_to(reader_texts(request), error)
        return await show(request, service, season_id, "enter", told, 422, filled=filled)
    return await show(request, service, season_id, "enter", status=201, entered=name)


async def _done(
    request: HtmlRequest, service: Service, season_id: str, where: str, work: Work
) -> Response[Any]:
    form = await request.form()

    def job(connection: Connection) -> None:
        season = find(connection, service.settings, season_id)
        work(Asked(connection, form, acting(request), season, service.settings))

    back = _page(str(form.get("back", "")) or where)
    try:
        await service.write(job)
    except UserError as error:
        kind = back.rpartition("/")[2]
        told = told_to(reader_texts(request), error)
        return await show(request, service, season_id, kind, told, 422)
    kept = {name: request.query_params[name] for name in _KEPT if request.query_params.get(name)}
    asked = f"?{urlencode(kept)}" if kept else ""
    anchor = str(form.get("anchor", ""))
    mark = f"#{anchor}" if anchor.replace("-", "").isalnum() else ""
    return Redirect(f"/seasons/{season_id}/{back}{asked}{mark}", status_code=303)


def _page(back: str) -> str:
    """A page of ours to which a form leads; anything else is what waits."""
    kind = back.removeprefix("run/")
    if back in ("judge", "incidents", "news"):
        return back
    return f"run/{kind}" if kind in RUN else "run/attention"


@get(
    [
        "/seasons/{season_id:str}/run/{kind:str}/{act:str}",
        "/seasons/{season_id:str}/judge/{act:str}",
    ],
    include_in_schema=False,
    **everybody(),
)
async def done(request: HtmlRequest, season_id: str, act: str, kind: str = "") -> Redirect:
    """Who changes the language, or comes back, where a form was sent to."""
    asked = f"?{request.url.query}" if request.url.query else ""
    back = _page(f"run/{kind}") if kind else "judge"
    return Redirect(f"/seasons/{season_id}/{back}{asked}", status_code=302)


competition_forms = Router("/", route_handlers=[run_act, judge_act, enter_page, enter, done])
