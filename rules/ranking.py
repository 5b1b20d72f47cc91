"""Places among equals: 1, 2, 2, 4, and what shared places are worth."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

Who = TypeVar("Who", bound=Hashable)


def places(values: Mapping[Who, Any]) -> dict[Who, int]:
    """The place of each by value, the greatest first; equals share one and the next is skipped."""
    return {
        who: 1 + sum(other > value for other in values.values()) for who, value in values.items()
    }


def average_down(points: Sequence[int], place: int, sharing: int) -> int:
    """What each of `sharing` players on `place` gets: the places' points shared, rounded down."""
    return sum(points[place - 1 : place - 1 + sharing]) // sharing


def misplaced(found: Iterable[int]) -> int | None:
    """The first place, in ascending order, that no ranking of so many can have; None: all right."""
    before = None
    for index, place in enumerate(sorted(found), 1):
        if place not in (index, before):
            return place
        before = place
    return None
