"""Drawn signs: corners, ticks, dice, houses, triangles, hatches, stripes.

Each is drawn at four times its size, scaled down once, and kept as an opaque surface on its ground.
Emoji are never used: no font on the table has to hold them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from kiosk.screens.theme import Colour

OVER: Final = 4
"""Supersampling."""

PIPS: Final = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}

Sketch = Callable[[pygame.Surface, int, int, Colour, Colour], None]
"""Draws on a surface already filled with the ground: (surface, width, height, colour, ground)."""


class Glyphs:
    """Kept surfaces of drawn signs."""

    def __init__(self) -> None:
        self._kept: dict[tuple[object, ...], pygame.Surface] = {}

    def get(
        self, sketch: Sketch, size: tuple[int, int], colour: Colour, ground: Colour
    ) -> pygame.Surface:
        """The sign at `size` pixels."""
        key = (sketch, size, colour, ground)
        found = self._kept.get(key)
        if found is None:
            width, height = size[0] * OVER, size[1] * OVER
            large = pygame.Surface((width, height))
            large.fill(ground)
            sketch(large, width, height, colour, ground)
            found = self._kept[key] = pygame.transform.smoothscale(large, size)
        return found

    def corner(
        self, radius: int, width: int, colours: tuple[Colour, Colour, Colour], quarter: int
    ) -> pygame.Surface:
        """One corner of a plate; `colours` are fill, line, ground; 0 top left, then clockwise."""
        key = ("corner", radius, width, colours, quarter)
        found = self._kept.get(key)
        if found is None:
            fill, line, ground = colours
            large = pygame.Surface((radius * OVER, radius * OVER))
            large.fill(ground)
            centre = (radius * OVER, radius * OVER)
            pygame.draw.circle(large, line if width else fill, centre, radius * OVER)
            if width:
                pygame.draw.circle(large, fill, centre, (radius - width) * OVER)
            small = pygame.transform.smoothscale(large, (radius, radius))
            found = pygame.transform.flip(small, quarter in (1, 2), quarter in (2, 3))
            self._kept[key] = found
        return found

    def clear_plate(self, size: tuple[int, int], radius: int, fill: Colour) -> pygame.Surface:
        """A round-cornered plate with transparent corners; the only kept surface with alpha."""
        key = ("clear", size, radius, fill)
        found = self._kept.get(key)
        if found is None:
            large = pygame.Surface((2 * radius * OVER, 2 * radius * OVER), pygame.SRCALPHA)
            large.fill((*fill, 0))
            centre = (radius * OVER, radius * OVER)
            pygame.draw.circle(large, (*fill, 255), centre, radius * OVER)
            disc = pygame.transform.smoothscale(large, (2 * radius, 2 * radius))
            found = pygame.Surface(size, pygame.SRCALPHA)
            found.fill((*fill, 255))
            right, bottom = size[0] - radius, size[1] - radius
            for x, y in ((0, 0), (right, 0), (0, bottom), (right, bottom)):
                spot = pygame.Rect(x, y, radius, radius)
                found.fill((0, 0, 0, 0), spot)
                area = (radius if x else 0, radius if y else 0, radius, radius)
                found.blit(disc, spot, area, special_flags=pygame.BLEND_RGBA_ADD)
            self._kept[key] = found
        return found

    def die(
        self, pips: int, side: int, colour: Colour, ink: Colour, ground: Colour
    ) -> pygame.Surface:
        """A die's face."""
        key = ("die", pips, side, colour, ink, ground)
        found = self._kept.get(key)
        if found is None:
            large = pygame.Surface((side * OVER, side * OVER))
            large.fill(ground)
            length = side * OVER
            pygame.draw.rect(large, colour, (0, 0, length, length), border_radius=length // 6)
            for column, row in PIPS[pips]:
                spot = (length * (23 + 27 * column) // 100, length * (23 + 27 * row) // 100)
                pygame.draw.circle(large, ink, spot, length * 9 // 100)
            found = self._kept[key] = pygame.transform.smoothscale(large, (side, side))
        return found

    def stripes(self, period: int, one: Colour, other: Colour) -> pygame.Surface:
        """A tile of slanted stripes that repeats seamlessly both ways."""
        key = ("stripes", period, one, other)
        found = self._kept.get(key)
        if found is None:
            length = period * OVER
            large = pygame.Surface((length, length))
            large.fill(one)
            half = length // 2
            for start in (-length, 0, length):
                bar = ((start, 0), (start + half, 0), (start + half - length, length))
                pygame.draw.polygon(large, other, (*bar, (start - length, length)))
            found = self._kept[key] = pygame.transform.smoothscale(large, (period, period))
        return found


def triangle(surface: pygame.Surface, width: int, height: int, colour: Colour, _: Colour) -> None:
    """Points up: a flag of the ruler, the wedge of the turn above a card."""
    pygame.draw.polygon(surface, colour, ((width // 2, 0), (width, height), (0, height)))


def triangle_right(
    surface: pygame.Surface, width: int, height: int, colour: Colour, _: Colour
) -> None:
    """Points right: onward; the wedge of a card in the left column."""
    pygame.draw.polygon(surface, colour, ((0, 0), (width, height // 2), (0, height)))


def triangle_left(
    surface: pygame.Surface, width: int, height: int, colour: Colour, _: Colour
) -> None:
    """Points left: the wedge of a card in the right column."""
    pygame.draw.polygon(surface, colour, ((width, 0), (0, height // 2), (width, height)))


def tick(surface: pygame.Surface, width: int, height: int, colour: Colour, _: Colour) -> None:
    """A tick: yes, done."""
    points = ((0.0, 0.55), (0.13, 0.42), (0.36, 0.64), (0.87, 0.12), (1.0, 0.25), (0.36, 0.9))
    pygame.draw.polygon(surface, colour, [(x * width, y * height) for x, y in points])


def disc_tick(
    surface: pygame.Surface, width: int, height: int, colour: Colour, ground: Colour
) -> None:
    """A tick in a disc: present, signed, counted."""
    pygame.draw.circle(surface, colour, (width // 2, height // 2), width // 2)
    points = ((0.22, 0.53), (0.30, 0.45), (0.44, 0.57), (0.70, 0.31), (0.78, 0.39), (0.44, 0.73))
    pygame.draw.polygon(surface, ground, [(x * width, y * height) for x, y in points])


def cross(surface: pygame.Surface, width: int, height: int, colour: Colour, _: Colour) -> None:
    """A cross: no, close."""
    arm = 0.14
    for flip in (False, True):
        points = ((0.0, arm), (arm, 0.0), (1.0, 1 - arm), (1 - arm, 1.0))
        turned = [((1 - x if flip else x) * width, y * height) for x, y in points]
        pygame.draw.polygon(surface, colour, turned)


def warning(
    surface: pygame.Surface, width: int, height: int, colour: Colour, ground: Colour
) -> None:
    """A warning triangle with its mark."""
    pygame.draw.polygon(surface, colour, ((width // 2, 0), (width, height), (0, height)))
    bar = pygame.Rect(0, 0, width * 13 // 100, height * 34 // 100)
    bar.midtop = (width // 2, height * 34 // 100)
    surface.fill(ground, bar)
    bar.height = height * 12 // 100
    bar.midtop = (width // 2, height * 76 // 100)
    surface.fill(ground, bar)


def button(
    surface: pygame.Surface, width: int, height: int, colour: Colour, ground: Colour
) -> None:
    """A seat's button: what the bottom line speaks of."""
    pygame.draw.rect(surface, colour, (0, 0, width, height), border_radius=width // 5)
    edge = width * 8 // 100
    inner = pygame.Rect(edge, edge, width - 2 * edge, height - 2 * edge)
    pygame.draw.rect(surface, ground, inner, border_radius=width // 7)
    pygame.draw.circle(surface, colour, (width // 2, height // 2), width * 25 // 100)


def house(surface: pygame.Surface, width: int, height: int, colour: Colour, _: Colour) -> None:
    """A house."""
    roof = ((width // 2, 0), (width, height * 52 // 100), (0, height * 52 // 100))
    pygame.draw.polygon(surface, colour, roof)
    surface.fill(colour, (width * 18 // 100, height // 2, width * 64 // 100, height // 2))


def hatch(surface: pygame.Surface, width: int, height: int, colour: Colour, _: Colour) -> None:
    """Slanted hatching: mortgaged, pending."""
    step = max(4 * OVER, width // 9)
    for start in range(0, width + height, step):
        pygame.draw.line(surface, colour, (start, 0), (start - height, height), step // 4)


def fist(surface: pygame.Surface, width: int, height: int, colour: Colour, ground: Colour) -> None:
    """A fist that stands upright on the edge of a table: a vote."""
    unit, edge = width / 100, max(OVER, width // 45)

    def block(left: float, top: float, wide: float, high: float, round_: float) -> None:
        box = pygame.Rect(left * unit, top * unit, wide * unit, high * unit)
        rim = box.inflate(2 * edge, 2 * edge)
        pygame.draw.rect(surface, ground, rim, border_radius=int(round_ * unit) + edge)
        pygame.draw.rect(surface, colour, box, border_radius=int(round_ * unit))

    pygame.draw.rect(surface, colour, (22 * unit, 58 * unit, 56 * unit, 24 * unit))  # the wrist
    for finger, top in enumerate((4, 0, 0, 4)):
        block(13 + 20 * finger, top, 15, 60, 8)
    block(7, 33, 57, 18, 9)  # the thumb lies over them
    table = pygame.Rect(0, height - 8 * unit, width, 8 * unit)
    surface.fill(colour, table)


def strike(surface: pygame.Surface, width: int, height: int, colour: Colour, _: Colour) -> None:
    """A line through a number, from bottom left to top right."""
    thick = max(OVER, min(width, height) // 14)
    points = ((0, height), (0, height - thick), (width - thick, 0), (width, 0), (width, thick))
    pygame.draw.polygon(surface, colour, (*points, (thick, height)))
