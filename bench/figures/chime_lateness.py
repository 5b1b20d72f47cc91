"""How late an announcement is given out, with the screen drawing and ten lines pressed meanwhile.

A game has six instants, so it is played again and again (`reset`) with the table's clock so fast
that they come every 40 real milliseconds; 200 of them a run, 1,000 in five runs. After each game
the floor awaits as many instants, while nobody presses.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from typing import Any, Final

from bench import table
from bench.alone import alone
from bench.figure import Figure, percentile
from bench.floors import deadlines as floor
from firmware_py.kinds import LineId
from kiosk.app import App
from kiosk.inbox import Dice, Enter

COUNT: Final = 200
EVERY_S: Final = 60
FAST: Final = 1500
MARKS: Final = 6
WARNINGS: Final = [EVERY_S * mark for mark in range(1, MARKS)]
OPTIONS: Final = {"warnings": WARNINGS, "game": EVERY_S * MARKS}
BARE_NS: Final = 10_000_000
PRESS_S: Final = 0.005
GUARD_NS: Final = 10_000_000
DRIFT_MS: Final = 0.1
RATIO: Final = 1.5
MS: Final = 1e6


class Watch:
    """Real boot-time stamps of announcements and frames."""

    def __init__(self, app: App) -> None:
        self._host: Any = app.host
        self.late: list[int] = []
        self.due: list[int] = []
        self.frames: list[int] = []
        stage = self._host.stage
        self._announce, self._draw = stage.announce, stage.draw
        stage.announce, stage.draw = self.announce, self.draw

    def announce(self, told: Any, late_ms: int) -> None:
        """Note how late, then do it."""
        now = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
        at_ns = self._host.game.session.clock.at_ns(told.at)
        if told.id != "start" and at_ns is not None:
            self.due.append(at_ns // FAST)
            self.late.append(now - at_ns // FAST)
        self._announce(told, late_ms)

    def draw(self, game: Any, health: Any, now_ns: int) -> int | None:
        """Note when, then do it."""
        self.frames.append(time.clock_gettime_ns(time.CLOCK_BOOTTIME))
        wake_ns: int | None = self._draw(game, health, now_ns)
        return wake_ns

    def near_frames(self) -> int:
        """Frames begun within the guard before a deadline."""
        return sum(any(0 <= due - frame < GUARD_NS for due in self.due) for frame in self.frames)


def run() -> Mapping[str, float]:
    """Play until enough instants have passed."""
    bare: list[int] = []
    with (
        table.folder() as home,
        table.running(home, fast=FAST, options=OPTIONS) as app,
        alone(floor.measure) as bare_loop,
    ):
        watch = Watch(app)
        while len(watch.late) < COUNT:
            _attempt(app, watch)
            bare += bare_loop(MARKS, BARE_NS)
    late = watch.late[:COUNT]
    quarter = COUNT // 4
    p99, floor_p99 = percentile(late, 0.99) / MS, percentile(bare, 0.99) / MS
    return {
        "p50_ms": percentile(late, 0.5) / MS,
        "p99_ms": p99,
        "floor_p50_ms": percentile(bare, 0.5) / MS,
        "floor_p99_ms": floor_p99,
        "ratio_p99": p99 / floor_p99,
        "drift_ms": (percentile(late[-quarter:], 0.5) - percentile(late[:quarter], 0.5)) / MS,
        "frames": len(watch.frames),
        "frames_near": watch.near_frames(),
        "deadlines": len(late),
    }


def _attempt(app: App, watch: Watch) -> None:
    """One game from its first throw to its end; a `reset` voids it afterwards."""
    wanted, ended = len(watch.late) + MARKS, threading.Event()
    fingers = threading.Thread(target=_press, args=(app, ended))
    _enter(app, {"do": "start"})
    time.sleep(0.005)
    app.inbox.put(Dice((3, 4), app.host.time.now_ns()))
    fingers.start()
    try:
        while len(watch.late) < wanted:
            time.sleep(0.002)
    finally:
        ended.set()
        fingers.join()
    _enter(app, {"do": "reset", "reason": "bench"})
    time.sleep(0.01)


def _enter(app: App, fields: dict[str, Any]) -> None:
    app.inbox.put(Enter(fields, app.host.time.now_ns(), 0))


def _press(app: App, ended: threading.Event) -> None:
    pins, place = table.pins(app), 0
    while not ended.wait(PRESS_S):
        line = LineId(f"seat{place // 2 % 10 + 1}")
        (pins.release if place % 2 else pins.press)(line)
        place += 1


FIGURE: Final = Figure(
    f"p99 at most {RATIO} times a bare deadline loop, no frame begun within 10 ms before a "
    f"deadline, drift under {DRIFT_MS} ms",
    run,
    lambda found: (
        found["ratio_p99"] <= RATIO
        and found["frames"] > 0
        and found["frames_near"] == 0
        and abs(found["drift_ms"]) <= DRIFT_MS
    ),
)
