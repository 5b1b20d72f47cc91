"""Copies of open games from tables, spares that ask for one, the page where that is decided."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, Router, get, post
from litestar.response import Redirect
from sqlalchemy import Connection

from league import live, opencopies, takeover
from league.errors import UserError
from league.guards import acting, may, needs, table_of, tables_only
from league.pages.rendering import page, reader_texts
from league.pages.sent import told_to
from league.refusals import Reason, Refused
from league.roles import Role
from league.service import Service

AnyRequest = Request[Any, Any, Any]


@post("/tables/{table:str}/copy", status_code=200, **tables_only())
async def keep_copy(
    request: AnyRequest, service: Service, table: str, data: takeover.Told
) -> dict[str, Any]:
    """A piece of the table's open game, sealed; answers how far the copy goes, and whether the game
    is still this table's.
    """
    teller = table_of(request, table).table
    return await service.write(lambda connection: takeover.heard(connection, teller, data))


@post("/tables/{table:str}/takeover", status_code=200, **tables_only())
async def ask_takeover(
    request: AnyRequest, service: Service, table: str, data: takeover.Asked
) -> dict[str, Any]:
    """A spare asks for a game; answers asked, refused, or granted with all that it needs."""
    taker = table_of(request, table).table
    return await service.write(lambda connection: takeover.ask(connection, taker, data))


@get("/takeovers", include_in_schema=False, **needs(Role.REFEREE, anywhere=True))
async def takeovers(request: AnyRequest, service: Service) -> Response[str]:
    """Who asks, which games are open where, what was decided."""
    return await _shown(request, service)


@post("/takeovers", include_in_schema=False, **needs(Role.REFEREE, anywhere=True))
async def decide(request: AnyRequest, service: Service) -> Response[Any]:
    """Give a game to a spare, or refuse."""
    form = await request.form()
    taker, game = str(form.get("taker", "")).strip(), str(form.get("game", "")).strip()
    reason, who = str(form.get("reason", "")).strip(), acting(request)

    def work(connection: Connection) -> None:
        if game and not may(request, Role.REFEREE, _season(connection, game)):
            raise Refused(403, Reason("other_season", "this game is of another season"))
        if "refuse" in form:
            takeover.refuse(connection, taker, who, reason)
        else:
            takeover.approve(connection, taker, game, who, reason)

    try:
        await service.write(work)
    except UserError as error:
        return await _shown(request, service, told_to(reader_texts(request), error), 422)
    asked = request.query_params.get("lang")
    return Redirect(f"/takeovers?lang={asked}" if asked else "/takeovers", status_code=303)


def _season(connection: Connection, game: str) -> str | None:
    """Of an open game, as its table says it; None where no table does: then it is for those who
    are referees of the whole league.
    """
    told = (one.state for one in live.tables(connection) if one.state.game == game)
    return next((state.season for state in told), None)


async def _shown(
    request: AnyRequest, service: Service, trouble: str = "", status: int = 200
) -> Response[str]:
    def work(connection: Connection) -> dict[str, Any]:
        silent = {one.table for one in live.tables(connection) if not one.fresh}
        return {
            "wanted": takeover.wanted(connection),
            "copies": [one for one in opencopies.copies(connection) if one.lines],
            "given": takeover.given(connection),
            "tables": sorted(opencopies.tables_of(connection), key=live.natural),
            "silent": silent,
        }

    found = await service.read(work)
    return page(request, "takeovers.html", status=status, trouble=trouble, **found)


takeover_api = Router("/api/v1", route_handlers=[keep_copy, ask_takeover])
takeover_pages = Router("/", route_handlers=[takeovers, decide])
