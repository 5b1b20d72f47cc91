"""One more result, until its season's committed standings show it: with ten thousand results, with
a million in a hundred seasons, with a million in one. On Debian's PostgreSQL.

`BENCH_RESULTS` makes the million smaller, to try it.
"""

from __future__ import annotations

import os
import random
import statistics
import time
from collections.abc import Mapping
from typing import Final

from bench import house, servers
from bench.figure import Figure
from bench.floors import upsert as floor
from league.db import Database, open_database
from league.ownrows import follow
from league.seasons import Season
from league.standings import standing, standings

SEASONS: Final = 100
MANY: Final = 1_000_000
FEW: Final = 10_000
TRIES: Final = 30


def run() -> Mapping[str, float]:
    """Three databases of one cluster, filled by bulk, kept durable."""
    many = int(os.environ.get("BENCH_RESULTS", MANY))
    found: dict[str, float] = {}
    with servers.postgres(("shared_buffers=512MB", "max_wal_size=4GB")) as cluster:
        for name, seasons, results in (
            ("few", SEASONS, FEW), ("many", SEASONS, many), ("one", 1, many),
        ):  # fmt: skip
            cluster.say(f"CREATE DATABASE {name}")
            database = open_database(cluster.url(name))
            all_of_them = [
                house.filled(database, f"S{at}", results // seasons) for at in range(seasons)
            ]
            cluster.analyze(name)
            season = all_of_them[len(all_of_them) // 2]
            found[f"{name}_ms"] = _one_more(database, season)
            found |= _read(database, season, name)
            database.close()
        cluster.say("CREATE DATABASE floor")
        found["floor_ms"] = floor.measure(cluster.url("floor"), TRIES) / 1e6
    return found | {"growth": found["many_ms"] / found["few_ms"], "load_1m": os.getloadavg()[0]}


def _one_more(database: Database, season: Season) -> float:
    """Milliseconds (median) from a game's rows to the row of one of its players, as another reads
    it after the commit.
    """
    dice, took = random.Random(1), []
    for number in range(TRIES):
        began = time.perf_counter_ns()
        with database.write() as connection:
            numbers = range(10_000_000 + number, 10_000_001 + number)
            here = house.add(connection, season, numbers, dice, 1000)
            follow(connection, season, here)
        with database.read() as connection:
            row = standing(connection, season, here[0])
        took.append(time.perf_counter_ns() - began)
        if row is None:
            raise RuntimeError("the result is not in the standings")
    return statistics.median(took) / 1e6


def _read(database: Database, season: Season, name: str) -> dict[str, float]:
    with database.read() as connection:
        began = time.perf_counter()
        rows = standings(connection, season)["rows"]
        whole_s = time.perf_counter() - began
        one = []
        for row in random.Random(2).sample(rows, TRIES):
            began = time.perf_counter()
            if standing(connection, season, row["player"]) != row:
                raise RuntimeError(f"two answers for {row['player']}")
            one.append(time.perf_counter() - began)
    return {
        f"{name}_whole_s": whole_s,
        f"{name}_row_ms": statistics.median(one) * 1000,
        f"{name}_slowest_row_ms": max(one) * 1000,
    }


def _met(found: Mapping[str, float]) -> bool:
    return (
        found["many_ms"] < 50
        and found["growth"] <= 1.5
        and found["one_whole_s"] < 3
        and found["one_slowest_row_ms"] < 50
    )


FIGURE: Final = Figure(
    "one more of a million in 100 seasons: 50 ms and 1.5 times that of 10,000; a season of a"
    " million: 3 s, any row 50 ms",
    run,
    _met,
    runs=1,
)
