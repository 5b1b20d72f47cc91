"""Signatures: the staff signs a sheet; at machines each player agrees to his reading first."""

from __future__ import annotations

from typing import Any, Final

import pygame

from kiosk.families import player_name
from kiosk.families.casino.screens import words
from kiosk.families.casino.screens.results import results
from kiosk.screens.brush import LABEL, Across, Brush, Type
from kiosk.screens.closed import no_result
from kiosk.screens.frame import Frame, Line, line
from kiosk.screens.label import LabelLook, bar, label
from kiosk.screens.layout import split
from kiosk.screens.part import Part, Picture
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.signing import signer, signer_bar
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, CAS, Grid
from rules.casino.view import CasinoView, Mark, SeatView

WHAT: Final = Type(Face.REGULAR, 2.9, 2.25)
VALUE: Final = Type(Face.BOLD, 7.2, 3)
SCORE: Final = Type(Face.BOLD, 11.5, 5)
NAME: Final = Type(Face.MEDIUM, 4, 2.6)
ASK: Final = Type(Face.MEDIUM, 3.4, 2.25, lines=2)


def signing(frame: Frame, grid: Grid) -> Picture:
    """SIGN: the armed player's reading, or the sheet that the staff signs."""
    view: CasinoView = frame.view
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    armed = next((seat for seat in view.seats if seat.mark is Mark.ARMED), None)
    if armed is None:
        return ring(("signing", None), frame, place, CAS, _staff(view, inside, grid))
    parts = signer(CAS, grid, inside, armed.seat, player_name(armed))
    ask = next(index for index, part in enumerate(parts) if part.name == "ask")
    said = LabelLook(Line("kiosk.casino.agrees"), WHAT, CAS.text2, CAS.table)
    parts[ask] = label("ask", parts[ask].box, said)
    parts += _reading(view, armed, inside, grid)
    parts.append(signer_bar(frame, CAS, inside, armed.seat))
    return ring(("signing", armed.seat), frame, place, CAS, parts)


def _reading(view: CasinoView, seat: SeatView, inside: Inside, grid: Grid) -> list[Part]:
    """What the machine showed, criterion by criterion, and what the formula makes of it."""
    values = seat.readings[-1] if seat.readings else ()
    parts = []
    columns = split(inside.row(16, 13), max(1, len(values)), grid.px(1), along=True)
    for column, (name, value) in zip(columns, values, strict=False):
        parts.append(Part(f"value.{name}", column, (name, value), draw_value))
    low = inside.high - 25.5
    rule = inside.row(low, 0.25)
    rule.height = max(2, rule.height)
    title = LabelLook(Line("kiosk.casino.score"), NAME, CAS.text2, CAS.table)
    return [
        *parts,
        bar("rule", rule, CAS.line),
        Part("formula", inside.row(low - 5, 4.6), view.formula, draw_formula),
        label("total.name", inside.left(low + 0.7, 12, 0.4), title),
        Part("total", inside.right(low + 0.7, 12, 0.58), seat.score or "0", draw_score),
    ]


def draw_value(brush: Brush, box: pygame.Rect, state: Any) -> None:
    """A criterion and its number."""
    name, value = state
    brush.fill(box, CAS.table)
    side = pygame.Rect(box.left, box.top, max(2, brush.px(0.25)), box.height)
    brush.fill(side, CAS.line)
    left = box.left + brush.px(1.5)
    upper = pygame.Rect(left, box.top, box.right - left, box.height * 30 // 100)
    lower = pygame.Rect(left, upper.bottom, upper.width, box.bottom - upper.bottom)
    brush.write(upper, words.criterion(brush, name), WHAT, CAS.text2, CAS.table)
    brush.write(lower, words.thousandths(brush, value), VALUE, CAS.text, CAS.table)


def draw_formula(brush: Brush, box: pygame.Rect, state: Any) -> None:
    """The formula in one line."""
    brush.fill(box, CAS.table)
    if state:
        told = brush.say(line("kiosk.casino.formula", formula=words.formula(brush, state)))
        brush.write(box, told, WHAT, CAS.text2, CAS.table)


def draw_score(brush: Brush, box: pygame.Rect, score: str) -> None:
    """The points of a machine."""
    brush.fill(box, CAS.table)
    brush.write(box, words.number(brush, score), SCORE, CAS.text, CAS.table, Across.RIGHT)


def _staff(view: CasinoView, inside: Inside, grid: Grid) -> list[Part]:
    """The sheet: places and points; what does not add up; who signs."""
    title = LabelLook(
        Line("kiosk.signing.title"), LABEL.sized(4), CAS.text2, CAS.table, capitals=True
    )
    parts = [label("title", inside.row(1.8, 5.6), title)]
    parts += results(view, inside.row(8, inside.high - 19.5), grid, prizes=False)
    said = Line("kiosk.casino.staff_signs")
    if view.notes:
        held = sum(seat.held for seat in view.seats if seat.counted and seat.mark is not Mark.OUT)
        said = line("kiosk.casino.does_not_add_up", points=held, of=view.points_in_play)
    ask = LabelLook(said, ASK, AMBER, CAS.table)
    return [*parts, label("ask", inside.row(inside.high - 10, 8.4), ask)]


def void(frame: Frame, grid: Grid) -> Picture:
    """VOID: called off."""
    return no_result(frame, grid, CAS)
