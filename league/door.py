"""What stands between the socket and the application: HEAD, and no waiting for ever.

A client that stops in the middle of its body would hold a place for good; when the server stops,
nobody waits for it at all. Whoever is answered before he has sent everything is told that the
connection ends: what is left of his body must not be taken for the next request.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from litestar.exceptions import HTTPException

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]

BODY_WITHIN_S: Final = 60.0
"""For the largest body that is taken, at 1.1 Mbit/s."""


class Door:
    """The application as the web server calls it."""

    def __init__(self, app: App, body_within_s: float = BODY_WITHIN_S) -> None:
        self._app = app
        self._body_within_s = body_within_s
        self._waiting: set[asyncio.Timeout] = set()
        self._stopping = False

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}
            send = _headers_only(send)
        if not _has_body(scope):
            await self._app(scope, receive, send)
            return
        body = _Body(self, receive, send)
        await self._app(scope, body.receive, body.send)

    @property
    def waiting(self) -> int:
        """How many bodies are waited for."""
        return len(self._waiting)

    def stop(self) -> None:
        """Wait for no body any more; those that are under way are answered with 503."""
        self._stopping = True
        now = asyncio.get_running_loop().time()
        for waiting in self._waiting:
            waiting.reschedule(now)

    def gives_up_at(self) -> float:
        """When a body that begins now must be there, on the loop's clock."""
        return asyncio.get_running_loop().time() + self._body_within_s

    async def wait(self, receive: Receive, give_up: float) -> Any:
        """The next part of a body; HTTPException 408 where it is late, 503 where we stop."""
        if self._stopping:
            raise _stopped()
        try:
            async with asyncio.timeout_at(give_up) as waiting:
                self._waiting.add(waiting)
                try:
                    return await receive()
                finally:
                    self._waiting.discard(waiting)
        except TimeoutError:
            raise _stopped() if self._stopping else _late(self._body_within_s) from None


class _Body:
    """A request's body on its way in, and what may be answered before it is there."""

    def __init__(self, door: Door, receive: Receive, send: Send) -> None:
        self._door = door
        self._receive = receive
        self._send = send
        self._give_up = door.gives_up_at()
        self._whole = False

    async def receive(self) -> Any:
        if self._whole:
            return await self._receive()  # only the end of the connection is left to hear of
        message = await self._door.wait(self._receive, self._give_up)
        self._whole = not message.get("more_body", False)
        return message

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start" and not self._whole:
            message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
        await self._send(message)


def _has_body(scope: Message) -> bool:
    headers = dict(scope["headers"])
    return b"transfer-encoding" in headers or headers.get(b"content-length", b"0") != b"0"


def _late(within_s: float) -> HTTPException:
    detail = f"the body did not come within {within_s:g} s; send it again"
    return HTTPException(detail=detail, status_code=408)


def _stopped() -> HTTPException:
    return HTTPException(
        detail="the league is stopping; send it again",
        status_code=503,
        headers={"Retry-After": "5"},
    )


def _headers_only(send: Send) -> Send:
    async def headers_only(message: Message) -> None:
        if message["type"] != "http.response.start":
            return
        await send(message)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    return headers_only
