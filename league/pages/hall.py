"""The hall's board: one page that everybody in a tournament's hall can read."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, Router, get
from sqlalchemy import Connection

from league import halls, live, seasons
from league.families.hall import Hall, hall, players
from league.guards import everybody
from league.hallclock import instant
from league.pages.rendering import page
from league.seasons import Season
from league.service import Service

PLACES: Final = 10
"""So many prizes stand on the board."""

HtmlRequest = Request[Any, Any, Any]


@get("/seasons/{season_id:str}/hall", include_in_schema=False, **everybody())
async def hall_page(request: HtmlRequest, service: Service, season_id: str) -> Response[str]:
    """Level, stakes, next, break, average stack, prizes of the tournament that is played now."""
    shown, season = await service.read(lambda c: _hall(c, service, season_id))
    return page(request, "hall.html", hall=shown, season=season, places=PLACES)


def _hall(connection: Connection, service: Service, season_id: str) -> tuple[Hall | None, Season]:
    """By the hall's clock, where the director has started one for what is played now."""
    season = seasons.find(connection, service.settings, season_id)
    tables = live.tables(connection)
    clock = halls.newest(connection, season)
    if clock is not None and (
        players(season_id, clock.round, tables) or not players(season_id, None, tables)
    ):
        hand = halls.together(connection, season_id, clock.round)
        shown = halls.board(connection, clock, hand, instant())
        if shown is not None and (shown.tables or not halls.is_over(clock, instant())):
            return shown, season
    shown = hall(season_id, tables)
    rounds = {one.state.round for one in players(season_id, None, tables)}
    if shown is not None and len(rounds) == 1:
        shown = halls.by_book(connection, season, rounds.pop(), shown)
    return shown, season


hall_pages = Router("/", route_handlers=[hall_page])
