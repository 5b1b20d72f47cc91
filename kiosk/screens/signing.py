"""Signatures: one person, one number, one gesture; only the armed seat's line is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pygame

from kiosk.screens.brush import LABEL, Across, Brush, Down, Type
from kiosk.screens.counted import CountedSeat, CountedTable
from kiosk.screens.frame import Frame, Line, line
from kiosk.screens.holdbar import hold_bar
from kiosk.screens.label import LabelLook, bar, label
from kiosk.screens.layout import split
from kiosk.screens.part import Part, Picture
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, Cloth, Colour, Grid
from rules.value import Value

NUMBER: Final = Type(Face.BOLD, 13, 6)
WHO: Final = Type(Face.BOLD, 6.8, 2.6)
ASK: Final = Type(Face.MEDIUM, 2.9, 2.25)
WHAT: Final = Type(Face.REGULAR, 2.5, 1.9)
VALUE: Final = Type(Face.BOLD, 7.2, 3)
TOTAL_NAME: Final = Type(Face.MEDIUM, 4, 2.6)
TOTAL: Final = Type(Face.BOLD, 11.5, 5)
BAND: Final = Type(Face.BOLD, 2.6, 2.25)
DEED: Final = Type(Face.NOTE, 2.5, 1.9)
BIG: Final = Type(Face.BOLD, 12, 4.2, lines=2)


class SignedDeed(Value):
    """A deed of what is signed: its letter's band, and what stands on it."""

    code: str
    band: tuple[Colour, Colour]
    words: Line


class DeedsLook(Value):
    """State of the row of deeds."""

    cloth: Cloth
    deeds: tuple[SignedDeed, ...]


def signed_sheet(frame: Frame, grid: Grid, table: CountedTable, banker: Sequence[Line]) -> Picture:
    """SIGN: the armed seat, what it signs, the hold bar; then the official.

    `banker`: what stands large and what is asked when nobody is armed.
    """
    place, cloth = ring_plan(frame, grid), table.cloth
    inside = Inside(grid, place.table)
    armed = next((seat for seat in table.seats if seat.armed), None)
    if armed is None:
        return ring(("signing", None), frame, place, cloth, _banker(cloth, inside, banker))
    parts = signer(cloth, grid, inside, armed.seat, armed.name)
    if armed.has_sheet:
        parts += _sheet(grid, inside, table, armed)
    else:
        out = LabelLook(Line("kiosk.signing.bankrupt"), ASK.sized(3.6), cloth.text, cloth.table)
        parts.append(label("bankrupt", inside.row(24, 6), out))
    parts.append(signer_bar(frame, cloth, inside, armed.seat))
    return ring(("signing", armed.seat), frame, place, cloth, parts)


def signer(cloth: Cloth, grid: Grid, inside: Inside, seat: int, name: str) -> list[Part]:
    """Who signs now: number, name, and what is asked."""
    head = inside.row(3, 11)
    number = pygame.Rect(head.left, head.top, grid.px(9 if seat < 10 else 14), head.height)
    left = number.right + grid.px(1)
    words = pygame.Rect(left, head.top - grid.px(0.8), head.right - left, grid.px(8))
    ask = pygame.Rect(words.left, head.top + grid.px(7.3), words.width, grid.px(4))
    return [
        label("number", number, LabelLook(str(seat), NUMBER, AMBER, cloth.table)),
        label("who", words, LabelLook(name, WHO, cloth.text, cloth.table)),
        label("ask", ask, LabelLook(Line("kiosk.signing.ask"), ASK, cloth.text2, cloth.table)),
    ]


def signer_bar(frame: Frame, cloth: Cloth, inside: Inside, seat: int) -> Part:
    """The bar that fills while the seat's button is held."""
    hold = frame.hold if frame.hold is not None and frame.hold.seat == seat else None
    box = inside.row(inside.high - 11.5, 8.3)
    return hold_bar("hold", box, cloth, hold, Line("kiosk.signing.hold"))


