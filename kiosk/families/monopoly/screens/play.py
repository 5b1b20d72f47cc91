"""The running game: time left very large, the ruler of minutes, the last dice, whose turn it is.

`hun-2009`: pips without a sum, nothing about rent, the same bottom line all through the game.
"""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

import pygame

from kiosk.screens.brush import LABEL, NOTE, SENTENCE, Across, Brush, Down, Type
from kiosk.screens.clock import clock, minutes_ruler, ruler, ruler_height
from kiosk.screens.family import gone_text, left_text, seat_name
from kiosk.screens.frame import Frame, Line, Timer, line
from kiosk.screens.label import LabelLook, counting, label
from kiosk.screens.part import Part, Picture, Spot
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.targets import OpenDice
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, BONE, HUN, INK, Cloth, Grid
from rules.monopoly.view import MonopolyView, RollView
from rules.value import Value

SUBJECT: Final = Type(Face.BOLD, 44, 12)
SUBJECT_NAME: Final = Type(Face.BOLD, 13, 4, lines=2)
GONE: Final = Type(Face.BOLD, 2.75, 2.25)
ROLLED: Final = Type(Face.BOLD, 2.75, 2.25)


class DiceLook(Value):
    """State of the last roll: two faces or what stands in their place."""

    cloth: Cloth
    dice: tuple[int, int] | None
    title: Line | str
    note: Line


def play(frame: Frame, grid: Grid) -> Picture:
    """READY and PLAY."""
    view: MonopolyView | None = frame.view
    if view is None:
        raise ValueError("play: frame.view = None; give a view or show the idle screen")
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    foot = inside.high
    if not view.show_clock:
        inner = subject_block(view, grid, inside, foot - 9.4)
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


def subject_block(view: MonopolyView, grid: Grid, inside: Inside, foot: float) -> list[Part]:
    """Where the clock is not shown to the players: whose turn it is."""
    cloth = HUN
    seat = next((seat for seat in view.seats if seat.seat == view.turn), None)
    name = seat.name or seat.player if seat else ""
    size = min(44.0, (foot - 10) / 0.72)
    box = inside.left(4, foot - 6, 0.3)
    look = LabelLook(str(view.turn or "–"), SUBJECT.sized(size), AMBER, cloth.table)
    whom = LabelLook(name, SUBJECT_NAME, cloth.text, cloth.table)
    word = Line("kiosk.card.again" if view.roll_again else "kiosk.card.turn")
    what = LabelLook(word if seat else Line("kiosk.play.ready"), SENTENCE, cloth.text2, cloth.table)
    right = inside.right(4, foot - 6, 0.62)
    upper = pygame.Rect(right.left, right.top, right.width, right.height * 2 // 3)
    lower = pygame.Rect(right.left, upper.bottom, right.width, grid.px(5))
    return [
        label("subject", box, look),
        label("subject.name", upper, whom),
        label("subject.what", lower, what),
    ]


def _dice_part(frame: Frame, view: MonopolyView, grid: Grid, inside: Inside, top: float) -> Part:
    box = inside.left(top, 5.8, 0.62)
    finger = pygame.Rect(inside.table.left, 0, box.right - inside.table.left, grid.px(9.5))
    finger.bottom = inside.table.bottom
    return Part("dice", box, dice_look(frame, view), draw_dice, (Spot(finger, OpenDice()),))


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


def draw_dice(brush: Brush, box: pygame.Rect, look: DiceLook) -> None:
    """Two faces with pips, or two outlines; never a sum."""
    cloth = look.cloth
    brush.fill(box, cloth.table)
    side = brush.px(5)
    spot = pygame.Rect(box.left, 0, side, side)
    spot.centery = box.centery
    for index in (0, 1):
        if look.dice is not None:
            face = brush.glyphs.die(look.dice[index], side, BONE, INK, cloth.table)
            brush.surface.blit(face, spot)
        else:
            brush.plate(spot, 0.9, cloth.table, cloth.table, line=cloth.text2, width=0.25)
        spot = spot.move(side + brush.px(1), 0)
    left = spot.left + brush.px(1)
    words = pygame.Rect(left, box.top, box.right - left, box.height // 2)
    title = look.title if isinstance(look.title, str) else brush.say(look.title)
    brush.write(words, title, ROLLED, cloth.text, cloth.table)
    words.top = words.bottom
    brush.write(words, brush.say(look.note), NOTE, cloth.text2, cloth.table)


def _below(frame: Frame, view: MonopolyView, grid: Grid, inside: Inside) -> list[Part]:
    """The last dice, and when the clock began."""
    top = inside.high - 8.2
    parts = [_dice_part(frame, view, grid, inside, top)]
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
