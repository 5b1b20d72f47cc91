"""One is left at one of several tables, and the director moves him, or others to him."""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.families.casino.screens.request import HIGH, request_parts
from kiosk.screens.brush import LABEL, Type
from kiosk.screens.frame import Frame, Line
from kiosk.screens.label import LabelLook, label
from kiosk.screens.part import Picture
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.text import Face
from kiosk.screens.theme import CAS, Grid

BIG: Final = Type(Face.BOLD, 11, 4.5, lines=2)
NOTE: Final = Type(Face.REGULAR, 3.2, 2.25, lines=2)


def rest(frame: Frame, grid: Grid) -> Picture:
    """COUNT or SIGN of a table that rests: what is asked stands at its foot."""
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    box = pygame.Rect(place.table).inflate(-2 * grid.px(2), 0)
    box.height = grid.px(HIGH)
    box.bottom = place.table.bottom - grid.px(1.5)
    low = inside.high - HIGH - 3
    title = LabelLook(
        Line("kiosk.casino.rest.title"), LABEL.sized(4.2), CAS.text, CAS.table, capitals=True
    )
    said = LabelLook(Line("kiosk.casino.rest.left"), BIG, CAS.text, CAS.table)
    note = LabelLook(Line("kiosk.casino.rest.note"), NOTE, CAS.text2, CAS.table)
    parts = [
        label("title", inside.row(1.8, 5.6), title),
        label("left", inside.row(8, low - 8 - 9), said),
        label("note", inside.row(low - 8, 7.4), note),
        *request_parts(frame, box, grid, CAS),
    ]
    return ring(("rest", len(parts)), frame, place, CAS, parts)
