"""The result: places, points, and what each place is worth or who goes on."""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.families import seated
from kiosk.families.casino.screens import words
from kiosk.families.casino.screens.machines import goes_on
from kiosk.screens.brush import LABEL, Across, Brush, Type
from kiosk.screens.closed import DeliveryLook, draw_delivery
from kiosk.screens.frame import Frame, Line, line
from kiosk.screens.label import LabelLook, label
from kiosk.screens.layout import split
from kiosk.screens.part import Part, Picture
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, CAS, Cloth, Grid
from rules.casino.view import CasinoView, Mark, SeatView
from rules.value import Value

BOLD: Final = Type(Face.BOLD, 5.4, 2.25)
NOTE: Final = Type(Face.REGULAR, 2.7, 2.25)
PRIZE: Final = 0.24
POINTS: Final = 0.22
"""Shares of a row's width."""


class ResultLook(Value):
    """State of a row; `prize` None: the column is not there."""

    cloth: Cloth
    place: int | None
    who: str
    points: Line | str
    prize: Line | str | None


def closed(frame: Frame, grid: Grid) -> Picture:
    """CLOSED: places, points, prizes; at machines before the final, who goes on."""
    view: CasinoView = frame.view
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    title = LabelLook(
        Line("kiosk.closed.title"), LABEL.sized(4), CAS.text2, CAS.table, capitals=True
    )
    aside = goes_on(view) if view.type == "slots" else Line("kiosk.casino.prize")
    if view.type == "slots" and view.part >= view.parts:
        aside = Line("kiosk.casino.prize")
    said = LabelLook(aside, NOTE, CAS.text2, CAS.table, Across.RIGHT)
    parts = [
        label("title", inside.left(1.8, 5.6, 0.5), title),
        label("aside", inside.right(2.8, 4.2, 0.49), said),
        *results(view, inside.row(8, inside.high - 16), grid, prizes=True),
        Part(
            "delivery",
            inside.row(inside.high - 7, 5),
            DeliveryLook(CAS, frame.delivery),
            draw_delivery,
        ),
    ]
    return ring("closed", frame, place, CAS, parts)


def results(view: CasinoView, room: pygame.Rect, grid: Grid, *, prizes: bool) -> list[Part]:
    """A row for everybody who has paid, the first above."""
    seats = [seat for seat in view.seats if seat.entered]
    ranked = sorted(seats, key=lambda seat: (seat.place or 99, seat.seat))
    parts = []
    for box, seat in zip(split(room, len(ranked), 0), ranked, strict=True):
        box.height = min(box.height, grid.px(7.4))
        prize = _won(view, seat) if prizes else None
        look = ResultLook(CAS, seat.place, seated(seat), _points(view, seat), prize)
        parts.append(Part(f"place.{seat.seat}", box, look, draw_result))
    return parts


def _points(view: CasinoView, seat: SeatView) -> Line | str:
    if seat.mark is Mark.DISQUALIFIED:
        return Line("kiosk.casino.card.disqualified")
    if view.type == "slots":
        return seat.score or "–"
    return line("kiosk.casino.amount", amount=seat.held)


def _won(view: CasinoView, seat: SeatView) -> Line | str:
    if view.type == "slots" and view.part < view.parts:
        if seat.advances is None and seat.place is not None:
            return Line("kiosk.casino.lot")
        return Line("kiosk.casino.goes_on_word") if seat.advances else ""
    return words.prize(view, int(seat.prize)) if seat.prize else ""


def draw_result(brush: Brush, box: pygame.Rect, look: ResultLook) -> None:
    """Place, who, points, prize; the first in amber."""
    cloth = look.cloth
    brush.fill(box, cloth.table)
    thick = max(1, brush.px(0.2))
    brush.fill(pygame.Rect(box.left, box.bottom - thick, box.width, thick), cloth.line)
    high = box.height - thick
    kind = BOLD.sized(min(5.4, high / brush.grid.u * 0.86))
    colour = AMBER if look.place == 1 else cloth.text
    number = pygame.Rect(box.left, box.top, brush.px(6), high)
    told = "–"
    if look.place is not None:
        told = brush.texts.text("kiosk.closed.place", place=str(look.place))
    brush.write(number, told, kind, colour, cloth.table)
    right = box.right
    if look.prize is not None:
        cell = pygame.Rect(0, box.top, round(box.width * PRIZE), high)
        cell.right, right = right, right - cell.width - brush.px(1)
        brush.write(cell, _text(brush, look.prize), kind, colour, cloth.table, Across.RIGHT)
    cell = pygame.Rect(0, box.top, round(box.width * POINTS), high)
    cell.right, right = right, right - cell.width
    points = _text(brush, look.points)
    shade = colour if look.prize is None else cloth.text2
    brush.write(cell, points, kind.sized(kind.size * 0.85), shade, cloth.table, Across.RIGHT)
    name = pygame.Rect(number.right, box.top, right - number.right - brush.px(1), high)
    brush.write(name, look.who, kind.sized(kind.size * 0.9), colour, cloth.table)


def _text(brush: Brush, said: Line | str) -> str:
    if isinstance(said, Line):
        return brush.say(said)
    plain = said.lstrip("-").replace(".", "", 1)
    return words.number(brush, said) if plain.isdecimal() else said
