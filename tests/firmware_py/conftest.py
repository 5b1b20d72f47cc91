"""A pin map, a table on mock pins, and the queue its edges come by."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_py.kinds import Edge, LineId
from firmware_py.pinmap import PinMap, parse_pin_map
from firmware_py.simulated import SimulatedTable
from firmware_py.timesource import ManualTime

ROOT = Path(__file__).parents[2]
PINS_TOML = ROOT / "hardware" / "pins.toml"


class Bench:
    """A simulated table under manual time: its edges, its output changes."""

    def __init__(self, pin_map: PinMap) -> None:
        self.time = ManualTime()
        self.edges: queue.SimpleQueue[Edge] = queue.SimpleQueue()
        self.outputs: list[tuple[LineId, bool, int]] = []
        self.table = SimulatedTable(
            pin_map,
            self.time,
            self.edges.put,
            lambda line, on, at_ns: self.outputs.append((line, on, at_ns)),
            environ={},
        )

    def taken(self) -> list[Edge]:
        """The edges that have come in, in their order."""
        found = []
        while not self.edges.empty():
            found.append(self.edges.get())
        return found


@pytest.fixture(scope="session")
def pins_text() -> str:
    return PINS_TOML.read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def pin_map(pins_text: str) -> PinMap:
    return parse_pin_map(pins_text, "pins.toml")


@pytest.fixture
def bench(pin_map: PinMap) -> Iterator[Bench]:
    made = Bench(pin_map)
    yield made
    made.table.close()


@pytest.fixture
def new_bench(pin_map: PinMap) -> Iterator[Callable[[], Bench]]:
    made: list[Bench] = []

    def make() -> Bench:
        made.append(Bench(pin_map))
        return made[-1]

    yield make
    for each in made:
        each.table.close()
