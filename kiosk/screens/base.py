"""`Part`, `Screen` and the `Painter` that redraws only the parts that changed.

A screen is a list of parts for a frame. A part has a place, a state (any hashable value) and a function
that draws it from that state alone; equal states are equal pictures, so comparing states is enough to
know what to redraw. Parts do not overlap. The same list answers touches.
"""

from __future__ import annotations

from pathlib import Path

import pygame

from kiosk.locale import Catalogue
from kiosk.screens.frame import Frame
from kiosk.screens.targets import Target

FONT_DIR = Path("/usr/share/fonts/truetype/roboto/unhinted")


class Painter:
    """Owns the window's surface. `draw` is a function of the frame before and this one."""

    def __init__(
        self, surface: pygame.Surface, catalogue: Catalogue, fonts: Path = FONT_DIR
    ) -> None:
        """Loads the fonts (FontError when one is missing); needs no display."""
        self._surface = surface

    def draw(self, frame: Frame) -> list[pygame.Rect]:
        """Draw what changed; the rectangles touched, empty when nothing did. The caller flips."""
        return []

    def hit(self, x: int, y: int, frame: Frame) -> Target | None:
        """What a touch at this pixel means on the picture of `frame`."""
        return None

    def repaint(self) -> None:
        """Forget what is on the surface: the next `draw` paints everything."""
