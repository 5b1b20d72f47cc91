"""A new level fills the screen for some seconds: its number and its stakes, read from afar."""

from __future__ import annotations

from typing import Any, Final

import pygame

from kiosk.families.casino.screens import words
from kiosk.screens.brush import Across, Brush, Type
from kiosk.screens.frame import Frame, line
from kiosk.screens.label import LabelLook, label
from kiosk.screens.part import Picture
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, CAS, INK, Grid
from rules.casino.view import CasinoView

SHOWN_MS: Final = 6_000
TITLE: Final = Type(Face.BOLD, 9, 4.2, tracking=0.9)
STAKES: Final = Type(Face.BOLD, 34, 10)
ANTE: Final = Type(Face.BOLD, 14, 5)
LASTS: Final = Type(Face.MEDIUM, 4, 2.4)


def is_new(frame: Frame) -> bool:
    """The level has just begun, by its own clock."""
    view: CasinoView = frame.view
    stage = view.stage
    if view.on_break or view.level is None or view.last_hand or stage is None:
        return False
    if stage.paused_left is not None or stage.length_ms <= 2 * SHOWN_MS:
        return False
    return frame.now_ms < stage.ends_at - stage.length_ms + SHOWN_MS


def raised(frame: Frame, grid: Grid) -> Picture:
    """The poster of new stakes. Nothing on it moves: it goes by itself."""
    view: CasinoView = frame.view
    level = view.level
    if level is None:
        raise ValueError("raised: view.level = None; give the level")
    plate = pygame.Rect(0, 0, grid.width - grid.px(10), grid.px(78 if not grid.portrait else 100))
    plate.center = (grid.width // 2, grid.height // 2)
    inner = plate.inflate(-grid.px(8), -grid.px(8))
    cuts = ((0.0, 0.18), (0.2, 0.66), (0.66, 0.85), (0.88, 1.0))
    rows = [
        pygame.Rect(
            inner.left,
            inner.top + round(inner.height * top),
            inner.width,
            round(inner.height * (foot - top)),
        )
        for top, foot in cuts
    ]
    title = line("kiosk.casino.level", number=str(level.number))
    ante = words.ante(level)
    middle = Across.MIDDLE
    looks = (
        LabelLook(title, TITLE, INK, AMBER, middle, capitals=True),
        LabelLook(words.stakes(level), STAKES, INK, AMBER, middle),
        LabelLook("" if ante is None else ante, ANTE, INK, AMBER, middle),
        LabelLook(words.lasts(level), LASTS, INK, AMBER, middle),
    )
    names = ("title", "stakes", "ante", "lasts")
    parts = [label(name, row, look) for name, row, look in zip(names, rows, looks, strict=True)]
    spot = (plate.x, plate.y, plate.w, plate.h)
    return Picture(("raised", level.number), CAS, tuple(parts), _draw_plate, spot)


def _draw_plate(brush: Brush, box: pygame.Rect, look: Any) -> None:
    brush.fill(box, CAS.ground)
    brush.plate(pygame.Rect(look), 4, AMBER, CAS.ground)
