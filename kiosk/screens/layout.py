"""Where things lie: the strip, the table top, the ring of seats, the bottom line.

Seats go clockwise seen from above with the screen on the upper side: right column from top to
bottom, bottom row from right to left, left column from bottom to top. In portrait they are rows
below the table top, in seat order.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

import pygame

from kiosk.screens.theme import Grid

SIDES: Final = {
    1: (0, 1, 0),
    2: (1, 0, 1),
    3: (1, 1, 1),
    4: (1, 2, 1),
    5: (2, 1, 2),
    6: (2, 2, 2),
    7: (2, 3, 2),
    8: (3, 2, 3),
    9: (3, 3, 3),
    10: (3, 4, 3),
}
"""Seats in the right column, the bottom row, the left column."""


class Edge(Enum):
    """The edge of the screen a card touches: there its person sits."""

    RIGHT = "right"
    BOTTOM = "bottom"
    LEFT = "left"
    ROW = "row"  # portrait


class Place(NamedTuple):
    """A card's place: `box` is the card, `reach` the card with the gap towards the table top."""

    box: pygame.Rect
    reach: pygame.Rect
    edge: Edge


class Plan(NamedTuple):
    """The places of one screen size and number of seats."""

    strip: pygame.Rect
    table: pygame.Rect
    bottom: pygame.Rect
    places: tuple[Place, ...]  # in seat order
    content: pygame.Rect  # everything between strip and bottom line


@lru_cache(maxsize=32)
def plan(grid: Grid, seats: int) -> Plan:
    """The places for 0 to 10 seats; kept, so its boxes are not to be changed."""
    strip = pygame.Rect(0, 0, grid.width, grid.px(5.5))
    line = grid.px(10.5 if grid.portrait else 7)
    bottom = pygame.Rect(0, grid.height - line, grid.width, line)
    top = grid.px(6)
    content = pygame.Rect(0, top, grid.width, bottom.top - top)
    if seats == 0:
        gap = grid.px(2)
        table = pygame.Rect(gap, top, grid.width - 2 * gap, content.height - grid.px(1))
        return Plan(strip, table, bottom, (), content)
    table, places = _rows(grid, content, seats) if grid.portrait else _ring(grid, content, seats)
    return Plan(strip, table, bottom, tuple(places), content)


def _ring(grid: Grid, content: pygame.Rect, seats: int) -> tuple[pygame.Rect, list[Place]]:
    right, row, left = SIDES[seats]
    gap, between = grid.px(2), grid.px(1)
    column = grid.px(27 if grid.small else 26)
    high = grid.px(13)
    inner = pygame.Rect(
        column + gap if left else gap,
        content.top,
        grid.width - (column + gap if left else gap) - (column + gap if right else gap),
        content.height - (high + gap if row else grid.px(1)),
    )
    at_right = pygame.Rect(grid.width - column, content.top, column, content.height)
    at_left = pygame.Rect(0, content.top, column, content.height)
    below = pygame.Rect(inner.left, content.bottom - high, inner.width, high)
    places = [
        Place(box, box.union(box.move(-gap, 0)), Edge.RIGHT)
        for box in split(at_right, right, between)
    ]
    places += [
        Place(box, box.union(box.move(0, -gap)), Edge.BOTTOM)
        for box in reversed(split(below, row, between, along=True))
    ]
    places += [
        Place(box, box.union(box.move(gap, 0)), Edge.LEFT)
        for box in reversed(split(at_left, left, between))
    ]
    return inner, places


def _rows(grid: Grid, content: pygame.Rect, seats: int) -> tuple[pygame.Rect, list[Place]]:
    gap = grid.px(2)
    wide = grid.width - 2 * gap
    table = pygame.Rect(gap, content.top, wide, grid.px(62))
    below = pygame.Rect(gap, table.bottom + gap, wide, content.bottom - table.bottom - gap)
    below.height = min(below.height, seats * grid.px(12))
    return table, [Place(box, box, Edge.ROW) for box in split(below, seats, grid.px(1))]


def split(box: pygame.Rect, count: int, gap: int, *, along: bool = False) -> list[pygame.Rect]:
    """`count` equal boxes below each other (`along`: beside each other), whole pixels, no drift."""
    length = (box.width if along else box.height) + gap
    cuts = [round(length * index / count) for index in range(count + 1)] if count else [0]
    boxes = []
    for start, end in pairwise(cuts):
        size = end - start - gap
        if along:
            boxes.append(pygame.Rect(box.left + start, box.top, size, box.height))
        else:
            boxes.append(pygame.Rect(box.left, box.top + start, box.width, size))
    return boxes
