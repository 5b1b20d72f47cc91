"""RAMK-9.26: two minutes to roll and move, as large as the table; then the others may."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from kiosk.families.matador.screens.play import small_pot
from kiosk.families.matador.screens.words import who
from kiosk.screens.brush import LABEL, Across, Type
from kiosk.screens.clock import clock, ruler, ruler_height, timer_ruler
from kiosk.screens.family import left_text
from kiosk.screens.frame import Frame, Line, Timer, line
from kiosk.screens.label import LabelLook, label
from kiosk.screens.part import Part, Picture
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, MAT, Grid
from rules.kinds import GameMs
from rules.matador.view import MatadorView, TimeoutView

SAID: Final = Type(Face.BOLD, 4.4, 2.6)
THEN: Final = Type(Face.REGULAR, 2.75, 2.25, lines=2)
TICK_MS: Final = 2_000


def timeout(frame: Frame, grid: Grid) -> Picture:
    """PLAY while a time-out runs, or is over and nobody has moved yet."""
    view: MatadorView = frame.view
    called = view.timeout
    if called is None:
        raise ValueError("time-out: view.timeout = None; give a view in which one was called")
    place, cloth = ring_plan(frame, grid), MAT
    inside = Inside(grid, place.table)
    foot = inside.high
    title = LabelLook(
        Line("kiosk.matador.timeout.title"), LABEL.sized(4.4), cloth.text, cloth.table,
        Across.MIDDLE, capitals=True,
    )  # fmt: skip
    ticks = inside.row(foot - 22.5, 1)
    ticks.height = ruler_height(grid)
    ticking = partial(_ticking, small_timer(called), inside.row(9, foot - 33.5), ticks)
    said, then = _says(view, called)
    colour = AMBER if called.others_may else cloth.text
    inner = [
        label("title", inside.row(2.6, 5.4), title),
        *ticking(frame),
        label("said", inside.row(foot - 11.6, 5), LabelLook(said, SAID, colour, cloth.table)),
        label(
            "then",
            inside.left(foot - 6.4, 5, 0.69),
            LabelLook(then, THEN, cloth.text2, cloth.table),
        ),
        small_pot(view, inside.right(foot - 6.2, 4.2, 0.29)),
    ]
    return ring("time-out", frame, place, cloth, inner)._replace(ticking=ticking)


def small_timer(called: TimeoutView) -> Timer:
    """The two minutes as a clock; it stands while the evening is paused."""
    timer = called.timer
    length = timer.length
    marks = tuple(GameMs(length - mark) for mark in timer.marks)
    began = GameMs(timer.ends_at - length)
    if called.others_may:
        return Timer(length, began, timer.ends_at, marks, tick_ms=TICK_MS)
    if timer.paused is not None:
        stands = GameMs(began + length - timer.paused)
        return Timer(length, began, stands, marks, tick_ms=TICK_MS)
    return Timer(length, began, None, marks, tick_ms=TICK_MS)


def _ticking(timer: Timer, figures: pygame.Rect, ticks: pygame.Rect, frame: Frame) -> list[Part]:
    return [
        *clock("clock", figures, left_text(timer, frame.now_ms), MAT.text, MAT.table),
        ruler("ruler", ticks, timer_ruler(MAT, timer, frame.now_ms)),
    ]


def _says(view: MatadorView, called: TimeoutView) -> tuple[Line, Line]:
    """Who must do what, and what follows; after 0:00 what the others may."""
    seat = called.seat
    if seat is None:
        return Line("kiosk.matador.timeout.first"), Line("kiosk.matador.timeout.then_first")
    whose = who(view, seat)
    moves = view.moving == seat
    if called.others_may:
        key = "kiosk.matador.timeout.may_move" if moves else "kiosk.matador.timeout.may_roll"
        return line(key, who=whose), Line("kiosk.matador.timeout.no_fine")
    key = "kiosk.matador.timeout.must_move" if moves else "kiosk.matador.timeout.must_roll"
    return line(key, who=whose), line("kiosk.matador.timeout.then", by=who(view, called.by))
