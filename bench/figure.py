"""What a figure is, and how five runs become one."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

RUNS: Final = 5


@dataclass(frozen=True, slots=True)
class Figure:
    """`run` measures once, floor included; `met` judges the medians against `goal`."""

    goal: str
    run: Callable[[], Mapping[str, float]]
    met: Callable[[Mapping[str, float]], bool]
    runs: int = RUNS
    """So many runs become one; fewer where one takes more than half a minute."""


def measure(figure: Figure, runs: int | None = None) -> dict[str, Any]:
    """The median of each number over `runs` runs, the goal, and whether it is met."""
    found = [figure.run() for _ in range(runs or figure.runs)]
    medians = {key: statistics.median(run[key] for run in found) for key in found[0]}
    shown: dict[str, Any] = {key: _rounded(value) for key, value in medians.items()}
    return shown | {"goal": figure.goal, "met": figure.met(medians)}


def percentile(values: list[int], share: float) -> float:
    """The value that `share` of them do not pass (nearest rank)."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, -(-int(share * 1000) * len(ordered) // 1000) - 1))]


def _rounded(value: float) -> float:
    return round(value, 3) if abs(value) < 1000 else round(value)
