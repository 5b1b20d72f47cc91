"""The result sheet by touch: deeds where they lie on the board, cash by the pad, the sums at once.

Three arrangements: board and panel beside each other (16:9), board above the panel (portrait),
and one side of the board at a time on small screens, where 40 squares would be too small for a
finger.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import pygame

from kiosk.screens.boardmap import BoardMap
from kiosk.screens.brush import Across, Brush, Type
from kiosk.screens.chrome import chrome
from kiosk.screens.counted import CountedSeat, CountedTable
from kiosk.screens.deeds import deed_part
from kiosk.screens.frame import Frame, SheetEntry
from kiosk.screens.label import ButtonLook, shown, touch
from kiosk.screens.layout import Plan, plan, split
from kiosk.screens.pad import pad
from kiosk.screens.part import Part, Picture
from kiosk.screens.sheeteditor import editor
from kiosk.screens.sheetparts import cash_box, done, stock, sums, tabs, whose
from kiosk.screens.targets import SheetSide
from kiosk.screens.text import Face
from kiosk.screens.theme import Cloth, Grid

SQUARE: Final = Type(Face.NOTE, 2.4, 1.9)


class Board(NamedTuple):
    """Ground: the board's field and its squares without deeds."""

    cloth: Cloth
    map: BoardMap
    board: tuple[int, int, int, int]
    corner: int
    gap: int


class Strip(NamedTuple):
    """Ground on a small screen: one side of the board."""

    cloth: Cloth
    map: BoardMap
    row: tuple[int, int, int, int]
    side: int


def counting_sheet(frame: Frame, grid: Grid, table: CountedTable) -> Picture:
    """COUNT: one seat at a time."""
    entry = frame.entry
    if entry is None:
        raise ValueError("sheet: frame.entry = None; give the seat being counted")
    place = plan(grid, 0)
    if grid.small and not grid.portrait:
        return _small(frame, table, entry, grid, place)
    return _with_board(frame, table, entry, grid, place)


