"""After the seal: places, wealth, whether the league has them. And a game that does not count."""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.screens.brush import LABEL, Across, Brush, Type
from kiosk.screens.frame import Delivery, Frame, Line
from kiosk.screens.glyphs import disc_tick, warning
from kiosk.screens.label import LabelLook, label
from kiosk.screens.layout import split
from kiosk.screens.part import Part, Picture
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, HUN, Grid
from rules.monopoly.view import MonopolyView, SeatView

PLACE: Final = Type(Face.BOLD, 5.4, 3)
WHO: Final = Type(Face.BOLD, 4.4, 2.25)
WEALTH: Final = Type(Face.BOLD, 5.4, 3)
SENT: Final = Type(Face.MEDIUM, 3, 2.25)
BIG: Final = Type(Face.BOLD, 12, 4.2, lines=2)
THEN: Final = Type(Face.MEDIUM, 4, 2.4, lines=3)

DELIVERY: Final = {
    Delivery.SENT: "kiosk.closed.sent",
    Delivery.WAITING: "kiosk.closed.waiting",
    Delivery.NONE: "kiosk.closed.kept",
}


def closed(frame: Frame, grid: Grid) -> Picture:
    """CLOSED: the places in order, each with its wealth."""
    view: MonopolyView | None = frame.view
    if view is None:
        raise ValueError("closed: frame.view = None; give the view")
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    cloth = HUN
    title = LabelLook(Line("kiosk.closed.title"), LABEL, cloth.text2, cloth.table, capitals=True)
    parts = [label("title", inside.row(3.5, 4.6), title)]
    room = inside.row(10, inside.high - 20)
    rows = split(room, len(view.seats), grid.px(0.4))
    ranked = sorted(view.seats, key=lambda seat: (seat.place or 99, seat.seat))
    for row, seat in zip(rows, ranked, strict=True):
        row.height = min(row.height, grid.px(8))
        parts.append(Part(f"place.{seat.seat}", row, _look(view, seat), draw_place))
    parts.append(Part("delivery", inside.row(inside.high - 8, 5), frame.delivery, draw_delivery))
    return ring("closed", frame, place, cloth, parts)


def _look(view: MonopolyView, seat: SeatView) -> tuple[int | None, str, int | None, bool]:
    """Place, name, wealth, first."""
    wealth = None if seat.sheet is None else seat.sheet.wealth
    return seat.place, f"{seat.seat} · {seat.name or seat.player}", wealth, seat.place == 1


def draw_place(
    brush: Brush, box: pygame.Rect, look: tuple[int | None, str, int | None, bool]
) -> None:
    """One row: place, who, wealth; the first in amber."""
    place, who, wealth, first = look
    cloth = HUN
    brush.fill(box, cloth.table)
    line = pygame.Rect(
        box.left, box.bottom - max(2, brush.px(0.25)), box.width, max(2, brush.px(0.25))
    )
    brush.fill(line, cloth.line)
    number = pygame.Rect(box.left, box.top, brush.px(7), box.height - line.height)
    colour = AMBER if first else cloth.text
    text = "–" if place is None else brush.texts.text("kiosk.closed.place", place=str(place))
    brush.write(number, text, PLACE, colour, cloth.table)
    amount = pygame.Rect(box.right - brush.px(20), box.top, brush.px(20), number.height)
    value = "–" if wealth is None else brush.texts.number(wealth)
    brush.write(amount, value, WEALTH, colour, cloth.table, Across.RIGHT)
    name = pygame.Rect(number.right, box.top, amount.left - number.right, number.height)
    brush.write(name, who, WHO, colour, cloth.table)


def draw_delivery(brush: Brush, box: pygame.Rect, delivery: Delivery) -> None:
    """Whether the league has the result; a table says so until it has."""
    cloth = HUN
    brush.fill(box, cloth.table)
    side = brush.px(3.6)
    icon = pygame.Rect(box.left, 0, side, side)
    icon.centery = box.centery
    if delivery is Delivery.WAITING:
        brush.glyph(warning, icon, AMBER, cloth.table)
    else:
        brush.glyph(disc_tick, icon, cloth.text, cloth.table)
    left = icon.right + brush.px(1.5)
    words = pygame.Rect(left, box.top, box.right - left, box.height)
    colour = AMBER if delivery is Delivery.WAITING else cloth.text2
    brush.write(words, brush.texts.text(DELIVERY[delivery]), SENT, colour, cloth.table)


def void(frame: Frame, grid: Grid) -> Picture:
    """VOID: the game does not count; the record of it is kept."""
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    cloth = HUN
    title = LabelLook(Line("kiosk.void.title"), LABEL, cloth.text2, cloth.table, capitals=True)
    big = LabelLook(Line("kiosk.void.big"), BIG, cloth.text, cloth.table)
    then = LabelLook(Line("kiosk.void.then"), THEN, cloth.text2, cloth.table)
    parts = [
        label("title", inside.row(3.5, 4.6), title),
        label("big", inside.row(12, 24), big),
        label("then", inside.row(39, 14), then),
    ]
    return ring("void", frame, place, cloth, parts)
