"""Pieces of the result sheet: seat tabs, the field's editor, cash and sums, the pad, the way on."""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.families.monopoly.screens.boardmap import DEEDS
from kiosk.screens.brush import SMALL, Across, Brush, Type
from kiosk.screens.frame import Frame, Line, SheetEntry, line
from kiosk.screens.label import ButtonLook, LabelLook, bar, label, touch
from kiosk.screens.layout import split
from kiosk.screens.part import Part
from kiosk.screens.targets import (
    Clear,
    Digit,
    Ok,
    SeatTab,
    SheetDone,
)
from kiosk.screens.text import Face
from kiosk.screens.theme import HUN, Grid
from rules.monopoly.view import Mark, MonopolyView, SeatView, SheetView

CODE: Final = Type(Face.BOLD, 9, 5)
LETTER: Final = Type(Face.BOLD, 4.6, 3)
PRICE: Final = Type(Face.BOLD, 5, 3)
ASK: Final = Type(Face.MEDIUM, 2.75, 2.25)
CASH: Final = Type(Face.BOLD, 6.6, 3)
ROW: Final = Type(Face.REGULAR, 2.75, 2.25)
SUM: Final = Type(Face.BOLD, 2.9, 2.25)
WEALTH: Final = Type(Face.BOLD, 5.8, 3)
HINT: Final = Type(Face.REGULAR, 2.4, 2.25, lines=2)


def seat_of(view: MonopolyView, entry: SheetEntry) -> SeatView:
    """The seat being counted."""
    return next(seat for seat in view.seats if seat.seat == entry.seat)


def tabs(view: MonopolyView, entry: SheetEntry, row: pygame.Rect, grid: Grid) -> list[Part]:
    """A tab a seat: amber = being counted, ticked = counted, outlined = bankrupt."""
    parts = []
    for seat, box in zip(
        view.seats, split(row, len(view.seats), grid.px(0.8), along=True), strict=True
    ):
        out = seat.mark in (Mark.OUT, Mark.REMOVED) or seat.out_at is not None
        look = ButtonLook(
            HUN, str(seat.seat), lit=seat.seat == entry.seat, hollow=out, dim=out,
            ticked=seat.seat in entry.counted,
        )  # fmt: skip
        parts.append(touch(f"tab.{seat.seat}", box, look, SeatTab(seat.seat)))
    return parts


def cash_box(entry: SheetEntry, seat: SeatView, box: pygame.Rect, grid: Grid) -> list[Part]:
    """Label and digits of the cash; typed digits stand as typed."""
    cloth = HUN
    cap = pygame.Rect(box.left, box.top, box.width, grid.px(3.2))
    field = pygame.Rect(
        box.left, cap.bottom + grid.px(0.4), box.width, box.bottom - cap.bottom - grid.px(0.4)
    )
    shown: str | int = ""
    if entry.cash:
        shown = int(entry.cash)
    elif seat.sheet is not None and seat.sheet.cash is not None:
        shown = seat.sheet.cash
    return [
        label(
            "cash.label", cap, LabelLook(Line("kiosk.sheet.cash"), ASK, cloth.text2, cloth.ground)
        ),
        Part("cash", field, shown, draw_cash),
    ]


def draw_cash(brush: Brush, box: pygame.Rect, shown: str | int) -> None:
    """An outlined field with the sum at the right."""
    brush.plate(box, 1, HUN.ground, HUN.ground, line=HUN.text, width=0.4)
    inner = box.inflate(-2 * brush.px(1.6), 0)
    text = brush.texts.number(shown) if isinstance(shown, int) else shown
    kind = CASH.sized(min(CASH.size, box.height / brush.grid.u * 0.85))
    brush.write(inner, text, kind, HUN.text, HUN.ground, Across.RIGHT)


