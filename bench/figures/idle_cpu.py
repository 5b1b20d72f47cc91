"""What a table in play uses of one core while nobody does anything: only its clock moves."""

from __future__ import annotations

import time
from collections.abc import Mapping
from subprocess import Popen
from typing import Final

from bench import process, table
from bench.figure import Figure

SETTLE_S: Final = 1.5
WATCH_S: Final = 6.0
MOST_PERCENT: Final = 3.0


def run() -> Mapping[str, float]:
    """Watch the table, then a process that waits with the same things open."""
    with table.folder() as home, process.kiosk(home) as (running, _):
        process.write(running, process.PLAY)
        percent = _watch(running)
    with process.floor("idle", ["pygame"]) as (waiting, _):
        bare = _watch(waiting)
    return {"percent": percent, "floor_percent": bare}


def _watch(running: Popen[bytes]) -> float:
    time.sleep(SETTLE_S)
    began, used = time.perf_counter(), process.cpu_s(running)
    time.sleep(WATCH_S)
    return 100 * (process.cpu_s(running) - used) / (time.perf_counter() - began)


FIGURE: Final = Figure(
    f"below {MOST_PERCENT} % of one core",
    run,
    lambda found: found["percent"] < MOST_PERCENT,
)
