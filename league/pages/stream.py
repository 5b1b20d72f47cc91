"""The event stream for pages: `tables` with what runs now, `results` when something counts anew.

A page that says which it is (`content`, and `part` for its live tables) is sent what it shall show,
events `content` and `part`, in place of these two, and need not ask again. What is drawn for one
person alone is not sent: who is signed in hears `tables` and `results`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from litestar import Litestar, Request, get
from litestar.datastructures import State
from litestar.params import Parameter
from litestar.response import ServerSentEventMessage, Stream

from league import live
from league.guards import everybody
from league.service import Service
from league.sessions import COOKIE, TOKEN_COOKIE

_HEADERS: Final = {
    "Cache-Control": "no-cache",
    "Connection": "keep-alive",
    "X-Accel-Buffering": "no",
}
_ADDRESS: Final = 512
_HEAD: Final = 4096
"""Bytes of a page in which it says which results it was drawn from."""
_BEAT: Final = ServerSentEventMessage(comment="still here").encode()


class _Open(NamedTuple):
    """An open page: where its contents and its live tables stand; empty where it has none."""

    content: str
    part: str
    language: str
    drawn: str
    """The mark of the results from which it was drawn."""


@get("/api/v1/events", media_type="text/event-stream", **everybody())
async def events(
    request: Request[Any, Any, State],
    service: Service,
    content: Annotated[str, Parameter(max_length=_ADDRESS)] = "",
    part: Annotated[str, Parameter(max_length=_ADDRESS)] = "",
    lang: Annotated[str, Parameter(max_length=8)] = "",
    drawn: Annotated[str, Parameter(max_length=64)] = "?",
) -> Stream:
    """`text/event-stream`: both events at once, then each on its change."""
    if COOKIE in request.cookies or TOKEN_COOKIE in request.cookies or not lang.isalpha():
        content = part = ""
    opened = _Open(content, part, lang, drawn)
    return Stream(
        _messages(request.app, service, opened),
        media_type="text/event-stream",
        headers=_HEADERS,
    )


async def _messages(app: Litestar, service: Service, opened: _Open) -> AsyncIterator[bytes]:
    results = tables = "?"
    shown: bytes | None = None
    already = f'data-results="{opened.drawn}"'.encode()
    async for revision in service.changes.listen():
        if revision is None:
            yield _BEAT
            continue
        if revision.tables != tables:
            tables = revision.tables
            yield await _part(app, service, opened, tables)
        if revision.results != results:
            results = revision.results
            told = await _content(app, service, opened, results)
            is_news = told is not shown and not (shown is None and already in told[:_HEAD])
            shown = told
            if is_news:  # what concerns another season, or was drawn already, is none
                yield told


async def _content(app: Litestar, service: Service, opened: _Open, mark: str) -> bytes:
    if opened.content:
        told = await service.drawn.page(app, "content", opened.content, opened.language, mark)
        if told is not None:
            return told
    return ServerSentEventMessage(event="results", data=mark).encode()


async def _part(app: Litestar, service: Service, opened: _Open, mark: str) -> bytes:
    if opened.part:
        told = await service.drawn.page(app, "part", opened.part, opened.language, mark)
        if told is not None:
            return told

    async def make() -> bytes:
        found = msgspec.json.encode(await service.read(live.tables)).decode()
        return ServerSentEventMessage(event="tables", data=found).encode()

    return await service.drawn.once(("tables",), mark, make) or b""
