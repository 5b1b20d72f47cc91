"""One more result, until its season's committed standings show it: with ten thousand results, with
a million in a hundred seasons, with a million in one. On Debian's PostgreSQL.

`BENCH_RESULTS` makes the million smaller, to try it.
"""

from __future__ import annotations

import os
import random
import statistics
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Final, NamedTuple

from bench import house, servers
from bench.figure import RUNS, Figure
from bench.floors import upsert as floor
from league.db import Database, open_database
from league.ownrows import follow
from league.seasons import Season
from league.standings import standing, standings

SEASONS: Final = 100
MANY: Final = 1_000_000
FEW: Final = 10_000
TRIES: Final = 30


def _many() -> int:
    return int(os.environ.get("BENCH_RESULTS", MANY))


class Filled(NamedTuple):
    """A database with its results, and the season of it that gets one more."""

    name: str
    database: Database
    season: Season


def run() -> Mapping[str, float]:
    """Three databases of one cluster, filled by bulk, kept durable; asked in turn, so that what
    else the machine does slows all of them.
    """
    many = _many()
    found: dict[str, float] = {}
    with (
        servers.postgres(("shared_buffers=512MB", "max_wal_size=4GB")) as cluster,
        ExitStack() as opened,
    ):
        began = time.perf_counter()
        asked = [
            opened.enter_context(_filled(cluster, name, seasons, results))
            for name, seasons, results in (
                ("few", SEASONS, FEW), ("many", SEASONS, many), ("one", 1, many),
            )
        ]  # fmt: skip
        found["fill_s"] = time.perf_counter() - began
        took: dict[str, list[int]] = {one.name: [] for one in asked}
        for number in range(TRIES):
            for one in asked:
                took[one.name].append(_one_more(one, number))
        for one in asked:
            found[f"{one.name}_ms"] = statistics.median(took[one.name]) / 1e6
            found |= _read(one)
        cluster.say("CREATE DATABASE floor")
        found["floor_ms"] = floor.measure(cluster.url("floor"), TRIES) / 1e6
    return found | {"growth": found["many_ms"] / found["few_ms"], "load_1m": os.getloadavg()[0]}


@contextmanager
def _filled(cluster: servers.Cluster, name: str, seasons: int, results: int) -> Iterator[Filled]:
    cluster.say(f"CREATE DATABASE {name}")
    database = open_database(cluster.url(name))
    made = [house.filled(database, f"S{at}", results // seasons) for at in range(seasons)]
    cluster.analyze(name)
    yield Filled(name, database, made[seasons // 2])
    database.close()


def _one_more(asked: Filled, number: int) -> int:
    """Nanoseconds from a game's rows to the row of one of its players, as another reads it after
    the commit.
    """
    season, numbers = asked.season, range(10_000_000 + number, 10_000_001 + number)
    began = time.perf_counter_ns()
    with asked.database.write() as connection:
        here = house.add(connection, season, numbers, random.Random(number), 1000)
        follow(connection, season, here)
    with asked.database.read() as connection:
        row = standing(connection, season, here[0])
    took = time.perf_counter_ns() - began
    if row is None:
        raise RuntimeError("the result is not in the standings")
    return took


def _read(asked: Filled) -> dict[str, float]:
    name, database, season = asked
    with database.read() as connection:
        began, used = time.perf_counter(), time.process_time()
        rows = standings(connection, season)["rows"]
        whole_s = time.perf_counter() - began
        cpu_s = time.process_time() - used
        one = []
        for row in random.Random(2).sample(rows, TRIES):
            began = time.perf_counter()
            if standing(connection, season, row["player"]) != row:
                raise RuntimeError(f"two answers for {row['player']}")
            one.append(time.perf_counter() - began)
    return {
        f"{name}_whole_s": whole_s,
        f"{name}_whole_cpu_s": cpu_s,
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
    f"one more of {_many():,} in {SEASONS} seasons: 50 ms and 1.5 times that of {FEW:,}; a season"
    f" of {_many():,}: 3 s, any row 50 ms",
    run,
    _met,
    runs=RUNS if _many() < MANY else 1,
)
