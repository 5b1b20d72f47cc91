"""A tie: the tied side by side, who of them defends himself, the vote on all of them leaving."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from kiosk.families.mafia.own import Lift, LiftStage
from kiosk.families.mafia.screens.clocks import own_of, timer
from kiosk.families.mafia.screens.parts import (
    SAID,
    WHO,
    PlateLook,
    foot,
    head,
    name_of,
    plate_colours,
    titled,
)
from kiosk.families.mafia.screens.vote import TICKS, FistsLook, draw_fists
from kiosk.screens.brush import Across, Brush, Type
from kiosk.screens.clock import RulerLook, clock, ruler, ruler_height, timer_ruler
from kiosk.screens.family import left_text
from kiosk.screens.frame import Frame, Line, line
from kiosk.screens.label import LabelLook, label
from kiosk.screens.layout import split
from kiosk.screens.part import Part, Picture
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.text import Face
from kiosk.screens.theme import BONE, DAY, INK, VOTE, Cloth, Grid
from rules.kinds import Seat
from rules.mafia.view import MafiaView

COLUMN: Final = 4
"""Up to so many tied players stand below each other beside the speaker."""
QUESTION: Final = Type(Face.BOLD, 8.5, 3.6, lines=2)


def crash(frame: Frame, grid: Grid) -> Picture:
    """CRASH: MAF-P-7, each of the tied has 30 s; then the re-vote, or night."""
    view: MafiaView = frame.view
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    parts = [*head(frame, inside, DAY, titled(view, "tie")), foot(inside, DAY, _then(view))]
    if view.speaker is None:
        parts += _all_tied(view, grid, inside, DAY, (10, 38), view.next_speaker)
        return ring(("tie", len(view.tied)), frame, place, DAY, parts)
    ticking = partial(_ticking, grid, inside)
    parts += _beside(view, grid, inside)
    parts += _speaker(view, inside)
    parts += ticking(frame)
    name = ("defence", len(view.tied))
    return ring(name, frame, place, DAY, parts)._replace(ticking=ticking)


def _then(view: MafiaView) -> Line:
    if view.revote_cancelled:
        return Line("kiosk.mafia.tie.cancelled")
    return line("kiosk.mafia.tie.then", seats=", ".join(str(seat) for seat in view.tied))


def _all_tied(
    view: MafiaView, grid: Grid, inside: Inside, cloth: Cloth, rows: tuple[float, float],
    next_one: Seat | None,
) -> list[Part]:  # fmt: skip
    """Plates beside each other, in one row or two; the next to speak is turned round."""
    tied = view.tied
    lines = 1 if len(tied) <= COLUMN else 2
    per_line = -(-len(tied) // lines)
    parts = []
    boxes = [
        box
        for row in split(inside.row(*rows), lines, grid.px(1.5))
        for box in split(row, per_line, grid.px(1.5), along=True)
    ]
    for box, seat in zip(boxes, tied, strict=False):
        word = Line("kiosk.mafia.card.next") if seat == next_one else None
        look = PlateLook(cloth, seat, name_of(view, seat), word, lit=seat == next_one)
        parts.append(Part(f"tied.{seat}", box, look, draw_tall))
    return parts


def _beside(view: MafiaView, grid: Grid, inside: Inside) -> list[Part]:
    """Those who do not speak now, in a column at the left."""
    speaker = view.speaker
    others = [seat for seat in view.tied if speaker is None or seat != speaker.seat]
    if not others:
        return []
    columns = 1 if len(others) <= COLUMN else 2
    per = -(-len(others) // columns)
    room = inside.left(10, 31, 0.3)
    boxes = [
        box
        for column in split(room, columns, grid.px(1), along=True)
        for box in split(column, per, grid.px(1))
    ]
    return [
        Part(f"tied.{seat}", box, PlateLook(DAY, seat, name_of(view, seat)), draw_tall)
        for box, seat in zip(boxes, others, strict=False)
    ]


def _plate(inside: Inside) -> pygame.Rect:
    return inside.right(10, 31, 0.68)


def _speaker(view: MafiaView, inside: Inside) -> list[Part]:
    """The one who speaks, in ink."""
    speaker = view.speaker
    if speaker is None:
        return []
    look = PlateLook(DAY, speaker.seat, name_of(view, speaker.seat), lit=True)
    return [Part("speaker", _plate(inside), look, _draw_speaker)]


def _figures(plate: pygame.Rect, u: float) -> pygame.Rect:
    pad = round(2.5 * u)
    left = plate.left + plate.width * 27 // 100
    high = plate.height * 66 // 100
    return pygame.Rect(left, plate.top + pad, plate.right - pad - left, high - pad // 2)


def _ticking(grid: Grid, inside: Inside, frame: Frame) -> list[Part]:
    """What moves with the clock."""
    running = timer(frame)
    if running is None:
        return []
    box = inside.row(42.5, 1)
    box.height = ruler_height(grid)
    figures = _figures(_plate(inside), grid.u)
    return [
        *clock("clock", figures, left_text(running, frame.now_ms), BONE, INK),
        ruler("ruler", box, timer_ruler(DAY, running, frame.now_ms)),
    ]


def _draw_speaker(brush: Brush, box: pygame.Rect, look: PlateLook) -> None:
    """Ink: number at the left of the clock's place, the name below both."""
    field, ink, _ = plate_colours(look)
    brush.plate(box, 2, field, look.cloth.table)
    pad = brush.px(2.5)
    figures = _figures(box, brush.grid.u)
    number = pygame.Rect(box.left + pad, figures.top, 0, brush.px(11))
    number.width = figures.left - brush.px(1) - number.left
    brush.write(number, str(look.seat), Type(Face.BOLD, 14, 5), ink, field)
    name = pygame.Rect(box.left + pad, figures.bottom + brush.px(1), box.width - 2 * pad, 0)
    name.height = box.bottom - pad // 2 - name.top
    brush.write(name, look.name, WHO.sized(5.4).lined(1), ink, field)


