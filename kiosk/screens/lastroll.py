"""The last dice: two faces with pips and a line or two about them; a touch opens the grid."""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.screens.brush import NOTE, Brush, Type
from kiosk.screens.frame import Line
from kiosk.screens.label import shown
from kiosk.screens.part import Part, Spot
from kiosk.screens.ring import Inside
from kiosk.screens.targets import OpenDice
from kiosk.screens.text import Face
from kiosk.screens.theme import BONE, INK, Cloth, Grid
from rules.value import Value

ROLLED: Final = Type(Face.BOLD, 2.75, 2.25)


class DiceLook(Value):
    """State of the last roll: two faces or outlines, and what is said beside them.

    `size`: em of the first line in u; the faces grow with it.
    """

    cloth: Cloth
    dice: tuple[int, int] | None
    title: Line | str
    note: Line
    size: float = 2.75


def dice_part(look: DiceLook, grid: Grid, inside: Inside, top: float, share: float) -> Part:
    """The last roll in the left `share` of the table top's foot; a finger finds it easily."""
    box = inside.left(top, 5.8 * look.size / ROLLED.size, share)
    finger = pygame.Rect(inside.table.left, 0, box.right - inside.table.left, grid.px(9.5))
    finger.bottom = inside.table.bottom
    return Part("dice", box, look, draw_dice, (Spot(finger, OpenDice()),))


def draw_dice(brush: Brush, box: pygame.Rect, look: DiceLook) -> None:
    """Two faces with pips, or two outlines; it adds nothing up."""
    cloth = look.cloth
    brush.fill(box, cloth.table)
    side = brush.px(5 * look.size / ROLLED.size)
    spot = pygame.Rect(box.left, 0, side, side)
    spot.centery = box.centery
    for index in (0, 1):
        if look.dice is not None:
            face = brush.glyphs.die(look.dice[index], side, BONE, INK, cloth.table)
            brush.surface.blit(face, spot)
        else:
            brush.plate(spot, 0.9, cloth.table, cloth.table, line=cloth.text2, width=0.25)
        spot = spot.move(side + brush.px(1), 0)
    left = spot.left + brush.px(1)
    words = pygame.Rect(left, box.top, box.right - left, box.height // 2)
    brush.write(words, shown(brush, look.title), ROLLED.sized(look.size), cloth.text, cloth.table)
    words.top = words.bottom
    brush.write(words, brush.say(look.note), NOTE, cloth.text2, cloth.table)
