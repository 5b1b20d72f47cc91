"""From the edge of a seat's button to the lamp that answers: the press is on disk by then.

`loop_cpu_us` is what the table's loop computes between the edge and the line's way to the disk, in
processor time: a machine that is busy, or whose disk is fast, says the same of it as any other.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from bench import hands, table
from bench.alone import alone
from bench.figure import Figure, percentile
from bench.floors import press as floor
from firmware_py.kinds import Edge
from kiosk.app import App
from rules.kinds import Seat

ROUNDS: Final = 6
COUNT: Final = 50
"""Presses of a round; then come as many of each floor."""

MS: Final = 1e6
US: Final = 1e3
P50_RATIO: Final = 1.3
P99_RATIO: Final = 2.0
ABOVE_MS: Final = 0.3


def run() -> Mapping[str, float]:
    """Press in a running game; then the same bytes with the libraries alone, twice."""
    took: list[int] = []
    bare: list[int] = []
    direct: list[int] = []
    with table.folder() as home, table.running(home) as app, alone(floor.measure) as measure:
        hands.play(app)
        seen = hands.answers(app)
        for _ in range(ROUNDS):
            took += hands.press(app, seen, COUNT)
            line = _last_claim(home)
            bare += measure(home / "floor", line, COUNT, hands.GAP_S, True)
            direct += measure(home / "direct", line, COUNT, hands.GAP_S, False)
        computed = _computed(app, seen)
    p50, p99 = percentile(took, 0.5) / MS, percentile(took, 0.99) / MS
    floor_p50, floor_p99 = percentile(bare, 0.5) / MS, percentile(bare, 0.99) / MS
    return {
        "p50_ms": p50,
        "p99_ms": p99,
        "floor_p50_ms": floor_p50,
        "floor_p99_ms": floor_p99,
        "ratio_p50": p50 / floor_p50,
        "ratio_p99": p99 / floor_p99,
        "callback_and_fsync_p50_ms": percentile(direct, 0.5) / MS,
        "loop_cpu_us": percentile(computed, 0.5) / US,
        "above_callback_and_fsync_ms": p50 - percentile(direct, 0.5) / MS,
    }


def _computed(app: App, seen: SimpleQueue[int]) -> list[int]:
    """Nanoseconds of the loop's thread for each press, until its line goes to the disk."""
    host, game, began = app.loop._host, app.host.game, 0
    if game is None:
        raise RuntimeError("no game is open")
    edge, append, took = host.edge, game.journal.append, list[int]()

    def timed_edge(came: Edge) -> None:
        nonlocal began
        began = time.thread_time_ns()
        edge(came)
        began = 0

    def timed_append(data: bytes, seat: Seat | None = None) -> None:
        if began:
            took.append(time.thread_time_ns() - began)
        append(data, seat)

    host.edge, game.journal.append = timed_edge, timed_append  # type: ignore[method-assign,assignment]
    for _ in range(ROUNDS):
        hands.press(app, seen, COUNT)
    host.edge, game.journal.append = edge, append  # type: ignore[method-assign,assignment]
    return took


def _last_claim(home: Path) -> bytes:
    lines = (home / "games" / "bench.jsonl").read_bytes().splitlines(keepends=True)
    return next(line for line in reversed(lines) if b'"do":"claim"' in line)


FIGURE: Final = Figure(
    f"p50 at most {P50_RATIO} and p99 at most {P99_RATIO} times the floor; "
    f"p50 at most {ABOVE_MS} ms above callback and fsync alone",
    run,
    lambda found: (
        found["ratio_p50"] <= P50_RATIO
        and found["ratio_p99"] <= P99_RATIO
        and found["above_callback_and_fsync_ms"] <= ABOVE_MS
    ),
)
