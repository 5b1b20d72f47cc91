"""A result on a thousand open pages: from the record's first byte to the last page that shows it.

The pages hear it on their event streams and ask for nothing. `BENCH_DATABASE`, `BENCH_PROCESSES` as
for `ingest`; with several processes `BENCH_BUS=nats` has them told by a NATS server.
"""

from __future__ import annotations

import asyncio
import os
import resource
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import Final
from urllib.parse import urlencode, urlsplit

from bench import house, load, servers, table
from bench.figure import Figure, percentile
from bench.figures.ingest import GAMES, database
from bench.floors import live as floor

PAGES: Final = 1000
ROUNDS: Final = 5
AT_ONCE: Final = 50
ACTIONS: Final = 300
FILES: Final = 4096
Page = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def run() -> Mapping[str, float]:
    """Five results, one after the other; the slowest of all pages counts."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, hard), hard))
    raws = house.records(ROUNDS + 1, ACTIONS)
    with table.folder() as home, ExitStack() as running:
        url = running.enter_context(database(home))
        token = house.prepared(url)
        options = ["--processes", os.environ.get("BENCH_PROCESSES", "1")]
        if os.environ.get("BENCH_BUS") == "nats":
            options += ["--bus", running.enter_context(servers.nats())]
        serving = running.enter_context(house.serving(home, url, *options))
        requests = [load.post(GAMES, raw, token) for raw in raws]
        took, size = asyncio.run(_shown(serving.url, requests))
        held = serving.memory_mib()
        house.require_confirmed(url, len(raws))
    return {
        "p50_ms": percentile(took, 0.5) / 1e6,
        "last_ms": max(took) / 1e6,
        "event_bytes": size,
        "memory_mib": held,
        "floor_ms": floor.measure(PAGES, size) / 1e6,
        "load_1m": os.getloadavg()[0],
    }


async def _shown(server: str, requests: Sequence[bytes]) -> tuple[list[int], int]:
    await load.closed(server, requests[:1], 1)
    pages: list[Page] = []
    for _ in range(PAGES // AT_ONCE):
        pages += await asyncio.gather(*(_opened(server) for _ in range(AT_ONCE)))
    took: list[int] = []
    size = 0
    for request in requests[1:]:
        await asyncio.sleep(1.0)  # all is quiet again
        began = time.perf_counter_ns()
        hearing = [asyncio.create_task(_content(page[0])) for page in pages]
        load.all_are((await load.closed(server, [request], 1)).statuses, 201)
        found = await asyncio.gather(*hearing)
        took += [at - began for at, _ in found]
        size = found[0][1]
    return took, size


async def _opened(server: str) -> Page:
    """A page that has heard its first contents; its writer is kept, else the line would close."""
    parts = urlsplit(server)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port, limit=2**22)
    page = urlencode({"content": f"/seasons/{house.SEASON}", "lang": "en"})
    writer.write(f"GET /api/v1/events?{page} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    await _content(reader)
    return reader, writer


async def _content(reader: asyncio.StreamReader) -> tuple[int, int]:
    """When the next contents were there, and their bytes."""
    await reader.readuntil(b"event: content\r\n")
    data = await reader.readuntil(b"\r\n\r\n")
    return time.perf_counter_ns(), len(data)


FIGURE: Final = Figure(
    f"on {PAGES} pages within 1 s", run, lambda found: found["last_ms"] < 1000, runs=3
)
