"""What stands between the socket and the application: HEAD, and no waiting for ever.

A client that stops in the middle of its body would hold a place for good; when the server stops,
nobody waits for it at all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from litestar.exceptions import HTTPException

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]

BODY_WITHIN_S: Final = 60.0
"""For the largest body that is taken, at 1.1 Mbit/s."""


class Door:
    """The application as the web server calls it."""

    def __init__(
        self, app: Callable[[Any, Any, Any], Awaitable[None]], body_within_s: float = BODY_WITHIN_S
    ) -> None:
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
        await self._app(scope, self._limited(receive), send)

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

    def _limited(self, receive: Receive) -> Receive:
        give_up = asyncio.get_running_loop().time() + self._body_within_s
        whole = False

        async def limited() -> Any:
            nonlocal whole
            if whole:
                return await receive()  # only the end of the connection is left to hear of
            if self._stopping:
                raise _stopped()
            try:
                async with asyncio.timeout_at(give_up) as waiting:
                    self._waiting.add(waiting)
                    try:
                        message = await receive()
                    finally:
                        self._waiting.discard(waiting)
            except TimeoutError:
                raise _stopped() if self._stopping else self._late() from None
            whole = not message.get("more_body", False)
            return message

        return limited

    def _late(self) -> HTTPException:
        seconds = f"{self._body_within_s:g}"
        detail = f"the body did not come within {seconds} s; send it again"
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
