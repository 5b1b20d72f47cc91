"""Where the deeds lie on a board: 40 squares in the order in which one walks from START.

Bottom row to the left, left side upwards, top row to the right, right side downwards.
"""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from kiosk.screens.frame import Line
from kiosk.screens.layout import split
from kiosk.screens.theme import Colour
from rules.value import Value


class BoardMap(Value):
    """A family's board.

    `sides`: the nine squares of each side in walking order; `corners`: the corner before each side.
    `blanks`: what stands on squares that nobody owns. `groups`: band and letter of each group, for
    the colour is never alone; `group_key` and a group's letter make its name's key.
    """

    sides: tuple[tuple[str, ...], ...]
    corners: tuple[str, ...]
    blanks: Mapping[str, Line | str]
    groups: Mapping[str, tuple[Colour, Colour]]
    group_key: str
    side_names: tuple[str, ...]

    def is_deed(self, square: str) -> bool:
        """Whether a square has a deed."""
        return square not in self.blanks

    def band(self, code: str) -> tuple[Colour, Colour]:
        """Band and letter of a deed's group; of the last group where it has none."""
        return self.groups.get(code[:1], tuple(self.groups.values())[-1])

    def row(self, side: int) -> tuple[str, ...]:
        """A side of the board alone: its squares, and the corner before it where that is a deed."""
        corner = self.corners[side]
        return ((corner,) if self.is_deed(corner) else ()) + self.sides[side]

    def deeds(self) -> list[str]:
        """The codes of all deeds."""
        codes = (*self.corners, *(code for side in self.sides for code in side))
        return [code for code in codes if self.is_deed(code)]

    def squares(
        self, board: pygame.Rect, corner: int, gap: int
    ) -> list[tuple[str, pygame.Rect, int]]:
        """Every square: its code, its box, its side (0 bottom to 3 right)."""
        inner = board.inflate(-2 * (corner + gap), -2 * (corner + gap))
        rows = (
            pygame.Rect(inner.left, board.bottom - corner, inner.width, corner),
            pygame.Rect(board.left, inner.top, corner, inner.height),
            pygame.Rect(inner.left, board.top, inner.width, corner),
            pygame.Rect(board.right - corner, inner.top, corner, inner.height),
        )
        spots = (board.bottomright, board.bottomleft, board.topleft, board.topright)
        found = []
        for side, (row, codes) in enumerate(zip(rows, self.sides, strict=True)):
            boxes = split(row, len(codes), gap, along=side % 2 == 0)
            if side in (0, 1):  # these two are walked against the screen's directions
                boxes.reverse()
            found += [(code, box, side) for code, box in zip(codes, boxes, strict=True)]
            box = pygame.Rect(0, 0, corner, corner)
            x, y = spots[side]
            box.left = x - corner if side in (0, 3) else x
            box.top = y - corner if side in (0, 1) else y
            found.append((self.corners[side], box, side))
        return found
