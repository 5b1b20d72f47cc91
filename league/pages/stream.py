"""The event stream for pages: `tables` with what runs now, `results` when something counts anew."""

from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec
from litestar import get
from litestar.response import ServerSentEvent, ServerSentEventMessage

from league import live
from league.guards import everybody
from league.service import Service


@get("/api/v1/events", **everybody())
async def events(service: Service) -> ServerSentEvent:
    """`text/event-stream`: both events at once, then each on its change."""
    return ServerSentEvent(_messages(service))


async def _messages(service: Service) -> AsyncIterator[ServerSentEventMessage]:
    results = tables = "?"
    async for revision in service.changes.listen():
        if revision is None:
            yield ServerSentEventMessage(comment="still here")
            continue
        if revision.tables != tables:
            tables = revision.tables
            found = await service.read(live.tables)
            yield ServerSentEventMessage(event="tables", data=msgspec.json.encode(found).decode())
        if revision.results != results:
            results = revision.results
            yield ServerSentEventMessage(event="results", data=results)
