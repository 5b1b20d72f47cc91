"""The result sheet by touch: deeds where they lie on the board, cash by the pad, the sums at once.

Three arrangements: board and panel beside each other (16:9), board above the panel (portrait),
and one side of the board at a time on small screens, where 40 squares would be too small for a
finger.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import pygame

from kiosk.families.monopoly.screens.boardmap import SIDES, SQUARES, is_deed, squares
from kiosk.families.monopoly.screens.deeds import deed_part
from kiosk.families.monopoly.screens.sheeteditor import editor
from kiosk.families.monopoly.screens.sheetparts import (
    cash_box,
    done,
    pad,
    seat_of,
    stock,
    sums,
    tabs,
    whose,
)
from kiosk.screens.brush import Across, Brush, Type
from kiosk.screens.chrome import chrome
from kiosk.screens.frame import Frame, SheetEntry
from kiosk.screens.label import ButtonLook, shown, touch
from kiosk.screens.layout import Plan, plan, split
from kiosk.screens.part import Part, Picture
from kiosk.screens.targets import SheetSide
from kiosk.screens.text import Face
from kiosk.screens.theme import HUN, Grid
from rules.monopoly.view import MonopolyView, SeatView

SQUARE: Final = Type(Face.NOTE, 2.4, 1.9)
SIDE_NAMES: Final = ("A B", "C D", "E F", "G H")


class Board(NamedTuple):
    """Ground: the board's field and its squares without deeds."""

    board: tuple[int, int, int, int]
    corner: int
    gap: int


class Strip(NamedTuple):
    """Ground on a small screen: one side of the board."""

    row: tuple[int, int, int, int]
    side: int


def sheet(frame: Frame, grid: Grid) -> Picture:
    """COUNT: one seat at a time."""
    view: MonopolyView | None = frame.view
    entry = frame.entry
    if view is None or entry is None:
        raise ValueError("sheet: frame.entry = None; give the seat being counted")
    place = plan(grid, 0)
    if grid.small and not grid.portrait:
        return _small(frame, view, entry, grid, place)
    return _with_board(frame, view, entry, grid, place)


