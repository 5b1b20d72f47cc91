"""A record's bytes read, its chain checked, its actions parsed and folded, as the league does."""

from __future__ import annotations

import time
from typing import Final

from bench import game, rates
from bench.floors import chain as floor
from rules.record import read, replay


def measure(count: int) -> tuple[int, int]:
    """Read and replay one long game."""
    data = game.record(count)
    edition = game.edition()
    began = time.perf_counter_ns()
    found = read(data)
    history = replay(found, lambda _: edition)
    took = time.perf_counter_ns() - began
    if found.damage or history.refused or found.events != count:
        raise RuntimeError(f"the bench's record is not whole: {found.damage[:1]}")
    return took, floor.measure(data)


FIGURE: Final = rates.figure(30_000, measure)
