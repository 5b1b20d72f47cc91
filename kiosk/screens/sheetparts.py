"""Pieces of the result sheet: seat tabs, cash and sums, what is no deed, the pad, the way on."""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.screens.brush import SMALL, Across, Brush, Type
from kiosk.screens.counted import CountedSeat, CountedTable
from kiosk.screens.frame import Line, SheetEntry, line
from kiosk.screens.label import ButtonLook, LabelLook, bar, label, touch
from kiosk.screens.layout import split
from kiosk.screens.part import Part
from kiosk.screens.targets import SeatTab, SheetDone, SheetField
from kiosk.screens.text import Face
from kiosk.screens.theme import Cloth, Grid
from rules.value import Value

ASK: Final = Type(Face.MEDIUM, 2.75, 2.25)
CASH: Final = Type(Face.BOLD, 6.6, 3)
ROW: Final = Type(Face.REGULAR, 2.75, 2.25)
SUM: Final = Type(Face.BOLD, 2.9, 2.25)
WEALTH: Final = Type(Face.BOLD, 5.8, 3)
WHOSE: Final = Type(Face.BOLD, 4.4, 2.25)


class CashLook(Value):
    """State of the cash: digits as typed, or what was counted."""

    cloth: Cloth
    shown: str | int


def tabs(table: CountedTable, entry: SheetEntry, row: pygame.Rect, grid: Grid) -> list[Part]:
    """A tab a seat: amber = being counted, ticked = counted, outlined = bankrupt."""
    parts = []
    boxes = split(row, len(table.seats), grid.px(0.8), along=True)
    for seat, box in zip(table.seats, boxes, strict=True):
        look = ButtonLook(
            table.cloth, str(seat.seat), lit=seat.seat == entry.seat, hollow=seat.out,
            dim=seat.out, ticked=seat.seat in entry.counted,
        )  # fmt: skip
        parts.append(touch(f"tab.{seat.seat}", box, look, SeatTab(seat.seat)))
    return parts


def cash_box(
    table: CountedTable, entry: SheetEntry, seat: CountedSeat, box: pygame.Rect, grid: Grid
) -> list[Part]:
    """Label and digits of the cash; typed digits stand as typed."""
    cloth = table.cloth
    cap = pygame.Rect(box.left, box.top, box.width, grid.px(3.2))
    field = pygame.Rect(
        box.left, cap.bottom + grid.px(0.4), box.width, box.bottom - cap.bottom - grid.px(0.4)
    )
    shown: str | int = ""
    if entry.cash:
        shown = int(entry.cash)
    elif seat.cash is not None:
        shown = seat.cash
    words = LabelLook(Line("kiosk.sheet.cash"), ASK, cloth.text2, cloth.ground)
    return [
        label("cash.label", cap, words),
        Part("cash", field, CashLook(cloth, shown), draw_cash),
    ]


def draw_cash(brush: Brush, box: pygame.Rect, look: CashLook) -> None:
    """An outlined field with the sum at the right."""
    cloth, shown = look.cloth, look.shown
    brush.plate(box, 1, cloth.ground, cloth.ground, line=cloth.text, width=0.4)
    inner = box.inflate(-2 * brush.px(1.6), 0)
    text = brush.texts.number(shown) if isinstance(shown, int) else shown
    kind = CASH.sized(min(CASH.size, box.height / brush.grid.u * 0.85))
    brush.write(inner, text, kind, cloth.text, cloth.ground, Across.RIGHT)


