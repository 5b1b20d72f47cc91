"""From the edge of a seat's button to the lamp that answers: the press is on disk by then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bench import hands, table
from bench.figure import Figure, percentile
from bench.floors import press as floor

COUNT: Final = 300
MS: Final = 1e6
P50_RATIO: Final = 1.3
P99_RATIO: Final = 2.0
ABOVE_MS: Final = 0.3


def run() -> Mapping[str, float]:
    """Press in a running game; then the same bytes with the libraries alone, twice."""
    with table.folder() as home:
        with table.running(home) as app:
            hands.play(app)
            took = hands.press(app, COUNT)
        lines = (home / "games" / "bench.jsonl").read_bytes().splitlines(keepends=True)
        line = next(line for line in reversed(lines) if b'"do":"claim"' in line)
        bare = floor.measure(home / "floor", line, COUNT, hands.GAP_S, True)
        direct = floor.measure(home / "direct", line, COUNT, hands.GAP_S, False)
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
