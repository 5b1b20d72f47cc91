"""The end, read from the doorway: slanted stripes all round are time over, nested frames an end
before time.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import pygame

from kiosk.families.monopoly.screens.play import playing_time
from kiosk.locale import minutes_text
from kiosk.screens.brush import Across, Brush, Down, Type
from kiosk.screens.clock import clock
from kiosk.screens.family import gone_text
from kiosk.screens.frame import Frame, Line, line
from kiosk.screens.label import LabelLook, label
from kiosk.screens.part import Part, Picture, Spot
from kiosk.screens.targets import OpenSheet
from kiosk.screens.text import Face
from kiosk.screens.theme import BONE, INK, PAPER, Grid
from rules.monopoly.view import Mark, MonopolyView

TITLE: Final = Type(Face.BOLD, 8.6, 4.2, tracking=0.9)
SAID: Final = Type(Face.MEDIUM, 3.9, 2.6, lines=2)
THEN: Final = Type(Face.REGULAR, 2.9, 2.25, lines=2)
TIMES: Final = Type(Face.BOLD, 3, 2.25)

WIDE_ROWS: Final = ((4, 11), (16.5, 25.5), (43.5, 8), (52, 6.5), (59, 4.5))
HIGH_ROWS: Final = ((5, 11), (18, 25.5), (46.5, 12), (60, 9), (73, 5))
"""Title, figures, sentence, what next, times: top and height in u."""


class Frames(NamedTuple):
    """Ground of an end: a plate on stripes, or on nested frames."""

    striped: bool
    plate: tuple[int, int, int, int]


def time_over(frame: Frame, grid: Grid) -> Picture:
    """90:00: what stops, what stays, what comes next."""
    view: MonopolyView | None = frame.view
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
    view: MonopolyView | None = frame.view
    if view is None:
        raise ValueError("early end: frame.view = None; give the view")
    plate, rows = _poster_rows(grid)
    cloth, middle = PAPER, Across.MIDDLE
    title = LabelLook(
        Line("kiosk.early.title"), TITLE, cloth.text, BONE, middle, Down.MIDDLE, capitals=True
    )
    parts = [label("title", rows[0], title)]
    parts += clock("clock", rows[1], gone_text(playing_time(view), frame.now_ms), cloth.text, BONE)
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
