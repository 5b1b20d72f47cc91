"""The dice grid: 21 pairs over the table top, the clock in the corner that no pair needs."""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.screens.brush import NOTE, Type
from kiosk.screens.clock import clock
from kiosk.screens.family import cloth_of, left_text, seat_name, timer_of
from kiosk.screens.frame import Frame, Line
from kiosk.screens.glyphs import cross
from kiosk.screens.label import ButtonLook, LabelLook, label, touch
from kiosk.screens.layout import split
from kiosk.screens.part import Part, Picture
from kiosk.screens.ring import ring, ring_plan
from kiosk.screens.targets import CloseDice, DicePair
from kiosk.screens.text import Face
from kiosk.screens.theme import Grid

WHOSE: Final = Type(Face.BOLD, 3.6, 2.25)
FACES: Final = 6


def dice_grid(frame: Frame, grid: Grid) -> Picture:
    """One tap enters a roll of the chosen seat; which die showed which does not matter."""
    place, cloth = ring_plan(frame, grid), cloth_of(frame)
    edge, gap = grid.px(1 if grid.small else 3), grid.px(0.5 if grid.small else 0.8)
    area = place.table.inflate(-2 * edge, -2 * edge)
    rows = split(area, FACES, gap)
    columns = split(rows[0], FACES, gap, along=True)
    parts: list[Part] = []
    for low, row in enumerate(rows, start=1):
        for high in range(low, FACES + 1):
            box = pygame.Rect(columns[high - 1].left, row.top, columns[high - 1].width, row.height)
            look = ButtonLook(cloth, f"{low} {high}", size=5, ground=cloth.table)
            parts.append(touch(f"pair.{low}{high}", box, look, DicePair(low, high)))
    beside = pygame.Rect(area.left, rows[3].top, columns[2].right - area.left, rows[3].height)
    below = pygame.Rect(area.left, rows[4].top, columns[3].right - area.left, 0)
    below.height = area.bottom - below.top
    parts += _corner(frame, grid, beside, below)
    return ring("dice", frame, place, cloth, parts)


def _corner(frame: Frame, grid: Grid, beside: pygame.Rect, below: pygame.Rect) -> list[Part]:
    """Whose roll and how to leave, beside the fourth row; the clock that goes on, below."""
    cloth, timer = cloth_of(frame), timer_of(frame)
    close = pygame.Rect(beside.left, beside.top, beside.height, beside.height)
    look = ButtonLook(cloth, "", hollow=True, size=5, sketch=cross, ground=cloth.table)
    parts = [touch("close", close, look, CloseDice())]
    left = close.right + grid.px(1.5)
    who = pygame.Rect(left, close.top, beside.right - left, grid.px(3.6))
    seat = frame.dice.seat
    name = "" if seat is None else seat_name(frame, seat)
    parts.append(label("whose", who, LabelLook(name, WHOSE, cloth.text, cloth.table)))
    hint = pygame.Rect(left, who.bottom, who.width, close.bottom - who.bottom)
    note = LabelLook(Line("kiosk.dice.choose"), NOTE.lined(2), cloth.text2, cloth.table)
    parts.append(label("hint", hint, note))
    if timer is not None and timer.shown:
        figures = below.inflate(-grid.px(2), -grid.px(1))
        parts += clock("clock", figures, left_text(timer, frame.now_ms), cloth.text, cloth.table)
    return parts
