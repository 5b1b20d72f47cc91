"""A fault: what does not work, three steps, what is safe, and whether the clock goes on.

Without a game: the start that failed.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import pygame

from kiosk.screens.brush import Across, Brush, Type
from kiosk.screens.chrome import chrome
from kiosk.screens.clock import clock
from kiosk.screens.family import left_text, timer_of
from kiosk.screens.frame import Fault, Frame, Line, line
from kiosk.screens.glyphs import tick
from kiosk.screens.label import LabelLook, bar, label
from kiosk.screens.layout import plan
from kiosk.screens.part import Part, Picture
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, BONE, INK, INKY, VERMILION, Grid
from rules.value import replace

TITLE: Final = Type(Face.BOLD, 6.6, 3.2, lines=2)
DETAIL: Final = Type(Face.REGULAR, 2.9, 2.25, lines=2)
STEP_NUMBER: Final = Type(Face.BOLD, 5, 3)
STEP: Final = Type(Face.MEDIUM, 3.5, 2.3, lines=2)
SAFE: Final = Type(Face.MEDIUM, 2.9, 2.25, lines=2)
GOES_ON: Final = Type(Face.REGULAR, 2.7, 2.25, lines=2)


class Block(NamedTuple):
    """Ground: the block with the mark and its striped foot."""

    box: tuple[int, int, int, int]
    foot: int
    mark: tuple[int, int, int, int]


def fault(frame: Frame, grid: Grid) -> Picture:
    """What to do first, then what is safe, the code last."""
    shown = frame.fault
    if shown is None:
        raise ValueError("fault: frame.fault = None; give the fault")
    place = plan(grid, 0)
    area = place.content
    if grid.portrait:
        block = pygame.Rect(area.left, area.top, area.width, grid.px(34))
        body = pygame.Rect(grid.px(4), block.bottom + grid.px(3), 0, 0)
        body.width, body.height = grid.width - grid.px(8), area.bottom - body.top
    else:
        block = pygame.Rect(area.left, area.top, grid.px(38), area.height)
        left = block.right + grid.px(5)
        body = pygame.Rect(left, area.top + grid.px(3), grid.width - left - grid.px(4), 0)
        body.height = area.bottom - body.top
    parts = [*_words(grid, body, shown), *_steps(grid, body, shown), *_safe(frame, grid, body)]
    code = line("kiosk.fault.code", code=shown.code, time=shown.at_wall or "")
    plain = line("kiosk.fault.status", code=shown.code)
    named = replace(frame, status=code if shown.at_wall else plain)
    parts += chrome(named, place, INKY)
    mark = _mark(grid, block)
    ground = Block(
        (block.x, block.y, block.w, block.h), grid.px(12 if not grid.portrait else 7), mark
    )
    return Picture("fault", INKY, tuple(parts), _draw_block, ground)


def _mark(grid: Grid, block: pygame.Rect) -> tuple[int, int, int, int]:
    high = grid.px(43 if not grid.portrait else 22)
    wide = grid.px(8 if not grid.portrait else 4.5)
    top = block.top + (block.height - grid.px(12 if not grid.portrait else 7) - high) // 2
    return block.centerx - wide // 2, top, wide, high


def _words(grid: Grid, body: pygame.Rect, shown: Fault) -> list[Part]:
    title = pygame.Rect(body.left, body.top, body.width, grid.px(8))
    detail = pygame.Rect(body.left, title.bottom + grid.px(0.5), body.width, grid.px(6))
    rule = pygame.Rect(body.left, body.top + grid.px(15.5), body.width, max(2, grid.px(0.25)))
    kind = TITLE.lined(1)
    parts = [
        label("title", title, LabelLook(shown.title, kind, INKY.text, INKY.ground)),
        bar("rule", rule, INKY.line),
    ]
    if shown.detail is not None:
        look = LabelLook(shown.detail, DETAIL, INKY.text2, INKY.ground)
        parts.append(label("detail", detail, look))
    return parts


def _steps(grid: Grid, body: pygame.Rect, shown: Fault) -> list[Part]:
    parts = []
    for index, step in enumerate(shown.steps[:3]):
        top = body.top + grid.px(18 + 10 * index)
        number = pygame.Rect(body.left, top, grid.px(7), grid.px(7))
        words = pygame.Rect(number.right + grid.px(2.5), top - grid.px(1), 0, grid.px(9))
        words.width = body.right - words.left
        parts.append(Part(f"step.{index}", number, str(index + 1), draw_step))
        look = LabelLook(step, STEP, INKY.text, INKY.ground)
        parts.append(label(f"step.{index}.text", words, look))
    return parts


def draw_step(brush: Brush, box: pygame.Rect, number: str) -> None:
    """A number on a bone plate."""
    brush.plate(box, 1, BONE, INKY.ground)
    brush.write(box, number, STEP_NUMBER, INK, BONE, Across.MIDDLE)


def _safe(frame: Frame, grid: Grid, body: pygame.Rect) -> list[Part]:
    shown, timer = frame.fault, timer_of(frame)
    top = body.top + grid.px(49)
    rule = pygame.Rect(body.left, top, body.width, max(2, grid.px(0.25)))
    parts = [bar("rule.safe", rule, INKY.line)]
    running = timer is not None and timer.shown
    wide = min(grid.px(50), body.width * 48 // 100) if running and not grid.portrait else 0
    figures = pygame.Rect(body.right - wide, top + grid.px(3), wide, grid.px(17))
    if running and grid.portrait:
        figures = pygame.Rect(body.left, top + grid.px(19), body.width, grid.px(22))
    if timer is not None and running:
        parts += clock("clock", figures, left_text(timer, frame.now_ms), INKY.text, INKY.ground)
    if shown is None or shown.safe is None:
        return parts
    icon = pygame.Rect(body.left, top + grid.px(4), grid.px(5), grid.px(4))
    parts.append(Part("safe.tick", icon, None, draw_safe_tick))
    left = icon.right + grid.px(1.5)
    words = pygame.Rect(left, top + grid.px(2.5), body.right - wide - left - grid.px(1), grid.px(7))
    parts.append(label("safe", words, LabelLook(shown.safe, SAFE, INKY.text, INKY.ground)))
    if running:
        below = pygame.Rect(left, words.bottom, words.width, grid.px(6))
        goes = timer is not None and timer.runs and not shown.held
        text = Line("kiosk.fault.clock" if goes else "kiosk.fault.clock.held")
        look = LabelLook(text, GOES_ON, INKY.text2, INKY.ground)
        parts.append(label("goes on", below, look))
    return parts


def draw_safe_tick(brush: Brush, box: pygame.Rect, _: None) -> None:
    """A tick: this is safe."""
    brush.glyph(tick, box, AMBER, INKY.ground)


def _draw_block(brush: Brush, box: pygame.Rect, look: Any) -> None:
    brush.fill(box, INKY.ground)
    block = pygame.Rect(look.box)
    brush.plate(block, 2.4, VERMILION, INKY.ground, corners=(1, 2))
    foot = pygame.Rect(block.left, block.bottom - look.foot, block.width, look.foot)
    brush.stripes(foot, 6, VERMILION, INK)
    mark = pygame.Rect(look.mark)
    gap = mark.width // 2
    dot = pygame.Rect(mark.left, mark.bottom - mark.width, mark.width, mark.width)
    stroke = pygame.Rect(mark.left, mark.top, mark.width, mark.height - mark.width - gap)
    for piece in (stroke, dot):
        brush.plate(piece, 1.2, BONE, VERMILION)