def _sheet(grid: Grid, inside: Inside, table: CountedTable, seat: CountedSeat) -> list[Part]:
    cloth = table.cloth
    parts = []
    columns = split(inside.row(16, 11.5), len(seat.signs), grid.px(1), along=True)
    for column, (key, value) in zip(columns, seat.signs, strict=True):
        side = pygame.Rect(column.left, column.top, max(2, grid.px(0.25)), column.height)
        left = column.left + grid.px(1.5)
        upper = pygame.Rect(left, column.top, column.right - left, grid.px(3.4))
        lower = pygame.Rect(left, upper.bottom, upper.width, column.bottom - upper.bottom)
        parts += [
            bar(f"{key}.side", side, cloth.line),
            label(key, upper, LabelLook(Line(key), WHAT, cloth.text2, cloth.table)),
            label(f"{key}.value", lower, LabelLook(value, VALUE, cloth.text, cloth.table)),
        ]
    deeds = inside.row(28.5, inside.high - 28.5 - 25)
    parts.append(Part("deeds", deeds, _deeds_look(table, seat), draw_deeds))
    rule = inside.row(inside.high - 25.5, 0.25)
    rule.height = max(2, rule.height)
    parts.append(bar("rule", rule, cloth.line))
    name, total = (
        inside.left(inside.high - 24.8, 12.6, 0.45),
        inside.right(inside.high - 24.8, 12.6, 0.55),
    )
    wealth = LabelLook(Line("kiosk.sheet.wealth"), TOTAL_NAME, cloth.text2, cloth.table)
    figure = LabelLook(seat.wealth or 0, TOTAL, cloth.text, cloth.table, Across.RIGHT)
    return [*parts, label("wealth", name, wealth), label("total", total, figure)]


def _deeds_look(table: CountedTable, seat: CountedSeat) -> DeedsLook:
    found = (
        SignedDeed(one.field, table.board.band(one.field), deed_words(one)) for one in seat.deeds
    )
    return DeedsLook(table.cloth, tuple(found))


def draw_deeds(brush: Brush, box: pygame.Rect, look: DeedsLook) -> None:
    """Every deed of the sheet: its band, and what stands on it; bands alone where they are many."""
    cloth, deeds = look.cloth, look.deeds
    brush.fill(box, cloth.table)
    if not deeds:
        none = brush.texts.text("kiosk.sheet.none")
        brush.write(box, none, DEED, cloth.text2, cloth.table, down=Down.TOP)
        return
    high, gap = brush.px(3.6), brush.px(0.6)
    rows = max(1, (box.height + gap) // (high + gap))
    per_row = 4 if len(deeds) <= 4 * rows else -(-len(deeds) // rows)
    wide = (box.width + brush.px(1)) // per_row
    for index, deed in enumerate(deeds):
        left = box.left + index % per_row * wide
        spot = pygame.Rect(left, box.top + index // per_row * (high + gap), brush.px(5), high)
        colour, ink = deed.band
        band = spot.inflate(0, -brush.px(0.2))
        band.width = min(band.width, wide - brush.px(0.4))
        brush.plate(band, 0.4, colour, cloth.table)
        brush.write(band, deed.code, BAND, ink, colour, Across.MIDDLE)
        room = pygame.Rect(
            band.right + brush.px(0.9), spot.top, wide - band.width - brush.px(1.9), high
        )
        if room.width >= brush.px(9):
            brush.write(room, brush.say(deed.words), DEED, cloth.text, cloth.table)


def deed_words(deed: Any) -> Line:
    """Mortgaged, a number of houses, a hotel, or bare."""
    if deed.mortgaged:
        return Line("kiosk.deed.mortgaged")
    if deed.houses >= 5:
        return Line("kiosk.deed.hotel")
    if deed.houses:
        return line("kiosk.deed.houses", count=deed.houses)
    return Line("kiosk.deed.bare")


def _banker(cloth: Cloth, inside: Inside, said: Sequence[Line]) -> list[Part]:
    head = LabelLook(Line("kiosk.signing.title"), LABEL, cloth.text2, cloth.table, capitals=True)
    ask = LabelLook(said[1], ASK.sized(4.2).lined(2), AMBER, cloth.table)
    return [
        label("title", inside.row(3.5, 4.6), head),
        label("big", inside.row(12, 24), LabelLook(said[0], BIG, cloth.text, cloth.table)),
        label("ask", inside.row(40, 10), ask),
    ]
