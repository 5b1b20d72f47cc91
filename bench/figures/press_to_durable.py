"""From the edge of a seat's button to the lamp that answers: the press is on disk by then."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bench import hands, table
from bench.alone import alone
from bench.figure import Figure, percentile
from bench.floors import press as floor

ROUNDS: Final = 6
COUNT: Final = 50
"""Presses of a round; then come as many of each floor."""

MS: Final = 1e6
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
        "above_callback_and_fsync_ms": p50 - percentile(direct, 0.5) / MS,
    }


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
