"""`/api/v1`: records in and out, standings, live tables, enrolment."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, Router, get, post
from litestar.exceptions import NotFoundException
from litestar.params import Parameter
from sqlalchemy import Connection, select

from league import enrolment, ingest, live
from league.auth import TableCaller
from league.beacon import standing_here
from league.guards import caller, everybody, handled, may, needs, table_of, tables_only
from league.hallclock import instant
from league.halls import encoded
from league.pages.etag import names
from league.rates import WRONG_CODES, address_of
from league.receipts import public_key
from league.refusals import Reason, Refused
from league.roles import Access, Role
from league.seasons import find
from league.service import Service
from league.standings import advance, standing, standings
from league.tables import game_record

JSONL = "application/jsonl"


class EnrolBody(msgspec.Struct, frozen=True):
    """A code of `league enrol`, the table's public key, and the key's signature of both (hex)."""

    code: str
    key: str
    sig: str = ""


class DeliveredBody(msgspec.Struct, frozen=True):
    """The first 16 digits of the hashes of records for which a table has receipts."""

    records: Annotated[
        list[Annotated[str, msgspec.Meta(min_length=ingest.MARK, max_length=ingest.MARK)]],
        msgspec.Meta(max_length=ingest.MOST_MARKS),
    ]


@post("/games", status_code=201, **handled(Access(table=True)))
async def receive_game(
    request: Request[Any, Any, Any], service: Service
) -> Response[dict[str, Any]]:
    """A sealed record, the file's bytes. 201 stored, 200 already, 409 kept aside, 401, 403, 422."""
    raw = await request.body()
    answer = await service.receive(raw, request.headers.get("authorization"))
    return Response(dict(answer.body), status_code=answer.status)


@get(
    "/games/{game:str}",
    **needs(Role.ORGANISER, scope="records", table=True, anywhere=True),
)
async def stored_game(
    request: Request[Any, Any, Any], service: Service, game: str
) -> Response[bytes]:
    """The stored bytes of a game; for its table and for organisers."""
    raw, sha256 = await service.read(lambda connection: _stored(connection, game, request))
    etag = f'"{sha256}"'
    headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
    if names(request.headers.get("if-none-match", ""), etag):
        return Response(b"", status_code=304, headers=headers, media_type=JSONL)
    return Response(raw, headers=headers, media_type=JSONL)


@get("/seasons/{season_id:str}/standings", **everybody())
async def season_standings(
    service: Service,
    season_id: str,
    stage: Annotated[
        str | None, Parameter(description="the rows of one stage, and who goes on")
    ] = None,
) -> dict[str, Any]:
    """The standings of a season; with `stage` what `league advance` prints."""

    def work(connection: Connection) -> dict[str, Any]:
        season = find(connection, service.settings, season_id)
        return advance(connection, season, stage) if stage else standings(connection, season)

    return await service.read(
        lambda connection: service.kept.get(
            connection, ("standings", season_id, stage), lambda: work(connection)
        )
    )


@get("/seasons/{season_id:str}/standings/{player:str}", **everybody())
async def player_standing(service: Service, season_id: str, player: str) -> dict[str, Any]:
    """One player's row of the standings, found without those of the others."""

    def work(connection: Connection) -> dict[str, Any]:
        season = find(connection, service.settings, season_id)
        row = standing(connection, season, player)
        if row is None:
            raise NotFoundException(f"player {player!r} has no result that counts in {season_id}")
        return {"season": season.id, "edition": season.edition.id, "rows": [row]}

    return await service.read(work)


@get("/tables", **everybody())
async def live_tables(service: Service) -> list[live.LiveTable]:
    """What running tables said last."""
    return await service.read(live.tables)


@post("/tables/{table:str}/live", status_code=200, **tables_only())
async def tell_live(
    request: Request[Any, Any, Any], service: Service, table: str, data: live.LiveState
) -> Response[bytes]:
    """A table's public state; unknown fields are dropped. 200 with the hall's clock and board
    where the table's tournament has one, else 204.
    """
    began_ms = instant().boot_ms
    answer = await service.tell(table_of(request, table).table, data, began_ms)
    if answer is None:
        return Response(b"", status_code=204, media_type=MediaType.JSON)
    return Response(encoded(answer), media_type=MediaType.JSON)


@post("/tables/{table:str}/delivered", status_code=200, **tables_only())
async def compare_delivered(
    request: Request[Any, Any, Any], service: Service, table: str, data: DeliveredBody
) -> dict[str, list[str]]:
    """Which of the records that a table delivered are not stored here; it sends those again."""
    who = table_of(request, table)
    found = await service.read(lambda c: ingest.missing(c, who.table, data.records))
    return {"missing": found}


@post("/enrol", status_code=201, **everybody())
async def enrol(
    request: Request[Any, Any, Any], service: Service, data: EnrolBody
) -> dict[str, Any]:
    """A table's public key against a code; its token is good once an organiser approved."""
    address = address_of(request)
    service.rates.look(WRONG_CODES, address)
    done = await service.write(
        lambda connection: enrolment.redeem(connection, data.code, data.key, data.sig)
    )
    if isinstance(done, Refused):
        service.rates.take(WRONG_CODES, address)
        raise done
    return done.answer


@get("/here", **everybody())
async def here(service: Service, nonce: str, at: str = "") -> dict[str, str]:
    """Signed by the league's key: that it, and no other, answers at the address `at` (HOST:PORT)
    where a table found it. `nonce`: 16 to 128 hex digits that the table makes up.
    """
    return await service.read(
        lambda c: {"league": public_key(c), "sig": standing_here(c, nonce, at)}
    )


api = Router(
    "/api/v1",
    route_handlers=[
        receive_game,
        stored_game,
        season_standings,
        player_standing,
        live_tables,
        tell_live,
        enrol,
        compare_delivered,
        here,
    ],
)


def _stored(
    connection: Connection, game: str, request: Request[Any, Any, Any]
) -> tuple[bytes, str]:
    row = connection.execute(
        select(
            game_record.c.raw,
            game_record.c.sha256,
            game_record.c.table_id,
            game_record.c.season,
        ).where(game_record.c.game == game)
    ).one_or_none()
    if row is None:
        raise NotFoundException(f"game {game!r} is not stored here")
    who = caller(request)
    if isinstance(who, TableCaller):
        if row.table_id != who.table:
            raise Refused(403, Reason("other_table", f"game {game} is not of table {who.table}"))
    elif not may(request, Role.ORGANISER, row.season, "records"):
        raise Refused(403, Reason("not_allowed", f"game {game} is of season {row.season}"))
    return bytes(row.raw), str(row.sha256)
