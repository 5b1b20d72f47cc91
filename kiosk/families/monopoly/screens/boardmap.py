"""Where the deeds lie on the board: 40 squares in the order in which one walks from START.

Bottom row to the left, left side upwards, top row to the right, right side downwards.
"""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.screens.frame import Line
from kiosk.screens.layout import split

SIDES: Final = (
    ("A1", "?", "A2", "tax", "V1", "B1", "?", "B2", "B3"),
    ("C1", "K1", "C2", "C3", "V2", "D1", "?", "D2", "D3"),
    ("E1", "?", "E2", "E3", "V3", "F1", "F2", "K2", "F3"),
    ("G1", "G2", "?", "G3", "V4", "?", "H1", "tax", "H2"),
)
"""The nine squares of each side in walking order: bottom, left, top, right."""

CORNERS: Final = ("start", "jail", "parking", "gojail")
"""The corner before each side, in walking order."""

DEEDS: Final = 28

SQUARES: Final[dict[str, Line | str]] = {
    "?": "?",
    "tax": Line("kiosk.board.tax"),
    "start": Line("kiosk.board.start"),
    "jail": Line("kiosk.board.jail"),
    "parking": Line("kiosk.board.parking"),
    "gojail": Line("kiosk.board.gojail"),
}
"""What stands on squares that nobody owns."""


def is_deed(square: str) -> bool:
    """Whether a square has a deed."""
    return square not in SQUARES


def squares(board: pygame.Rect, corner: int, gap: int) -> list[tuple[str, pygame.Rect, int]]:
    """Every square of the board: its code, its box, its side (0 bottom to 3 right)."""
    inner = board.inflate(-2 * (corner + gap), -2 * (corner + gap))
    rows = (
        pygame.Rect(inner.left, board.bottom - corner, inner.width, corner),
        pygame.Rect(board.left, inner.top, corner, inner.height),
        pygame.Rect(inner.left, board.top, inner.width, corner),
        pygame.Rect(board.right - corner, inner.top, corner, inner.height),
    )
    spots = (board.bottomright, board.bottomleft, board.topleft, board.topright)
    found = []
    for side, (row, codes) in enumerate(zip(rows, SIDES, strict=True)):
        boxes = split(row, len(codes), gap, along=side % 2 == 0)
        if side in (0, 1):  # these two are walked against the screen's directions
            boxes.reverse()
        found += [(code, box, side) for code, box in zip(codes, boxes, strict=True)]
        box = pygame.Rect(0, 0, corner, corner)
        x, y = spots[side]
        box.left = x - corner if side in (0, 3) else x
        box.top = y - corner if side in (0, 1) else y
        found.append((CORNERS[side], box, side))
    return found
