"""The tournament's instructions as a table (RAY-INTRO-2, RAY-STRUCT-2, RAY-SLOTI-2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import pygame

from kiosk.families.casino.screens import words
from kiosk.screens.brush import LABEL, Across, Brush, Type
from kiosk.screens.frame import Frame, Line, line
from kiosk.screens.label import LabelLook, bar, label
from kiosk.screens.layout import split
from kiosk.screens.part import Part, Picture, Spot
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.targets import OpenSheet
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, CAS, Cloth, Grid
from rules.casino.plan import Rebuy
from rules.casino.view import CasinoView, Phase, StakeView
from rules.value import Value

ROW: Final = Type(Face.BOLD, 3.1, 2.25)
SMALL: Final = Type(Face.REGULAR, 2.6, 2.25)
TERMS: Final = Type(Face.MEDIUM, 2.7, 2.25, lines=2)
SHORT_ROWS: Final = 8
LONG_ROWS: Final = 16
ROW_HIGH: Final = 4.6
ROW_LEAST: Final = 4
TERM_HIGH: Final = 3.9


class LevelLook(NamedTuple):
    """State of one level's row."""

    cloth: Cloth
    level: StakeView
    pause_ms: int | None
    now: bool


class TermsLook(Value):
    """State of a line of terms; `shares` and `formula` are made into text when drawn."""

    cloth: Cloth
    said: Line | None = None
    shares: tuple[str, ...] = ()
    formula: tuple[tuple[str, str], ...] = ()


def instructions(frame: Frame, grid: Grid) -> Picture:
    """The whole of it, over the table top, while somebody reads; a touch puts it away."""
    view: CasinoView = frame.view
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    title = LabelLook(
        Line("kiosk.casino.instructions"), LABEL.sized(4.2), CAS.text, CAS.table, capitals=True
    )
    head = label("title", inside.row(1.8, 5.6), title)
    spot = (Spot(pygame.Rect(place.table), OpenSheet()),)
    parts = [Part(head.name, head.box, head.state, head.draw, spot)]
    parts += table(view, inside.row(8, inside.high - 9.5), grid, CAS, short=False)
    return ring("instructions", frame, place, CAS, parts)


