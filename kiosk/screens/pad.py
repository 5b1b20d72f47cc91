"""The number pad: 7 8 9 on top as on a keypad, C left, OK right and amber."""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.screens.label import ButtonLook, touch
from kiosk.screens.layout import split
from kiosk.screens.part import Part
from kiosk.screens.targets import Clear, Digit, Ok
from kiosk.screens.theme import Cloth, Colour, Grid

KEYS: Final = ((7, 8, 9), (4, 5, 6), (1, 2, 3), (None, 0, None))


def pad(box: pygame.Rect, grid: Grid, cloth: Cloth, ground: Colour) -> list[Part]:
    """Its twelve keys."""
    parts = []
    for row, digits in zip(split(box, 4, grid.px(0.8)), KEYS, strict=True):
        cells = split(row, 3, grid.px(0.8), along=True)
        for cell, digit in zip(cells, digits, strict=True):
            if digit is not None:
                look = ButtonLook(cloth, str(digit), size=5, ground=ground)
                parts.append(touch(f"pad.{digit}", cell, look, Digit(digit)))
        if digits[0] is None:
            clear = ButtonLook(cloth, "C", size=5, ground=ground)
            parts.append(touch("pad.c", cells[0], clear, Clear()))
            ok = ButtonLook(cloth, "OK", size=5, lit=True, ground=ground)
            parts.append(touch("pad.ok", cells[2], ok, Ok()))
    return parts
