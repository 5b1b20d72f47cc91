"""`/api/v1/webhooks`: who is told of changes, what was sent, and sending it once more."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Router, delete, get, post
from sqlalchemy import Connection

from league import webhooks
from league.accesstables import EVERY_SEASON
from league.errors import UserError
from league.guards import acting, may, needs
from league.pages.lists import Cursor, Limit, number, paged
from league.refusals import Reason, Refused
from league.roles import Role
from league.service import Service

AnyRequest = Request[Any, Any, Any]
EventName = Literal["results", "draw", "calendar", "season"]


class NewWebhook(msgspec.Struct, frozen=True):
    """An address, what it is told of, and of which season; without one of every season."""

    url: Annotated[str, msgspec.Meta(min_length=1, max_length=webhooks.MOST_URL)]
    events: Annotated[list[EventName], msgspec.Meta(min_length=1, max_length=8)]
    season: Annotated[str, msgspec.Meta(max_length=64)] | None = None


class WebhookItem(msgspec.Struct, frozen=True):
    """A webhook."""

    webhook: int
    url: str
    season: str | None
    events: list[str]
    made_by: str
    made_ms: int
    ended_ms: int | None


class WebhookList(msgspec.Struct, frozen=True):
    """Webhooks, the newest first."""

    items: list[WebhookItem]


class MadeWebhook(msgspec.Struct, frozen=True):
    """A new webhook; its secret is shown here and never again."""

    webhook: int
    secret: str


class DeliveryItem(msgspec.Struct, frozen=True):
    """An event on its way (`due_ms`), taken (`taken_ms`), or given up (neither)."""

    delivery: int
    event: str
    tries: int
    due_ms: int | None
    taken_ms: int | None
    said: str
    body: dict[str, Any]


class DeliveryPage(msgspec.Struct, frozen=True):
    """Deliveries, the newest first; `next` is null on the last page."""

    items: list[DeliveryItem]
    next: str | None


_OPENED = needs(Role.ORGANISER, scope="webhooks", anywhere=True)


@get("/", **_OPENED)
async def listing(request: AnyRequest, service: Service) -> WebhookList:
    """The webhooks of the seasons that are the caller's."""
    found = await service.read(webhooks.listing)
    return WebhookList(
        [
            msgspec.convert(webhooks.as_json(one), WebhookItem)
            for one in found
            if _is_his(request, one.season)
        ]
    )


@post("/", status_code=201, **_OPENED)
async def add(request: AnyRequest, service: Service, data: NewWebhook) -> MadeWebhook:
    """Tell an address of changes from now on."""
    where, who = data.season or EVERY_SEASON, acting(request)
    _require(request, where)

    def work(connection: Connection) -> MadeWebhook:
        made, secret = webhooks.make(connection, data.url, data.events, where, who)
        return MadeWebhook(made, secret)

    try:
        return await service.write(work)
    except UserError as error:
        raise Refused(422, Reason("webhook", str(error))) from None


@delete("/{webhook:int}", status_code=204, **_OPENED)
async def end(request: AnyRequest, service: Service, webhook: int) -> None:
    """Tell an address nothing any more."""
    who = acting(request)
    await _require_known(request, service, webhook)
    await service.write(lambda c: webhooks.end(c, webhook, who))


@get("/{webhook:int}/deliveries", **_OPENED)
async def deliveries(
    request: AnyRequest, service: Service, webhook: int, limit: Limit = 50, cursor: Cursor = None
) -> DeliveryPage:
    """What was sent to a webhook, and what it answered."""
    await _require_known(request, service, webhook)
    before = number(cursor)
    found = await service.read(lambda c: webhooks.deliveries(c, webhook, before, limit + 1))
    items = [
        DeliveryItem(
            one.number,
            one.event,
            one.tries,
            one.due_ms,
            one.taken_ms,
            one.said,
            msgspec.json.decode(one.body),
        )
        for one in found
    ]
    return DeliveryPage(*paged(items, limit, lambda item: str(item.delivery)))


@post("/{webhook:int}/deliveries/{delivery:int}/replay", status_code=202, **_OPENED)
async def replay(request: AnyRequest, service: Service, webhook: int, delivery: int) -> None:
    """Send a delivery once more, under the event's own id."""
    who = acting(request)
    await _require_known(request, service, webhook)
    await service.write(lambda c: webhooks.replay(c, webhook, delivery, who))


def _is_his(request: AnyRequest, season: str) -> bool:
    return may(request, Role.ORGANISER, season or None, "webhooks")


def _require(request: AnyRequest, season: str) -> None:
    if not _is_his(request, season):
        whose = f"season {season}" if season else "every season: name one that is yours"
        raise Refused(403, Reason("not_allowed", f"this concerns {whose}"))


async def _require_known(request: AnyRequest, service: Service, webhook: int) -> None:
    """UserError, so 404, for a number that is none; Refused 403 for somebody else's."""
    if not 0 < webhook < 2**53:
        raise UserError(f"webhook {webhook}: there is none")
    found = await service.read(lambda c: webhooks.find(c, webhook))
    _require(request, found.season)


hooks_api = Router("/api/v1/webhooks", route_handlers=[listing, add, end, deliveries, replay])
