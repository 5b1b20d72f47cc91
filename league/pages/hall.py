"""The hall's board: one page that everybody in a tournament's hall can read."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, Router, get

from league import live, seasons
from league.families.hall import hall
from league.guards import everybody
from league.pages.rendering import page
from league.service import Service

PLACES: Final = 10
"""So many prizes stand on the board."""

HtmlRequest = Request[Any, Any, Any]


@get("/seasons/{season_id:str}/hall", include_in_schema=False, **everybody())
async def hall_page(request: HtmlRequest, service: Service, season_id: str) -> Response[str]:
    """Level, stakes, next, break, average stack, prizes of the tournament that is played now."""
    tables, season = await service.read(
        lambda c: (live.tables(c), seasons.find(c, service.settings, season_id))
    )
    shown = hall(season_id, tables)
    return page(request, "hall.html", hall=shown, season=season, places=PLACES)


hall_pages = Router("/", route_handlers=[hall_page])
