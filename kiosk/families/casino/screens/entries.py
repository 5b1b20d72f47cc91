"""Entries: how many have paid, what it costs, and the tournament's instructions (RAY-INTRO-2)."""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.families.casino.framing import shown_of
from kiosk.families.casino.screens import words
from kiosk.families.casino.screens.instructions import equal_terms, table
from kiosk.families.casino.screens.request import request_parts
from kiosk.screens.brush import LABEL, Across, Type
from kiosk.screens.frame import Frame, Line, line
from kiosk.screens.label import LabelLook, label
from kiosk.screens.part import Part, Picture
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, CAS, Grid
from rules.casino.view import CasinoView

COUNT: Final = Type(Face.BOLD, 18, 8)
OF: Final = Type(Face.BOLD, 4.4, 2.6)
ASK: Final = Type(Face.MEDIUM, 3.2, 2.25, lines=2)
FEE: Final = Type(Face.BOLD, 4.4, 2.6)
NOTE: Final = Type(Face.REGULAR, 2.7, 2.25, lines=2)
LOW: Final = 21.5


def entries(frame: Frame, grid: Grid) -> Picture:
    """ENTRY: the number that counts, and what is played for."""
    view: CasinoView = frame.view
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    parts = _count(view, inside)
    asked = shown_of(frame).request is not None
    if asked:
        box = pygame.Rect(place.table).inflate(-2 * grid.px(2), 0)
        box.height = grid.px(LOW - 0.5)
        box.bottom = place.table.bottom - grid.px(1.5)
        parts += request_parts(frame, box, grid, CAS)
    else:
        room = inside.row(inside.high - LOW - 11, LOW + 9.5)
        parts += table(view, room, grid, CAS, short=True)
    return ring(("entries", asked), frame, place, CAS, parts)


def _count(view: CasinoView, inside: Inside) -> list[Part]:
    """How many of how many; the fee; what happens next."""
    title = LabelLook(
        Line("kiosk.casino.entries"), LABEL.sized(4.2), CAS.text, CAS.table, capitals=True
    )
    part = words.round_name(view)
    aside: Line | str = view.name if part is None else part
    if view.attempt > 1:
        aside = line("kiosk.setup.attempt", attempt=str(view.attempt))
    most = view.plan.places(len(view.seats))
    figure = line("kiosk.casino.entered", entered=str(view.entrants), of=str(min(most, 10**6)))
    right = 0.5
    fee = line("kiosk.casino.fee", fee=view.plan.fee)
    house = line("kiosk.casino.fee_parts", pool=view.plan.stake, house=view.plan.house)
    points = line("kiosk.casino.start_points", points=view.plan.start_points)
    if view.type == "slots":
        points = equal_terms(view)
    return [
        label("title", inside.left(1.8, 5.6, 0.5), title),
        label(
            "aside",
            inside.right(2.2, 4.8, 0.48),
            LabelLook(aside, NOTE, CAS.text2, CAS.table, Across.RIGHT),
        ),
        label("count", inside.left(8, 17, 0.44), LabelLook(figure, COUNT, CAS.text, CAS.table)),
        label("fee", inside.right(8, 5, right), LabelLook(fee, FEE, CAS.text, CAS.table)),
        label(
            "house",
            inside.right(13, 3.4, right),
            LabelLook(house, NOTE.lined(1), CAS.text2, CAS.table),
        ),
        label(
            "points",
            inside.right(16.6, 4, right),
            LabelLook(points, OF.sized(3.4), CAS.text, CAS.table),
        ),
        label(
            "ask",
            inside.right(20.4, 8, right),
            LabelLook(_ask(view, most), ASK, AMBER, CAS.table),
        ),
    ]


def _ask(view: CasinoView, most: int) -> Line:
    """What begins the game."""
    if view.must_notify:
        return Line("kiosk.casino.not_notified")
    if view.type == "sitngo":
        return line("kiosk.casino.starts_itself", count=max(0, most - view.entrants))
    return Line("kiosk.casino.starts")
