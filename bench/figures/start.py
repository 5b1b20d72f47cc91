"""From nothing to the first press that counts: `kiosk run` with a game to open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bench import process, table
from bench.figure import Figure

RATIO: Final = 1.8
MS: Final = 1e6


def run() -> Mapping[str, float]:
    """Start the table; then pygame and gpiozero bare."""
    with table.folder() as home, process.kiosk(home) as (_, took):
        pass
    with process.floor("start") as (_, bare):
        pass
    return {"ms": took / MS, "floor_ms": bare / MS, "ratio": took / bare}


FIGURE: Final = Figure(
    f"at most {RATIO} times importing and opening pygame and gpiozero bare",
    run,
    lambda found: found["ratio"] <= RATIO,
)
