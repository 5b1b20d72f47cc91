"""`/api/v1`: seasons and games in pages, the audit log, and how a page names the next one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final, TypeVar

import msgspec
from litestar import Request, Router, get
from litestar.params import Parameter
from sqlalchemy import Connection, select

from league import auditbook
from league.guards import everybody, may, needs
from league.refusals import Reason, Refused
from league.roles import Role
from league.seasons import find
from league.service import Service
from league.tables import game_record
from league.tables import season as season_table

MOST: Final = 200
Limit = Annotated[int, Parameter(ge=1, le=MOST, description="how many at most")]
Cursor = Annotated[
    str | None,
    Parameter(max_length=128, description="what `next` of the page before said"),
]
Row = TypeVar("Row")


class SeasonItem(msgspec.Struct, frozen=True):
    """A season."""

    season: str
    edition: str
    follows: str | None
    created_ms: int


class SeasonPage(msgspec.Struct, frozen=True):
    """Seasons by name; `next` is null on the last page."""

    items: list[SeasonItem]
    next: str | None


class GameItem(msgspec.Struct, frozen=True):
    """A stored record: `status` says whether it counts (`confirmed`)."""

    game: str
    round: str
    table: str
    final: bool
    status: str
    sha256: str
    received_ms: int


class GamePage(msgspec.Struct, frozen=True):
    """Games by name; `next` is null on the last page."""

    items: list[GameItem]
    next: str | None


class AuditItem(msgspec.Struct, frozen=True):
    """A line of the audit log: who did what to what, and why."""

    id: int
    at_ms: int
    who: str
    what: str
    subject: str
    why: str
    detail: dict[str, Any]


class AuditPage(msgspec.Struct, frozen=True):
    """Lines, the newest first; `next` is null on the last page."""

    items: list[AuditItem]
    next: str | None


@get("/seasons", **everybody())
async def seasons(service: Service, limit: Limit = 50, cursor: Cursor = None) -> SeasonPage:
    """The seasons, by name."""

    def work(connection: Connection) -> SeasonPage:
        asked = select(season_table).order_by(season_table.c.id).limit(limit + 1)
        if cursor is not None:
            asked = asked.where(season_table.c.id > cursor)
        rows = connection.execute(asked).all()
        items = [SeasonItem(row.id, row.edition, row.follows, row.created_ms) for row in rows]
        return SeasonPage(*paged(items, limit, lambda item: item.season))

    return await service.read(work)


@get("/seasons/{season_id:str}/games", **everybody())
async def games(
    service: Service, season_id: str, limit: Limit = 50, cursor: Cursor = None
) -> GamePage:
    """The records that are stored of a season, by the name of the game; 404 for no season."""

    def work(connection: Connection) -> GamePage:
        find(connection, service.settings, season_id)
        kept = game_record.c
        asked = (
            select(
                kept.game,
                kept.round,
                kept.table_id,
                kept.is_final,
                kept.verdict,
                kept.sha256,
                kept.received_ms,
            )
            .where(kept.season == season_id)
            .order_by(kept.game)
            .limit(limit + 1)
        )
        if cursor is not None:
            asked = asked.where(kept.game > cursor)
        items = [
            GameItem(game, name, table, bool(final), verdict, sha256, at_ms)
            for game, name, table, final, verdict, sha256, at_ms in connection.execute(asked)
        ]
        return GamePage(*paged(items, limit, lambda item: item.game))

    return await service.read(work)


@get("/audit", **needs(Role.ORGANISER, scope="audit", anywhere=True))
async def audit_log(
    request: Request[Any, Any, Any],
    service: Service,
    season: Annotated[str | None, Parameter(max_length=64, description="of it alone")] = None,
    who: Annotated[str | None, Parameter(max_length=128, description="begins so")] = None,
    what: Annotated[str | None, Parameter(max_length=32, description="begins so")] = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> AuditPage:
    """The audit log, the newest first; who is organiser of one season has to name it."""
    if not may(request, Role.ORGANISER, season, "audit"):
        raise Refused(403, Reason("not_allowed", "name a season that is yours: ?season="))
    asked = auditbook.Asked(season or "", who or "", what or "", number(cursor))
    lines = await service.read(lambda c: auditbook.lines(c, asked, limit + 1))
    items = [
        AuditItem(one.id, one.at_ms, one.who, one.what, one.subject, one.why, one.detail)
        for one in lines
    ]
    return AuditPage(*paged(items, limit, lambda item: str(item.id)))


def paged(
    items: Sequence[Row], limit: int, key: Callable[[Row], str]
) -> tuple[list[Row], str | None]:
    """The items of a page out of one more than it holds, and the cursor of the page after it."""
    kept = list(items[:limit])
    return kept, key(kept[-1]) if len(items) > limit else None


def number(cursor: str | None) -> int | None:
    """A cursor of a list that is numbered; Refused 400 for one that was not given out here."""
    if cursor is None:
        return None
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 19):
        raise Refused(400, Reason("cursor", "cursor: send what `next` of the page before said"))
    return int(cursor)


lists_api = Router("/api/v1", route_handlers=[seasons, games, audit_log])
