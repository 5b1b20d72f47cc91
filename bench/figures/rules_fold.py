"""Parsed actions folded by the rules, in actions a second of one core."""

from __future__ import annotations

import time
from typing import Final

from bench import game, rates
from bench.floors import fold as floor
from rules.history import History


def measure(count: int) -> tuple[int, int]:
    """Fold one long game; nothing of it may be refused."""
    actions = game.actions(count)
    history = History(game.opening(), game.edition())
    apply = history.apply
    began = time.perf_counter_ns()
    for action in actions:
        apply(action)
    took = time.perf_counter_ns() - began
    if history.refused:
        raise RuntimeError(f"the bench's game is refused: {history.refused[0]}")
    return took, floor.measure([action.at for action in actions])


FIGURE: Final = rates.figure(50_000, measure)
