"""The pages that take the whole table top: field 21, another board's places, and what computes."""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.families.matador.own import Own, PageRow, PlacesPage, PotPage
from kiosk.families.matador.screens.words import name, numbers, who
from kiosk.screens.brush import LABEL, Across, Brush, Type
from kiosk.screens.frame import Frame, Line, line
from kiosk.screens.glyphs import cross, tick
from kiosk.screens.label import ButtonLook, LabelLook, label, shown, touch
from kiosk.screens.layout import split
from kiosk.screens.pad import pad
from kiosk.screens.part import Part, Picture
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.targets import Clear, CloseMenu, No, Ok, Target, Yes
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, MAT, Cloth, Colour, Grid
from rules.kinds import Seat
from rules.matador.view import MatadorView
from rules.value import Value, replace

SUM: Final = Type(Face.BOLD, 22, 8)
ASK: Final = Type(Face.BOLD, 4.2, 2.4, lines=3)
TOLD: Final = Type(Face.BOLD, 6.6, 2.4, lines=3)
SHARES: Final = Type(Face.BOLD, 4.2, 2.4, lines=2)
TITLE: Final = Type(Face.BOLD, 4.4, 2.6)
ASKS: Final = Type(Face.MEDIUM, 3.1, 2.25, lines=2)
BIG: Final = Type(Face.BOLD, 7.2, 3.6)
ROW: Final = Type(Face.BOLD, 3.4, 2.25)
AMOUNT: Final = Type(Face.BOLD, 4, 2.25)
NOTE: Final = Type(Face.REGULAR, 2.6, 2.25, lines=3)
PLACE: Final = Type(Face.BOLD, 5, 3)
ROWS_MOST: Final = 8


class RowLook(Value):
    """State of a row: what stands at its left, what it says, what at its right."""

    cloth: Cloth
    key: str
    text: Line | str
    amount: Line | str | int | None = None
    dim: bool = False


def _own(frame: Frame) -> Own:
    if not isinstance(frame.own, Own):
        raise TypeError(f"page: frame.own = {frame.own!r}; give an Own with its page")
    return frame.own


def _keys(
    grid: Grid, inside: Inside, away: Target, done: Line | None = None, *, ready: bool = True
) -> list[Part]:
    """Away with the page, at the left of the foot; what is next, at the right."""
    row = _foot(grid, inside)
    close = pygame.Rect(row.left, row.top, grid.px(24), row.height)
    look = ButtonLook(MAT, Line("kiosk.panel.close"), hollow=True, sketch=cross, ground=MAT.table)
    parts = [touch("close", close, look, away)]
    if done is not None:
        key = pygame.Rect(0, row.top, grid.px(34), row.height)
        key.right = row.right
        look = ButtonLook(MAT, done, lit=ready, hollow=not ready, dim=not ready, ground=MAT.table)
        parts.append(touch("done", key, look, Ok() if ready else None))
    return parts


def _foot(grid: Grid, inside: Inside) -> pygame.Rect:
    high = grid.finger + 0.5
    return inside.row(inside.high - high - 2.5, high)


def _title(inside: Inside, text: Line) -> Part:
    look = LabelLook(text, LABEL, MAT.text2, MAT.table, capitals=True)
    return label("title", inside.row(3.2, 4.6), look)


def pot_page(frame: Frame, grid: Grid) -> Picture:
    """RAMK-5.1: the pot as large as it goes, who is asked, and what each would get."""
    view: MatadorView = frame.view
    open_page = _own(frame).pot
    if open_page is None:
        raise ValueError("pot page: own.pot = None; give the landing on field 21")
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    amount = line("kiosk.matador.money", sum=open_page.pot)
    high, face = (20.0, TOLD) if open_page.asks == "told" else (10.5, ASK)
    says = LabelLook(_asks(view, open_page), face, AMBER, MAT.table)
    parts = [
        _title(inside, Line("kiosk.matador.pot")),
        label("sum", inside.row(7.6, 22), LabelLook(amount, SUM, MAT.text, MAT.table)),
        label("ask", inside.row(30, high), says),
    ]
    if open_page.asks == "told":
        return ring(("pot page", "told"), frame, place, MAT, parts)
    parts += [
        label(
            "parts",
            inside.row(41, 8),
            LabelLook(_get(view, open_page), SHARES, MAT.text, MAT.table),
        ),
    ]
    if open_page.asks == "lander":
        parts += _yes_no(grid, inside)
    else:
        parts += _keys(grid, inside, Clear(), Line("kiosk.matador.pot.done"))
    return ring(("pot page", open_page.asks), frame, place, MAT, parts)


