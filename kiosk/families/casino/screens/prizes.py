"""Prizes in a row: amounts once they may be told, shares before (RAY-PAY-2)."""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.families.casino.screens import words
from kiosk.screens.brush import Brush, Type
from kiosk.screens.frame import Line, line
from kiosk.screens.part import Part
from kiosk.screens.text import Face
from kiosk.screens.theme import Cloth
from rules.casino.view import CasinoView, Window
from rules.value import Value

PLACE: Final = Type(Face.BOLD, 3.6, 2.25)
AMOUNT: Final = Type(Face.BOLD, 5.4, 2.6)
SHARES: Final = Type(Face.BOLD, 4.4, 2.6)
NOTE: Final = Type(Face.REGULAR, 2.6, 2.25)
COLUMNS: Final = 3


class PrizesLook(Value):
    """State of the row."""

    cloth: Cloth
    shares: tuple[str, ...]
    amounts: tuple[Line, ...] | None
    seats: int
    note: str


def prizes(name: str, box: pygame.Rect, cloth: Cloth, view: CasinoView) -> Part:
    """The first three amounts, or all shares and when the amounts come."""
    plan = view.plan
    seats = plan.prizes.satellite_seats or (1 if plan.prizes.satellite_price else 0)
    amounts = None
    if view.amounts is not None:
        amounts = tuple(words.prize(view, int(amount)) for amount in view.amounts)
    look = PrizesLook(cloth, view.shares, amounts, seats, why_shares(view))
    return Part(name, box, look, draw_prizes)


def why_shares(view: CasinoView) -> str:
    """Why there are no amounts yet, as a key; empty where that needs no words."""
    if view.window not in (Window.NONE, Window.OVER):
        return "kiosk.casino.amounts_later"
    return "kiosk.casino.amounts_hall" if view.plan.tables > 1 else ""


def draw_prizes(brush: Brush, box: pygame.Rect, look: PrizesLook) -> None:
    """Amounts in columns; before, the shares in one line."""
    cloth = look.cloth
    brush.fill(box, cloth.table)
    if look.amounts is None:
        _draw_shares(brush, box, look)
        return
    shown = look.amounts[:COLUMNS]
    third = box.width // COLUMNS
    for index, amount in enumerate(shown):
        cell = pygame.Rect(box.left + third * index, box.top, third - brush.px(1), box.height)
        place = brush.texts.text("kiosk.casino.nth", place=str(index + 1))
        if index == len(shown) - 1 and len(look.amounts) > COLUMNS:
            place = brush.texts.text(
                "kiosk.casino.nth_of", place=str(index + 1), of=str(len(look.amounts))
            )
        wide = min(brush.wide(place, PLACE) + brush.px(1), cell.width // 2)
        left = pygame.Rect(cell.left, cell.top, wide, cell.height)
        brush.write(left, place, PLACE, cloth.text2, cloth.table)
        right = pygame.Rect(left.right, cell.top, cell.right - left.right, cell.height)
        brush.write(right, brush.say(amount), AMOUNT, cloth.text, cloth.table)


def _draw_shares(brush: Brush, box: pygame.Rect, look: PrizesLook) -> None:
    cloth = look.cloth
    told = brush.say(line("kiosk.casino.prizes_shares", shares=words.shares(brush, look.shares)))
    if look.seats:
        told = brush.say(line("kiosk.casino.prizes_seats"))
    half = box.width * 47 // 100
    left = pygame.Rect(box.left, box.top, half, box.height)
    brush.write(left, told, SHARES, cloth.text, cloth.table)
    if look.note:
        right = pygame.Rect(left.right + brush.px(1), box.top, 0, box.height)
        right.width = box.right - right.left
        note = brush.texts.text(look.note)
        brush.write(right, note, NOTE.lined(2), cloth.text2, cloth.table)