def table(
    view: CasinoView, box: pygame.Rect, grid: Grid, cloth: Cloth, *, short: bool
) -> list[Part]:
    """Levels in two columns (`short`: the next eight), and the terms beside or below them."""
    rule = pygame.Rect(box.left, box.top, box.width, max(2, grid.px(0.25)))
    room = pygame.Rect(box.left, box.top + grid.px(1), box.width, box.height - grid.px(1))
    terms = list(_terms(view, cloth))
    row_high = ROW_HIGH if short else ROW_HIGH * 1.5
    left = room.height - grid.px(TERM_HIGH * -(-len(terms) // 2) + 0.8)
    most = max(2, min(SHORT_ROWS if short else LONG_ROWS, 2 * (left // grid.px(ROW_LEAST))))
    shown = _levels(view, most)
    parts = [bar("rule", rule, cloth.line)]
    if not shown:
        return parts + _draw_terms(terms, room, grid, columns=1)
    per_column = -(-len(shown) // 2)
    high = min(left, grid.px(row_high) * per_column)
    upper = pygame.Rect(room.left, room.top, room.width, high)
    columns = split(upper, 2, grid.px(3), along=True)
    for number, column in enumerate(columns):
        half = shown[number * per_column : (number + 1) * per_column]
        for row, level in zip(split(column, per_column, 0), half, strict=False):
            pause = view.plan.breaks.get(level.number)
            now = (
                view.phase is Phase.PLAY
                and view.level is not None
                and view.level.number == level.number
            )
            look = LevelLook(cloth, level, pause, now)
            parts.append(Part(f"level.{level.number}", row, look, draw_level))
    lower = pygame.Rect(room.left, upper.bottom + grid.px(0.8), room.width, 0)
    lower.height = room.bottom - lower.top
    return parts + _draw_terms(terms, lower, grid)


def _levels(view: CasinoView, most: int) -> list[StakeView]:
    """Those that fit, from the one that is played on."""
    now = view.level.number if view.level is not None else 1
    first = max(0, min(now - 1, len(view.levels) - most))
    return list(view.levels[first : first + most])


def _terms(view: CasinoView, cloth: Cloth) -> Iterator[TermsLook]:
    """Rebuys, add-on, how it ends, the formula, the prizes."""
    plan = view.plan
    said: list[Line] = []
    if view.type == "slots":
        said.append(equal_terms(view))
        yield TermsLook(cloth, formula=view.formula)
        if view.parts > 1:
            said.append(line("kiosk.casino.go_on", count=plan.advance))
    if plan.rebuy is not None:
        price, points = int(plan.rebuy.price), plan.rebuy.points
        said.append(line("kiosk.casino.terms.rebuy", price=price, points=points))
        said.append(_rebuy_time(plan.rebuy))
        said.append(words.limits(plan.rebuy))
    if plan.addon is not None:
        price, points = int(plan.addon.price), plan.addon.points
        said.append(line("kiosk.casino.terms.addon", price=price, points=points))
    for one in (*said, *_ends(view)):
        yield TermsLook(cloth, said=one)
    yield TermsLook(cloth, shares=view.shares)


def equal_terms(view: CasinoView) -> Line:
    """RAY-SLOT-2: the same time, the same reservations."""
    minutes, reservations = view.plan.machine_ms // 60_000, view.plan.reservations
    if minutes and reservations:
        return line("kiosk.casino.time_reservations", count=reservations, minutes=str(minutes))
    if minutes:
        return line("kiosk.casino.minutes", count=minutes)
    return line("kiosk.casino.reservations", count=reservations)


def _rebuy_time(rebuy: Rebuy) -> Line:
    """RAY-REBUY-1: how long."""
    if rebuy.ms:
        return line("kiosk.casino.terms.rebuy_minutes", count=rebuy.ms // 60_000)
    if rebuy.rounds:
        return line("kiosk.casino.terms.rebuy_rounds", count=rebuy.rounds)
    return line("kiosk.casino.terms.rebuy_levels", count=rebuy.levels)


def _ends(view: CasinoView) -> Iterator[Line]:
    """RAY-1-3: when it is over, where that is not the last player."""
    ends = view.plan.ends
    if ends.ms:
        yield line("kiosk.casino.terms.end_time", count=ends.ms // 60_000)
    for name in ("rounds", "hands", "levels", "players"):
        number = getattr(ends, name)
        if number:
            yield line(f"kiosk.casino.terms.end_{name}", count=number)


def _draw_terms(
    terms: Sequence[TermsLook], box: pygame.Rect, grid: Grid, columns: int = 2
) -> list[Part]:
    """One line each, in two columns; alone they are large."""
    rows = -(-len(terms) // columns)
    step = min(grid.px(TERM_HIGH if columns > 1 else 7), box.height // max(1, rows))
    parts = []
    for index, look in enumerate(terms):
        column, row = divmod(index, rows)
        wide = box.width // columns - grid.px(1)
        where = pygame.Rect(
            box.left + column * (wide + grid.px(2)), box.top + row * step, wide, step
        )
        parts.append(Part(f"term.{index}", where, look, draw_term))
    return parts


def draw_level(brush: Brush, box: pygame.Rect, look: LevelLook) -> None:
    """Number, stakes, ante, how long, and the break behind it."""
    cloth, level, pause_ms, now = look
    brush.fill(box, cloth.table)
    colour = AMBER if now else cloth.text
    number = pygame.Rect(box.left, box.top, brush.px(4.5), box.height)
    brush.write(number, str(level.number), ROW, AMBER if now else cloth.text2, cloth.table)
    wide = brush.px(16) if pause_ms is not None else brush.px(9)
    lasts = pygame.Rect(box.right - wide, box.top, wide, box.height)
    minutes = str(level.ms // 60_000)
    said = brush.say(line("kiosk.casino.short_minutes", minutes=minutes)) if level.ms else ""
    if pause_ms is not None:
        pause = str(pause_ms // 60_000)
        said = brush.say(line("kiosk.casino.then_break", minutes=minutes, pause=pause))
    brush.write(lasts, said, SMALL, cloth.text2, cloth.table, Across.RIGHT)
    stakes = brush.say(words.with_ante(level))
    room = pygame.Rect(number.right, box.top, lasts.left - number.right - brush.px(1), box.height)
    brush.write(room, stakes, ROW, colour, cloth.table)


def draw_term(brush: Brush, box: pygame.Rect, look: TermsLook) -> None:
    """One line of the terms."""
    cloth = look.cloth
    brush.fill(box, cloth.table)
    told = ""
    if look.said is not None:
        told = brush.say(look.said)
    elif look.formula:
        told = brush.say(line("kiosk.casino.formula", formula=words.formula(brush, look.formula)))
    elif look.shares:
        told = brush.say(
            line("kiosk.casino.prizes_shares", shares=words.shares(brush, look.shares))
        )
    kind = TERMS.sized(max(2.7, min(4, box.height / brush.grid.u * 0.6)))
    brush.write(box, told, kind, cloth.text2, cloth.table)