def _yes_no(grid: Grid, inside: Inside) -> list[Part]:
    """Under or not; away with the page between them."""
    row = _foot(grid, inside)
    yes, no, close = row.copy(), row.copy(), row.copy()
    close.width = grid.px(grid.finger + 2)
    close.centerx = row.centerx
    yes.width = close.left - grid.px(1) - row.left
    no.left, no.width = close.right + grid.px(1), yes.width
    answers = (
        ("yes", yes, ButtonLook(MAT, Line("kiosk.question.yes"), lit=True, sketch=tick), Yes()),
        ("no", no, ButtonLook(MAT, Line("kiosk.question.no"), hollow=True, sketch=cross), No()),
    )
    parts = [
        touch(key, box, replace(look, ground=MAT.table), target)
        for key, box, look, target in answers
    ]
    away = ButtonLook(MAT, "C", ground=MAT.table)
    return [*parts, touch("close", close, away, Clear())]


def _asks(view: MatadorView, open_page: PotPage) -> Line:
    limit = open_page.limit
    if open_page.asks == "told":
        return _got(view, open_page)
    if open_page.asks == "others":
        return line("kiosk.matador.pot.others", limit=limit)
    return line("kiosk.matador.pot.lander", who=who(view, open_page.lander), limit=limit)


def _get(view: MatadorView, open_page: PotPage) -> Line | str:
    """What those who are under would get; before anybody is, nothing."""
    if open_page.asks == "lander":
        whose = who(view, open_page.lander)
        return line("kiosk.matador.pot.gets", who=whose, sum=open_page.pot)
    if open_page.parts:
        share = open_page.parts[0][1]
        seats = numbers(seat for seat, _ in open_page.parts)
        return line("kiosk.matador.pot.parts", seats=seats, sum=share)
    if open_page.under:
        return line("kiosk.matador.pot.under", seats=numbers(open_page.under))
    return ""


def _got(view: MatadorView, open_page: PotPage) -> Line:
    """Who got what, when it is over."""
    if not open_page.parts:
        return line("kiosk.matador.pot.stays", who=who(view, open_page.lander))
    seat, part = open_page.parts[0]
    if len(open_page.parts) == 1:
        return line("kiosk.matador.pot.gets", who=who(view, seat), sum=part)
    seats = numbers(seat for seat, _ in open_page.parts)
    return line("kiosk.matador.pot.parts", seats=seats, sum=part)


def places_page(frame: Frame, grid: Grid) -> Picture:
    """Another board's result, typed here: who went out first, to the winner."""
    view: MatadorView = frame.view
    open_page = _own(frame).places
    if open_page is None:
        raise ValueError("places page: own.places = None; give the board's places")
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    key = "kiosk.matador.places.all" if open_page.done else "kiosk.matador.places.ask"
    rows = inside.row(14.5, inside.high - 14.5 - grid.finger - 4.5)
    parts = [
        _title(inside, Line("kiosk.matador.places.title")),
        label("ask", inside.row(8.4, 5.2), LabelLook(Line(key), ASK.lined(1), AMBER, MAT.table)),
        *_places(view, open_page, rows, grid),
        *_keys(grid, inside, Clear(), Line("kiosk.matador.places.done"), ready=open_page.done),
    ]
    return ring("places page", frame, place, MAT, parts)


