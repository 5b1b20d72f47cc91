"""Night: dark, and the same every night, whatever is entered. Nothing of the view is drawn here.

interaction: no number, no name, no running time, not which night it is.
"""

from __future__ import annotations

from typing import Any, Final

import pygame

from kiosk.screens.brush import Across, Brush, Down, Type
from kiosk.screens.chrome import STRIP_HIGH, BottomLook, StripLook, draw_bottom, draw_strip
from kiosk.screens.frame import Frame, Line
from kiosk.screens.label import LabelLook, label
from kiosk.screens.part import Part, Picture
from kiosk.screens.text import Face
from kiosk.screens.theme import NIGHT, Cloth, Grid
from rules.value import Value

WORD: Final = Type(Face.BOLD, 21, 8, tracking=4)
SILENCE: Final = Type(Face.MEDIUM, 3.6, 2.4, lines=2)
BOTTOM: Final = Line("kiosk.mafia.bottom.night")
MOON: Final = (27, 26, 24)


class NightLook(Value):
    """Ground of the night: the horizon and the moon upon it."""

    cloth: Cloth
    horizon: int
    centre: int
    radius: int


def night(frame: Frame, grid: Grid) -> Picture:
    """NIGHT: the table's name, one word, one sentence."""
    middle = grid.height * 64 // 100
    radius = min(grid.px(33), grid.width * 2 // 5)
    high = grid.px(16)
    word = pygame.Rect(grid.width // 2 - radius, middle - high, 2 * radius, high)
    said = pygame.Rect(grid.px(4), middle + grid.px(5.5), grid.width - grid.px(8), grid.px(8))
    strip = StripLook(NIGHT, frame.view.table, "", "", None, (), None)
    bottom = BottomLook(NIGHT, BOTTOM, None)
    line = grid.px(10.5 if grid.portrait else 7)
    parts = (
        Part("strip", pygame.Rect(0, 0, grid.width, grid.px(STRIP_HIGH)), strip, draw_strip),
        Part("word", word, NIGHT, _draw_word),
        label("silence", said, LabelLook(Line("kiosk.mafia.night.silence"), SILENCE, NIGHT.text2,
                                         NIGHT.ground, Across.MIDDLE, Down.TOP)),
        Part("bottom", pygame.Rect(0, grid.height - line, grid.width, line), bottom, draw_bottom),
    )  # fmt: skip
    look = NightLook(NIGHT, middle, grid.width // 2, radius)
    return Picture("night", NIGHT, parts, _draw_ground, look)


def _draw_word(brush: Brush, box: pygame.Rect, cloth: Cloth) -> None:
    """On the moon, as wide as it lets."""
    brush.fill(box.inflate(-brush.px(10), 0), MOON)
    inner = pygame.Rect(box.left + brush.px(5), box.top, box.width - brush.px(10), box.height)
    text = brush.texts.text("kiosk.mafia.night.word").upper()
    brush.write(inner, text, WORD, cloth.text, MOON, Across.MIDDLE)


def _draw_ground(brush: Brush, box: pygame.Rect, look: Any) -> None:
    brush.fill(box, look.cloth.ground)
    disc = pygame.Rect(look.centre - look.radius, look.horizon - look.radius, 2 * look.radius,
                       look.radius)  # fmt: skip
    brush.glyph(_moon, disc, MOON, look.cloth.ground)
    thick = max(1, brush.px(0.25))
    brush.fill(pygame.Rect(0, look.horizon, box.width, thick), look.cloth.line)


def _moon(surface: pygame.Surface, width: int, height: int, colour: Any, _: Any) -> None:
    """The upper half of a disc."""
    pygame.draw.circle(surface, colour, (width // 2, height), width // 2)
