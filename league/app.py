"""The composition root of the server: settings and an engine in, an application out."""

from __future__ import annotations

import logging
from typing import Any, Final

from litestar import Litestar, MediaType, Request, Response, get
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotFoundException
from litestar.types import Message, Scope
from sqlalchemy import Engine
from sqlalchemy.exc import DataError, DBAPIError

from league.crosssite import refuse_other_sites
from league.db import Database, migrate
from league.errors import RunError, UserError
from league.guards import everybody, refuse_nonsense, refuse_unnamed
from league.outbox import Outbox
from league.pages.api import api
from league.pages.charts import charts_pages
from league.pages.clock import clock_pages
from league.pages.club import club_pages
from league.pages.clubapi import club_api
from league.pages.clubforms import club_forms
from league.pages.competition import competition_pages
from league.pages.competitionforms import competition_forms
from league.pages.description import described, openapi_config
from league.pages.files import files
from league.pages.hall import hall_pages
from league.pages.health import healthz, metrics, readyz
from league.pages.hooks import hooks_api
from league.pages.lists import lists_api
from league.pages.papers import papers_pages
from league.pages.peoplepages import people_pages
from league.pages.programs import program_pages
from league.pages.public import not_found_page, pages, refused_page
from league.pages.signin import sign_in_page, signing
from league.pages.stream import events
from league.pages.takeovers import takeover_api, takeover_pages
from league.pages.tournamentforms import tournament_pages
from league.rates import TooMany, limit_api, limit_forms
from league.refusals import Refused
from league.service import Service
from league.settings import Settings

_LOG = logging.getLogger(__name__)
_SECURITY: Final = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
_PROGRAMS: Final = (
    api,
    lists_api,
    files,
    hooks_api,
    takeover_api,
    club_api,
    events,
    healthz,
    readyz,
    metrics,
)
_PEOPLE: Final = (
    pages,
    charts_pages,
    papers_pages,
    takeover_pages,
    hall_pages,
    clock_pages,
    club_pages,
    club_forms,
    competition_pages,
    competition_forms,
    tournament_pages,
    people_pages,
    program_pages,
    signing,
)


def create_app(settings: Settings, engine: Engine) -> Litestar:
    """The server on this engine's database; opens nothing before it is started."""
    service = Service(settings, Database(engine))
    outbox = Outbox(service)

    async def start(_: Litestar) -> None:
        await service.on_thread(lambda: migrate(service.database))
        await service.start()
        outbox.start()

    async def stop(_: Litestar) -> None:
        await outbox.stop()
        await service.stop()

    async def before_send(message: Message, _: Scope) -> None:
        """Every answer, errors too, carries the security headers and is counted."""
        if message["type"] == "http.response.start":
            headers = MutableScopeHeaders.from_message(message)
            for name, value in _SECURITY.items():
                headers[name] = value
            service.metrics.count("tableside_http_requests_total", status=str(message["status"]))

    return Litestar(
        route_handlers=[*_PROGRAMS, openapi, *_PEOPLE],
        dependencies={"service": Provide(lambda: service, sync_to_thread=False)},
        guards=[refuse_other_sites, refuse_unnamed, refuse_nonsense, limit_api, limit_forms],
        state=State({"service": service, "outbox": outbox}),
        before_send=[before_send],
        on_startup=[start],
        on_shutdown=[stop],
        exception_handlers={
            Refused: _refused,
            UserError: _user_error,
            RunError: _run_error,
            DataError: _data_error,
            DBAPIError: _database_error,
            HTTPException: _http_error,
            RecursionError: _too_deep,
            Exception: _fault,
        },
        request_max_body_size=settings.max_record_bytes,
        openapi_config=openapi_config(),
        logging_config=None,
    )


@get("/openapi.json", include_in_schema=False, sync_to_thread=False, **everybody())
def openapi(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """The description of the API."""
    return described(request.app)


def _refused(request: Request[Any, Any, Any], refused: Refused) -> Response[Any]:
    headers = {"WWW-Authenticate": "Bearer"} if refused.status == 401 else {}
    if isinstance(refused, TooMany):
        headers["Retry-After"] = str(refused.wait_s)
    if not request.url.path.startswith("/api/"):
        if refused.status == 401:
            return sign_in_page(request, 401)
        return refused_page(request, refused.status, headers)
    return _answer(
        refused.status,
        [reason.text for reason in refused.reasons],
        [reason.code for reason in refused.reasons],
        headers,
    )


def _user_error(request: Request[Any, Any, Any], error: UserError) -> Response[Any]:
    return _http_error(request, NotFoundException(str(error)))


def _run_error(_: Request[Any, Any, Any], error: RunError) -> Response[dict[str, Any]]:
    _LOG.error("%s", error)
    return _answer(503, [str(error)], ["busy"], {"Retry-After": "5"})


def _data_error(_: Request[Any, Any, Any], error: DataError) -> Response[dict[str, Any]]:
    """What no column takes, a NUL in a text above all: it is the sender's to mend."""
    return _answer(400, [f"this cannot be kept: {error.orig}"], ["data"], {})


def _database_error(_: Request[Any, Any, Any], error: DBAPIError) -> Response[dict[str, Any]]:
    _LOG.error("the database refused: %s", error.orig)
    return _answer(503, [f"the database refused: {error.orig}"], ["database"], {"Retry-After": "5"})


def _http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    if error.status_code == 404 and not request.url.path.startswith("/api/"):
        return not_found_page(request, error.detail)
    reasons = [error.detail]
    if isinstance(error.extra, list):
        reasons += [
            str(item.get("message", item)) for item in error.extra if isinstance(item, dict)
        ]
    return _answer(error.status_code, reasons, ["http"], dict(error.headers or {}))


def _too_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[dict[str, Any]]:
    """A body nested without end, which its decoder does not count among wrong bodies; a recursion
    anywhere else is our own fault.
    """
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    where = "" if last is None else str(last.tb_frame.f_globals.get("__name__"))
    if where.partition(".")[0] in ("litestar", "msgspec", "json"):
        return _answer(400, ["the body is nested too deep"], ["http"], {})
    return _fault(request, error)


def _fault(request: Request[Any, Any, Any], error: Exception) -> Response[dict[str, Any]]:
    # The route, not the path: an invitation's code stands in one.
    route = request.scope.get("path_template", "?")
    _LOG.error("%s %s failed", request.method, route, exc_info=error)
    return _answer(500, ["the league failed; its log says why"], ["fault"], {})


def _answer(
    status: int, reasons: list[str], codes: list[str], headers: dict[str, str]
) -> Response[dict[str, Any]]:
    return Response(
        {"error": reasons[0], "reasons": reasons, "codes": codes},
        status_code=status,
        headers=headers,
        media_type=MediaType.JSON,
    )