def _places(view: MatadorView, open_page: PlacesPage, box: pygame.Rect, grid: Grid) -> list[Part]:
    """A line a place, the winner first; in two columns where there are many."""
    seats = len(view.seats)
    known: dict[int, Seat] = {seats - number: seat for number, seat in enumerate(open_page.out)}
    if open_page.done and len(open_page.left) == 1:
        known[1] = open_page.left[0]
    columns = split(box, 2, grid.px(3), along=True)
    lines = -(-seats // 2)
    parts = []
    for number in range(1, seats + 1):
        column = columns[(number - 1) // lines]
        row = split(column, lines, grid.px(0.4))[(number - 1) % lines]
        row.height = min(row.height, grid.px(8))
        seat = known.get(number)
        look = RowLook(MAT, f"{number}.", "–" if seat is None else f"{seat} · {name(view, seat)}")
        parts.append(Part(f"place.{number}", row, look, draw_row))
    return parts


def page(frame: Frame, grid: Grid) -> Picture:
    """A page that computes: what is typed, what comes of it, and who it is about."""
    said = _own(frame).page
    if said is None:
        raise ValueError("page: own.page = None; give the page that is open")
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    keys = said.typed is not None
    share = 0.56 if keys else 1.0
    parts = [
        label(
            "title", inside.left(2.6, 5.4, share), LabelLook(said.title, TITLE, MAT.text, MAT.table)
        )
    ]
    if keys:
        parts += pad(inside.right(3, inside.high - 6, 1 - share - 0.04), grid, MAT, MAT.table)
    top, foot = 9.0, inside.high - grid.finger - 4
    if said.asks is not None:
        shown_ = None if said.typed is None else _number(said.typed)
        parts += _pair("asks", said.asks, shown_, inside.left(top, 7.6, share), AMBER)
        top += 8
    if said.big is not None:
        parts += _pair("big", *said.big, inside.left(top, 8, share), MAT.text)
        top += 9
    if said.note is not None:
        foot -= 6.4
        look = LabelLook(said.note, NOTE, MAT.text2, MAT.table)
        parts.append(label("note", inside.left(foot, 6.4, share), look))
    room = inside.left(top, foot - top - 0.5, share)
    parts += _rows(said.rows[:ROWS_MOST], room, grid)
    parts += _keys(grid, inside, CloseMenu())
    return ring(("page", said.title.key, keys), frame, place, MAT, parts)


def _pair(
    key: str, text: Line, amount: int | str | None, box: pygame.Rect, colour: Colour
) -> list[Part]:
    """What it is at the left, how much at the right, large."""
    if amount is None:
        return [label(key, box, LabelLook(text, ASKS, colour, MAT.table))]
    left, right = box.copy(), box.copy()
    left.width = box.width * 52 // 100
    right.left, right.width = left.right, box.width - left.width
    return [
        label(key, left, LabelLook(text, ASKS, MAT.text2, MAT.table)),
        label(f"{key}.value", right, LabelLook(amount, BIG, colour, MAT.table, Across.RIGHT)),
    ]


def _number(typed: str | None) -> str | int:
    return int(typed) if typed and typed.isdigit() else "–"


def _rows(rows: tuple[PageRow, ...], box: pygame.Rect, grid: Grid) -> list[Part]:
    high = min(grid.px(6.6), (box.height + grid.px(0.4)) // max(1, len(rows)) - grid.px(0.4))
    parts = []
    for number, row in enumerate(rows):
        spot = pygame.Rect(box.left, box.top + number * (high + grid.px(0.4)), box.width, high)
        key = "" if row.seat is None else str(row.seat)
        look = RowLook(MAT, key, row.text, row.amount, row.dim)
        parts.append(Part(f"row.{number}", spot, look, draw_row))
    return parts


def draw_row(brush: Brush, box: pygame.Rect, look: RowLook) -> None:
    """A line with a rule below it."""
    cloth = look.cloth
    brush.fill(box, cloth.table)
    thick = max(2, brush.px(0.25))
    brush.fill(pygame.Rect(box.left, box.bottom - thick, box.width, thick), cloth.line)
    high, left = box.height - thick, box.left
    colour = cloth.text2 if look.dim else cloth.text
    size = min(AMOUNT.size, high / brush.grid.u * 0.74)
    if look.key:
        key = pygame.Rect(left, box.top, brush.px(6), high)
        brush.write(key, look.key, PLACE, colour, cloth.table)
        left = key.right
    right = box.right
    if look.amount is not None:
        words = shown(brush, look.amount)
        long = min(
            brush.wide(words, AMOUNT.sized(size)) + brush.px(0.5), (right - left) * 60 // 100
        )
        at = pygame.Rect(right - long, box.top, long, high)
        brush.write(at, words, AMOUNT.sized(size), colour, cloth.table, Across.RIGHT)
        right = at.left - brush.px(1)
    text = pygame.Rect(left, box.top, right - left, high)
    kind = ROW.sized(min(ROW.size, size))
    brush.write(text, shown(brush, look.text), kind, colour, cloth.table)
