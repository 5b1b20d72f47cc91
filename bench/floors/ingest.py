"""Taking a record unseen: granian's answer to the bytes, and SQLite's commit of them.

`python ingest.py` serves on a free port, says which, and answers 201 to whatever is posted.
"""

import asyncio
import socket
import sqlite3
import time

from granian.server.embed import Server


async def app(scope, receive, send):
    while (await receive()).get("more_body"):
        pass
    await send(
        {"type": "http.response.start", "status": 201, "headers": [(b"content-length", b"0")]}
    )
    await send({"type": "http.response.body", "body": b""})


def insert(path, raw, count, together):
    """Nanoseconds of `count` durable inserts of these bytes, so many in a transaction."""
    base = sqlite3.connect(path, isolation_level=None)
    base.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE r (n, b)")
    began = time.perf_counter_ns()
    for at in range(0, count, together):
        base.execute("BEGIN IMMEDIATE")
        base.executemany("INSERT INTO r VALUES (?, ?)", [(at + n, raw) for n in range(together)])
        base.execute("COMMIT")
    return time.perf_counter_ns() - began


if __name__ == "__main__":
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    print(port, flush=True)
    asyncio.run(Server(app, port=port, interface="asginl", log_enabled=False).serve())