def _with_board(
    frame: Frame, view: MonopolyView, entry: SheetEntry, grid: Grid, place: Plan
) -> Picture:
    seat = seat_of(view, entry)
    area = place.content
    margin = grid.px(2)
    if grid.portrait:
        top = pygame.Rect(margin, area.top, area.width - 2 * margin, grid.px(8))
        parts = tabs(view, entry, top, grid)
        side = grid.px(80)
        board = pygame.Rect((grid.width - side) // 2, top.bottom + grid.px(1), side, side)
        panel = pygame.Rect(margin, board.bottom + grid.px(1), grid.width - 2 * margin, 0)
        panel.height = area.bottom - panel.top - grid.px(1)
        parts += _panel(frame, view, entry, seat, panel, grid)
    else:
        board = pygame.Rect(margin, area.top, area.height - 2, area.height - 2)
        left = board.right + grid.px(3)
        panel = pygame.Rect(
            left, area.top, grid.width - left - grid.px(3), area.height - grid.px(0.5)
        )
        parts = tabs(view, entry, pygame.Rect(panel.left, panel.top, panel.width, grid.px(7)), grid)
        inner = pygame.Rect(
            panel.left, panel.top + grid.px(8), panel.width, panel.height - grid.px(8)
        )
        parts += _panel(frame, view, entry, seat, inner, grid)
    ground = Board(
        (board.x, board.y, board.w, board.h), round(board.width * 0.137), max(2, grid.px(0.25))
    )
    for code, box, where in squares(board, ground.corner, ground.gap):
        if is_deed(code):
            parts.append(deed_part(view, entry.seat, entry.field, code, where, box))
    inside = board.inflate(-2 * (ground.corner + grid.px(2.5)), -2 * (ground.corner + grid.px(2.5)))
    parts += editor(view, entry, inside, grid, HUN.table)
    parts += chrome(frame, place, HUN)
    return Picture("sheet", HUN, tuple(parts), _draw_board, ground)


def _panel(
    frame: Frame,
    view: MonopolyView,
    entry: SheetEntry,
    seat: SeatView,
    panel: pygame.Rect,
    grid: Grid,
) -> list[Part]:
    high = 5 if grid.portrait else 6.5
    who = pygame.Rect(panel.left, panel.top, panel.width, grid.px(high))
    button = pygame.Rect(panel.left, panel.bottom - grid.px(8.5), panel.width, grid.px(8.5))
    below = pygame.Rect(panel.left, button.top - grid.px(4), panel.width, grid.px(3.5))
    top = panel.top if grid.portrait else who.bottom + grid.px(0.5)
    block = pygame.Rect(panel.left, top, panel.width, 0)
    block.height = below.top - grid.px(1) - block.top
    left = pygame.Rect(block.left, block.top, block.width * 42 // 100, block.height)
    right = pygame.Rect(left.right + grid.px(3), block.top, 0, block.height)
    right.width = block.right - right.left
    right.height = min(right.height, grid.px(42))
    who.width = left.width if grid.portrait else who.width
    below_who = who.bottom if grid.portrait else left.top
    cash = pygame.Rect(left.left, below_who, left.width, grid.px(10 if grid.portrait else 12))
    rest = pygame.Rect(left.left, cash.bottom + grid.px(1), left.width, 0)
    rest.height = left.bottom - rest.top
    return [
        whose(frame, seat, who),
        *cash_box(entry, seat, cash, grid),
        *sums(seat.sheet, rest, grid),
        *pad(right, grid),
        stock(view, below),
        done(entry, button),
    ]


def _draw_board(brush: Brush, box: pygame.Rect, look: Any) -> None:
    brush.fill(box, HUN.ground)
    board = pygame.Rect(look.board)
    brush.plate(board, 1, HUN.table, HUN.ground)
    for code, spot, _ in squares(board, look.corner, look.gap):
        if is_deed(code):
            continue
        brush.fill(spot, HUN.ground)
        words = shown(brush, SQUARES[code])
        brush.write(spot.inflate(-4, 0), words, SQUARE, HUN.text2, HUN.ground, Across.MIDDLE)


def _small(frame: Frame, view: MonopolyView, entry: SheetEntry, grid: Grid, place: Plan) -> Picture:
    seat = seat_of(view, entry)
    area = place.content.inflate(-2 * grid.px(2), 0)
    finger = grid.px(grid.finger)
    head = pygame.Rect(area.left, area.top, area.width, finger)
    seats = pygame.Rect(head.left, head.top, min(grid.px(84), area.width * 58 // 100), finger)
    sides = pygame.Rect(
        seats.right + grid.px(4), head.top, head.right - seats.right - grid.px(4), finger
    )
    parts = tabs(view, entry, seats, grid)
    for side, box in enumerate(split(sides, 4, grid.px(0.8), along=True)):
        look = ButtonLook(HUN, SIDE_NAMES[side], hollow=side != entry.side, size=3.6)
        parts.append(touch(f"side.{side}", box, look, SheetSide(side)))
    row = pygame.Rect(area.left, head.bottom + grid.px(1), area.width, grid.px(13))
    boxes = split(row, 9, max(2, grid.px(0.5)), along=True)
    if entry.side in (0, 1):  # as seen on the board: these sides are walked to the left and upwards
        boxes.reverse()
    for code, box in zip(SIDES[entry.side], boxes, strict=True):
        if is_deed(code):
            parts.append(deed_part(view, entry.seat, entry.field, code, 2, box))
    lower = pygame.Rect(area.left, row.bottom + grid.px(1.5), area.width, 0)
    lower.height = area.bottom - lower.top - grid.px(0.5)
    left = pygame.Rect(
        lower.left, lower.top, min(grid.px(62), area.width * 43 // 100), lower.height
    )
    parts += editor(view, entry, left, grid, HUN.ground)
    right = pygame.Rect(left.right + grid.px(3), lower.top, 0, lower.height)
    right.width = lower.right - right.left
    parts += _small_panel(frame, view, entry, seat, right, grid)
    parts += chrome(frame, place, HUN)
    ground = Strip((row.x, row.y, row.w, row.h), entry.side)
    return Picture("sheet", HUN, tuple(parts), _draw_strip, ground)


def _small_panel(
    frame: Frame,
    view: MonopolyView,
    entry: SheetEntry,
    seat: SeatView,
    box: pygame.Rect,
    grid: Grid,
) -> list[Part]:
    finger = grid.px(grid.finger)
    button = pygame.Rect(box.left, box.bottom - finger, box.width, finger)
    keys = pygame.Rect(
        0, box.top, min(grid.px(38), box.width * 47 // 100), button.top - grid.px(1) - box.top
    )
    keys.right = box.right
    column = pygame.Rect(box.left, box.top, keys.left - grid.px(2) - box.left, keys.height)
    who = pygame.Rect(column.left, column.top, column.width, grid.px(5.2))
    cash = pygame.Rect(column.left, who.bottom, column.width, grid.px(9.5))
    rest = pygame.Rect(column.left, cash.bottom + grid.px(0.5), column.width, 0)
    rest.height = column.bottom - rest.top
    return [
        whose(frame, seat, who),
        *cash_box(entry, seat, cash, grid),
        *sums(seat.sheet, rest, grid),
        *pad(keys, grid),
        done(entry, button),
    ]


def _draw_strip(brush: Brush, box: pygame.Rect, look: Any) -> None:
    brush.fill(box, HUN.ground)
    boxes = split(pygame.Rect(look.row), 9, max(2, brush.px(0.5)), along=True)
    if look.side in (0, 1):
        boxes.reverse()
    for code, spot in zip(SIDES[look.side], boxes, strict=True):
        if not is_deed(code):
            brush.fill(spot, HUN.table)
            words = shown(brush, SQUARES[code])
            brush.write(spot.inflate(-4, 0), words, SQUARE, HUN.text2, HUN.table, Across.MIDDLE)