def draw_tall(brush: Brush, box: pygame.Rect, look: PlateLook) -> None:
    """A plate with the number above the name, as large as the box allows."""
    field, ink, soft = plate_colours(look)
    brush.plate(box, 1.6, field, look.cloth.table)
    inner = box.inflate(-2 * brush.px(1.6), -2 * brush.px(1.2))
    high = inner.height / brush.grid.u
    if high < 12 and box.width > 2 * box.height:  # low: number and name beside each other
        if inner.width < brush.px(12):  # two columns: no room for names
            kind = Type(Face.BOLD, min(6.0, high), 3)
            brush.write(inner, str(look.seat), kind, ink, field, Across.MIDDLE)
            return
        number = pygame.Rect(inner.left, inner.top, brush.px(6.5), inner.height)
        brush.write(number, str(look.seat), Type(Face.BOLD, min(7.5, high), 3), ink, field)
        left = number.right + brush.px(1)
        name = pygame.Rect(left, inner.top, inner.right - left, inner.height)
        brush.write(name, look.name, WHO.sized(4.2), ink, field)
        return
    size = min(22.0, high * 0.6)
    top = pygame.Rect(inner.left, inner.top, inner.width, round(inner.height * 0.52))
    brush.write(top, str(look.seat), Type(Face.BOLD, size, 4), ink, field)
    word = 3.6 if look.word is not None else 0
    name = pygame.Rect(inner.left, top.bottom, inner.width, 0)
    name.height = inner.bottom - brush.px(word) - name.top
    brush.write(name, look.name, WHO.sized(min(5.4, high * 0.2)), ink, field)
    if look.word is not None:
        foot_box = pygame.Rect(inner.left, name.bottom, inner.width, brush.px(word))
        text = brush.say(look.word) if isinstance(look.word, Line) else look.word
        brush.write(foot_box, text, SAID.sized(2.9).lined(1), soft, field)


def lift(frame: Frame, grid: Grid) -> Picture:
    """LIFT: MAF-P-7, who is for all tied leaving? Whose fists, only when it is counted."""
    view: MafiaView = frame.view
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    asked = own_of(frame).lift or Lift(LiftStage.ASK)
    seats = ", ".join(str(seat) for seat in view.tied)
    question = LabelLook(line("kiosk.mafia.lift.question", seats=seats), QUESTION, VOTE.text,
                         VOTE.table)  # fmt: skip
    alive = sum(one.alive for one in view.seats)
    needed = line("kiosk.mafia.lift.needed", needed=str(asked.needed), of=str(alive))
    ticking = partial(_window, inside)
    parts = [
        *head(frame, inside, VOTE, titled(view, "lift")),
        label("question", inside.row(9, 13), question),
        *_stage(inside, asked),
        *ticking(frame),
        label("needed", inside.row(51.5, 7), LabelLook(needed, SAID, VOTE.text2, VOTE.table)),
    ]
    return ring(("lift", asked.stage), frame, place, VOTE, parts)._replace(ticking=ticking)


def _stage(inside: Inside, asked: Lift) -> list[Part]:
    """The figure once it is counted; before that what a fist says."""
    if asked.stage is LiftStage.COUNTED:
        passed = len(asked.seats) >= asked.needed
        key = "kiosk.mafia.lift.passed" if passed else "kiosk.mafia.lift.failed"
        return [
            Part("fists", inside.left(24, 15, 0.5), FistsLook(VOTE, len(asked.seats)), draw_fists),
            label("said", inside.right(24, 15, 0.48), LabelLook(Line(key), SAID.sized(5), VOTE.text,
                                                              VOTE.table, Across.LEFT)),
        ]  # fmt: skip
    key = "open" if asked.stage is LiftStage.OPEN else "ask"
    look = LabelLook(Line(f"kiosk.mafia.lift.{key}"), SAID.sized(5), VOTE.text, VOTE.table)
    return [label("said", inside.row(25, 13), look)]


def _window(inside: Inside, frame: Frame) -> list[Part]:
    """The window's tenths; none where it has not been opened."""
    running = timer(frame)
    asked = own_of(frame).lift
    if running is not None and asked is not None and asked.stage is LiftStage.OPEN:
        return [ruler("ruler", inside.row(43.5, 5), timer_ruler(VOTE, running, frame.now_ms))]
    spent = TICKS if asked is not None and asked.stage is LiftStage.COUNTED else 0
    return [
        ruler("ruler", inside.row(43.5, 5), RulerLook(VOTE, TICKS, spent, (), counts_down=True))
    ]
