"""`game.txt`: drive lines for the table, and between them `#:` lines for whoever plays the demo.

To the table a `#:` line is a comment, so the same file can be played by hand:
`kiosk run --pins simulated --fast 60 --open demo/opening.json --drive - < demo/game.txt`.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

MARK: Final = "#:"
_COMPARE: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "=": operator.eq,
    "<=": operator.le,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
class Send:
    """Lines for the table, one after the other."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Say:
    """A sentence for the person who watches."""

    text: str


@dataclass(frozen=True, slots=True)
class Condition:
    """Something `kiosk status` must show: `phase=count`, `remaining_s<=2700`."""

    key: str
    compare: str
    value: str | int

    def holds(self, status: Mapping[str, Any]) -> bool:
        """Whether this status shows it; a figure that is not there shows nothing."""
        found = status[self.key]
        return found is not None and _COMPARE[self.compare](found, self.value)

    def __str__(self) -> str:
        return f"{self.key}{self.compare}{self.value}"


@dataclass(frozen=True, slots=True)
class Until:
    """Go on when the table shows it."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class Picture:
    """Keep the screen under this name: now, or as soon as the condition holds (nobody waits)."""

    name: str
    when: Condition | None


Step = Send | Say | Until | Picture


def parse(text: str) -> list[Step]:
    """The steps of a played game; raises ValueError naming the line."""
    steps: list[Step] = []
    lines: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith(MARK):
            if line.strip() and not line.startswith("#"):
                lines.append(line)
            continue
        if lines:
            steps.append(Send(tuple(lines)))
            lines = []
        verb, _, rest = line.removeprefix(MARK).strip().partition(" ")
        if verb not in _DIRECTIVES:
            raise ValueError(f"line {number}: {verb!r}; allowed: {', '.join(_DIRECTIVES)}")
        steps.append(_DIRECTIVES[verb](rest.strip()))
    return [*steps, Send(tuple(lines))] if lines else steps


def presses(steps: Iterable[Step]) -> int:
    """How often a seat's button is pressed in these steps."""
    lines = (line for step in steps if isinstance(step, Send) for line in step.lines)
    return sum(line.startswith(("tap seat", "press seat")) for line in lines)


def _until(rest: str) -> Step:
    return Until(_condition(rest))


def _picture(rest: str) -> Step:
    name, _, when = rest.partition(" when ")
    return Picture(name, _condition(when) if when else None)


def _condition(text: str) -> Condition:
    match = re.fullmatch(r"(\w+)(<=|>=|=)(\S+)", text)
    if match is None:
        raise ValueError(f"{text!r}; write KEY=VALUE, KEY<=N or KEY>=N")
    key, compare, value = match.groups()
    return Condition(key, compare, int(value) if value.isdecimal() else value)


_DIRECTIVES: Final[Mapping[str, Callable[[str], Step]]] = {
    "say": Say,
    "until": _until,
    "picture": _picture,
}
