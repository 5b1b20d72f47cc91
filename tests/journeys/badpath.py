"""A network between a table and its league that is no good: `python badpath.py LEAGUE_PORT SEED`.

Each request is cut, delayed, repeated, answered by somebody else or, most often, carried as it
should be. Prints its own port; SIGUSR1 takes the network away for some seconds, SIGTERM ends it and
prints what it did.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
from collections import Counter

WAYS = (
    *("carried",) * 25,
    "cut before",
    "cut after",
    "cut in the answer",
    "cut in the request",
    "repeated",
    "delayed",
    "500",
    "login page",
    "redirect",
    "empty object",
)
INVENTED = {
    "500": (500, b"<html>Internal Server Error</html>"),
    "login page": (200, b"<html>Please log in</html>"),
    "redirect": (302, b""),
    "empty object": (200, b"{}"),
}


AWAY_S = 3.0


class Path:
    """Carries requests to the league's port."""

    def __init__(self, port: int, seed: int) -> None:
        self.port = port
        self.dice = random.Random(seed)
        self.done: Counter[str] = Counter()
        self.away = False
        self.open: dict[asyncio.StreamWriter, object] = {}

    def plug(self) -> None:
        """Out it goes, with everything under way, and in again."""
        self.done["unplugged"] += 1
        self.away = True
        self.cut()
        asyncio.get_running_loop().call_later(AWAY_S, self.back)

    def cut(self) -> None:
        for writer in self.open:
            writer.transport.abort()

    def back(self) -> None:
        self.away = False

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.open[writer] = asyncio.current_task()  # nothing else holds the task of a cut line
        try:
            if self.away:
                return
            request = await whole_request(reader)
            way = self.dice.choice(WAYS)
            self.done[way] += 1
            answer = await self.answer(way, request)
            writer.write(answer)
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            self.done["league away"] += 1
        finally:
            del self.open[writer]
            writer.close()

    async def answer(self, way: str, request: bytes) -> bytes:
        """What the table gets; nothing: the connection is cut."""
        if way in INVENTED:
            status, body = INVENTED[way]
            head = f"HTTP/1.1 {status} X\r\nContent-Length: {len(body)}\r\nLocation: /login\r\n\r\n"
            return head.encode() + body
        if way == "cut before":
            return b""
        if way == "cut in the request":
            await self.carry(request[: len(request) * 2 // 3])
            return b""
        if way == "delayed":
            await asyncio.sleep(self.dice.uniform(0.05, 0.5))
        if way == "repeated":
            await self.carry(request)
        found = await self.carry(request)
        if way == "cut after":
            return b""
        return found[: len(found) - 30] if way == "cut in the answer" else found

    async def carry(self, request: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(request.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
            await writer.drain()
            return await reader.read()
        finally:
            writer.close()


async def whole_request(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readuntil(b"\r\n\r\n")
    lines = head.lower().split(b"\r\n")
    length = next(
        (int(line.split(b":")[1]) for line in lines if line.startswith(b"content-length:")), 0
    )
    return head + await reader.readexactly(length)


async def main() -> None:
    path = Path(int(sys.argv[1]), int(sys.argv[2]))
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, path.plug)
    server = await asyncio.start_server(path.serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await stop.wait()
    print(json.dumps(path.done), flush=True)
    os._exit(0)  # with what is under way: a network does not tidy up


if __name__ == "__main__":
    asyncio.run(main())