def sums(
    table: CountedTable, seat: CountedSeat, chosen: str | None, box: pygame.Rect, grid: Grid
) -> list[Part]:
    """What the deeds come to, and the wealth; below them what lies on no field."""
    cloth, count = table.cloth, len(seat.sums)
    foot = grid.px(11.0 if seat.small else 7.5)
    extra = grid.px(grid.finger + 0.8) if table.extras else 0
    step = min(grid.px(5.4), (box.height - foot - extra) // max(1, count))
    parts = []
    for index, (key, value) in enumerate(seat.sums):
        row = pygame.Rect(box.left, box.top + index * step, box.width, step)
        parts += _sum(cloth, key, row, value, (ROW, SUM))
    rule = pygame.Rect(box.left, box.top + count * step, box.width, max(2, grid.px(0.25)))
    parts.append(bar("sum.rule", rule, cloth.line))
    row = pygame.Rect(box.left, rule.bottom + grid.px(0.8), box.width, grid.px(6))
    wealth = seat.wealth if seat.cash is not None else None
    parts += _sum(cloth, "kiosk.sheet.wealth", row, wealth, (ASK.sized(3.2), WEALTH))
    if seat.small is not None:
        row = pygame.Rect(box.left, row.bottom, box.width, grid.px(3.4))
        look = LabelLook(seat.small, SMALL.sized(2.4), cloth.text2, cloth.ground)
        parts.append(label("sum.free", row, look))
    if table.extras:
        below = pygame.Rect(box.left, row.bottom + grid.px(0.8), box.width, grid.px(grid.finger))
        parts += _extras(table, seat, chosen, below, grid)
    return parts


def _extras(
    table: CountedTable, seat: CountedSeat, chosen: str | None, row: pygame.Rect, grid: Grid
) -> list[Part]:
    boxes = split(row, len(table.extras), grid.px(0.8), along=True)
    parts = []
    for extra, box in zip(table.extras, boxes, strict=True):
        owner, _, _ = table.holding(extra.code)
        look = ButtonLook(
            table.cloth, extra.text, lit=extra.code == chosen, hollow=owner != seat.seat, size=3.4,
            ticked=owner == seat.seat,
        )  # fmt: skip
        parts.append(touch(f"extra.{extra.code}", box, look, SheetField(extra.code)))
    return parts


def _sum(
    cloth: Cloth, key: str, row: pygame.Rect, value: int | None, kinds: tuple[Type, Type]
) -> list[Part]:
    share = row.width * (58 if kinds[0] is ROW else 45) // 100
    name = pygame.Rect(row.left, row.top, share, row.height)
    figure = pygame.Rect(name.right, row.top, row.right - name.right, row.height)
    shown: str | int = "–" if value is None else value
    right = Across.RIGHT
    return [
        label(f"{key}.name", name, LabelLook(Line(key), kinds[0], cloth.text2, cloth.ground)),
        label(f"{key}.value", figure, LabelLook(shown, kinds[1], cloth.text, cloth.ground, right)),
    ]


def stock(table: CountedTable, box: pygame.Rect) -> list[Part]:
    """What was dealt to the sheets and what the bank has left."""
    if table.stock is None:
        return []
    look = LabelLook(table.stock, SMALL.lined(2), table.cloth.text2, table.cloth.ground)
    return [label("stock", box, look)]


def done(table: CountedTable, entry: SheetEntry, box: pygame.Rect) -> Part:
    """On to the next seat, or to the signatures; hollow until the seat is counted."""
    ready = entry.seat in entry.counted or bool(entry.cash)
    if not ready:
        text = line("kiosk.sheet.cash.first", seat=str(entry.seat))
    elif entry.next_seat is None:
        text = line("kiosk.sheet.done.sign", seat=str(entry.seat))
    else:
        text = line("kiosk.sheet.done.next", seat=str(entry.seat), next=str(entry.next_seat))
    look = ButtonLook(table.cloth, text, lit=ready, hollow=not ready, dim=not ready)
    return touch("done", box, look, SheetDone() if ready else None)


def whose(table: CountedTable, seat: CountedSeat, box: pygame.Rect) -> Part:
    """Number and name of the seat being counted."""
    look = LabelLook(f"{seat.seat} · {seat.name}", WHOSE, table.cloth.text, table.cloth.ground)
    return label("who", box, look)
