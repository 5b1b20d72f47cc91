"""Whole-screen states that are read from the doorway: five warnings, time over, the early end.

Bars from below count the warning; slanted stripes all round are time over; nested frames are an end
before time. No two states share a pattern.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import pygame

from kiosk.locale import minutes_text
from kiosk.screens.brush import Across, Brush, Down, Type
from kiosk.screens.clock import clock
from kiosk.screens.frame import INVERSION_MS, Frame, Line, Signal, line
from kiosk.screens.label import LabelLook, bar, label
from kiosk.screens.part import Part, Picture, Spot
from kiosk.screens.play import gone_text, left_text
from kiosk.screens.targets import OpenSheet
from kiosk.screens.text import Face
from kiosk.screens.theme import BONE, INK, PAPER, Cloth, Colour, Grid
from rules.monopoly.view import Mark, MonopolyView

FIGURE: Final = Type(Face.BOLD, 65, 20)
CAPTION: Final = Type(Face.BOLD, 8.3, 4, tracking=0.9)
TITLE: Final = Type(Face.BOLD, 8.6, 4.2, tracking=0.9)
LEFT: Final = Type(Face.BOLD, 6.6, 4)
WHICH: Final = Type(Face.MEDIUM, 2.9, 2.25)
SAID: Final = Type(Face.MEDIUM, 3.9, 2.6, lines=2)
THEN: Final = Type(Face.REGULAR, 2.9, 2.25, lines=2)
TIMES: Final = Type(Face.BOLD, 3, 2.25)
WHO: Final = Type(Face.BOLD, 5.5, 2.6)


WIDE_ROWS: Final = ((4, 11), (16.5, 25.5), (43.5, 8), (52, 6.5), (59, 4.5))
HIGH_ROWS: Final = ((5, 11), (18, 25.5), (46.5, 12), (60, 9), (73, 5))
"""Title, figures, sentence, what next, times: top and height in u."""


class Bars(NamedTuple):
    """Ground of a signal: `number` bars of `of` from below, plate in the middle."""

    number: int
    of: int
    dark: Colour
    light: Colour
    plate: tuple[int, int, int, int]


class Frames(NamedTuple):
    """Ground of an end: a plate on stripes, or on nested frames."""

    striped: bool
    plate: tuple[int, int, int, int]


def inverted(signal_: Signal) -> bool:
    """Two inversions at the beginning, then steady."""
    return signal_.shown_ms < 3 * INVERSION_MS and signal_.shown_ms // INVERSION_MS % 2 == 0


def signal(frame: Frame, grid: Grid) -> Picture:
    """A warning: the minutes left, as large as the screen; what the banker says aloud."""
    shown = frame.signal
    if shown is None:
        raise ValueError("signal: frame.signal = None; give the warning")
    dark, light = (BONE, INK) if inverted(shown) else (INK, BONE)
    cloth = PAPER
    text2 = cloth.text2
    if dark == BONE:
        cloth = Cloth("paper inverted", INK, INK, INK, cloth.line, cloth.line, BONE, BONE)
        text2 = BONE
    plate = pygame.Rect(0, 0, grid.px(70 if grid.portrait else 92), grid.px(80))
    plate.center = (grid.width // 2, grid.height // 2)
    inner = plate.inflate(-grid.px(12), 0)
    figure = pygame.Rect(inner.left, plate.top + grid.px(4), inner.width, grid.px(48.5))
    caption = pygame.Rect(inner.left, figure.bottom + grid.px(0.5), inner.width, grid.px(10))
    rule = pygame.Rect(
        inner.left, caption.bottom + grid.px(1.5), inner.width, max(2, grid.px(0.25))
    )
    foot = pygame.Rect(inner.left, rule.bottom + grid.px(2), inner.width, grid.px(8.5))
    kind = FIGURE.sized(54 if grid.portrait else 65)
    middle = Across.MIDDLE
    says = line("kiosk.signal.left", count=shown.minutes)
    which = line(
        "kiosk.signal.which", number=str(shown.number), of=str(shown.of), minute=str(_minute(frame))
    )
    parts = [
        label("figure", figure, LabelLook(shown.minutes, kind, dark, light, middle)),
        label("caption", caption, LabelLook(says, CAPTION, dark, light, middle, capitals=True)),
        bar("rule", rule, cloth.line),
    ]
    left = pygame.Rect(foot.left, foot.top, foot.width // 3, foot.height)
    right = pygame.Rect(left.right, foot.top, foot.right - left.right, foot.height)
    parts.append(label("left", left, LabelLook(left_text(frame), LEFT, dark, light)))
    parts.append(
        label("which", right, LabelLook(which, WHICH.lined(2), text2, light, Across.RIGHT))
    )
    spot = (plate.x, plate.y, plate.w, plate.h)
    ground = Bars(shown.number, shown.of, dark, light, spot)
    return Picture("signal", cloth, tuple(parts), _draw_bars, ground)


def _minute(frame: Frame) -> int:
    shown, view = frame.signal, frame.view
    if shown is None or view is None:
        return 0
    return view.game_ms // 60_000 - shown.minutes


def _draw_bars(brush: Brush, box: pygame.Rect, look: Any) -> None:
    brush.fill(box, look.light)
    pitch = box.height / look.of
    for index in range(1, look.number + 1):
        top = round(box.bottom - pitch * index + pitch * 0.23)
        brush.fill(pygame.Rect(box.left, top, box.width, round(pitch * 0.535)), look.dark)
    brush.plate_over(pygame.Rect(look.plate), 2.4, look.light)


def time_over(frame: Frame, grid: Grid) -> Picture:
    """90:00: what stops, what stays, what comes next."""
    view = frame.view
    if view is None:
        raise ValueError("time over: frame.view = None; give the view")
    plate, rows = _poster_rows(grid)
    cloth, middle = PAPER, Across.MIDDLE
    title = LabelLook(
        Line("kiosk.over.title"), TITLE, cloth.text, BONE, middle, Down.MIDDLE, capitals=True
    )
    said = LabelLook(Line("kiosk.over.said"), SAID, cloth.text, BONE, middle)
    parts = [label("title", rows[0], title)]
    parts += clock("clock", rows[1], minutes_text(view.game_ms // 1000), cloth.text, BONE)
    parts += [label("said", rows[2], said), *_what_next(frame, rows)]
    return _poster("time over", plate, parts, striped=True)


def early_end(frame: Frame, grid: Grid) -> Picture:
    """The game ended before its time: by whom, after how long."""
    view = frame.view
    if view is None:
        raise ValueError("early end: frame.view = None; give the view")
    plate, rows = _poster_rows(grid)
    cloth, middle = PAPER, Across.MIDDLE
    title = LabelLook(
        Line("kiosk.early.title"), TITLE, cloth.text, BONE, middle, Down.MIDDLE, capitals=True
    )
    parts = [label("title", rows[0], title)]
    parts += clock("clock", rows[1], gone_text(frame), cloth.text, BONE)
    parts.append(label("said", rows[2], LabelLook(_why(view), SAID, cloth.text, BONE, middle)))
    parts += _what_next(frame, rows)
    return _poster("early end", plate, parts, striped=False)


def _why(view: MonopolyView) -> Line:
    left = [seat for seat in view.seats if seat.mark not in (Mark.OUT, Mark.REMOVED)]
    if view.end_reason == "last_player" and len(left) == 1:
        return line("kiosk.early.last", seat=str(left[0].seat), name=left[0].name or left[0].player)
    return Line("kiosk.early.judge")


def _what_next(frame: Frame, rows: list[pygame.Rect]) -> list[Part]:
    then = LabelLook(Line("kiosk.over.then"), THEN, PAPER.text2, BONE, Across.MIDDLE)
    parts = [label("then", rows[3], then)]
    if frame.started_text and frame.ended_text:
        times = f"{frame.started_text} – {frame.ended_text}"
        look = LabelLook(times, TIMES, PAPER.text2, BONE, Across.MIDDLE)
        parts.append(label("times", rows[4], look))
    return parts


def _poster_rows(grid: Grid) -> tuple[pygame.Rect, list[pygame.Rect]]:
    """The plate and its rows: title, figures, sentence, what next, times."""
    high = 86 if grid.portrait else 66.5
    plate = pygame.Rect(0, 0, min(grid.px(121), grid.width - grid.px(10)), grid.px(high))
    plate.center = (grid.width // 2, grid.height // 2)
    inner = plate.inflate(-grid.px(8), 0)
    rows = []
    for top, height in HIGH_ROWS if grid.portrait else WIDE_ROWS:
        rows.append(pygame.Rect(inner.left, plate.top + grid.px(top), inner.width, grid.px(height)))
    return plate, rows


def _poster(name: str, plate: pygame.Rect, parts: list[Part], *, striped: bool) -> Picture:
    ground = Frames(striped, (plate.x, plate.y, plate.w, plate.h))
    first = parts[0]
    parts[0] = Part(first.name, first.box, first.state, first.draw, (Spot(plate, OpenSheet()),))
    return Picture(name, PAPER, tuple(parts), _draw_poster, ground)


def _draw_poster(brush: Brush, box: pygame.Rect, look: Any) -> None:
    plate = pygame.Rect(look.plate)
    edge = brush.px(1.6)
    if look.striped:
        brush.stripes(box, 9, BONE, INK)
        brush.plate_over(plate.inflate(2 * edge, 2 * edge), 4, INK)
        brush.plate(plate, 2.4, BONE, INK)
        return
    brush.fill(box, BONE)
    margin = min(plate.left, plate.top) - edge
    for step in range(min(3, (margin + edge) // (2 * edge))):
        room = box.inflate(-2 * step * 2 * edge, -2 * step * 2 * edge)
        brush.fill(room, INK)
        brush.fill(room.inflate(-2 * edge, -2 * edge), BONE)
    brush.plate(plate.inflate(2 * edge, 2 * edge), 4, BONE, BONE, line=INK, width=1.6)
