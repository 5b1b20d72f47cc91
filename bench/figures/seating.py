"""A tournament of 1,000 players at 100 tables: all drawn anew, then, a third out, balanced."""

from __future__ import annotations

import time
from collections.abc import Mapping
from random import Random
from typing import Final

from bench.figure import Figure
from bench.floors import lots as floor
from rules.casino.plan import plan_of
from rules.casino.seating import gap
from rules.casino.tournament.fold import after
from rules.casino.tournament.lines import Line, read_line
from rules.casino.tournament.state import Tournament, opened
from rules.kinds import Refusal

PLAYERS: Final = 1000
NAMES: Final = [f"P{number:04}" for number in range(PLAYERS)]
GOAL_MS: Final = 1000


def _told(state: Tournament, line: Line) -> Tournament:
    found = after(state, line)
    if isinstance(found, Refusal):
        raise RuntimeError(f"{line.do}: {found.why}")
    return found


def _entered() -> Tournament:
    state = opened(plan_of({"start_points": 10_000}, "freezeout"))
    for name in NAMES:
        state = _told(state, read_line({"do": "enter", "player": name}))
    return _told(_told(state, read_line({"do": "draw", "seed": 1})), read_line({"do": "start"}))


def _third_out(state: Tournament) -> Tournament:
    chance = Random(5)
    names = [name for name in NAMES if chance.random() < 1 / 3]
    return _told(state, read_line({"do": "bust", "players": names}))


def run() -> Mapping[str, float]:
    """Milliseconds of the draw, of the balancing, of both; the floor draws the lots alone."""
    state = _entered()
    began = time.perf_counter_ns()
    state = _told(state, read_line({"do": "draw", "seed": 7}))
    drawn = time.perf_counter_ns() - began
    state = _third_out(state)
    began = time.perf_counter_ns()
    state = _told(state, read_line({"do": "balance", "seed": 8}))
    balanced = time.perf_counter_ns() - began
    if gap(state.tables) > 1 or sum(one.players for one in state.tables) != len(state.playing):
        raise RuntimeError("a player is lost, or a table has two more than another")
    return {
        "redraw_ms": drawn / 1e6,
        "balance_ms": balanced / 1e6,
        "both_ms": (drawn + balanced) / 1e6,
        "floor_ms": floor.measure(NAMES) / 1e6,
    }


FIGURE: Final = Figure(
    f"redraw and balance in at most {GOAL_MS} ms",
    run,
    lambda found: found["both_ms"] <= GOAL_MS,
)
