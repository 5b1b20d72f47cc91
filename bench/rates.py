"""Figures of the rules alone: actions a second of one core, of one long game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bench.figure import Figure

COUNT: Final = 20_000


def figure(goal_per_s: int, measure: Callable[[int], tuple[int, int]]) -> Figure:
    """`measure` gives the nanoseconds of so many actions, of the rules and of the floor."""

    def run() -> Mapping[str, float]:
        took, bare = measure(COUNT)
        return {
            "actions_per_s": COUNT * 1e9 / took,
            "floor_per_s": COUNT * 1e9 / bare,
            "ratio": took / bare,
        }

    return Figure(
        f"at least {goal_per_s} actions a second",
        run,
        lambda found: found["actions_per_s"] >= goal_per_s,
    )
