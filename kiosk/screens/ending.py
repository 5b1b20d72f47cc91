"""The end, read from the doorway: slanted stripes all round are time over, nested frames an end
before time.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import pygame

from kiosk.screens.brush import Across, Brush, Down, Type
from kiosk.screens.clock import clock
from kiosk.screens.frame import Frame, Line
from kiosk.screens.label import LabelLook, label
from kiosk.screens.part import Part, Picture, Spot
from kiosk.screens.targets import OpenSheet
from kiosk.screens.text import Face
from kiosk.screens.theme import BONE, INK, PAPER, Grid
from rules.value import Value

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


class Ending(Value):
    """What an end says: title, how long was played, why, what comes next, from when to when."""

    title: Line
    played: str | None
    why: Line | None
    then: Line
    times: str = ""
    striped: bool = False


def ending(name: str, said: Ending, grid: Grid) -> Picture:
    """The end until the count begins: a plate on stripes, or on nested frames."""
    plate, rows = _poster_rows(grid)
    cloth, middle = PAPER, Across.MIDDLE
    title = LabelLook(said.title, TITLE, cloth.text, BONE, middle, Down.MIDDLE, capitals=True)
    parts = [label("title", rows[0], title)]
    if said.played is not None:
        parts += clock("clock", rows[1], said.played, cloth.text, BONE)
    if said.why is not None:
        parts.append(label("said", rows[2], LabelLook(said.why, SAID, cloth.text, BONE, middle)))
    parts.append(label("then", rows[3], LabelLook(said.then, THEN, cloth.text2, BONE, middle)))
    if said.times:
        parts.append(
            label("times", rows[4], LabelLook(said.times, TIMES, cloth.text2, BONE, middle))
        )
    ground = Frames(said.striped, (plate.x, plate.y, plate.w, plate.h))
    first = parts[0]
    parts[0] = Part(first.name, first.box, first.state, first.draw, (Spot(plate, OpenSheet()),))
    return Picture(name, PAPER, tuple(parts), _draw_poster, ground)


def times_of(frame: Frame) -> str:
    """From when to when, on the wall clock; empty where it was not set."""
    if not frame.started_text or not frame.ended_text:
        return ""
    return f"{frame.started_text} – {frame.ended_text}"


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
