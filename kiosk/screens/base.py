"""The `Painter`: owns the window's surface and redraws only the parts that changed (`part.py`)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from operator import attrgetter
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

STILL: Final = attrgetter(*(field for field in Frame._defaults if field != "now_ms"))
"""All of a frame but its time."""

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
        self._still: object = None
        self._picture: Picture | None = None

    def draw(self, frame: Frame) -> list[pygame.Rect]:
        """Draw what changed; the rectangles touched, empty when nothing did. The caller flips."""
        still, picture = STILL(frame), self._picture
        if picture is not None and picture.ticking is not None and still == self._still:
            moved = picture.ticking(frame)
            if self._same_places(moved):
                return self._paint_changed(moved)
        picture = self._picture_of(frame)
        name = (frame.language, picture.name, picture.cloth, picture.ground_state)
        self._brush.texts = self._catalogue.texts(frame.language)
        whole = name != self._name or len(picture.parts) != len(self._shown)
        if whole or not self._same_places(picture.parts):
            self._paint_all(picture)
            touched = [self._surface.get_rect()]
        else:
            touched = self._paint_changed(picture.parts)
        self._name, self._still, self._picture = name, still, picture
        return touched

    def hit(self, x: int, y: int, frame: Frame) -> Target | None:
        """What a touch at this pixel means on the picture of `frame`."""
        for part in reversed(self._picture_of(frame).parts):
            for spot in part.spots:
                if spot.box.collidepoint(x, y):
                    return spot.target
        return None

    def spots(self, frame: Frame) -> tuple[Spot, ...]:
        """Every place of the picture where a touch means something."""
        return tuple(spot for part in self._picture_of(frame).parts for spot in part.spots)

    def parts(self, frame: Frame) -> tuple[Part, ...]:
        """The parts of a frame's picture, for measuring."""
        return self._picture_of(frame).parts

    def repaint(self) -> None:
        """Forget what is on the surface: the next `draw` paints everything."""
        self._name = self._picture = None

    def _picture_of(self, frame: Frame) -> Picture:
        return choose(frame)(frame, self._grid)

    def _same_places(self, parts: Sequence[Part]) -> bool:
        """Each of these has its place on the surface already."""
        for part in parts:
            shown = self._shown.get(part.name)
            if shown is not part and (shown is None or shown.box != part.box):
                return False
        return True

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
        self._shown = {part.name: part for part in picture.parts}

    def _paint_changed(self, parts: Sequence[Part]) -> list[pygame.Rect]:
        touched = []
        for part in parts:
            before = self._shown[part.name]
            if part is not before and part.state != before.state:
                touched.append(self._paint(part, before))
                self._shown[part.name] = part
        return touched

    def _paint(self, part: Part, before: Part) -> pygame.Rect:
        box = part.box
        if part.narrow is not None:
            box = part.narrow(part.box, before.state, part.state)
        box = box.clip(self._surface.get_rect())
        self._surface.set_clip(box)
        part.draw(self._brush, part.box, part.state)
        self._surface.set_clip(None)
        return box
