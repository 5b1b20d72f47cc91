"""The `Painter`: owns the window's surface and redraws only the parts that changed (`part.py`)."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path
from typing import Final

import pygame

from kiosk.locale import FALLBACK, Catalogue
from kiosk.screens.brush import Brush, Observer
from kiosk.screens.choose import choose
from kiosk.screens.frame import Frame
from kiosk.screens.part import Part, Picture, Spot
from kiosk.screens.targets import Target
from kiosk.screens.text import Writer
from kiosk.screens.theme import Grid

FONT_DIR: Final = Path("/usr/share/fonts/truetype/roboto/unhinted")


class Painter:
    """Owns the window's surface. `draw` is a function of the frame before and this one."""

    def __init__(
        self,
        surface: pygame.Surface,
        catalogue: Catalogue,
        fonts: Path = FONT_DIR,
        observer: Observer | None = None,
    ) -> None:
        """Loads the fonts (FontError when one is missing); needs no display."""
        self._surface = surface
        self._catalogue = catalogue
        self._grid = Grid(*surface.get_size())
        self._brush = Brush(surface, self._grid, Writer(fonts), catalogue.texts(FALLBACK))
        self._brush.observer = observer
        self._name: Hashable = None
        self._shown: dict[str, Part] = {}

    def draw(self, frame: Frame) -> list[pygame.Rect]:
        """Draw what changed; the rectangles touched, empty when nothing did. The caller flips."""
        picture = self._picture(frame)
        parts = {part.name: part for part in picture.parts}
        name = (frame.language, picture.name, picture.cloth, picture.ground_state)
        self._brush.texts = self._catalogue.texts(frame.language)
        if name != self._name or not self._same_places(parts):
            self._paint_all(picture)
            touched = [self._surface.get_rect()]
        else:
            touched = [
                self._paint(part, self._shown[key])
                for key, part in parts.items()
                if part.state != self._shown[key].state
            ]
        self._name, self._shown = name, parts
        return touched

    def hit(self, x: int, y: int, frame: Frame) -> Target | None:
        """What a touch at this pixel means on the picture of `frame`."""
        for part in reversed(self._picture(frame).parts):
            for spot in part.spots:
                if spot.box.collidepoint(x, y):
                    return spot.target
        return None

    def spots(self, frame: Frame) -> tuple[Spot, ...]:
        """Every place of the picture where a touch means something."""
        return tuple(spot for part in self._picture(frame).parts for spot in part.spots)

    def parts(self, frame: Frame) -> tuple[Part, ...]:
        """The parts of a frame's picture, for measuring."""
        return self._picture(frame).parts

    def repaint(self) -> None:
        """Forget what is on the surface: the next `draw` paints everything."""
        self._name = None

    def _picture(self, frame: Frame) -> Picture:
        return choose(frame)(frame, self._grid)

    def _same_places(self, parts: dict[str, Part]) -> bool:
        if parts.keys() != self._shown.keys():
            return False
        return all(part.box == self._shown[name].box for name, part in parts.items())

    def _paint_all(self, picture: Picture) -> None:
        whole = self._surface.get_rect()
        self._surface.set_clip(None)
        if picture.ground is None:
            self._surface.fill(picture.cloth.ground)
        else:
            picture.ground(self._brush, whole, picture.ground_state)
        for part in picture.parts:
            self._surface.set_clip(part.box)
            part.draw(self._brush, part.box, part.state)
        self._surface.set_clip(None)

    def _paint(self, part: Part, before: Part) -> pygame.Rect:
        box = part.box
        if part.narrow is not None:
            box = part.narrow(part.box, before.state, part.state)
        box = box.clip(self._surface.get_rect())
        self._surface.set_clip(box)
        part.draw(self._brush, part.box, part.state)
        self._surface.set_clip(None)
        return box
