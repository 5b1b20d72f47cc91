"""Where no clock is the subject: whose turn it is, as large as the table top allows."""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.screens.brush import SENTENCE, Type
from kiosk.screens.frame import Line
from kiosk.screens.label import LabelLook, label
from kiosk.screens.part import Part
from kiosk.screens.ring import Inside
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, Cloth, Grid
from rules.kinds import Seat

SUBJECT: Final = Type(Face.BOLD, 44, 12)
SUBJECT_NAME: Final = Type(Face.BOLD, 13, 4, lines=2)


class Subject:
    """The boxes of number, name and what it does, in `high` u from `top`."""

    def __init__(self, grid: Grid, inside: Inside, top: float, high: float) -> None:
        self.size = min(44.0, (high - 4) / 0.72)
        self.number = inside.left(top, high, 0.3)
        right = inside.right(top, high, 0.62)
        self.name = pygame.Rect(right.left, right.top, right.width, right.height * 2 // 3)
        self.what = pygame.Rect(right.left, self.name.bottom, right.width, grid.px(5))


def subject(
    cloth: Cloth, grid: Grid, inside: Inside, foot: float, who: tuple[Seat | None, str, Line]
) -> list[Part]:
    """Number in amber, name, and what this seat does, down to `foot`."""
    seat, name, what = who
    at = Subject(grid, inside, 4, foot - 6)
    number = LabelLook(str(seat or "–"), SUBJECT.sized(at.size), AMBER, cloth.table)
    return [
        label("subject", at.number, number),
        label("subject.name", at.name, LabelLook(name, SUBJECT_NAME, cloth.text, cloth.table)),
        label("subject.what", at.what, LabelLook(what, SENTENCE, cloth.text2, cloth.table)),
    ]
