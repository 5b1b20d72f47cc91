"""Slot machines: the time that all have, the formula, who goes on; cards say more of each."""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.families.casino.clocks import left_text, main_clock
from kiosk.families.casino.framing import shown_of
from kiosk.families.casino.screens import words
from kiosk.families.casino.screens.request import request_parts
from kiosk.families.casino.screens.ruler import HIGH as RULER
from kiosk.families.casino.screens.ruler import ticks, ticks_of
from kiosk.screens.brush import LABEL, Across, Brush, Type
from kiosk.screens.cards import cards
from kiosk.screens.clock import clock
from kiosk.screens.frame import Frame, Line, line
from kiosk.screens.glyphs import triangle_right
from kiosk.screens.label import LabelLook, label
from kiosk.screens.part import Part, Picture, Spot
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.targets import OpenSheet
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, CAS, INK, Cloth, Grid
from rules.casino.view import CasinoView
from rules.value import Value

NOTE: Final = Type(Face.MEDIUM, 3, 2.25)
FORMULA: Final = Type(Face.MEDIUM, 3.3, 2.25, lines=2)
BIG: Final = Type(Face.BOLD, 17, 6, lines=2)
GOES: Final = Type(Face.BOLD, 4, 2.6)
BAR: Final = 7
REQUEST: Final = 21.5


class FormulaLook(Value):
    """State of the formula."""

    cloth: Cloth
    formula: tuple[tuple[str, str], ...]


def machines(frame: Frame, grid: Grid) -> Picture:
    """PLAY at machines."""
    view: CasinoView = frame.view
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    asked = shown_of(frame).request is not None
    foot = inside.high - (REQUEST if asked else BAR + 8.5)
    still = _caption(view, inside)
    if asked:
        box = pygame.Rect(place.table).inflate(-2 * grid.px(2), 0)
        box.height = grid.px(REQUEST - 0.5)
        box.bottom = place.table.bottom - grid.px(1.5)
        still += request_parts(frame, box, grid, CAS)
    else:
        still += _grounds(view, inside, foot)

    def ticking(now: Frame) -> list[Part]:
        return _clock(now, view, inside, foot)

    name = ("machines", main_clock(view) is None, asked)
    picture = ring(name, frame, place, CAS, [*still, *ticking(frame)])
    return picture._replace(ticking=lambda now: [*ticking(now), *cards(now, place, CAS)])


def _caption(view: CasinoView, inside: Inside) -> list[Part]:
    title = LabelLook(
        Line("kiosk.casino.time_left"), LABEL.sized(4), CAS.text2, CAS.table, capitals=True
    )
    minutes = view.plan.machine_ms // 60_000
    said: Line | str = line("kiosk.casino.of_minutes", count=minutes)
    if view.parts > 1:
        part, of = str(view.part), str(view.parts)
        said = line("kiosk.casino.part_minutes", count=minutes, part=part, of=of)
    if view.plan.reservations and not view.plan.machine_ms:
        title = title_of_reservations(view)
        said = ""
    if view.paused:
        said = Line("kiosk.casino.paused")
    colour = AMBER if view.paused else CAS.text2
    aside = LabelLook(said, NOTE, colour, CAS.table, Across.RIGHT)
    return [
        label("caption", inside.left(1.8, 5.6, 0.55), title),
        label("aside", inside.right(2.4, 4.8, 0.44), aside),
    ]


def title_of_reservations(view: CasinoView) -> LabelLook:
    """Where there is no time, the reservations are what everybody has."""
    part = words.round_name(view)
    said = part if part is not None else Line("kiosk.casino.play")
    return LabelLook(said, LABEL.sized(4), CAS.text2, CAS.table, capitals=True)


def _clock(frame: Frame, view: CasinoView, inside: Inside, foot: float) -> list[Part]:
    own = main_clock(view)
    if own is None:
        said = line("kiosk.casino.reservations", count=view.plan.reservations)
        return [label("words", inside.row(8, foot - 9), LabelLook(said, BIG, CAS.text, CAS.table))]
    scale = inside.row(foot - RULER - 0.5, RULER)
    figures = inside.row(8, foot - RULER - 9.5)
    return [
        *clock("clock", figures, left_text(own, frame.now_ms), CAS.text, CAS.table),
        ticks("ruler", scale, ticks_of(CAS, own, frame.now_ms)),
    ]


def _grounds(view: CasinoView, inside: Inside, foot: float) -> list[Part]:
    """RAY-SLOT-6: what counts and who goes on is always on view; a touch shows the instructions."""
    row = inside.row(foot, 7)
    spot = (Spot(row, OpenSheet()),)
    goes = (goes_on(view), view.part < view.parts)
    return [
        Part("formula", row, FormulaLook(CAS, view.formula), draw_formula, spot),
        Part("goes", inside.row(inside.high - BAR - 1, BAR), goes, draw_goes),
    ]


def goes_on(view: CasinoView) -> Line:
    """RAY-SLOT-3: how many of how many reach the next part."""
    if view.part >= view.parts:
        return Line("kiosk.casino.is_final")
    last = view.part + 1 == view.parts
    key = "kiosk.casino.goes_to_final" if last else "kiosk.casino.goes_to_next"
    return line(key, count=view.plan.advance, of=str(view.entrants))


def draw_formula(brush: Brush, box: pygame.Rect, look: FormulaLook) -> None:
    """`Points = 10 × wins + reservations left`."""
    brush.fill(box, look.cloth.table)
    told = brush.texts.text("kiosk.casino.no_formula")
    if look.formula:
        told = brush.say(line("kiosk.casino.formula", formula=words.formula(brush, look.formula)))
    brush.write(box, told, FORMULA, look.cloth.text, look.cloth.table)


def draw_goes(brush: Brush, box: pygame.Rect, look: tuple[Line, bool]) -> None:
    """A bar with an arrow; of the final, outlined and without one."""
    said, goes = look
    if not goes:
        brush.plate(box, 1, CAS.table, CAS.table, line=CAS.line, width=0.25)
        room = box.inflate(-2 * brush.px(2), 0)
        brush.write(room, brush.say(said), GOES, CAS.text, CAS.table)
        return
    brush.plate(box, 1, AMBER, CAS.table)
    side = brush.px(3)
    arrow = pygame.Rect(box.right - brush.px(2) - side, 0, side, side)
    arrow.centery = box.centery
    brush.glyph(triangle_right, arrow, INK, AMBER)
    left = box.left + brush.px(2)
    room = pygame.Rect(left, box.top, arrow.left - brush.px(1) - left, box.height)
    brush.write(room, brush.say(said), GOES, INK, AMBER)
