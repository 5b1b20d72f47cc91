"""For the service manager and for monitoring: alive, ready, counted."""

from __future__ import annotations

from litestar import MediaType, get
from sqlalchemy import select

from league import tables
from league.guards import everybody
from league.service import Service


@get("/healthz", media_type=MediaType.TEXT, **everybody())
async def healthz() -> str:
    """The process answers."""
    return "ok\n"


@get("/readyz", media_type=MediaType.TEXT, **everybody())
async def readyz(service: Service) -> str:
    """The database answers."""
    await service.read(lambda connection: connection.execute(select(tables.season.c.id)).first())
    return "ready\n"


@get("/metrics", media_type="text/plain; version=0.0.4", **everybody())
async def metrics(service: Service) -> str:
    """Counters and gauges in Prometheus' text format."""
    return await service.metrics_text()
