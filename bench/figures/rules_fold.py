"""Parsed actions folded by the rules, in actions a second of one core."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final

from bench import game
from bench.figure import Figure
from bench.floors import fold as floor
from rules.history import History

COUNT: Final = 20_000
GOAL_PER_S: Final = 50_000


def run() -> Mapping[str, float]:
    """Fold one long game; nothing of it may be refused."""
    actions = game.actions(COUNT)
    history = History(game.opening(), game.edition())
    apply = history.apply
    began = time.perf_counter_ns()
    for action in actions:
        apply(action)
    took = time.perf_counter_ns() - began
    if history.refused:
        raise RuntimeError(f"the bench's game is refused: {history.refused[0]}")
    bare = floor.measure([action.at for action in actions])
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
