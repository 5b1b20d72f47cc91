"""The hold bar: fills from the left while a button is held.

Its text changes colour at the edge of the fill.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

from kiosk.screens.brush import Across, Brush, Type
from kiosk.screens.frame import HoldBar, Line
from kiosk.screens.part import Part
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, INK, Cloth, Colour

TEXT: Final = Type(Face.BOLD, 4.2, 2.25)


class HoldLook(NamedTuple):
    """State of the bar: the part filled, in thousandths, and the text while nothing is held."""

    cloth: Cloth
    part: int
    of_ms: int
    rest: Line


def hold_bar(name: str, box: pygame.Rect, cloth: Cloth, hold: HoldBar | None, rest: Line) -> Part:
    """Empty while nothing is held."""
    look = HoldLook(cloth, hold.part if hold else 0, hold.of_ms if hold else 0, rest)
    return Part(name, box, look, draw_hold)


def draw_hold(brush: Brush, box: pygame.Rect, look: HoldLook) -> None:
    """Outline, fill, text in ink over the fill and in bone beside it."""
    cloth = look.cloth
    brush.plate(box, 1.2, cloth.table, cloth.table, line=cloth.text, width=0.4)
    if not look.part:
        brush.write(box, brush.say(look.rest), TEXT, cloth.text, cloth.table, Across.MIDDLE)
        return
    inner = box.inflate(-2 * brush.px(0.8), -2 * brush.px(0.8))
    filled = inner.copy()
    filled.width = inner.width * min(1000, look.part) // 1000
    text = brush.texts.text(
        "kiosk.signing.held", seconds=brush.texts.tenths(look.of_ms * look.part // 1000)
    )
    clip = brush.surface.get_clip()
    if filled.width:
        brush.surface.set_clip(filled.clip(clip))
        brush.plate(inner, 0.6, AMBER, cloth.table)
        _write(brush, inner, text, INK, AMBER)
    rest = pygame.Rect(filled.right, inner.top, inner.right - filled.right, inner.height)
    brush.surface.set_clip(rest.clip(clip))
    _write(brush, inner, text, cloth.text, cloth.table)
    brush.surface.set_clip(clip)


def _write(brush: Brush, box: pygame.Rect, text: str, colour: Colour, ground: Colour) -> None:
    brush.write(box, text, TEXT, colour, ground, Across.MIDDLE)
