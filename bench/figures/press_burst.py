"""Ten lines that come while one fsync runs, on a disk slowed to 20 ms: the fsyncs they need."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from typing import Final

from bench import game, hands, table
from bench.figure import Figure
from bench.floors import burst as floor
from firmware_py.kinds import LineId
from kiosk.app import App
from kiosk.disk import Disk
from kiosk.inbox import Dice, Enter

SLOW_S: Final = 0.020
LINES: Final = 10
MOST_SYNCS: Final = 3
MS: Final = 1e6


class SlowDisk(Disk):
    """A disk whose fsync takes 20 ms, and says when it begins."""

    def __init__(self) -> None:
        self.syncs = 0
        self.slow = False
        self.began = threading.Event()

    def sync(self, fd: int) -> None:
        if self.slow:
            self.syncs += 1
            self.began.set()
            time.sleep(SLOW_S)
        super().sync(fd)


def run() -> Mapping[str, float]:
    """One press starts an fsync; six seats, the official and the dice come while it runs."""
    disk = SlowDisk()
    with table.folder() as home:
        with table.running(home, disk=disk) as app:
            hands.play(app)
            record = home / "games" / "bench.jsonl"
            before = record.read_bytes().count(b"\n")
            disk.slow = True
            began = time.perf_counter_ns()
            _enter(app)
            disk.began.wait()
            _burst(app)
            while record.read_bytes().count(b"\n") < before + 1 + LINES or _is_waiting(app):
                time.sleep(0.0005)
            syncs, took = disk.syncs, time.perf_counter_ns() - began
            disk.slow = False
        bare = floor.measure(home / "floor", b"x" * 250 + b"\n", SLOW_S)
    return {
        "syncs": syncs,
        "lines": LINES,
        "ms": took / MS,
        "floor_syncs": 2,
        "floor_ms": bare / MS,
    }


def _is_waiting(app: App) -> bool:
    playing = app.host.game
    return playing is None or bool(playing.session.waiting)


def _enter(app: App) -> None:
    fields = {"do": "incident", "seat": 1, "reason": "bench"}
    app.inbox.put(Enter(fields, app.host.time.now_ns(), 0))


def _burst(app: App) -> None:
    for seat in range(1, game.SEATS + 1):
        table.pins(app).press(LineId(f"seat{seat}"))
    app.inbox.put(Dice((2, 5), app.host.time.now_ns()))
    for _ in range(LINES - game.SEATS - 1):
        _enter(app)


FIGURE: Final = Figure(
    f"ten lines durable within {MOST_SYNCS} fsyncs, the running one included",
    run,
    lambda found: found["syncs"] <= MOST_SYNCS,
)
