"""A decision of the official: an ink plate over the lower table top; the clock goes on above it."""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.screens.brush import Brush, Down, Type
from kiosk.screens.clock import clock, ruler, ruler_height, timer_ruler
from kiosk.screens.family import above_band, cloth_of, left_text, timer_of
from kiosk.screens.frame import DECISION_MS, Frame, Line, Question
from kiosk.screens.glyphs import cross, tick
from kiosk.screens.label import BUTTON
from kiosk.screens.part import Part, Picture, Spot
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.targets import No, Yes
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, BONE, INK, INKY, Cloth, Grid
from rules.value import Value

ASKED: Final = Type(Face.BOLD, 5, 2.8, lines=2)
FOLLOWS: Final = Type(Face.REGULAR, 2.8, 2.25, lines=2)


class BandLook(Value):
    """State of the band without its ruler of seconds."""

    question: Question
    cloth: Cloth


class AnswerLook(Value):
    """State of one answer."""

    text: Line
    yes: bool


def question(frame: Frame, grid: Grid) -> Picture:
    """One sentence, what follows, YES and NO."""
    asked = frame.question
    if asked is None:
        raise ValueError("question: frame.question = None; give what is asked")
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    band = pygame.Rect(0, 0, place.table.width - 2 * grid.px(2), grid.px(26.5))
    band.midbottom = (place.table.centerx, place.table.bottom - grid.px(2))
    parts = clock_above(frame, grid, inside, band.top)
    plain = asked._replace(left_ms=None)
    inner = band.inflate(-2 * grid.px(3), -2 * grid.px(2))
    words = pygame.Rect(inner.left, inner.top, inner.width, grid.px(14))
    parts.append(Part("asked", band, BandLook(plain, cloth_of(frame)), draw_band))
    buttons = pygame.Rect(inner.left, inner.bottom - grid.px(7.5), inner.width, grid.px(7.5))
    half = (buttons.width - grid.px(1.5)) // 2
    yes = pygame.Rect(buttons.left, buttons.top, half, buttons.height)
    no = pygame.Rect(buttons.right - half, buttons.top, half, buttons.height)
    parts.append(Part("yes", yes, AnswerLook(asked.yes, True), draw_answer, (Spot(yes, Yes()),)))
    parts.append(Part("no", no, AnswerLook(asked.no, False), draw_answer, (Spot(no, No()),)))
    if asked.left_ms is not None:
        left = max(0, min(-(-asked.left_ms // 1000), DECISION_MS // 1000))
        row = pygame.Rect(words.left, buttons.top - grid.px(1.6), words.width, grid.px(0.8))
        parts.append(Part("seconds", row, left, draw_seconds))
    # Another question lies on the same plate: all of it is painted anew, the answers with it.
    return ring(("question", plain), frame, place, cloth_of(frame), parts)


def clock_above(frame: Frame, grid: Grid, inside: Inside, band: int) -> list[Part]:
    """What goes on above a band which begins at this pixel: the clock, where it may be seen."""
    high = (band - inside.table.top) / grid.u
    timer, cloth = timer_of(frame), cloth_of(frame)
    if timer is None or not timer.shown:
        return above_band(frame, grid, inside, high)
    box = inside.row(high - 11.5, 1)
    box.height = ruler_height(grid)
    state = timer_ruler(cloth, timer, frame.now_ms)
    figures = inside.row(3, high - 17)
    return [
        *clock("clock", figures, left_text(timer, frame.now_ms), cloth.text, cloth.table),
        ruler("ruler", box, state),
    ]


def draw_band(brush: Brush, box: pygame.Rect, look: BandLook) -> None:
    """The plate, the sentence and its consequence."""
    asked = look.question
    brush.plate(box, 2.4, INK, look.cloth.table)
    inner = box.inflate(-2 * brush.px(3), -2 * brush.px(2))
    text = brush.say(asked.text)
    wide = brush.wide(text, ASKED) > inner.width
    lines = 2 if wide and asked.consequence is None else 1
    high = brush.px(9.5 if asked.consequence is None or lines == 2 else 6)
    words = pygame.Rect(inner.left, inner.top, inner.width, high)
    brush.write(words, text, ASKED.lined(lines), BONE, INK)
    if asked.consequence is not None:
        words = pygame.Rect(inner.left, words.bottom, inner.width, brush.px(6))
        brush.write(words, brush.say(asked.consequence), FOLLOWS, INKY.text2, INK)


def draw_answer(brush: Brush, box: pygame.Rect, look: AnswerLook) -> None:
    """YES is amber with a tick, NO is outlined with a cross."""
    field, text = (AMBER, INK) if look.yes else (INK, BONE)
    line = None if look.yes else INKY.line
    brush.plate(box, 1, field, INK, line=line, width=0.25)
    side = brush.px(3.4)
    icon = pygame.Rect(box.left + brush.px(2), 0, side, side)
    icon.centery = box.centery
    brush.glyph(tick if look.yes else cross, icon, text, field)
    left = icon.right + brush.px(2)
    words = pygame.Rect(left, box.top, box.right - left - brush.px(1), box.height)
    brush.write(words, brush.say(look.text), BUTTON, text, field, down=Down.MIDDLE)


def draw_seconds(brush: Brush, box: pygame.Rect, left: int) -> None:
    """One bar a second that is left; the answer is NO when none is."""
    brush.fill(box, INK)
    of = DECISION_MS // 1000
    for index in range(of):
        start = box.left + round(box.width * index / of)
        end = box.left + round(box.width * (index + 1) / of) - brush.px(0.6)
        bar = pygame.Rect(start, box.top, end - start, box.height)
        brush.fill(bar, AMBER if index < left else INKY.line)
