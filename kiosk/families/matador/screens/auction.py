"""RAMK-9.8, RAMK-9.12: the auction: what is sold, the highest bid, and the lander's right."""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.families.matador.own import Own
from kiosk.families.matador.screens.boardmap import BOARD
from kiosk.families.matador.screens.play import small_pot
from kiosk.families.matador.screens.words import who
from kiosk.screens.brush import LABEL, Across, Brush, Type
from kiosk.screens.frame import Frame, Line, line
from kiosk.screens.label import ButtonLook, LabelLook, label, touch
from kiosk.screens.part import Part, Picture
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.targets import Ok
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, MAT, Cloth, Colour, Grid
from rules.kinds import Money
from rules.matador.view import AuctionView, MatadorView
from rules.value import Value

WHAT: Final = Type(Face.BOLD, 9, 4)
LETTER: Final = Type(Face.BOLD, 5, 3)
HEAD: Final = Type(Face.MEDIUM, 3.1, 2.25)
BID: Final = Type(Face.BOLD, 22, 8)
BIDDER: Final = Type(Face.BOLD, 5.6, 3)
SIDE: Final = Type(Face.MEDIUM, 3.1, 2.25, lines=4)
TAKE: Final = Type(Face.BOLD, 10, 4)
NEXT: Final = Type(Face.BOLD, 3.4, 2.25, lines=2)


class ChipLook(Value):
    """State of the deed's chip: its code on its band."""

    cloth: Cloth
    code: str
    band: tuple[Colour, Colour]


class RightLook(Value):
    """State of the plate at the right: a sentence, and the price the lander pays."""

    cloth: Cloth
    text: Line
    price: Money | None


def auction(frame: Frame, grid: Grid) -> Picture:
    """PLAY while something is sold."""
    view: MatadorView = frame.view
    sale = view.auction
    if sale is None:
        raise ValueError("auction: view.auction = None; give a view in which something is sold")
    place, cloth = ring_plan(frame, grid), MAT
    inside = Inside(grid, place.table)
    title = LabelLook(
        Line("kiosk.matador.auction.title"), LABEL, cloth.text2, cloth.table, capitals=True
    )
    side = inside.right(21, _high(inside, grid) + 10, 0.42)
    parts = [
        label("title", inside.left(3.2, 4.6, 0.5), title),
        small_pot(view, inside.right(3.2, 4.6, 0.48)),
        *_what(frame, sale, inside, grid),
        *_best(view, sale, inside, grid),
        Part("right", side, _right(view, sale), draw_right),
        *_foot(frame, inside, grid),
    ]
    return ring("auction", frame, place, cloth, parts)


def _what(frame: Frame, sale: AuctionView, inside: Inside, grid: Grid) -> list[Part]:
    """The deed's chip and its printed name; anything else by its own words."""
    row = inside.row(8.6, 10.4)
    own = frame.own
    text = own.name_of(sale.what) if isinstance(own, Own) else sale.what
    parts = []
    if sale.what in BOARD.deeds():
        chip = pygame.Rect(
            row.left, row.top + grid.px(0.9), grid.px(9.5), row.height - grid.px(1.8)
        )
        look = ChipLook(MAT, sale.what, BOARD.band(sale.what))
        parts.append(Part("chip", chip, look, draw_chip))
        row = pygame.Rect(chip.right + grid.px(2), row.top, 0, row.height)
        row.width = inside.row(0, 1).right - row.left
    return [*parts, label("what", row, LabelLook(text, WHAT, MAT.text, MAT.table))]


def draw_chip(brush: Brush, box: pygame.Rect, look: ChipLook) -> None:
    """The code on the group's colour."""
    colour, ink = look.band
    brush.plate(box, 0.6, colour, look.cloth.table)
    brush.write(box, look.code, LETTER, ink, colour, Across.MIDDLE)


def _high(inside: Inside, grid: Grid) -> float:
    """What is left for the figure of the bid, in u."""
    return inside.high - grid.finger - 4.5 - 25 - 8


def _best(view: MatadorView, sale: AuctionView, inside: Inside, grid: Grid) -> list[Part]:
    """The highest bid very large, and whose it is; before the first the least one."""
    cloth, wide = MAT, 0.55
    if sale.best is None:
        head, amount = Line("kiosk.matador.auction.least"), sale.least
        bidder: Line | str = Line("kiosk.matador.auction.none")
        colour = cloth.text2
    else:
        seat, amount = sale.best
        head, bidder, colour = Line("kiosk.matador.auction.best"), who(view, seat), AMBER
    high = _high(inside, grid)
    figure = LabelLook(amount, BID.sized(min(BID.size, high * 1.04)), colour, cloth.table)
    return [
        label("head", inside.left(21, 4, wide), LabelLook(head, HEAD, cloth.text2, cloth.table)),
        label("bid", inside.left(25, high, wide), figure),
        label(
            "bidder",
            inside.left(25 + high, 7.8, wide),
            LabelLook(bidder, BIDDER, cloth.text, cloth.table),
        ),
    ]


def _right(view: MatadorView, sale: AuctionView) -> RightLook:
    """What the lander may do, or how the sale of a mortgaged property is shared."""
    if sale.owner is not None:
        text = line("kiosk.matador.auction.mortgaged", who=who(view, sale.owner))
        return RightLook(MAT, text, None)
    if sale.take_price is None or sale.lander is None:
        return RightLook(MAT, Line("kiosk.matador.auction.plain"), None)
    key = (
        "kiosk.matador.auction.takes_printed"
        if sale.best is None
        else "kiosk.matador.auction.takes"
    )
    return RightLook(MAT, line(key, who=who(view, sale.lander)), sale.take_price)


def draw_right(brush: Brush, box: pygame.Rect, look: RightLook) -> None:
    """An outlined plate."""
    cloth = look.cloth
    brush.plate(box, 1.4, cloth.table, cloth.table, line=cloth.line, width=0.4)
    inner = box.inflate(-2 * brush.px(2), -2 * brush.px(1.6))
    words = inner.copy()
    if look.price is not None:
        words.height = inner.height * 55 // 100
        below = pygame.Rect(inner.left, words.bottom, inner.width, inner.bottom - words.bottom)
        brush.write(below, brush.texts.number(look.price), TAKE, cloth.text, cloth.table)
    brush.write(words, brush.say(look.text), SIDE, cloth.text, cloth.table)


def _foot(frame: Frame, inside: Inside, grid: Grid) -> list[Part]:
    """What the next press of a bidder offers, and the key that ends it."""
    own, high = frame.own, grid.finger + 0.5
    row = inside.row(inside.high - high - 2.5, high)
    sold = pygame.Rect(0, row.top, grid.px(24), row.height)
    sold.right = row.right
    look = ButtonLook(MAT, Line("kiosk.matador.auction.sold"), lit=True, ground=MAT.table)
    parts = [touch("sold", sold, look, Ok())]
    if isinstance(own, Own) and own.bid is not None:
        words = pygame.Rect(row.left, row.top, sold.left - grid.px(2) - row.left, row.height)
        text = line("kiosk.matador.auction.next", sum=own.bid)
        parts.append(label("next", words, LabelLook(text, NEXT, MAT.text, MAT.table)))
    return parts
