"""A deed on the result sheet's board: band with letter and number, owner, houses, mortgage."""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.screens.brush import Across, Brush, Type
from kiosk.screens.counted import CountedTable
from kiosk.screens.glyphs import hatch, house
from kiosk.screens.part import Part, Spot
from kiosk.screens.targets import SheetField
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, BONE, INK, Cloth, Colour
from rules.kinds import Seat
from rules.value import Value

BAND: Final = Type(Face.BOLD, 2.75, 2.25)
OWNER: Final = Type(Face.BOLD, 4, 2.25)
COUNT: Final = Type(Face.BOLD, 2.5, 2.25)
HOTEL: Final = 5


class DeedLook(Value):
    """State of a deed's square; `own`: of the seat being counted."""

    cloth: Cloth
    band: tuple[Colour, Colour]
    code: str
    side: int
    owner: Seat | None
    own: bool
    mortgaged: bool
    houses: int
    chosen: bool


def deed_part(
    table: CountedTable, seat: Seat, chosen: str | None, code: str, side: int, box: pygame.Rect
) -> Part:
    """A deed as it stands on the sheets."""
    owner, mortgaged, houses = table.holding(code)
    look = DeedLook(
        table.cloth, table.board.band(code), code, side, owner, owner == seat, mortgaged, houses,
        chosen == code,
    )  # fmt: skip
    return Part(f"deed.{code}", box, look, draw_deed, (Spot(box, SheetField(code)),))


def draw_deed(brush: Brush, box: pygame.Rect, look: DeedLook) -> None:
    """Free = outlined, taken = the seat's number, the counted seat = amber; mortgaged = hatched."""
    cloth, (colour, ink) = look.cloth, look.band
    ground = cloth.table
    if look.owner is None:
        field, text, line = cloth.ground, cloth.text2, cloth.line
    elif look.own:
        field, text, line = AMBER, INK, None
    else:
        field, text, line = cloth.card, cloth.text, None
    brush.fill(box, ground)
    brush.plate(box, 0.4, field, ground, line=line, width=0.25)
    band, area = _band(brush, box, look.side)
    if look.mortgaged:
        brush.glyph(hatch, area, text, field)
    brush.plate(band, 0.4, colour, field)
    brush.write(band, look.code, BAND, ink, colour, Across.MIDDLE)
    if look.owner is not None:
        _draw_owner(brush, area, look, (text, field))
    if look.chosen:
        edge = max(2, brush.px(0.5))
        for thin in (
            pygame.Rect(box.left, box.top, box.width, edge),
            pygame.Rect(box.left, box.bottom - edge, box.width, edge),
            pygame.Rect(box.left, box.top, edge, box.height),
            pygame.Rect(box.right - edge, box.top, edge, box.height),
        ):
            brush.fill(thin, BONE)


def _band(brush: Brush, box: pygame.Rect, side: int) -> tuple[pygame.Rect, pygame.Rect]:
    """The band lies towards the middle of the board; the rest of the square."""
    deep = brush.px(3.4) if side % 2 == 0 else brush.px(4)
    band, rest = box.copy(), box.copy()
    if side == 0:
        band.height = deep
        rest.y, rest.height = rest.y + deep, rest.height - deep
    elif side == 1:
        band.x, band.width = box.right - deep, deep
        rest.width -= deep
    elif side == 2:
        band.y, band.height = box.bottom - deep, deep
        rest.height -= deep
    else:
        band.width = deep
        rest.x, rest.width = rest.x + deep, rest.width - deep
    return band, rest


def _draw_owner(
    brush: Brush,
    area: pygame.Rect,
    look: DeedLook,
    colours: tuple[tuple[int, int, int], tuple[int, int, int]],
) -> None:
    text, field = colours
    along = area.width > area.height
    first, second = area.copy(), area.copy()
    if look.houses:
        if along:
            first.width = area.width * 36 // 100
            second.left, second.width = first.right, area.width - first.width
        else:
            first.height = area.height * 55 // 100
            second.top, second.height = first.bottom, area.height - first.height
    if look.mortgaged:  # the number stands on a plain spot in the hatching
        spot = pygame.Rect(0, 0, brush.px(3.4), brush.px(4))
        spot.center = first.center
        brush.fill(spot, field)
    brush.write(first, str(look.owner), OWNER, text, field, Across.MIDDLE)
    if look.houses:
        _draw_houses(brush, second, look.houses, (text, field))


def _draw_houses(
    brush: Brush,
    box: pygame.Rect,
    houses: int,
    colours: tuple[tuple[int, int, int], tuple[int, int, int]],
) -> None:
    """A drawn house, with the count beside it from two on; a hotel is a plate with H."""
    text, field = colours
    if houses >= HOTEL:
        plate = pygame.Rect(0, 0, brush.px(3.6), brush.px(2.6))
        plate.center = box.center
        brush.plate(plate, 0.3, text, field)
        brush.write(plate, brush.texts.text("kiosk.sheet.hotel"), COUNT, field, text, Across.MIDDLE)
        return
    side = brush.px(2.4 if houses == 1 else 2.1)
    icon = pygame.Rect(0, 0, side, side)
    icon.center = box.center
    if houses > 1:
        icon.right = box.centerx + brush.px(0.3)
        count = pygame.Rect(icon.right + brush.px(0.3), box.top, brush.px(1.5), box.height)
        brush.write(count, str(houses), COUNT, text, field)
    brush.glyph(house, icon, text, field)
