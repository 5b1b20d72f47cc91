"""A record's bytes read, its chain checked, its actions parsed and folded, as the league does."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final

from bench import game
from bench.figure import Figure
from bench.floors import chain as floor
from rules.record import read, replay

COUNT: Final = 20_000
GOAL_PER_S: Final = 30_000


def run() -> Mapping[str, float]:
    """Read and replay one long game."""
    data = game.record(COUNT)
    edition = game.edition()
    began = time.perf_counter_ns()
    found = read(data)
    history = replay(found, lambda _: edition)
    took = time.perf_counter_ns() - began
    if found.damage or history.refused or found.events != COUNT:
        raise RuntimeError(f"the bench's record is not whole: {found.damage[:1]}")
    bare = floor.measure(data)
    return {
        "actions_per_s": COUNT * 1e9 / took,
        "floor_per_s": COUNT * 1e9 / bare,
        "ratio": took / bare,
    }


FIGURE: Final = Figure(
    f"at least {GOAL_PER_S} actions a second",
    run,
    lambda found: found["actions_per_s"] >= GOAL_PER_S,
)