def _with_board(
    frame: Frame, table: CountedTable, entry: SheetEntry, grid: Grid, place: Plan
) -> Picture:
    seat = table.of(entry.seat)
    area = place.content
    margin = grid.px(2)
    if grid.portrait:
        top = pygame.Rect(margin, area.top, area.width - 2 * margin, grid.px(8))
        parts = tabs(table, entry, top, grid)
        side = grid.px(80)
        board = pygame.Rect((grid.width - side) // 2, top.bottom + grid.px(1), side, side)
        panel = pygame.Rect(margin, board.bottom + grid.px(1), grid.width - 2 * margin, 0)
        panel.height = area.bottom - panel.top - grid.px(1)
        parts += _panel(table, entry, seat, panel, grid)
    else:
        board = pygame.Rect(margin, area.top, area.height - 2, area.height - 2)
        left = board.right + grid.px(3)
        panel = pygame.Rect(
            left, area.top, grid.width - left - grid.px(3), area.height - grid.px(0.5)
        )
        parts = tabs(
            table, entry, pygame.Rect(panel.left, panel.top, panel.width, grid.px(7)), grid
        )
        inner = pygame.Rect(
            panel.left, panel.top + grid.px(8), panel.width, panel.height - grid.px(8)
        )
        parts += _panel(table, entry, seat, inner, grid)
    ground = Board(
        table.cloth, table.board, (board.x, board.y, board.w, board.h),
        round(board.width * 0.137), max(2, grid.px(0.25)),
    )  # fmt: skip
    for code, box, where in table.board.squares(board, ground.corner, ground.gap):
        if table.board.is_deed(code):
            parts.append(deed_part(table, entry.seat, entry.field, code, where, box))
    inside = board.inflate(-2 * (ground.corner + grid.px(2.5)), -2 * (ground.corner + grid.px(2.5)))
    parts += editor(table, entry, inside, grid, table.cloth.table)
    parts += chrome(frame, place, table.cloth)
    return Picture("sheet", table.cloth, tuple(parts), _draw_board, ground)


def _panel(
    table: CountedTable, entry: SheetEntry, seat: CountedSeat, panel: pygame.Rect, grid: Grid
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
        whose(table, seat, who),
        *cash_box(table, entry, seat, cash, grid),
        *sums(table, seat, entry.field, rest, grid),
        *pad(right, grid, table.cloth, table.cloth.ground),
        *stock(table, below),
        done(table, entry, button),
    ]


def _draw_board(brush: Brush, box: pygame.Rect, look: Any) -> None:
    cloth = look.cloth
    brush.fill(box, cloth.ground)
    board = pygame.Rect(look.board)
    brush.plate(board, 1, cloth.table, cloth.ground)
    for code, spot, _ in look.map.squares(board, look.corner, look.gap):
        if look.map.is_deed(code):
            continue
        brush.fill(spot, cloth.ground)
        words = shown(brush, look.map.blanks[code])
        inner = spot.inflate(-4, 0)
        brush.write(inner, words, SQUARE, cloth.text2, cloth.ground, Across.MIDDLE)


def _small(
    frame: Frame, table: CountedTable, entry: SheetEntry, grid: Grid, place: Plan
) -> Picture:
    seat = table.of(entry.seat)
    area = place.content.inflate(-2 * grid.px(2), 0)
    finger = grid.px(grid.finger)
    head = pygame.Rect(area.left, area.top, area.width, finger)
    seats = pygame.Rect(head.left, head.top, min(grid.px(84), area.width * 58 // 100), finger)
    sides = pygame.Rect(
        seats.right + grid.px(4), head.top, head.right - seats.right - grid.px(4), finger
    )
    parts = tabs(table, entry, seats, grid)
    for side, box in enumerate(split(sides, 4, grid.px(0.8), along=True)):
        look = ButtonLook(
            table.cloth, table.board.side_names[side], hollow=side != entry.side, size=3.6
        )
        parts.append(touch(f"side.{side}", box, look, SheetSide(side)))
    row = pygame.Rect(area.left, head.bottom + grid.px(1), area.width, grid.px(13))
    for code, box in _along(table.board, row, entry.side, grid):
        if table.board.is_deed(code):
            parts.append(deed_part(table, entry.seat, entry.field, code, 2, box))
    lower = pygame.Rect(area.left, row.bottom + grid.px(1.5), area.width, 0)
    lower.height = area.bottom - lower.top - grid.px(0.5)
    left = pygame.Rect(
        lower.left, lower.top, min(grid.px(62), area.width * 43 // 100), lower.height
    )
    parts += editor(table, entry, left, grid, table.cloth.ground)
    right = pygame.Rect(left.right + grid.px(3), lower.top, 0, lower.height)
    right.width = lower.right - right.left
    parts += _small_panel(table, entry, seat, right, grid)
    parts += chrome(frame, place, table.cloth)
    ground = Strip(table.cloth, table.board, (row.x, row.y, row.w, row.h), entry.side)
    return Picture("sheet", table.cloth, tuple(parts), _draw_strip, ground)


def _small_panel(
    table: CountedTable, entry: SheetEntry, seat: CountedSeat, box: pygame.Rect, grid: Grid
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
        whose(table, seat, who),
        *cash_box(table, entry, seat, cash, grid),
        *sums(table, seat, entry.field, rest, grid),
        *pad(keys, grid, table.cloth, table.cloth.ground),
        done(table, entry, button),
    ]


def _along(
    board: BoardMap, row: pygame.Rect, side: int, grid: Grid
) -> list[tuple[str, pygame.Rect]]:
    """The squares of a side as seen on the board: two sides are walked to the left and upwards."""
    codes = board.row(side)
    boxes = split(row, len(codes), max(2, grid.px(0.5)), along=True)
    if side in (0, 1):
        boxes.reverse()
    return list(zip(codes, boxes, strict=True))


def _draw_strip(brush: Brush, box: pygame.Rect, look: Any) -> None:
    cloth = look.cloth
    brush.fill(box, cloth.ground)
    for code, spot in _along(look.map, pygame.Rect(look.row), look.side, brush.grid):
        if not look.map.is_deed(code):
            brush.fill(spot, cloth.table)
            words = shown(brush, look.map.blanks[code])
            inner = spot.inflate(-4, 0)
            brush.write(inner, words, SQUARE, cloth.text2, cloth.table, Across.MIDDLE)
