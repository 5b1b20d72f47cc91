"""The end of an evening: its last round, its time, or one player left."""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.families import player_name
from kiosk.families.matador.screens.cards import is_out
from kiosk.families.matador.screens.play import small_pot
from kiosk.families.matador.screens.words import seat_view
from kiosk.locale import clock_text
from kiosk.screens.brush import LABEL, Type
from kiosk.screens.ending import Ending, ending, times_of
from kiosk.screens.frame import Frame, Line, line
from kiosk.screens.label import ButtonLook, LabelLook, label, touch
from kiosk.screens.part import Picture
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.targets import Ok
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, MAT, Grid
from rules.matador.view import MatadorView

BIG: Final = Type(Face.BOLD, 13, 5, lines=2)
SAID: Final = Type(Face.MEDIUM, 4, 2.4, lines=3)


def dice_closed(frame: Frame, grid: Grid) -> Picture:
    """RAMK-3.2: the last round is played; what is due is settled before the count."""
    view: MatadorView = frame.view
    place, cloth = ring_plan(frame, grid), MAT
    inside = Inside(grid, place.table)
    title = LabelLook(
        Line("kiosk.matador.closed_dice.title"), LABEL, cloth.text2, cloth.table, capitals=True
    )
    big = LabelLook(Line("kiosk.matador.closed_dice.big"), BIG, cloth.text, cloth.table)
    said = LabelLook(Line("kiosk.matador.closed_dice.said"), SAID, AMBER, cloth.table)
    high = grid.finger + 0.5
    row = inside.row(inside.high - high - 2.5, high)
    key = pygame.Rect(0, row.top, grid.px(38), row.height)
    key.right = row.right
    look = ButtonLook(cloth, Line("kiosk.matador.closed_dice.count"), lit=True, ground=cloth.table)
    parts = [
        label("title", inside.left(3.2, 4.6, 0.6), title),
        small_pot(view, inside.right(3.2, 4.6, 0.38)),
        label("big", inside.row(9, 22), big),
        label("said", inside.row(32, 15), said),
        touch("count", key, look, Ok()),
    ]
    return ring("dice closed", frame, place, cloth, parts)


def evening_over(frame: Frame, grid: Grid) -> Picture:
    """COUNT: the playing time was played; stripes all round."""
    title, said = Line("kiosk.matador.over.title"), Line("kiosk.matador.over.said")
    shown = Ending(
        title, _played(frame), said, Line("kiosk.matador.over.then"), times_of(frame), striped=True
    )
    return ending("evening over", shown, grid)


def early_end(frame: Frame, grid: Grid) -> Picture:
    """COUNT: one player is left, or the table agreed to stop."""
    view: MatadorView = frame.view
    shown = Ending(
        Line("kiosk.early.title"), _played(frame), _why(view), Line("kiosk.matador.over.then"),
        times_of(frame),
    )  # fmt: skip
    return ending("early end", shown, grid)


def _played(frame: Frame) -> str | None:
    """How long was played, with hours; None where nothing began."""
    view: MatadorView = frame.view
    if view.started_at is None or view.ended_at is None:
        return None
    return clock_text((view.ended_at - view.started_at) // 1000)


def _why(view: MatadorView) -> Line:
    left = [seat.seat for seat in view.seats if not is_out(seat)]
    if view.end_reason == "last_player" and len(left) == 1:
        seat = seat_view(view, left[0])
        name = "" if seat is None else player_name(seat)
        return line("kiosk.early.last", seat=str(left[0]), name=name)
    return Line("kiosk.matador.over.agreed")
