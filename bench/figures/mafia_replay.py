"""A Mafia game of 300 actions replayed from its record, as `kiosk replay` and the league do.

Processor time, so that a busy machine says the same as a quiet one.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bench import mafia
from bench.figure import Figure
from bench.floors import chain as floor
from kiosk.editions import Editions
from rules.record import read, replay

ACTIONS: Final = 300
MOST_MS: Final = 10.0
MS: Final = 1e6


def run() -> Mapping[str, float]:
    """Replay one game; nothing of it may be refused."""
    data = mafia.record(ACTIONS)
    edition = Editions(Path()).need(mafia.OPEN["edition"])
    began = time.process_time_ns()
    found = read(data)
    history = replay(found, lambda _: edition)
    took = time.process_time_ns() - began
    if found.damage or history.refused or found.events != ACTIONS:
        raise RuntimeError(f"the bench's game is not whole: {found.damage} {history.refused[:1]}")
    bare = min(floor.measure(data) for _ in range(3))
    return {"ms": took / MS, "actions": ACTIONS, "floor_ms": bare / MS, "ratio": took / bare}


FIGURE: Final = Figure(
    f"{ACTIONS} actions in under {MOST_MS:g} ms of one core",
    run,
    lambda found: found["ms"] < MOST_MS,
)
