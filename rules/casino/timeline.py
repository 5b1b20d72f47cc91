"""Levels and breaks as one line of time: where two clocks stand on it, and how far apart. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple, Protocol

from rules.jsontext import canonical
from rules.kinds import GameMs


class Timed(Protocol):
    """A level: its stakes, and how long it is."""

    @property
    def stakes(self) -> tuple[tuple[str, int], ...]:
        """(word, number) pairs."""

    @property
    def ms(self) -> GameMs:
        """0: until the official goes on."""


class Place(NamedTuple):
    """Where a clock stands: a level, or the break after it. Later ones are greater."""

    level: int
    on_break: bool = False


class Line(NamedTuple):
    """How long every level and every break is; 0: until the official goes on."""

    levels: Sequence[GameMs]
    breaks: Mapping[int, GameMs]

    def length(self, place: Place) -> int:
        """Of a level or a break; 0 beyond the last one."""
        if place.on_break:
            return self.breaks.get(place.level, 0)
        return self.levels[place.level - 1] if place.level <= len(self.levels) else 0

    def start(self, place: Place) -> int:
        """When it begins, from the beginning of the first level; what has no end takes no time."""
        return sum(self.length(one) for one in self.places() if one < place)

    def places(self) -> Iterator[Place]:
        """Levels and breaks in order."""
        for level in range(1, len(self.levels) + 1):
            yield Place(level)
            if level in self.breaks:
                yield Place(level, True)

    def at(self, place: Place, left: int | None) -> int:
        """Where on the line a clock stands that has so much left of `place`."""
        gone = 0 if left is None else self.length(place) - left
        return self.start(place) + gone

    def until_break(self, place: Place, left: int | None) -> int | None:
        """How long until the next break begins; in a break the one after it; None: nobody knows."""
        if left is None:
            return None
        ahead = [one for one in self.places() if one > place]
        wait = left
        for one in ahead:
            if one.on_break:
                return wait
            if not self.length(one):
                return None
            wait += self.length(one)
        return None


def structure_mark(levels: Iterable[Timed], breaks: Mapping[int, GameMs]) -> str:
    """Eight digits that two tables have in common if their levels and breaks are the same."""
    said = [[sorted([list(pair) for pair in one.stakes]), one.ms] for one in levels]
    whole = {"levels": said, "breaks": [list(one) for one in sorted(breaks.items())]}
    return sha256(canonical(whole).encode()).hexdigest()[:8]
