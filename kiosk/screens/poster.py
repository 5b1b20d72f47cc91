"""A warning, read from the doorway: bars from below count it. No other state has this pattern."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import pygame

from kiosk.screens.brush import Across, Brush, Type
from kiosk.screens.family import left_text, timer_of
from kiosk.screens.frame import INVERSION_MS, Frame, Signal, line
from kiosk.screens.label import LabelLook, bar, label
from kiosk.screens.part import Picture
from kiosk.screens.text import Face
from kiosk.screens.theme import BONE, INK, PAPER, Cloth, Colour, Grid

FIGURE: Final = Type(Face.BOLD, 65, 20)
CAPTION: Final = Type(Face.BOLD, 8.3, 4, tracking=0.9)
LEFT: Final = Type(Face.BOLD, 6.6, 4)
WHICH: Final = Type(Face.MEDIUM, 2.9, 2.25)


class Bars(NamedTuple):
    """Ground of a signal: `number` bars of `of` from below, plate in the middle."""

    number: int
    of: int
    dark: Colour
    light: Colour
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
    timer = timer_of(frame)
    gone = 0 if timer is None else timer.length_ms // 60_000 - shown.minutes
    says = line("kiosk.signal.left", count=shown.minutes)
    which = line("kiosk.signal.which", number=str(shown.number), of=str(shown.of), minute=str(gone))
    parts = [
        label("figure", figure, LabelLook(shown.minutes, kind, dark, light, middle)),
        label("caption", caption, LabelLook(says, CAPTION, dark, light, middle, capitals=True)),
        bar("rule", rule, cloth.line),
    ]
    left = pygame.Rect(foot.left, foot.top, foot.width // 3, foot.height)
    right = pygame.Rect(left.right, foot.top, foot.right - left.right, foot.height)
    if timer is not None:
        clock = LabelLook(left_text(timer, frame.now_ms), LEFT, dark, light)
        parts.append(label("left", left, clock))
    parts.append(
        label("which", right, LabelLook(which, WHICH.lined(2), text2, light, Across.RIGHT))
    )
    spot = (plate.x, plate.y, plate.w, plate.h)
    ground = Bars(shown.number, shown.of, dark, light, spot)
    return Picture("signal", cloth, tuple(parts), _draw_bars, ground)


def _draw_bars(brush: Brush, box: pygame.Rect, look: Any) -> None:
    brush.fill(box, look.light)
    pitch = box.height / look.of
    for index in range(1, look.number + 1):
        top = round(box.bottom - pitch * index + pitch * 0.23)
        brush.fill(pygame.Rect(box.left, top, box.width, round(pitch * 0.535)), look.dark)
    brush.plate_over(pygame.Rect(look.plate), 2.4, look.light)
