"""The chosen field of the result sheet: price, whose, houses, mortgage.

What a field cannot have is left out: a railway has no houses, a built lot no mortgage.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

from kiosk.screens.brush import Across, Brush, Down, Type
from kiosk.screens.counted import CountedTable
from kiosk.screens.deeds import HOTEL
from kiosk.screens.frame import Line, SheetEntry, line
from kiosk.screens.label import ButtonLook, LabelLook, label, touch
from kiosk.screens.layout import split
from kiosk.screens.part import Part
from kiosk.screens.targets import SheetHouses, SheetMortgage, SheetOwner
from kiosk.screens.text import Face
from kiosk.screens.theme import Colour, Grid
from rules.kinds import Seat

CODE: Final = Type(Face.BOLD, 9, 5)
LETTER: Final = Type(Face.BOLD, 4.6, 3)
PRICE: Final = Type(Face.BOLD, 5, 3)
ASK: Final = Type(Face.MEDIUM, 2.75, 2.25)
WHAT: Final = Type(Face.REGULAR, 2.5, 2.25)
HINT: Final = Type(Face.REGULAR, 2.4, 2.25, lines=2)


class Held(NamedTuple):
    """How the chosen field stands on the sheets."""

    owner: Seat | None
    mortgaged: bool
    houses: int


class Rows:
    """Rows below each other."""

    def __init__(self, box: pygame.Rect, top: int, step: int) -> None:
        self.box, self.top, self.step = box, top, step

    def next(self, height: int) -> pygame.Rect:
        """The next row over the whole width."""
        found = pygame.Rect(self.box.left, self.top, self.box.width, height)
        self.top = found.bottom + self.step
        return found

    def rest(self) -> pygame.Rect:
        """What is left below."""
        return pygame.Rect(self.box.left, self.top, self.box.width, self.box.bottom - self.top)


def editor(
    table: CountedTable, entry: SheetEntry, box: pygame.Rect, grid: Grid, ground: Colour
) -> list[Part]:
    """Everything about the chosen field, or what to do when none is chosen."""
    if entry.field is None:
        say = Line("kiosk.sheet.choose") if entry.note is None else entry.note
        look = LabelLook(say, ASK.sized(3.4).lined(3), table.cloth.text2, ground)
        return [label("choose", pygame.Rect(box.left, box.top, box.width, grid.px(16)), look)]
    held = Held(*table.holding(entry.field))
    top = box.top + grid.px(8 if grid.small else 10.5)
    rows = Rows(box, top, grid.px(0.6 if grid.small else 1.1))
    parts = _head(table, entry, box, grid, ground)
    parts += _owners(table, held, rows, grid, ground)
    if entry.house_price is not None:
        parts += _houses(table, held, rows, grid, ground)
    rows.top += grid.px(0.2 if grid.small else 0.8)
    if table.can_mortgage(entry.field):
        parts.append(_mortgage(table, held, rows.next(grid.px(grid.finger)), ground))
    note = entry.note or (Line("kiosk.sheet.built") if held.houses else None)
    spot = rows.rest()
    if note is not None and spot.height >= grid.px(2.2):
        parts.append(
            label("note", spot, LabelLook(note, HINT, table.cloth.text2, ground, down=Down.TOP))
        )
    return parts


def _head(
    table: CountedTable, entry: SheetEntry, box: pygame.Rect, grid: Grid, ground: Colour
) -> list[Part]:
    cloth = table.cloth
    code = entry.field or ""
    extra = next((one.text for one in table.extras if one.code == code), None)
    if extra is not None:
        whole = pygame.Rect(box.left, box.top, box.width, grid.px(7 if grid.small else 8.5))
        return [label("code", whole, LabelLook(extra, CODE.sized(7), cloth.text, ground))]
    group = code[:1]
    high = grid.px(7 if grid.small else 8.5)
    name = pygame.Rect(box.left, box.top, grid.px(11), high)
    chip = name.move(name.width + grid.px(0.5), grid.px(0.5))
    chip.size = (grid.px(7), high - grid.px(1))
    left = chip.right + grid.px(1)
    price = pygame.Rect(left, box.top, box.right - left, high // 2)
    below = pygame.Rect(left, price.bottom, price.width, high - price.height)
    words = Line(f"{table.board.group_key}{group}")
    if entry.house_price is not None:
        words = line("kiosk.sheet.lot", group=words.key, price=entry.house_price)
    shown: str | int = entry.price or 0
    printed = table.name_of(code)
    if printed is not None:
        shown, words = printed, line("kiosk.sheet.named", price=entry.price or 0, what=words)
    size, right = 7 if grid.small else 9, Across.RIGHT
    part = 0.53 if isinstance(shown, int) and shown < 1000 else 0.42  # tails need room
    return [
        label("code", name, LabelLook(code, CODE.sized(size), cloth.text, ground)),
        Part("chip", chip, (group, table.board.band(code), ground), draw_chip),
        label(
            "price",
            price,
            LabelLook(shown, PRICE.sized(size * part), cloth.text, ground, right),
        ),
        label("what", below, LabelLook(words, WHAT, cloth.text2, ground, right)),
    ]


def draw_chip(
    brush: Brush, box: pygame.Rect, look: tuple[str, tuple[Colour, Colour], Colour]
) -> None:
    """The group's colour with its letter."""
    group, (colour, ink), ground = look
    brush.plate(box, 0.5, colour, ground)
    brush.write(box, group, LETTER, ink, colour, Across.MIDDLE)


