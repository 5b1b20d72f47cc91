"""Drawn signs of the roles, told apart by shape: ring, ring with a dot, square, diamond."""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.screens.glyphs import Sketch
from kiosk.screens.theme import Colour


def red(surface: pygame.Surface, width: int, height: int, colour: Colour, ground: Colour) -> None:
    """A ring: plain red."""
    centre = (width // 2, height // 2)
    pygame.draw.circle(surface, colour, centre, width // 2)
    pygame.draw.circle(surface, ground, centre, width * 36 // 100)


def sheriff(
    surface: pygame.Surface, width: int, height: int, colour: Colour, ground: Colour
) -> None:
    """A ring with a dot: the Sheriff."""
    red(surface, width, height, colour, ground)
    pygame.draw.circle(surface, colour, (width // 2, height // 2), width * 20 // 100)


def mafia(surface: pygame.Surface, width: int, height: int, colour: Colour, _: Colour) -> None:
    """A square: mafia."""
    edge = width * 6 // 100
    surface.fill(colour, (edge, edge, width - 2 * edge, height - 2 * edge))


def don(surface: pygame.Surface, width: int, height: int, colour: Colour, _: Colour) -> None:
    """A square on its corner: the Don."""
    middle, centre = width // 2, height // 2
    pygame.draw.polygon(surface, colour, ((middle, 0), (width, centre), (middle, height),
                                          (0, centre)))  # fmt: skip


def nobody(surface: pygame.Surface, width: int, height: int, colour: Colour, _: Colour) -> None:
    """A dash: no winner, no role known."""
    high = height * 12 // 100
    surface.fill(colour, (0, (height - high) // 2, width, high))


ROLES: Final[dict[str | None, Sketch]] = {
    "red": red, "sheriff": sheriff, "mafia": mafia, "don": don, None: nobody,
}  # fmt: skip
WINNERS: Final[dict[str | None, Sketch]] = {"red": red, "black": mafia, None: nobody}
