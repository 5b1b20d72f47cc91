"""What parts draw with: plates, drawn signs and fitted text on one surface, in the unit of the
screen.

Text always names the ground it stands on, because kept text is opaque. An observer can be given
every text drawn, with its box and its ink: fit and contrast are measured while drawing, not
guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from enum import Enum
from typing import Final, NamedTuple

import pygame

from kiosk.locale import Texts
from kiosk.screens.frame import Line
from kiosk.screens.glyphs import Glyphs, Sketch
from kiosk.screens.text import CAP, DESCENT, PITCH, RISE, Face, Fitted, Writer
from kiosk.screens.theme import Colour, Grid


class Across(Enum):
    """Where a text stands in its box, horizontally."""

    LEFT = 0
    MIDDLE = 1
    RIGHT = 2


class Down(Enum):
    """Where a text stands in its box: capitals at the top, or centred."""

    TOP = 0
    MIDDLE = 1


class Type(NamedTuple):
    """A size token: em in u, the least it may be fitted to, lines it may take, tracking in u."""

    face: Face
    size: float
    least: float
    lines: int = 1
    tracking: float = 0.0

    def sized(self, size: float) -> Type:
        """The same at another size."""
        return self._replace(size=size, least=min(size, self.least))

    def lined(self, lines: int) -> Type:
        """The same with more lines."""
        return self._replace(lines=lines)


HEAD: Final = Type(Face.BOLD, 8, 4.2)
VALUE: Final = Type(Face.BOLD, 6, 3)
NAME: Final = Type(Face.BOLD, 4.6, 2.2, lines=2)
STRONG: Final = Type(Face.BOLD, 3, 2.25)
LABEL: Final = Type(Face.BOLD, 3.3, 2.25, tracking=0.45)
SIGN: Final = Type(Face.BOLD, 2.5, 2.25)
NOTE: Final = Type(Face.NOTE, 2.5, 1.9)
SENTENCE: Final = Type(Face.MEDIUM, 3.1, 2.3)
SMALL: Final = Type(Face.REGULAR, 2.5, 2.25)


class TextDrawn(NamedTuple):
    """One line of text as it was drawn.

    `clip` is what could be painted, `under` the colour that lay where the text's corner came, `cut`
    whether the text did not fit.
    """

    text: str
    box: pygame.Rect
    ink: pygame.Rect
    clip: pygame.Rect
    px: int
    colour: Colour
    ground: Colour
    under: Colour
    cut: bool


Observer = Callable[[TextDrawn], None]

ALL: Final = (0, 1, 2, 3)
"""Corners of a plate: top left, top right, bottom right, bottom left."""


def is_key(text: str) -> bool:
    """Whether a text names an entry of the catalogue."""
    return text.startswith(("kiosk.", "rules."))


HANGING: Final = frozenset("gjpqyQJ,;()çşţ„цщруфдЦЩД")
"""Letters that go below the baseline."""


class Brush:
    """Draws on one surface. `texts` is set by the painter for the frame's language."""

    def __init__(self, surface: pygame.Surface, grid: Grid, writer: Writer, texts: Texts) -> None:
        self.surface = surface
        self.grid = grid
        self.texts = texts
        self.observer: Observer | None = None
        self.writer = writer
        self.glyphs = Glyphs()
        self.cells: dict[Hashable, pygame.Surface] = {}  # opaque digits of clocks

    def px(self, units: float) -> int:
        """Pixels of a length in u."""
        return self.grid.px(units)

    def say(self, line: Line) -> str:
        """A line in the frame's language; a parameter that is a key or a line comes as its text."""
        params = {name: self._said(value) for name, value in line.params}
        return self.texts.text(line.key, line.count, **params)

    def _said(self, value: str | int | Line) -> str | int:
        if isinstance(value, Line):
            return self.say(value)
        return self.texts.text(value) if isinstance(value, str) and is_key(value) else value

    def fill(self, box: pygame.Rect, colour: Colour) -> None:
        """A flat box."""
        self.surface.fill(colour, box)

    def plate(
        self,
        box: pygame.Rect,
        radius: float,
        fill: Colour,
        ground: Colour,
        *,
        line: Colour | None = None,
        width: float = 0.4,
        corners: tuple[int, ...] = ALL,
        open_side: str = "",
    ) -> None:
        """A box with round corners, perhaps outlined; no outline along `open_side`."""
        edge = 0 if line is None else max(2, self.px(width))
        outer = line if line is not None else fill
        self.surface.fill(outer, box)
        if edge:
            inner = box.inflate(-2 * edge, -2 * edge)
            if open_side == "bottom":
                inner.height += edge
            elif open_side == "right":
                inner.width += edge
            elif open_side == "left":
                inner.x, inner.width = inner.x - edge, inner.width + edge
            self.surface.fill(fill, inner)
        size = min(self.px(radius), box.width // 2, box.height // 2)
        for quarter in corners:
            corner = self.glyphs.corner(size, edge, (fill, outer, ground), quarter)
            x = box.right - size if quarter in (1, 2) else box.left
            y = box.bottom - size if quarter in (2, 3) else box.top
            self.surface.blit(corner, (x, y))

    def plate_over(self, box: pygame.Rect, radius: float, fill: Colour) -> None:
        """A plate over a pattern: its corners let the pattern through. Only for a whole repaint."""
        self.surface.blit(self.glyphs.clear_plate(box.size, self.px(radius), fill), box)

    def glyph(self, sketch: Sketch, box: pygame.Rect, colour: Colour, ground: Colour) -> None:
        """A drawn sign filling the box."""
        self.surface.blit(self.glyphs.get(sketch, box.size, colour, ground), box)

    def stripes(self, box: pygame.Rect, period: float, one: Colour, other: Colour) -> None:
        """Slanted stripes all over the box, in step with the screen's corner."""
        tile = self.glyphs.stripes(self.px(period), one, other)
        step = tile.get_width()
        clip = self.surface.get_clip()
        self.surface.set_clip(box.clip(clip))
        for x in range(box.left - box.left % step, box.right, step):
            for y in range(box.top - box.top % step, box.bottom, step):
                self.surface.blit(tile, (x, y))
        self.surface.set_clip(clip)

    def write(
        self,
        box: pygame.Rect,
        text: str,
        kind: Type,
        colour: Colour,
        ground: Colour,
        across: Across = Across.LEFT,
        down: Down = Down.MIDDLE,
    ) -> pygame.Rect:
        """Text in its box, fitted by its type; the box of its ink (empty for an empty text)."""
        text = self.writer.clean(text)
        if not text.strip():
            return pygame.Rect(box.topleft, (0, 0))
        tracking = self.px(kind.tracking) if kind.tracking else 0
        least = self.px(kind.least)
        fitted = self.writer.fit(
            text, kind.face, self.px(kind.size), least, box.size, kind.lines, tracking
        )
        baseline = self._first_baseline(box, fitted, down)
        inks: list[pygame.Rect] = []
        for index, shown in enumerate(fitted.lines):
            kept = self.writer.keep(shown, kind.face, fitted.px, colour, ground, tracking)
            x = box.left + (box.width - kept.advance) * across.value // 2
            y = baseline + round(index * fitted.px * PITCH)
            ink = kept.surface.get_rect(topleft=(x + kept.dx, y + kept.dy))
            if self.observer is not None:
                self._tell(shown, (box, ink), fitted.px, (colour, ground), fitted.cut)
            self.surface.blit(kept.surface, ink)
            inks.append(ink)
        return inks[0].unionall(inks[1:])

    def count(
        self,
        box: pygame.Rect,
        text: str,
        kind: Type,
        colour: Colour,
        ground: Colour,
        across: Across = Across.LEFT,
    ) -> None:
        """A line whose figures change all the time: each is kept, nothing is rendered anew."""
        writer, face = self.writer, kind.face
        fitted = writer.fit_counting(
            writer.clean(text), face, self.px(kind.size), self.px(kind.least), box.size
        )
        pieces, wide = writer.pieces(fitted.lines[0], face, fitted.px, colour, ground)
        x = box.left + (box.width - wide) * across.value // 2
        y = self._first_baseline(box, fitted, Down.MIDDLE)
        inks = [(kept.surface, (x + left + kept.dx, y + kept.dy)) for kept, left in pieces]
        if self.observer is not None and inks:
            rects = [surface.get_rect(topleft=at) for surface, at in inks]
            ink = rects[0].unionall(rects[1:])
            self._tell(fitted.lines[0], (box, ink), fitted.px, (colour, ground), fitted.cut)
        self.surface.blits(inks, False)

    def told(
        self, text: str, box: pygame.Rect, ink: pygame.Rect, px: int, colours: tuple[Colour, Colour]
    ) -> None:
        """Tell the observer of a text that comes from a kept cell."""
        if self.observer is not None:
            self._tell(text, (box, ink), px, colours, False)

    def _tell(
        self,
        text: str,
        boxes: tuple[pygame.Rect, pygame.Rect],
        px: int,
        colours: tuple[Colour, Colour],
        cut: bool,
    ) -> None:
        if self.observer is None:
            return
        box, ink = boxes
        clip = self.surface.get_clip()
        under = colours[1]
        if clip.collidepoint(ink.topleft):
            at = self.surface.get_at(ink.topleft)
            under = (at.r, at.g, at.b)
        self.observer(TextDrawn(text, box, ink, clip, px, *colours, under, cut))

    def _first_baseline(self, box: pygame.Rect, fitted: Fitted, down: Down) -> int:
        px, pitch = fitted.px, PITCH * (len(fitted.lines) - 1)
        cap = round(px * CAP)
        block = round(px * (CAP + pitch))
        baseline = box.top + (box.height - block) * down.value // 2 + cap
        if down is not Down.MIDDLE or HANGING.isdisjoint(fitted.lines[-1]):
            return baseline
        # In a tight box capitals give way upwards, so that a g keeps its tail.
        lowest = box.bottom - round(px * (pitch + DESCENT))
        return max(box.top + round(px * (CAP + RISE)), min(baseline, lowest))

    def wide(self, text: str, kind: Type) -> int:
        """Width of a text at the full size of its type."""
        text = self.writer.clean(text)
        tracking = self.px(kind.tracking) if kind.tracking else 0
        return self.writer.width(text, kind.face, self.px(kind.size), tracking)
