"""What is half said, on an ink plate over the table top: the menu, a verb's next step, a list.

The place cards stay where they are: a touch on one names its seat. Where the game's clock is shown
it goes on in the plate's corner. Bars count the seconds until it is dropped.
"""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.screens.brush import Across, Brush, Down, Type
from kiosk.screens.family import cloth_of, left_text, timer_of
from kiosk.screens.frame import Frame, HoldBar, Line, Panel, Row, Timer
from kiosk.screens.glyphs import cross
from kiosk.screens.holdbar import hold_bar
from kiosk.screens.label import ButtonLook, LabelLook, label, shown, touch
from kiosk.screens.layout import split
from kiosk.screens.pad import pad
from kiosk.screens.part import Part, Picture, Spot
from kiosk.screens.question import clock_above
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.targets import CloseMenu, Hold, Ok, Pick, TurnPage
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, BONE, INK, INKY, Cloth, Colour, Grid
from rules.kinds import Seat
from rules.value import Value

TITLE: Final = Type(Face.BOLD, 5, 3)
CLOCK: Final = Type(Face.BOLD, 5, 3)
HINT: Final = Type(Face.MEDIUM, 3.2, 2.25)
KEY: Final = Type(Face.BOLD, 4, 2.25)
TEXT: Final = Type(Face.BOLD, 3.4, 2.25, lines=2)
SMALL: Final = Type(Face.REGULAR, 2.8, 2.25)
READ: Final = Type(Face.REGULAR, 3.2, 2.25, lines=4)
TYPED: Final = Type(Face.BOLD, 12, 5)
HOLD_MS: Final = 5_000


class PlateLook(Value):
    """State of the plate itself."""

    cloth: Cloth


class RowLook(Value):
    """State of one row; `framed`: it can be chosen."""

    row: Row
    framed: bool


