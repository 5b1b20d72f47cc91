"""What a table in play holds in memory, beside a process with the same modules and window."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final

from bench import process, table
from bench.figure import Figure

SETTLE_S: Final = 2.0
RATIO: Final = 1.3


def run() -> Mapping[str, float]:
    """Look which modules a table imports, then measure a table and the floor."""
    with table.folder() as home:
        modules = process.foreign_modules(home)
    with table.folder() as home, process.kiosk(home) as (running, _):
        process.write(running, process.PLAY)
        time.sleep(SETTLE_S)
        held = process.memory_mib(running)
    with process.floor("idle", modules) as (waiting, _):
        time.sleep(SETTLE_S)
        bare = process.memory_mib(waiting)
    return {"mib": held, "floor_mib": bare, "ratio": held / bare, "modules": len(modules)}


FIGURE: Final = Figure(
    f"at most {RATIO} times a process with the same modules, window and mixer",
    run,
    lambda found: found["ratio"] <= RATIO,
)
