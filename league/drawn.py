"""Public pages as everybody sees them, drawn once for all who have them open.

An open page is told of a change with what it shall show (`stream.py`): a thousand phones on one
page cost one drawing, and none of them asks again.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any, Final

from litestar import Litestar
from litestar.response import ServerSentEventMessage

MOST_KEPT: Final = 256
MOST_BYTES: Final = 256 * 1024
"""A page that is longer is asked for by who wants it."""
_MAIN: Final = re.compile(rb"<main.*</main>", re.DOTALL)


class Drawn:
    """The newest event of each kind, made once for all who listen, and the mark it is of."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, ...], tuple[str, asyncio.Task[bytes | None]]] = (
            OrderedDict()
        )
        self._last: dict[tuple[str, ...], bytes | None] = {}

    async def page(
        self, app: Litestar, event: str, address: str, language: str, mark: str
    ) -> bytes | None:
        """The event that brings what an address shows, the same object while it shows the same;
        None where it is no public page, or a long one.
        """

        async def make() -> bytes | None:
            html = await _draw(app, address, language)
            if html is None:
                return None
            made = ServerSentEventMessage(event=event, data=html).encode()
            if made != self._last.get(key):
                self._last[key] = made
            return self._last[key]

        key = (event, address, language)
        return await self.once(key, mark, make)

    async def once(
        self, key: tuple[str, ...], mark: str, make: Callable[[], Coroutine[Any, Any, bytes | None]]
    ) -> bytes | None:
        """What `make` gives; whoever asks for the same key and mark gets the same."""
        kept = self._kept.get(key)
        if kept is None or kept[0] != mark:
            self._kept[key] = kept = (mark, asyncio.create_task(make()))
            while len(self._kept) > MOST_KEPT:
                self._last.pop(self._kept.popitem(last=False)[0], None)
        self._kept.move_to_end(key)
        return await asyncio.shield(kept[1])


async def _draw(app: Litestar, address: str, language: str) -> str | None:
    path, _, query = address.partition("?")
    if not path.startswith("/") or path.startswith(("/api/", "/static/")):
        return None
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(b"host", b"league"), (b"accept-language", language.encode("latin-1"))],
        "client": ("127.0.0.1", 0),
        "server": ("127.0.0.1", 0),
        "state": {},
    }
    status, body, is_page = 0, bytearray(), False

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        nonlocal status, is_page
        if message["type"] == "http.response.start":
            status = message["status"]
            is_page = any(
                name == b"content-type" and value.startswith(b"text/html")
                for name, value in message["headers"]
            )
        else:
            body.extend(message.get("body", b""))

    await app(scope, receive, send)  # type: ignore[arg-type]
    if status != 200 or not is_page or len(body) > MOST_BYTES:
        return None
    main = _MAIN.search(body)
    return (main[0] if main else bytes(body)).decode()
