"""Charts of a season, drawn by the server: points, lengths of games. Names only (HUN-16)."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, Router, get
from sqlalchemy import Connection

from league import seasons
from league.charts import drawing
from league.charts.course import course
from league.charts.lengths import lengths
from league.guards import everybody
from league.pages.rendering import page
from league.service import Service

HtmlRequest = Request[Any, Any, Any]


@get("/seasons/{season_id:str}/charts", include_in_schema=False, **everybody())
async def charts_page(request: HtmlRequest, service: Service, season_id: str) -> Response[str]:
    """Points over the season, and how long its games lasted; each with a table that says it too."""

    def work(connection: Connection) -> tuple[str, dict[str, Any]]:
        season = seasons.find(connection, service.settings, season_id)

        def make() -> dict[str, Any]:
            found, lasted = course(connection, season), lengths(connection, season)
            sizes = (drawing.PHONE, drawing.WIDE)
            return {
                "season": season.id,
                "game": season.edition.game,
                "course": found,
                "lines": [drawing.lines(found, size) for size in sizes] if found else [],
                "lasted": lasted,
                "bars": [drawing.bars(lasted, size) for size in sizes] if lasted else [],
            }

        return service.kept.marked(connection, ("charts", season_id), make, season)

    drawn, shown = await service.read(work)
    return page(request, "charts.html", drawn=drawn, shown=drawing.shown, **shown)


charts_pages = Router("/", route_handlers=[charts_page])
