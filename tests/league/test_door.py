"""The door: a body that does not come is not waited for, HEAD has none."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from litestar.exceptions import HTTPException

from league.door import Door

Receive = Callable[[], Awaitable[Any]]


class Reader:
    """An application that reads a whole body, then listens for the end of the connection."""

    def __init__(self) -> None:
        self.body = b""
        self.after: Any = None

    async def __call__(self, scope: Any, receive: Receive, send: Any) -> None:
        more = True
        while more:
            message = await receive()
            self.body += message["body"]
            more = message["more_body"]
        self.after = await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"read", "more_body": True})
        await send({"type": "http.response.body", "body": b" it", "more_body": False})


def part(body: bytes, more: bool) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def client(*parts: dict[str, Any]) -> Receive:
    """Sends the parts, then nothing more."""
    waiting = list(parts)

    async def receive() -> Any:
        if not waiting:
            await asyncio.Event().wait()
        return waiting.pop(0)

    return receive


async def ask(door: Door, receive: Receive, method: str = "POST") -> list[Any]:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [] if method == "HEAD" else [(b"content-length", b"2")]
    await door({"type": "http", "method": method, "headers": headers}, receive, send)
    return sent


def test_a_body_in_parts_goes_through_and_the_end_is_heard_of() -> None:
    reader = Reader()
    receive = client(part(b"a", True), part(b"b", False), {"type": "http.disconnect"})
    sent = asyncio.run(ask(Door(reader), receive))
    assert (reader.body, reader.after) == (b"ab", {"type": "http.disconnect"})
    assert [message.get("body") for message in sent] == [None, b"read", b" it"]


def test_a_body_that_does_not_come_is_408() -> None:
    with pytest.raises(
        HTTPException, match=r"did not come within 0\.02 s; send it again"
    ) as caught:
        asyncio.run(ask(Door(Reader(), 0.02), client(part(b"a", True))))
    assert caught.value.status_code == 408


def test_a_drip_does_not_put_the_end_off() -> None:
    async def drip() -> Any:
        await asyncio.sleep(0.005)
        return part(b"a", True)

    with pytest.raises(HTTPException, match="did not come"):
        asyncio.run(ask(Door(Reader(), 0.03), drip))


def test_the_end_of_a_connection_is_listened_for_without_a_limit() -> None:
    """A page that listens for hours has sent its whole body at the start."""

    async def later() -> Any:
        await asyncio.sleep(0.06)
        return {"type": "http.disconnect"}

    parts = [part(b"", False)]

    async def receive() -> Any:
        return parts.pop() if parts else await later()

    reader = Reader()
    asyncio.run(ask(Door(reader, 0.02), receive))
    assert reader.after == {"type": "http.disconnect"}


def test_who_is_still_sending_when_it_stops_is_told_to_send_again() -> None:
    async def stopped_meanwhile() -> list[int | None]:
        door = Door(Reader())
        under_way = asyncio.create_task(ask(door, client(part(b"a", True))))
        while not door.waiting:
            await asyncio.sleep(0)
        door.stop()
        answers = await asyncio.gather(
            under_way, ask(door, client(part(b"a", True))), return_exceptions=True
        )
        return [getattr(answer, "status_code", None) for answer in answers]

    assert asyncio.run(stopped_meanwhile()) == [503, 503]


@pytest.mark.parametrize(("sent", "closes"), [(False, True), (True, False)])
def test_an_answer_before_the_whole_body_ends_the_connection(sent: bool, closes: bool) -> None:
    """What is left of the body must not be taken for the next request."""

    async def hasty(scope: Any, receive: Receive, send: Any) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 413, "headers": [(b"x", b"y")]})

    answer = asyncio.run(ask(Door(hasty), client(part(b"a", not sent))))
    assert ((b"connection", b"close") in answer[0]["headers"]) == closes
    assert (b"x", b"y") in answer[0]["headers"]


def test_what_has_no_body_is_not_waited_for() -> None:
    async def app(scope: Any, receive: Receive, send: Any) -> None:
        assert (await receive())["type"] == "http.disconnect"
        await send({"type": "http.response.start", "status": 200, "headers": []})

    scope = {"type": "http", "method": "GET", "headers": []}
    said: list[Any] = []

    async def send(message: Any) -> None:
        said.append(message)

    asyncio.run(Door(app, 0.0)(scope, client({"type": "http.disconnect"}), send))
    assert said[0]["headers"] == []


def test_head_is_get_without_a_body() -> None:
    asked: list[str] = []

    async def app(scope: Any, receive: Receive, send: Any) -> None:
        asked.append(scope["method"])
        await Reader()(scope, receive, send)

    receive = client(part(b"", False), {"type": "http.disconnect"})
    sent = asyncio.run(ask(Door(app), receive, "HEAD"))
    assert asked == ["GET"]
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    assert sent[1]["body"] == b""
