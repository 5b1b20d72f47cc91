"""The parts of a pin map: a chip, a line, and what is broken in it. Frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from firmware_py.kinds import LineId

SEATS: Final = range(1, 11)
JUDGE: Final = ("next", "foul", "yes", "no", "undo", "confirm")

Fact = int | float | str

DRIVES: Final = ("direct", "npn", "nmos", "sink-driver")
"""What an output's pin works: the load itself, or something that carries the load's current."""

FEEDS: Final = {"5V": 5.0, "3.3V": 3.3}
"""What a load is fed from. Never 12 V: a short in the cable would bring it to the Pi."""


class Broken(NamedTuple):
    """A rule that does not hold: which key, what was found, what is allowed."""

    path: tuple[str, ...]
    found: str
    allowed: str
    rule: str


def shown(value: object) -> str:
    """A value as the file writes it, for messages."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)


class Chip(NamedTuple):
    """A GPIO chip by what the kernel calls it; `i2c` tells two with the same label apart."""

    name: str
    labels: tuple[str, ...]
    i2c: int | None
    reset_state: str


class Line(NamedTuple):
    """One line: where it is (`bcm` and `pin`, or `node`), how it rests, what hangs on it."""

    id: LineId
    is_input: bool
    bcm: int | None
    node: str | None
    pin: int | None
    pull: str
    active_high: bool
    lamp: str | None
    facts: Mapping[str, Fact]

    @property
    def chip(self) -> str:
        """`header` or `expander`."""
        return "header" if self.bcm is not None else "expander"

    @property
    def place(self) -> str:
        """For people: `BCM 5 (pin 29)` or `GPA0 of the expander`."""
        if self.bcm is not None:
            return f"BCM {self.bcm} (pin {self.pin})"
        return f"{self.node} of the expander"

    def number(self, fact: str) -> float | None:
        """An electrical fact, if it is given."""
        value = self.facts.get(fact)
        return value if isinstance(value, int | float) else None
