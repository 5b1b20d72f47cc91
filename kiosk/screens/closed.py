"""After the seal: places, what decided them, whether the league has them. And a void game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from kiosk.screens.brush import LABEL, NOTE, Across, Brush, Type
from kiosk.screens.frame import Delivery, Frame, Line
from kiosk.screens.glyphs import disc_tick, warning
from kiosk.screens.label import LabelLook, label, shown
from kiosk.screens.layout import split
from kiosk.screens.part import Part, Picture
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, Cloth, Grid
from rules.kinds import Seat
from rules.value import Value

PLACE: Final = Type(Face.BOLD, 5.4, 3)
WHO: Final = Type(Face.BOLD, 4.4, 2.25)
AMOUNT: Final = Type(Face.BOLD, 5.4, 3)
SENT: Final = Type(Face.MEDIUM, 3, 2.25)
BIG: Final = Type(Face.BOLD, 12, 4.2, lines=2)
THEN: Final = Type(Face.MEDIUM, 4, 2.4, lines=3)

DELIVERY: Final = {
    Delivery.SENT: "kiosk.closed.sent",
    Delivery.WAITING: "kiosk.closed.waiting",
    Delivery.NONE: "kiosk.closed.kept",
}
COLUMN: Final = 20
SECOND: Final = 12
"""Widths in u: the column that decides, and those before it where there are more."""


class Placed(Value):
    """A row: place (None: has none), who, and a value for each column (None: a dash)."""

    seat: Seat
    place: int | None
    who: str
    values: tuple[int | str | Line | None, ...]


class PlacedLook(Value):
    """State of a row."""

    cloth: Cloth
    row: Placed


class DeliveryLook(Value):
    """State of the line about the league."""

    cloth: Cloth
    delivery: Delivery


def places(
    frame: Frame, grid: Grid, cloth: Cloth, rows: Sequence[Placed], heads: Sequence[Line] = ()
) -> Picture:
    """CLOSED: the places in order; `heads` name the columns where there is more than one."""
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    title = LabelLook(Line("kiosk.closed.title"), LABEL, cloth.text2, cloth.table, capitals=True)
    parts = [label("title", inside.left(3.5, 4.6, 0.5), title)]
    parts += _heads(inside, grid, cloth, heads)
    room = inside.row(10, inside.high - 20)
    ranked = sorted(rows, key=lambda row: (row.place or 99, row.seat))
    for box, row in zip(split(room, len(rows), grid.px(0.4)), ranked, strict=True):
        box.height = min(box.height, grid.px(8))
        parts.append(Part(f"place.{row.seat}", box, PlacedLook(cloth, row), draw_place))
    look = DeliveryLook(cloth, frame.delivery)
    parts.append(Part("delivery", inside.row(inside.high - 8, 5), look, draw_delivery))
    return ring("closed", frame, place, cloth, parts)


def _heads(inside: Inside, grid: Grid, cloth: Cloth, heads: Sequence[Line]) -> list[Part]:
    parts = []
    right = inside.row(6, 3).right
    for number, head in enumerate(reversed(heads)):
        wide = _widths(len(heads))[number]
        box = pygame.Rect(0, inside.row(6, 3).top, grid.px(wide), grid.px(3))
        box.right = right
        look = LabelLook(head, NOTE, cloth.text2, cloth.table, Across.RIGHT)
        parts.append(label(f"head.{number}", box, look))
        right = box.left
    return parts


def _widths(count: int) -> list[int]:
    """Of the columns from the right to the left."""
    return [COLUMN] if count < 2 else [SECOND] + [COLUMN] * (count - 1)


def draw_place(brush: Brush, box: pygame.Rect, look: PlacedLook) -> None:
    """One row: place, who, values; the first in amber."""
    cloth, row = look.cloth, look.row
    brush.fill(box, cloth.table)
    thick = max(2, brush.px(0.25))
    brush.fill(pygame.Rect(box.left, box.bottom - thick, box.width, thick), cloth.line)
    high = box.height - thick
    most = high / brush.grid.u * 0.82  # tails and rings need room where rows are many
    amounts, names = AMOUNT.sized(min(AMOUNT.size, most)), WHO.sized(min(WHO.size, most))
    number = pygame.Rect(box.left, box.top, brush.px(7), high)
    colour = AMBER if row.place == 1 else cloth.text
    text = (
        "–" if row.place is None else brush.texts.text("kiosk.closed.place", place=str(row.place))
    )
    brush.write(number, text, PLACE.sized(min(PLACE.size, most)), colour, cloth.table)
    right = box.right
    for value, wide in zip(reversed(row.values), _widths(len(row.values)), strict=True):
        amount = pygame.Rect(right - brush.px(wide), box.top, brush.px(wide), high)
        words = "–" if value is None else shown(brush, value)
        kind = WHO.sized(3) if isinstance(value, Line) else amounts
        brush.write(amount, words, kind, colour, cloth.table, Across.RIGHT)
        right = amount.left
    name = pygame.Rect(number.right, box.top, right - number.right, high)
    brush.write(name, row.who, names, colour, cloth.table)


def draw_delivery(brush: Brush, box: pygame.Rect, look: DeliveryLook) -> None:
    """Whether the league has the result; a table says so until it has."""
    cloth, waits = look.cloth, look.delivery is Delivery.WAITING
    brush.fill(box, cloth.table)
    side = brush.px(3.6)
    icon = pygame.Rect(box.left, 0, side, side)
    icon.centery = box.centery
    if waits:
        brush.glyph(warning, icon, AMBER, cloth.table)
    else:
        brush.glyph(disc_tick, icon, cloth.text, cloth.table)
    left = icon.right + brush.px(1.5)
    words = pygame.Rect(left, box.top, box.right - left, box.height)
    colour = AMBER if waits else cloth.text2
    brush.write(words, brush.texts.text(DELIVERY[look.delivery]), SENT, colour, cloth.table)


def no_result(frame: Frame, grid: Grid, cloth: Cloth) -> Picture:
    """VOID: the game does not count; the record of it is kept."""
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    title = LabelLook(Line("kiosk.void.title"), LABEL, cloth.text2, cloth.table, capitals=True)
    big = LabelLook(Line("kiosk.void.big"), BIG, cloth.text, cloth.table)
    then = LabelLook(Line("kiosk.void.then"), THEN, cloth.text2, cloth.table)
    parts = [
        label("title", inside.row(3.5, 4.6), title),
        label("big", inside.row(12, 24), big),
        label("then", inside.row(39, 14), then),
    ]
    return ring("void", frame, place, cloth, parts)
