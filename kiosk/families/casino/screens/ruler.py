"""The ruler of a level, a break or a playing time: spent ticks short, a flag for each warning."""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.families.casino.clocks import gone_ms
from kiosk.screens.brush import Across, Brush, Down, Type
from kiosk.screens.frame import line
from kiosk.screens.glyphs import triangle
from kiosk.screens.part import Part
from kiosk.screens.text import CAP, Face
from kiosk.screens.theme import AMBER, INK, Cloth
from rules.casino.view import ClockView
from rules.kinds import GameMs
from rules.value import Value

FLAG: Final = Type(Face.BOLD, 2.6, 2.25)
STEPS_MS: Final = (10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000)
MOST_TICKS: Final = 60
HIGH: Final = 9.5
"""Ticks, flag and its words, in u."""


class TicksLook(Value):
    """State: ticks in all and spent; flags as (thousandths of the way, seconds left, sounded)."""

    cloth: Cloth
    ticks: int
    spent: int
    flags: tuple[tuple[int, int, bool], ...]


def ticks_of(cloth: Cloth, clock: ClockView, now: GameMs) -> TicksLook:
    """A tick every ten seconds to ten minutes, so that they can still be told apart."""
    length, gone = max(1, clock.length_ms), gone_ms(clock, now)
    step = next((ms for ms in STEPS_MS if length <= ms * MOST_TICKS), STEPS_MS[-1])
    flags = tuple(
        ((length - mark) * 1000 // length, mark // 1000, length - mark <= gone)
        for mark in clock.marks_ms
    )
    return TicksLook(cloth, -(-length // step), gone // step, flags)


def ticks(name: str, box: pygame.Rect, look: TicksLook) -> Part:
    """The ruler as a part."""
    return Part(name, box, look, draw_ticks)


def draw_ticks(brush: Brush, box: pygame.Rect, look: TicksLook) -> None:
    """All ticks, and the flags below them."""
    cloth = look.cloth
    brush.fill(box, cloth.table)
    foot = box.top + brush.px(3.6)
    tall, short = brush.px(3.6), brush.px(1.2)
    pitch = box.width / max(1, look.ticks)
    thick = max(2, round(pitch * 0.55))
    for index in range(look.ticks):
        left = box.left + round(pitch * index)
        high = short if index < look.spent else tall
        colour = cloth.line if index < look.spent else cloth.text
        brush.fill(pygame.Rect(left, foot - high, thick, high), colour)
    for part, seconds, sounded in look.flags:
        _draw_flag(brush, box, foot, look, (part, seconds, sounded))


def _draw_flag(
    brush: Brush, box: pygame.Rect, foot: int, look: TicksLook, flag: tuple[int, int, bool]
) -> None:
    part, seconds, sounded = flag
    cloth = look.cloth
    now = INK if cloth.text == INK else AMBER  # amber on paper is not seen
    sign = pygame.Rect(0, foot + brush.px(0.8), brush.px(1.7), brush.px(1.5))
    sign.centerx = box.left + box.width * part // 1000
    brush.glyph(triangle, sign, cloth.line if sounded else now, cloth.table)
    words = pygame.Rect(0, sign.bottom + brush.px(0.9), brush.px(12), brush.px(2.6 * CAP))
    words.centerx = sign.centerx
    words.clamp_ip(pygame.Rect(box.left, words.top, box.width, words.height))
    text = cloth.text2 if sounded else cloth.text
    told = line("kiosk.casino.minutes", count=seconds // 60)
    if seconds % 60:
        told = line("kiosk.casino.seconds", seconds=str(seconds))
    brush.write(words, brush.say(told), FLAG, text, cloth.table, Across.MIDDLE, Down.TOP)
