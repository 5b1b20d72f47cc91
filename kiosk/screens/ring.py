"""The table seen from above: table top in the middle, cards round it. Ground of most screens."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

import pygame

from kiosk.screens.brush import Brush
from kiosk.screens.cards import cards
from kiosk.screens.chrome import chrome
from kiosk.screens.frame import Frame
from kiosk.screens.layout import Plan, plan
from kiosk.screens.part import Part, Picture
from kiosk.screens.theme import Cloth, Grid


class TableTop(NamedTuple):
    """Where the table top lies and on which cloth: the ground under the parts."""

    cloth: Cloth
    table: tuple[int, int, int, int]


def ring_plan(frame: Frame, grid: Grid) -> Plan:
    """The places for the seats of a frame."""
    return plan(grid, len(frame.view.seats) if frame.view is not None else 0)


def ring(name: Hashable, frame: Frame, place: Plan, cloth: Cloth, inner: list[Part]) -> Picture:
    """A picture of table top, cards, strip and bottom line; `inner` is what is on the table top."""
    parts = [*inner, *cards(frame, place, cloth), *chrome(frame, place, cloth)]
    top = TableTop(cloth, (place.table.x, place.table.y, place.table.w, place.table.h))
    return Picture(name, cloth, tuple(parts), draw_table_top, top)


def draw_table_top(brush: Brush, box: pygame.Rect, look: Any) -> None:
    """The ground and the rounded field on it."""
    brush.fill(box, look.cloth.ground)
    brush.plate(pygame.Rect(look.table), 2.4, look.cloth.table, look.cloth.ground)


class Inside:
    """Boxes on a table top, in u from its corner; negative lengths count from the far side."""

    def __init__(self, grid: Grid, table: pygame.Rect) -> None:
        self._grid = grid
        self.table = table
        self.pad = grid.px(3 if grid.small or grid.portrait else 4.5)
        self.wide = table.width / grid.u
        self.high = table.height / grid.u

    def row(self, top: float, height: float) -> pygame.Rect:
        """A row over the whole width between the paddings."""
        grid, table = self._grid, self.table
        wide = table.width - 2 * self.pad
        return pygame.Rect(table.left + self.pad, table.top + grid.px(top), wide, grid.px(height))

    def left(self, top: float, height: float, share: float) -> pygame.Rect:
        """The left `share` (0 to 1) of a row."""
        box = self.row(top, height)
        box.width = round(box.width * share)
        return box

    def right(self, top: float, height: float, share: float) -> pygame.Rect:
        """The right `share` (0 to 1) of a row."""
        box = self.row(top, height)
        wide = round(box.width * share)
        return pygame.Rect(box.right - wide, box.top, wide, box.height)