def panel(frame: Frame, grid: Grid) -> Picture:
    """The plate and what is on it."""
    said = frame.panel
    if said is None:
        raise ValueError("panel: frame.panel = None; give what is half said")
    place, cloth = ring_plan(frame, grid), cloth_of(frame)
    plate = place.table.inflate(-2 * grid.px(1.5), -2 * grid.px(1.5))
    above: list[Part] = []
    if _is_short(said):
        high = grid.px(20 + grid.finger)
        plate = pygame.Rect(plate.left, plate.bottom - high, plate.width, high)
        above = clock_above(frame, grid, Inside(grid, place.table), plate.top)
    inner = plate.inflate(-2 * grid.px(2.5), -2 * grid.px(2))
    parts = [Part("plate", plate, PlateLook(cloth), draw_plate)]
    parts += _head(None if above else timer_of(frame), frame, said, inner, grid)
    top = inner.top + grid.px(7)
    if said.hint is not None:
        hint = pygame.Rect(inner.left, top, inner.width, grid.px(4.5))
        parts.append(label("hint", hint, LabelLook(said.hint, HINT, AMBER, INK)))
        top = hint.bottom + grid.px(0.8)
    foot = pygame.Rect(inner.left, 0, inner.width, grid.px(grid.finger))
    foot.bottom = inner.bottom
    room = pygame.Rect(inner.left, top, inner.width, foot.top - grid.px(2.6) - top)
    if above:  # a band is low: its only row stands beside the way out
        room = pygame.Rect(0, foot.top, foot.width * 60 // 100, foot.height)
        room.right = foot.right
    parts += [*_body(said, room, grid), *_foot(said, foot, grid)]
    return ring("panel", frame, place, cloth, [*above, *parts])


def _is_short(said: Panel) -> bool:
    """Little enough for a band, with the clock above it."""
    choices = all(row.digit is not None for row in said.rows)
    return said.typed is None and said.hold is None and len(said.rows) < 2 and choices


def _head(
    timer: Timer | None, frame: Frame, said: Panel, inner: pygame.Rect, grid: Grid
) -> list[Part]:
    """The verb, who was named, and the clock that goes on, where it is not above the plate."""
    row = pygame.Rect(inner.left, inner.top, inner.width, grid.px(6.5))
    clock = pygame.Rect(row.right - grid.px(16), row.top, grid.px(16), row.height)
    room = (clock.left if timer is not None and timer.shown else row.right) - row.left
    share = room * (45 if said.aside else 100) // 100
    title = pygame.Rect(row.left, row.top, share, row.height)
    parts = [label("title", title, LabelLook(said.title, TITLE, BONE, INK))]
    if said.aside:
        aside = pygame.Rect(title.right + grid.px(1.5), row.top, 0, row.height)
        aside.width = row.left + room - aside.left
        parts.append(label("aside", aside, LabelLook(said.aside, TITLE.sized(4), AMBER, INK)))
    if timer is not None and timer.shown:
        left = left_text(timer, frame.now_ms)
        parts.append(label("clock", clock, LabelLook(left, CLOCK, BONE, INK, Across.RIGHT)))
    return parts


def _body(said: Panel, room: pygame.Rect, grid: Grid) -> list[Part]:
    if said.hold is not None:
        bar = pygame.Rect(room.left, 0, room.width, grid.px(10))
        bar.centery = room.centery
        held = HoldBar(Seat(0), said.hold, HOLD_MS) if said.hold else None
        part = hold_bar("hold", bar, INKY, held, Line("kiosk.panel.hold.bar"))
        return [Part(part.name, part.box, part.state, part.draw, (Spot(bar, Hold()),))]
    if said.typed is not None:
        half = (room.width - grid.px(3)) // 2
        typed = pygame.Rect(room.left, room.top, half, min(grid.px(14), room.height))
        keys = pygame.Rect(room.right - half, room.top, half, min(room.height, grid.px(40)))
        look = LabelLook(said.typed or "–", TYPED, BONE, INK, Across.RIGHT)
        return [label("typed", typed, look), *pad(keys, grid, INKY, INK)]
    return _rows(said, room, grid)


def _rows(said: Panel, room: pygame.Rect, grid: Grid) -> list[Part]:
    """What can be chosen stands in columns, what is only read in lines."""
    chosen = any(row.digit is not None for row in said.rows)
    columns = _columns(said, grid) if chosen else 1
    lines = max(1, -(-len(said.rows) // columns))
    if chosen:
        high = min(grid.px(9.5), (room.height - (lines - 1) * grid.px(0.8)) // lines)
        high = max(high, grid.px(7))
    else:
        high = room.height // lines
        high = min(high, grid.px(5 if all(row.key for row in said.rows) else 17))
        room = pygame.Rect(room.left, room.top + grid.px(1), room.width, room.height)
    parts = []
    across = split(room, columns, grid.px(1), along=True)
    for place, row in enumerate(said.rows):
        box = across[place // lines].copy()
        box.top = room.top + place % lines * (high + (grid.px(0.8) if chosen else 0))
        box.height = high
        spots = () if row.digit is None else (Spot(box, Pick(row.digit) if row.digit else Ok()),)
        parts.append(
            Part(f"row.{place}", box, RowLook(row, row.digit is not None), draw_row, spots)
        )
    return parts


def _columns(said: Panel, grid: Grid) -> int:
    """Narrow ones for words, wide ones for sentences with an age behind them."""
    if any(row.aside for row in said.rows):
        return 2 if grid.small else 1
    if len(said.rows) == 1:
        return 1
    return 3 if grid.small and not grid.portrait else 2


def _foot(said: Panel, foot: pygame.Rect, grid: Grid) -> list[Part]:
    """Away with it, the next page, and the seconds that are left."""
    close = pygame.Rect(foot.left, foot.top, grid.px(24), foot.height)
    look = ButtonLook(INKY, Line("kiosk.panel.close"), hollow=True, sketch=cross, ground=INK)
    parts = [touch("close", close, look, CloseMenu())]
    if said.more:
        more = pygame.Rect(0, foot.top, grid.px(24), foot.height)
        more.right = foot.right
        text = ButtonLook(INKY, Line("kiosk.panel.more"), ground=INK)
        parts.append(touch("more", more, text, TurnPage()))
    if said.left_s is not None:
        row = pygame.Rect(foot.left, foot.top - grid.px(1.8), foot.width, grid.px(0.8))
        parts.append(Part("seconds", row, (said.left_s, said.of_s), draw_left))
    return parts


def draw_plate(brush: Brush, box: pygame.Rect, look: PlateLook) -> None:
    """The ink plate."""
    brush.plate(box, 2.4, INK, look.cloth.table)


def draw_row(brush: Brush, box: pygame.Rect, look: RowLook) -> None:
    """Digit, text, who or what besides; amber all over where YES chooses it."""
    row = look.row
    ground = AMBER if row.on else INK
    text = INK if row.on else INKY.text2 if row.dim else BONE
    brush.fill(box, INK)
    if look.framed:
        brush.plate(box, 1, ground, INK, line=None if row.on else INKY.line, width=0.25)
    inner = box.inflate(-2 * brush.px(1.4), 0)
    left = inner.left
    if row.key:
        wide = 9 if not look.framed else 4 if len(row.key) == 1 else 6.5
        key = pygame.Rect(left, box.top, brush.px(wide), box.height)
        colour = text if row.on or row.dim else AMBER
        brush.write(key, row.key, KEY if look.framed else SMALL, colour, ground)
        left = key.right
    right = inner.right
    if row.aside:
        long = min(brush.wide(row.aside, SMALL) + brush.px(0.5), (right - left) * 55 // 100)
        aside = pygame.Rect(right - long, box.top, long, box.height)
        beside = INK if row.on else INKY.text2
        brush.write(aside, row.aside, SMALL, beside, ground, Across.RIGHT)
        right = aside.left - brush.px(1)
    words = pygame.Rect(left, box.top, right - left, box.height)
    _write_row(brush, words, look, (text, ground))


def _write_row(
    brush: Brush, words: pygame.Rect, look: RowLook, colours: tuple[Colour, Colour]
) -> None:
    """What it says: a paragraph, a choice in two lines at most, or a line of a list."""
    row, said = look.row, shown(brush, look.row.text)
    if not row.key:  # accents rise above the capitals
        words.top, words.height = words.top + brush.px(1), words.height - brush.px(1)
        brush.write(words, said, READ, *colours, down=Down.TOP)
        return
    kind = TEXT if look.framed else TEXT.lined(1).sized(3)
    if look.framed and brush.wide(said, TEXT) > words.width:
        kind = TEXT.sized(2.8)  # two lines have to stand between the edges
    brush.write(words, said, kind, *colours)


def draw_left(brush: Brush, box: pygame.Rect, state: tuple[int, int]) -> None:
    """One bar a second that is left."""
    left, of = state
    brush.fill(box, INK)
    for index in range(of):
        start = box.left + round(box.width * index / of)
        end = box.left + round(box.width * (index + 1) / of) - max(1, brush.px(0.4))
        bar = pygame.Rect(start, box.top, max(1, end - start), box.height)
        brush.fill(bar, AMBER if index < left else INKY.line)