def _asked(table: CountedTable, key: str, rows: Rows, grid: Grid, ground: Colour) -> Part:
    look = LabelLook(Line(key), ASK, table.cloth.text2, ground)
    return label(key, rows.next(grid.px(3)), look)


def _owners(table: CountedTable, held: Held, rows: Rows, grid: Grid, ground: Colour) -> list[Part]:
    parts = [_asked(table, "kiosk.sheet.whose", rows, grid, ground)]
    boxes = _owner_boxes(rows, len(table.seats), grid)
    for seat, box in zip(table.seats, boxes, strict=True):
        own, cloth = seat.seat == held.owner, table.cloth
        look = ButtonLook(
            cloth, str(seat.seat), lit=own, hollow=seat.out, dim=seat.out, ground=ground
        )
        parts.append(touch(f"owner.{seat.seat}", box, look, SheetOwner(seat.seat)))
    return parts


def _owner_boxes(rows: Rows, seats: int, grid: Grid) -> list[pygame.Rect]:
    """A key a seat; in two rows where one would make them too small for a finger."""
    gap = grid.px(0.8)
    row = rows.next(grid.px(grid.finger))
    if (row.width + gap) // seats - gap >= grid.px(7):
        return split(row, seats, gap, along=True)
    rows.top += gap - rows.step
    first = -(-seats // 2)
    boxes = split(row, first, gap, along=True)
    return [*boxes, *split(rows.next(row.height), first, gap, along=True)][:seats]


def _houses(table: CountedTable, held: Held, rows: Rows, grid: Grid, ground: Colour) -> list[Part]:
    parts = [_asked(table, "kiosk.sheet.houses", rows, grid, ground)]
    row = rows.next(grid.px(grid.finger))
    free = held.owner is None
    for count, box in enumerate(split(row, HOTEL + 1, grid.px(0.8), along=True)):
        text = Line("kiosk.sheet.hotel") if count == HOTEL else str(count)
        lit = not free and count == held.houses
        look = ButtonLook(table.cloth, text, lit=lit, hollow=free, dim=free, ground=ground)
        parts.append(touch(f"houses.{count}", box, look, None if free else SheetHouses(count)))
    return parts


def _mortgage(table: CountedTable, held: Held, box: pygame.Rect, ground: Colour) -> Part:
    word = Line("kiosk.sheet.mortgage.yes" if held.mortgaged else "kiosk.sheet.mortgage.no")
    shut = held.owner is None or held.houses > 0
    look = ButtonLook(
        table.cloth, word, lit=held.mortgaged, hollow=shut, dim=shut, size=3.4, ground=ground
    )
    return touch("mortgage", box, look, None if shut else SheetMortgage())
