"""What the pages of people and programs have in common: whose they are, forms, what was refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from litestar import Request, Response
from litestar.exceptions import NotFoundException
from litestar.response import Redirect
from sqlalchemy import Connection, select

from league.accesstables import EVERY_SEASON
from league.errors import UserError
from league.guards import acting, caller
from league.pages.rendering import page, reader_texts
from league.pages.sent import Sent, told_to
from league.roles import PersonCaller
from league.service import Service
from league.tables import season as season_table

HtmlRequest = Request[Any, Any, Any]
NO_STORE: Final = "no-store"
"""For pages that show a secret, this once."""


@dataclass(frozen=True)
class Form(Sent):
    """What somebody sent, his name, and for which season (empty: the league)."""

    name: str
    season: str


def both(path: str) -> list[str]:
    """Where a page about the whole league is, and the same about one season."""
    return [path, "/seasons/{season_id:str}" + path]


def season_of(request: HtmlRequest) -> str:
    """The season in the address; empty where it is about the whole league."""
    return str(request.path_params.get("season_id", EVERY_SEASON))


def base_of(request: HtmlRequest) -> str:
    """Where the pages of this season, or of the league, begin."""
    season = season_of(request)
    return f"/seasons/{season}" if season else ""


def known_season(connection: Connection, request: HtmlRequest) -> str:
    """The season in the address; 404 for one that is not there."""
    season = season_of(request)
    if (
        season
        and not connection.execute(
            select(season_table.c.id).where(season_table.c.id == season)
        ).first()
    ):
        raise NotFoundException(f"season {season!r}: not known")
    return season


def person(request: HtmlRequest) -> PersonCaller:
    """The person who is signed in; a page of people is nobody else's."""
    found = caller(request)
    if not isinstance(found, PersonCaller):
        raise LookupError("only people are let in here")
    return found


def office_page(
    request: HtmlRequest, template: str, status: int = 200, **context: Any
) -> Response[str]:
    """A page of the office, in the reader's language."""
    return page(
        request,
        template,
        status=status,
        season=season_of(request),
        base=base_of(request),
        me=person(request),
        **context,
    )


async def done(
    request: HtmlRequest,
    service: Service,
    work: Callable[[Form], str | None],
    show: Callable[..., Any],
) -> Response[Any]:
    """Do what a form asks for, then the page again; a secret that was made is on it, this once."""
    fields = await request.form()
    who, name = acting(request), person(request).name

    def job(connection: Connection) -> str | None:
        season = known_season(connection, request)
        return work(Form(connection, fields, who, name, season))

    try:
        secret = await service.write(job)
    except UserError as error:
        told = told_to(reader_texts(request), error)
        return await show(request, service, trouble=told, status=422)  # type: ignore[no-any-return]
    if secret is not None:
        shown: Response[Any] = await show(request, service, secret=secret)
        shown.headers["Cache-Control"] = NO_STORE
        return shown
    asked = f"?{request.url.query}" if request.url.query else ""
    return Redirect(f"{request.url.path}{asked}", status_code=303)
