"""Signatures: one person, one number, one gesture; only the armed seat's line is shown."""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.screens.brush import LABEL, Across, Brush, Down, Type
from kiosk.screens.frame import Frame, Line, line
from kiosk.screens.holdbar import hold_bar
from kiosk.screens.label import LabelLook, bar, label
from kiosk.screens.layout import split
from kiosk.screens.part import Part, Picture
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, DEED_GROUPS, HUN, Grid
from rules.kinds import Money
from rules.monopoly.view import DeedView, Mark, MonopolyView, SeatView, SheetView

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


def signing(frame: Frame, grid: Grid) -> Picture:
    """SIGN: the armed seat, what it signs, the hold bar; then the banker."""
    view: MonopolyView | None = frame.view
    if view is None:
        raise ValueError("signing: frame.view = None; give the view")
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    armed = next((seat for seat in view.seats if seat.mark is Mark.ARMED), None)
    parts = _banker(view, inside) if armed is None else _line(frame, grid, inside, armed)
    name = ("signing", armed.seat if armed else None)
    return ring(name, frame, place, HUN, parts)


def _line(frame: Frame, grid: Grid, inside: Inside, seat: SeatView) -> list[Part]:
    cloth = HUN
    head = inside.row(3, 11)
    number = pygame.Rect(head.left, head.top, grid.px(9 if seat.seat < 10 else 14), head.height)
    words = pygame.Rect(
        number.right + grid.px(1), head.top, head.right - number.right - grid.px(1), 0
    )
    words.height = grid.px(6.8)
    ask = pygame.Rect(words.left, words.bottom + grid.px(0.5), words.width, grid.px(4))
    name = seat.name or seat.player
    parts = [
        label("number", number, LabelLook(str(seat.seat), NUMBER, AMBER, cloth.table)),
        label("who", words, LabelLook(name, WHO, cloth.text, cloth.table)),
        label("ask", ask, LabelLook(Line("kiosk.signing.ask"), ASK, cloth.text2, cloth.table)),
    ]
    if seat.sheet is not None:
        parts += _sheet(grid, inside, seat.sheet)
    else:
        out = LabelLook(Line("kiosk.signing.bankrupt"), ASK.sized(3.6), cloth.text, cloth.table)
        parts.append(label("bankrupt", inside.row(24, 6), out))
    hold = frame.hold if frame.hold is not None and frame.hold.seat == seat.seat else None
    box = inside.row(inside.high - 11.5, 8.3)
    parts.append(hold_bar("hold", box, cloth, hold, Line("kiosk.signing.hold")))
    return parts


def _sheet(grid: Grid, inside: Inside, sheet: SheetView) -> list[Part]:
    cloth = HUN
    values = (
        ("kiosk.sheet.cash", sheet.cash or Money(0)),
        ("kiosk.sheet.deeds", sheet.unmortgaged),
        ("kiosk.sheet.mortgaged", sheet.mortgaged),
        ("kiosk.sheet.buildings", sheet.buildings),
    )
    parts = []
    columns = split(inside.row(16, 11.5), len(values), grid.px(1), along=True)
    for column, (key, value) in zip(columns, values, strict=True):
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
    parts.append(Part("deeds", deeds, sheet.deeds, draw_deeds))
    rule = inside.row(inside.high - 25.5, 0.25)
    rule.height = max(2, rule.height)
    parts.append(bar("rule", rule, cloth.line))
    name, total = (
        inside.left(inside.high - 24.8, 12.6, 0.45),
        inside.right(inside.high - 24.8, 12.6, 0.55),
    )
    wealth = LabelLook(Line("kiosk.sheet.wealth"), TOTAL_NAME, cloth.text2, cloth.table)
    figure = LabelLook(sheet.wealth, TOTAL, cloth.text, cloth.table, Across.RIGHT)
    return [*parts, label("wealth", name, wealth), label("total", total, figure)]


def draw_deeds(brush: Brush, box: pygame.Rect, deeds: tuple[DeedView, ...]) -> None:
    """Every deed of the sheet: its band, and what stands on it; bands alone where they are many."""
    brush.fill(box, HUN.table)
    if not deeds:
        brush.write(
            box, brush.texts.text("kiosk.sheet.none"), DEED, HUN.text2, HUN.table, down=Down.TOP
        )
        return
    high, gap = brush.px(3.6), brush.px(0.6)
    rows = max(1, (box.height + gap) // (high + gap))
    per_row = 4 if len(deeds) <= 4 * rows else -(-len(deeds) // rows)
    wide = (box.width + brush.px(1)) // per_row
    for index, deed in enumerate(deeds):
        left = box.left + index % per_row * wide
        spot = pygame.Rect(left, box.top + index // per_row * (high + gap), brush.px(5), high)
        colour, ink = DEED_GROUPS.get(deed.field[:1], DEED_GROUPS["V"])
        band = spot.inflate(0, -brush.px(0.2))
        band.width = min(band.width, wide - brush.px(0.4))
        brush.plate(band, 0.4, colour, HUN.table)
        brush.write(band, deed.field, BAND, ink, colour, Across.MIDDLE)
        room = pygame.Rect(
            band.right + brush.px(0.9), spot.top, wide - band.width - brush.px(1.9), high
        )
        if room.width >= brush.px(9):
            brush.write(room, brush.say(deed_words(deed)), DEED, HUN.text, HUN.table)


def deed_words(deed: DeedView) -> Line:
    """Mortgaged, a number of houses, a hotel, or bare."""
    if deed.mortgaged:
        return Line("kiosk.deed.mortgaged")
    if deed.houses >= 5:
        return Line("kiosk.deed.hotel")
    if deed.houses:
        return line("kiosk.deed.houses", count=deed.houses)
    return Line("kiosk.deed.bare")


def _banker(view: MonopolyView, inside: Inside) -> list[Part]:
    cloth = HUN
    head = LabelLook(Line("kiosk.signing.title"), LABEL, cloth.text2, cloth.table, capitals=True)
    everybody = all(seat.signed for seat in view.seats)
    big = Line("kiosk.signing.all") if everybody else Line("kiosk.signing.wait")
    ask = (
        line("kiosk.signing.banker", done=str(view.confirms), of=str(view.confirms_needed))
        if everybody
        else Line("kiosk.signing.arming")
    )
    return [
        label("title", inside.row(3.5, 4.6), head),
        label("big", inside.row(12, 24), LabelLook(big, BIG, cloth.text, cloth.table)),
        label(
            "ask", inside.row(40, 10), LabelLook(ask, ASK.sized(4.2).lined(2), AMBER, cloth.table)
        ),
    ]
