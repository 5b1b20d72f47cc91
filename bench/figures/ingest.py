"""Records of 300 actions, proved and replayed by `league serve`, while somebody reads standings.

`BENCH_DATABASE=postgresql` measures on Debian's PostgreSQL in place of SQLite; `BENCH_PROCESSES=2`
so many servers on it. `load_1m` says how busy the machine was besides.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from bench import game, house, load, servers, table
from bench.alone import alone
from bench.figure import Figure, percentile
from bench.floors import ingest as floor
from bench.process import CHECKOUT
from league.db import open_database
from league.judging import judge
from league.proof import prove

ACTIONS: Final = 300
RECORDS: Final = 320
CONNECTIONS: Final = 16
PACED: Final = 100
PER_S: Final = 20.0
READ: Final = 10_000
FLOOR: Final = 160
SHARE: Final = 0.70
LEAST_PER_S: Final = 100
GAMES: Final = "/api/v1/games"
BIG: Final = "/seasons/BIG"


def run() -> Mapping[str, float]:
    """One server, one set of records; the floors before and after, of the same bytes."""
    raws = house.records(RECORDS + PACED + CONNECTIONS, ACTIONS)
    with table.folder() as home, database(home) as url:
        token = house.prepared(url)
        opened = open_database(url)
        house.filled(opened, "BIG", READ)
        opened.close()
        options = ("--processes", os.environ.get("BENCH_PROCESSES", "1"))
        requests = [load.post(GAMES, raw, token) for raw in raws]
        floor_s = _floor_s(home, raws)
        with house.serving(home, url, *options) as server:
            found = asyncio.run(_loaded(server, requests))
        house.require_confirmed(url, len(raws))
    return found | {
        "share": found["records_per_s"] * floor_s,
        "floor_per_s": 1 / floor_s,
        "load_1m": os.getloadavg()[0],
    }


@contextmanager
def database(home: Path) -> Iterator[str]:
    """The URL of an empty database of the kind that is asked for, durable as in use."""
    if os.environ.get("BENCH_DATABASE") != "postgresql":
        yield f"sqlite:///{home / 'league.sqlite'}"
        return
    with servers.postgres() as cluster:
        cluster.say("CREATE DATABASE league")
        yield cluster.url("league")


async def _loaded(serving: house.Serving, requests: Sequence[bytes]) -> dict[str, float]:
    server = serving.url
    warm, steady, full = (
        requests[:CONNECTIONS],
        requests[CONNECTIONS : CONNECTIONS + PACED],
        requests[CONNECTIONS + PACED :],
    )
    load.all_are((await load.closed(server, warm, CONNECTIONS)).statuses, 201)
    page = load.get(BIG)
    await load.closed(server, [page] * 2, 1)
    paced, read = await asyncio.gather(
        load.paced(server, steady, PER_S), load.paced(server, [page] * PACED, PER_S, 2)
    )
    before_s = serving.cpu_s()
    closed, beside = await asyncio.gather(
        load.closed(server, full, CONNECTIONS), load.paced(server, [page] * 60, PER_S, 2)
    )
    cpu_s = serving.cpu_s() - before_s
    for asked, status in ((paced, 201), (closed, 201), (read, 200), (beside, 200)):
        load.all_are(asked.statuses, status)
    return {
        "records_per_s": closed.per_s,
        "cpu_ms_per_record": cpu_s * 1000 / len(full),
        "memory_mib": serving.memory_mib(),
        "closed_p50_ms": percentile(closed.took_ns, 0.5) / 1e6,
        "closed_p99_ms": percentile(closed.took_ns, 0.99) / 1e6,
        "paced_p99_ms": percentile(paced.took_ns, 0.99) / 1e6,
        "page_p99_ms": percentile(read.took_ns, 0.99) / 1e6,
        "page_closed_p99_ms": percentile(beside.took_ns, 0.99) / 1e6,
    }


def _floor_s(home: Path, raws: Sequence[bytes]) -> float:
    """Seconds of a bare answer, a bare replay with seal check, and a group-committed insert."""
    with alone(_replays) as replays:
        replay_s = replays(raws[:20]) / 20
    insert_s = floor.insert(home / "floor.sqlite", raws[0], FLOOR, CONNECTIONS) / FLOOR / 1e9
    return _answer_s(raws[0]) + replay_s + insert_s


def _replays(raws: Sequence[bytes]) -> float:
    edition = game.edition()
    judge(raws[0], prove(raws[0]), edition)
    began = time.perf_counter()
    for raw in raws:
        judge(raw, prove(raw), edition)
    return time.perf_counter() - began


def _answer_s(raw: bytes) -> float:
    command = [sys.executable, "-W", "ignore", str(CHECKOUT / "bench" / "floors" / "ingest.py")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        try:
            port = (running.stdout.readline() if running.stdout else "").strip()
            url = f"http://127.0.0.1:{port}"
            asked = asyncio.run(_when_it_listens(url, [load.post("/", raw, "x")] * FLOOR))
        finally:
            running.terminate()
    return asked.whole_s / len(asked.took_ns)


async def _when_it_listens(url: str, requests: Sequence[bytes]) -> load.Asked:
    for _ in range(400):
        try:
            return await load.closed(url, requests, CONNECTIONS)
        except OSError:
            await asyncio.sleep(0.05)
    raise RuntimeError("the floor does not answer")


def _met(found: Mapping[str, float]) -> bool:
    return (
        found["share"] >= SHARE
        and found["records_per_s"] >= LEAST_PER_S
        and found["paced_p99_ms"] < 50
        and found["closed_p99_ms"] < 300
        and found["page_p99_ms"] < 20
    )


FIGURE: Final = Figure(
    f"{SHARE:.0%} of 1 / the floor and {LEAST_PER_S} a second; p99 under 50 ms at {PER_S:.0f} a"
    f" second, under 300 ms at {CONNECTIONS} connections; the page of {READ} results under 20 ms",
    run,
    _met,
)
