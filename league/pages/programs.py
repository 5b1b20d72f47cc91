"""Pages of programs: tokens for the API, and the sites that are told of changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from litestar import Response, Router, get, post
from litestar.exceptions import NotFoundException
from sqlalchemy import Connection

from league import tokens, webhooks
from league.accesstables import EVERY_SEASON
from league.errors import UserError
from league.guards import needs
from league.outgoing import EVENTS
from league.pages.office import (
    Form,
    HtmlRequest,
    both,
    done,
    known_season,
    office_page,
    season_of,
)
from league.roles import SCOPES, Role
from league.service import Service
from league.troubles import Trouble

_PROGRAMS: Final = both("/programs")
_SENT: Final = both("/programs/{number:int}")


@get(_PROGRAMS, include_in_schema=False, **needs(Role.ORGANISER))
async def programs(request: HtmlRequest, service: Service) -> Response[str]:
    """Tokens and webhooks of the league, or of a season."""
    return await _programs(request, service)


@post(_PROGRAMS, include_in_schema=False, status_code=303, **needs(Role.ORGANISER))
async def change_programs(request: HtmlRequest, service: Service) -> Response[Any]:
    """Make or end a token or a webhook."""
    return await done(request, service, _change, _programs)


@get(_SENT, include_in_schema=False, **needs(Role.ORGANISER))
async def sent(request: HtmlRequest, service: Service) -> Response[str]:
    """What a webhook was told, and what it answered."""
    return await _sent(request, service)


@post(_SENT, include_in_schema=False, status_code=303, **needs(Role.ORGANISER))
async def send_again(request: HtmlRequest, service: Service) -> Response[Any]:
    """Send a delivery once more."""
    return await done(request, service, _replay, _sent)


async def _programs(
    request: HtmlRequest,
    service: Service,
    trouble: str = "",
    secret: str = "",
    status: int = 200,
) -> Response[str]:
    def work(connection: Connection) -> tuple[list[tokens.Token], list[webhooks.Webhook]]:
        season = known_season(connection, request)
        hooks = webhooks.listing(connection)
        if season:
            hooks = [one for one in hooks if one.season == season]
        return tokens.listing(connection, season), hooks

    kept, hooks = await service.read(work)
    return office_page(
        request,
        "office/programs.html",
        status=status,
        trouble=trouble,
        secret=secret,
        tokens=kept,
        hooks=hooks,
        scopes=tuple(SCOPES),
        events=tuple(EVENTS),
    )


async def _sent(
    request: HtmlRequest, service: Service, trouble: str = "", status: int = 200
) -> Response[str]:
    number = int(request.path_params["number"])

    def work(connection: Connection) -> tuple[webhooks.Webhook, list[webhooks.Delivery]]:
        return _hook(connection, season_of(request), number), webhooks.deliveries(
            connection, number
        )

    hook, deliveries = await service.read(work)
    return office_page(
        request,
        "office/deliveries.html",
        status=status,
        trouble=trouble,
        hook=hook,
        deliveries=deliveries,
    )


def _hook(connection: Connection, season: str, number: int) -> webhooks.Webhook:
    """A webhook of the season in the address; 404 for anything else."""
    try:
        found = webhooks.find(connection, number)
    except UserError:
        found = None
    if found is None or season not in (EVERY_SEASON, found.season):
        raise NotFoundException(f"webhook {number}: there is none")
    return found


def _make_token(form: Form) -> str:
    days = form.whole_or_none("days")
    scopes = form.several("scope")
    return tokens.make(form.connection, form.text("name"), scopes, form.season, form.who, days)


def _end_token(form: Form) -> None:
    tokens.end(form.connection, form.whole("number"), form.who, form.season)


def _make_hook(form: Form) -> str:
    events = form.several("event")
    return webhooks.make(form.connection, form.text("url"), events, form.season, form.who)[1]


def _end_hook(form: Form) -> None:
    number = form.whole("number")
    _hook(form.connection, form.season, number)
    webhooks.end(form.connection, number, form.who)


def _replay(form: Form) -> None:
    number = form.whole("webhook")
    _hook(form.connection, form.season, number)
    webhooks.replay(form.connection, number, form.whole("delivery"), form.who)


ACTS: Final[Mapping[str, Callable[[Form], str | None]]] = {
    "token": _make_token,
    "end_token": _end_token,
    "hook": _make_hook,
    "end_hook": _end_hook,
}


def _change(form: Form) -> str | None:
    act = ACTS.get(form.text("act"))
    if act is None:
        raise Trouble("league.trouble.number", text=form.text("act")[:20])
    return act(form)


program_pages = Router("/", route_handlers=[programs, change_programs, sent, send_again])
