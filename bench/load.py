"""A load on a web server from one event loop: connections that ask again, or by the clock.

It writes and reads HTTP/1.1 by itself, so that the load costs little beside what it loads.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from urllib.parse import urlsplit


class Asked(NamedTuple):
    """How long each request took (ns), in the order of the answers, and its status."""

    took_ns: list[int]
    statuses: list[int]
    whole_s: float

    @property
    def per_s(self) -> float:
        """Answers a second."""
        return len(self.took_ns) / self.whole_s


def post(path: str, body: bytes, token: str) -> bytes:
    """A request with a record."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/jsonl\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def get(path: str) -> bytes:
    """A request for a page."""
    return f"GET {path} HTTP/1.1\r\nHost: x\r\nAccept-Language: en\r\n\r\n".encode()


async def closed(url: str, requests: Sequence[bytes], connections: int) -> Asked:
    """Each connection asks again as soon as it is answered, until all requests are."""
    waiting = iter(requests)
    found = Asked([], [], 0.0)
    began = time.perf_counter()
    await asyncio.gather(*(_one(url, waiting, found) for _ in range(connections)))
    return found._replace(whole_s=time.perf_counter() - began)


async def paced(url: str, requests: Sequence[bytes], per_s: float, connections: int = 8) -> Asked:
    """Requests at their instants, whether those before are answered or not; late ones count from
    when they were due.
    """
    due: asyncio.Queue[tuple[int, bytes]] = asyncio.Queue()
    found = Asked([], [], 0.0)
    began = time.perf_counter()
    asking = [asyncio.create_task(_due(url, due, found)) for _ in range(connections)]
    for number, request in enumerate(requests):
        await asyncio.sleep(max(0.0, began + number / per_s - time.perf_counter()))
        due.put_nowait((time.perf_counter_ns(), request))
    await due.join()
    for one in asking:
        one.cancel()
    await asyncio.gather(*asking, return_exceptions=True)
    return found._replace(whole_s=time.perf_counter() - began)


async def _one(url: str, waiting: Iterator[bytes], found: Asked) -> None:
    reader, writer = await _connected(url)
    for request in waiting:
        began = time.perf_counter_ns()
        found.statuses.append(await _answered(reader, writer, request))
        found.took_ns.append(time.perf_counter_ns() - began)
    writer.close()


async def _due(url: str, due: asyncio.Queue[tuple[int, bytes]], found: Asked) -> None:
    reader, writer = await _connected(url)
    while True:
        at_ns, request = await due.get()
        found.statuses.append(await _answered(reader, writer, request))
        found.took_ns.append(time.perf_counter_ns() - at_ns)
        due.task_done()


async def _connected(url: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    parts = urlsplit(url)
    return await asyncio.open_connection(parts.hostname, parts.port, limit=16 * 1024 * 1024)


async def _answered(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes
) -> int:
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            await reader.readexactly(int(value))
    return int(head.split(None, 2)[1])


def all_are(statuses: Iterable[int], wanted: int) -> None:
    """RuntimeError unless each answer has this status."""
    found = sorted(set(statuses))
    if found != [wanted]:
        raise RuntimeError(f"the server answered {found}, wanted {wanted}")
