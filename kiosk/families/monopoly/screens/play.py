"""The running game: time left very large, the ruler of minutes, the last dice, whose turn it is.

`hun-2009`: pips without a sum, nothing about rent, the same bottom line all through the game.
"""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

import pygame

from kiosk.families import player_name
from kiosk.screens.brush import LABEL, NOTE, Across, Down, Type
from kiosk.screens.clock import clock, minutes_ruler, ruler, ruler_height
from kiosk.screens.family import gone_text, left_text, seat_name
from kiosk.screens.frame import Frame, Line, Timer, line
from kiosk.screens.label import LabelLook, counting, label
from kiosk.screens.lastroll import DiceLook, dice_part
from kiosk.screens.part import Part, Picture
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.subject import subject
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, HUN, Grid
from rules.monopoly.view import MonopolyView, RollView

GONE: Final = Type(Face.BOLD, 2.75, 2.25)


def play(frame: Frame, grid: Grid) -> Picture:
    """READY and PLAY."""
    view: MonopolyView | None = frame.view
    if view is None:
        raise ValueError("play: frame.view = None; give a view or show the idle screen")
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    foot = inside.high
    if not view.show_clock:
        inner = _subject(view, grid, inside, foot - 9.4)
        inner += _below(frame, view, grid, inside)
        return ring("play without clock", frame, place, HUN, inner)
    ticking = partial(
        _ticking, playing_time(view), clock_boxes(grid, inside, foot - 9.4), _gone_box(inside)
    )
    inner = [_caption(view, inside), *ticking(frame), *_below(frame, view, grid, inside)]
    return ring("play", frame, place, HUN, inner)._replace(ticking=ticking)


def playing_time(view: MonopolyView) -> Timer:
    """The whole game's clock."""
    return Timer(view.game_ms, view.started_at, view.ended_at, view.marks_ms, view.show_clock)


class ClockBoxes(NamedTuple):
    """Where the figures and the ruler lie."""

    figures: pygame.Rect
    ruler: pygame.Rect


def clock_boxes(grid: Grid, inside: Inside, foot: float) -> ClockBoxes:
    """Time left and ruler down to `foot`; the figures take what height there is."""
    scale = foot - ruler_height(grid) / grid.u
    box = inside.row(scale - 1, 1)
    box.height = ruler_height(grid)
    return ClockBoxes(inside.row(8, scale - 11.5), box)


def _caption(view: MonopolyView, inside: Inside) -> Part:
    caption = "kiosk.play.left" if view.started_at is not None else "kiosk.play.ready"
    look = LabelLook(Line(caption), LABEL, HUN.text2, HUN.table, Across.MIDDLE, capitals=True)
    return label("caption", inside.row(2.4, 4.6), look)


def _ticking(timer: Timer, boxes: ClockBoxes, gone_box: pygame.Rect, frame: Frame) -> list[Part]:
    """What moves with the clock: time left, ruler, time gone."""
    parts = clock("clock", boxes.figures, left_text(timer, frame.now_ms), HUN.text, HUN.table)
    state = minutes_ruler(HUN, timer.length_ms, timer.gone_ms(frame.now_ms), timer.marks_ms)
    parts.append(ruler("ruler", boxes.ruler, state))
    if timer.started_at is not None:
        gone = line("kiosk.play.gone", time=gone_text(timer, frame.now_ms))
        look = LabelLook(gone, GONE, HUN.text, HUN.table, Across.RIGHT)
        parts.append(counting("gone", gone_box, look))
    return parts


def _subject(view: MonopolyView, grid: Grid, inside: Inside, foot: float) -> list[Part]:
    """Where the clock is not shown to the players: whose turn it is."""
    seat = next((seat for seat in view.seats if seat.seat == view.turn), None)
    word = Line("kiosk.card.again" if view.roll_again else "kiosk.card.turn")
    if seat is None:
        return subject(HUN, grid, inside, foot, (view.turn, "", Line("kiosk.play.ready")))
    return subject(HUN, grid, inside, foot, (seat.seat, player_name(seat), word))


def dice_look(frame: Frame, view: MonopolyView) -> DiceLook:
    """What stands for the last roll: digits being typed, a throw, a gap, two faces."""
    if frame.dice.typed:
        return DiceLook(HUN, None, f"{frame.dice.typed}_", Line("kiosk.dice.typing"))
    roll = view.last_roll
    if roll is None:
        return DiceLook(HUN, None, Line("kiosk.dice.none"), Line("kiosk.dice.touch"))
    who = seat_name(frame, roll.seat)
    return DiceLook(HUN, None if roll.pending else roll.dice, who, _roll_note(roll))


def _roll_note(roll: RollView) -> Line:
    if roll.pending:
        return Line("kiosk.dice.pending")
    if roll.dice is None:
        return Line("kiosk.dice.gap")
    return Line("kiosk.dice.jail" if roll.jail else "kiosk.dice.last")


def _below(frame: Frame, view: MonopolyView, grid: Grid, inside: Inside) -> list[Part]:
    """The last dice, and when the clock began."""
    top = inside.high - 8.2
    parts = [dice_part(dice_look(frame, view), grid, inside, top, 0.62)]
    right = Across.RIGHT
    if view.started_at is None:
        look = LabelLook(Line("kiosk.play.starts"), GONE.lined(2), AMBER, HUN.table, right)
        parts.append(label("start", inside.right(top, 5.8, 0.36), look))
    elif frame.started_text:
        began = line("kiosk.play.began", time=frame.started_text)
        look = LabelLook(began, NOTE, HUN.text2, HUN.table, right, Down.MIDDLE)
        parts.append(label("began", inside.right(top + 2.9, 2.9, 0.36), look))
    return parts


def _gone_box(inside: Inside) -> pygame.Rect:
    return inside.right(inside.high - 8.2, 2.9, 0.36)
