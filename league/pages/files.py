"""Files of a season: standings and results out, results in (all or nothing), the calendar."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.params import Parameter
from sqlalchemy import Connection

from league.errors import UserError
from league.feeds import season_calendar
from league.guards import acting, everybody, needs
from league.pages.rendering import reader_texts
from league.refusals import Reason, Refused
from league.resultfiles import csv_text, export, take_file
from league.roles import Role
from league.seasons import Season, find
from league.service import Service
from league.standings import standings
from league.standingsfiles import standings_csv, standings_text

CSV: Final = "text/csv"
TEXT: Final = "text/plain"
CALENDAR: Final = "text/calendar"
NAME: Final = "results.csv"


class TakenFile(msgspec.Struct, frozen=True):
    """What became of a file's rows; `known_file`: this very file was imported before."""

    season: str
    file: str
    rows: int
    added: int
    corrected: int
    unchanged: int
    known_file: bool


@get("/api/v1/seasons/{season_id:str}/standings.csv", media_type=CSV, **everybody())
async def standings_as_csv(service: Service, season_id: str) -> Response[str]:
    """The standings for a spreadsheet."""
    text = standings_csv(await _standings(service, season_id))
    return _file(text, CSV, f"{season_id}-standings.csv")


@get("/api/v1/seasons/{season_id:str}/standings.txt", media_type=TEXT, **everybody())
async def standings_as_text(service: Service, season_id: str) -> Response[str]:
    """The standings in fixed columns, in the manner of the TRF; docs/api.md says which."""
    text = standings_text(await _standings(service, season_id))
    return _file(text, TEXT, f"{season_id}-standings.txt")


@get(
    "/api/v1/seasons/{season_id:str}/results.csv",
    media_type=CSV,
    **needs(Role.VIEWER, scope="export"),
)
async def results_as_csv(service: Service, season_id: str) -> Response[str]:
    """Every row that counts as a result file: what `league export` prints."""

    def work(connection: Connection) -> str:
        columns, rows = export(connection, find(connection, service.settings, season_id))
        return csv_text(columns, rows)

    return _file(await service.read(work), CSV, f"{season_id}-results.csv")


@get("/api/v1/seasons/{season_id:str}/results", **needs(Role.VIEWER, scope="export"))
async def results_as_json(service: Service, season_id: str) -> dict[str, Any]:
    """Every row that counts: what `league export --json` prints."""

    def work(connection: Connection) -> dict[str, Any]:
        season = find(connection, service.settings, season_id)
        _, rows = export(connection, season)
        return {"season": season.id, "edition": season.edition.id, "rows": rows}

    return await service.read(work)


@post(
    "/api/v1/seasons/{season_id:str}/results",
    status_code=200,
    **needs(Role.ORGANISER, scope="import"),
)
async def import_results(
    request: Request[Any, Any, Any],
    service: Service,
    season_id: str,
    name: Annotated[
        str, Parameter(max_length=255, pattern=r"^[^/\x00-\x1f]+$", description="for the log")
    ] = NAME,
) -> TakenFile:
    """A result file, all or nothing: 422 names line and column, and then nothing was changed."""
    data, who = await request.body(), acting(request)

    def work(connection: Connection) -> TakenFile:
        season = find(connection, service.settings, season_id)
        try:
            done = take_file(connection, season, name, data, who)
        except UserError as error:
            raise Refused(422, Reason("file", str(error))) from None
        return TakenFile(
            season.id, name, done.rows, done.added, done.corrected, done.unchanged, done.known
        )

    return await service.write(work)


@get(
    "/seasons/{season_id:str}/calendar.ics",
    media_type=CALENDAR,
    include_in_schema=True,
    **everybody(),
)
async def calendar_feed(
    request: Request[Any, Any, Any], service: Service, season_id: str
) -> Response[str]:
    """The season's days as iCalendar, to subscribe to; `?lang=` chooses the language."""
    text, public = reader_texts(request), service.settings.public_url

    def work(connection: Connection) -> str:
        season = find(connection, service.settings, season_id)
        return season_calendar(connection, season, text, public)

    found = await service.read(
        lambda c: service.kept.get(c, ("calendar", season_id, text.language), lambda: work(c))
    )
    return _file(found, CALENDAR, f"{season_id}.ics")


async def _standings(service: Service, season_id: str) -> dict[str, Any]:
    def work(connection: Connection) -> dict[str, Any]:
        season: Season = find(connection, service.settings, season_id)
        return standings(connection, season)

    return await service.read(
        lambda c: service.kept.get(c, ("standings", season_id, None), lambda: work(c))
    )


def _file(text: str, media_type: str, name: str) -> Response[str]:
    said = f'attachment; filename="{name}"'.encode("ascii", "replace").decode()
    headers = {"Content-Disposition": said, "Cache-Control": "no-cache", "Vary": "Accept-Language"}
    return Response(text, media_type=media_type, headers=headers)


files = Router(
    "/",
    route_handlers=[
        standings_as_csv,
        standings_as_text,
        results_as_csv,
        results_as_json,
        import_results,
        calendar_feed,
    ],
)
