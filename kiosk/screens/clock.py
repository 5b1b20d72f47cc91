"""The running time: digits in fixed opaque cells, and the ruler of minutes with its flags.

A second changes at most four cells; a minute one tick of the ruler.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import pygame

from kiosk.screens.brush import Across, Brush, Down, Type
from kiosk.screens.frame import Timer
from kiosk.screens.glyphs import triangle
from kiosk.screens.part import Part
from kiosk.screens.text import CAP, Face
from kiosk.screens.theme import Cloth, Colour, Grid, now_ink
from rules.kinds import GameMs
from rules.value import Value

DIGIT: Final = 0.693
COLON: Final = 0.324
"""Widths of the cells, in heights of a figure."""

DIGITS: Final = {"0": "0123456789", ":": ":"}
MINUTE: Final = 60_000
FLAG: Final = Type(Face.BOLD, 2.6, 2.25)


class CellLook(NamedTuple):
    """State of a digit's cell."""

    digit: str
    cap: int
    colour: Colour
    ground: Colour


def clock(name: str, box: pygame.Rect, text: str, colour: Colour, ground: Colour) -> list[Part]:
    """Cells of `text` (digits and colons), as large as the box allows, centred in it."""
    form = "".join(":" if letter == ":" else "0" for letter in text)
    cells = _cells(name, tuple(box), form, colour, ground)
    return [cell[letter] for letter, cell in zip(text, cells, strict=True)]


@lru_cache(maxsize=16)
def _cells(
    name: str, box: tuple[int, int, int, int], form: str, colour: Colour, ground: Colour
) -> list[dict[str, Part]]:
    """For each place of a time like `0:00:00` its cell, with whatever may stand in it."""
    left, top, width, height = box
    wide = sum(COLON if letter == ":" else DIGIT for letter in form)
    cap = min(height, int(width / wide))
    digit, colon = round(cap * DIGIT), round(cap * COLON)
    total = sum(colon if letter == ":" else digit for letter in form)
    left, top = left + (width - total) // 2, top + (height - cap) // 2
    margin = max(1, cap // 40)
    cells = []
    for index, place in enumerate(form):
        across, draw = (colon, draw_colon) if place == ":" else (digit, draw_digit)
        cell = pygame.Rect(left, top - margin, across, cap + 2 * margin)
        looks = (CellLook(letter, cap, colour, ground) for letter in DIGITS[place])
        cells.append({look.digit: Part(f"{name}.{index}", cell, look, draw) for look in looks})
        left += across
    return cells


def draw_digit(brush: Brush, box: pygame.Rect, look: CellLook) -> None:
    """One figure, kept as an opaque cell."""
    key = (look, box.size)
    cell = brush.cells.get(key)
    if cell is None:
        cell = pygame.Surface(box.size)
        cell.fill(look.ground)
        em = round(look.cap / CAP)
        digit = brush.writer.render(look.digit, Face.BOLD, em, look.colour, look.ground)
        x = (box.width - digit.advance) // 2 + digit.dx
        y = (box.height + look.cap) // 2 + digit.dy
        cell.blit(digit.surface, (x, y))
        brush.cells[key] = cell
    brush.surface.blit(cell, box)
    brush.told(look.digit, box, box, look.cap, (look.colour, look.ground))


def draw_colon(brush: Brush, box: pygame.Rect, look: CellLook) -> None:
    """Two squares."""
    brush.fill(box, look.ground)
    side = max(2, round(look.cap * 0.15))
    for part in (28, 72):
        dot = pygame.Rect(0, 0, side, side)
        dot.center = (box.centerx, box.top + box.height * part // 100)
        brush.plate(dot, side / brush.grid.u * 0.2, look.colour, look.ground)


class RulerLook(Value):
    """State of a ruler: ticks in all, ticks spent, flags (at tick, sounded)."""

    cloth: Cloth
    ticks: int
    spent: int
    flags: tuple[tuple[int, bool], ...]
    counts_down: bool = False
    """A flag says how many ticks are left there, not how many are gone."""
    each: int = 1
    """What a tick stands for where a flag counts down."""


def minutes_ruler(cloth: Cloth, game_ms: int, elapsed_ms: int, marks: tuple[int, ...]) -> RulerLook:
    """The ruler of a game: a tick a minute, a flag for each warning."""
    flags = tuple((mark // MINUTE, mark <= elapsed_ms) for mark in marks)
    return RulerLook(cloth, -(-game_ms // MINUTE), elapsed_ms // MINUTE, flags)


def timer_ruler(cloth: Cloth, timer: Timer, now: GameMs) -> RulerLook:
    """The ruler of any clock; one that ticks by seconds says at its flags what is left."""
    gone = timer.gone_ms(now)
    if timer.tick_ms == MINUTE:
        return minutes_ruler(cloth, timer.length_ms, gone, timer.marks_ms)
    ticks = -(-timer.length_ms // timer.tick_ms)
    flags = tuple((mark // timer.tick_ms, mark <= gone) for mark in timer.marks_ms)
    each = max(1, timer.tick_ms // 1000)
    return RulerLook(cloth, ticks, gone // timer.tick_ms, flags, counts_down=True, each=each)


def ruler(name: str, box: pygame.Rect, look: RulerLook) -> Part:
    """Spent ticks short and dim, those left tall; a flag with its number, grey once sounded."""
    return Part(name, box, look, draw_ruler, narrow=_changed_ticks)


def ruler_height(grid: Grid) -> int:
    """Ticks and flags."""
    return grid.px(10.5)


def draw_ruler(brush: Brush, box: pygame.Rect, look: RulerLook) -> None:
    """All ticks; the painter clips to those that changed."""
    cloth = look.cloth
    brush.fill(box, cloth.table)
    foot = box.top + brush.px(4.5)
    tall, short = brush.px(4.5), brush.px(1.7)
    pitch = box.width // max(1, look.ticks)
    thick = max(1, min(brush.px(0.5), pitch // 2))
    if look.counts_down:  # seconds or tenths: few ticks, seen from far
        thick = max(1, pitch * 3 // 5)
    for index in range(look.ticks):
        left = _tick_x(box, look.ticks, index) + thick // 2
        high = short if index < look.spent else tall
        colour = cloth.line if index < look.spent else cloth.text
        brush.fill(pygame.Rect(left, foot - high, thick, high), colour)
    for tick, sounded in look.flags:
        centre = _tick_x(box, look.ticks, tick)
        colour = cloth.text2 if sounded else now_ink(cloth)
        flag = pygame.Rect(0, foot + brush.px(0.8), brush.px(1.7), brush.px(1.5))
        flag.centerx = centre
        brush.glyph(triangle, flag, colour, cloth.table)
        label = pygame.Rect(0, flag.bottom + brush.px(1), brush.px(4.8), brush.px(2.6 * CAP))
        label.centerx = centre
        text = cloth.text2 if sounded else cloth.text
        words = str((look.ticks - tick) * look.each if look.counts_down else tick)
        brush.write(label, words, FLAG, text, cloth.table, Across.MIDDLE, Down.TOP)


def _tick_x(box: pygame.Rect, ticks: int, index: int) -> int:
    return box.left + round(box.width * index / max(1, ticks))


def _changed_ticks(box: pygame.Rect, old: RulerLook, new: RulerLook) -> pygame.Rect:
    if (old.cloth, old.ticks, old.flags) != (new.cloth, new.ticks, new.flags):
        return box
    first, last = sorted((old.spent, new.spent))
    left, right = _tick_x(box, new.ticks, first), _tick_x(box, new.ticks, last)
    return pygame.Rect(left, box.top, right - left + 1, box.height)