def sums(sheet: SheetView | None, box: pygame.Rect, grid: Grid) -> list[Part]:
    """What the deeds come to, and the wealth: sums exist only now, after the end."""
    cloth = HUN
    step = min(grid.px(5.4), (box.height - grid.px(11)) // 3)
    rows = (
        ("kiosk.sheet.deeds", sheet.unmortgaged if sheet else None),
        ("kiosk.sheet.half", sheet.mortgaged if sheet else None),
        ("kiosk.sheet.buildings", sheet.buildings if sheet else None),
    )
    parts = []
    for index, (key, value) in enumerate(rows):
        row = pygame.Rect(box.left, box.top + index * step, box.width, step)
        parts += _sum(key, row, value, (ROW, SUM), grid)
    rule = pygame.Rect(box.left, box.top + 3 * step, box.width, max(2, grid.px(0.25)))
    parts.append(bar("sum.rule", rule, cloth.line))
    row = pygame.Rect(box.left, rule.bottom + grid.px(0.8), box.width, grid.px(6))
    wealth = sheet.wealth if sheet is not None and sheet.cash is not None else None
    parts += _sum("kiosk.sheet.wealth", row, wealth, (ASK.sized(3.2), WEALTH), grid)
    free = pygame.Rect(box.left, row.bottom, box.width, grid.px(3.4))
    text = line("kiosk.sheet.free", value=sheet.unencumbered if sheet else 0)
    parts.append(
        label("sum.free", free, LabelLook(text, SMALL.sized(2.4), cloth.text2, cloth.ground))
    )
    return parts


def _sum(
    key: str, row: pygame.Rect, value: int | None, kinds: tuple[Type, Type], grid: Grid
) -> list[Part]:
    share = row.width * (58 if kinds[0] is ROW else 45) // 100
    name = pygame.Rect(row.left, row.top, share, row.height)
    figure = pygame.Rect(name.right, row.top, row.right - name.right, row.height)
    shown: str | int = "–" if value is None else value
    right = Across.RIGHT
    return [
        label(f"{key}.name", name, LabelLook(Line(key), kinds[0], HUN.text2, HUN.ground)),
        label(f"{key}.value", figure, LabelLook(shown, kinds[1], HUN.text, HUN.ground, right)),
    ]


def pad(box: pygame.Rect, grid: Grid) -> list[Part]:
    """7 8 9 on top as on a keypad, C left, OK right and amber."""
    keys = ((7, 8, 9), (4, 5, 6), (1, 2, 3), (None, 0, None))
    parts = []
    for row, digits in zip(split(box, 4, grid.px(0.8)), keys, strict=True):
        cells = split(row, 3, grid.px(0.8), along=True)
        for cell, digit in zip(cells, digits, strict=True):
            if digit is not None:
                look = ButtonLook(HUN, str(digit), size=5)
                parts.append(touch(f"pad.{digit}", cell, look, Digit(digit)))
        if digits[0] is None:
            parts.append(touch("pad.c", cells[0], ButtonLook(HUN, "C", size=5), Clear()))
            ok = ButtonLook(HUN, "OK", size=5, lit=True)
            parts.append(touch("pad.ok", cells[2], ok, Ok()))
    return parts


def stock(view: MonopolyView, box: pygame.Rect) -> Part:
    """Deeds dealt to the sheets, houses and hotels left in the bank."""
    dealt = sum(len(seat.sheet.deeds) for seat in view.seats if seat.sheet)
    text = line(
        "kiosk.sheet.stock",
        dealt=str(dealt),
        of=str(DEEDS),
        houses=str(view.bank_houses if view.bank_houses is not None else "–"),
        hotels=str(view.bank_hotels if view.bank_hotels is not None else "–"),
    )
    return label("stock", box, LabelLook(text, SMALL.lined(2), HUN.text2, HUN.ground))


def done(entry: SheetEntry, box: pygame.Rect) -> Part:
    """On to the next seat, or to the signatures; hollow until the seat is counted."""
    ready = entry.seat in entry.counted or bool(entry.cash)
    if not ready:
        text = line("kiosk.sheet.cash.first", seat=str(entry.seat))
    elif entry.next_seat is None:
        text = line("kiosk.sheet.done.sign", seat=str(entry.seat))
    else:
        text = line("kiosk.sheet.done.next", seat=str(entry.seat), next=str(entry.next_seat))
    look = ButtonLook(HUN, text, lit=ready, hollow=not ready, dim=not ready)
    return touch("done", box, look, SheetDone() if ready else None)


def whose(frame: Frame, seat: SeatView, box: pygame.Rect) -> Part:
    """Number and name of the seat being counted."""
    name = f"{seat.seat} · {seat.name or seat.player}"
    return label("who", box, LabelLook(name, Type(Face.BOLD, 4.4, 2.25), HUN.text, HUN.ground))
