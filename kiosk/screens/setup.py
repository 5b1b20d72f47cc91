"""Roll call: a name appears, that player presses: person, seat and button in one gesture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from kiosk.screens.brush import LABEL, Across, Brush, Type
from kiosk.screens.family import cards_of, cloth_of, flags_of
from kiosk.screens.frame import CardState, Frame, Line, Mode, line
from kiosk.screens.label import LabelLook, label
from kiosk.screens.layout import split
from kiosk.screens.part import Part, Picture
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, Cloth, Grid, now_ink
from rules.value import Value

WHO: Final = Type(Face.BOLD, 23, 6, lines=2)
ASK: Final = Type(Face.MEDIUM, 4.4, 2.6, lines=2)
COUNT: Final = Type(Face.BOLD, 3, 2.25)
HEX: Final = Type(Face.BOLD, 2.8, 2.25)
THEN: Final = Type(Face.MEDIUM, 2.8, 2.25)
FLAG: Final = Type(Face.BOLD, 2.6, 2.25, tracking=0.2)


def setup(frame: Frame, grid: Grid) -> Picture:
    """SETUP: one name very large, progress as bars."""
    view = frame.view
    if view is None:
        raise ValueError("setup: frame.view = None; give the view")
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    cloth, seats = cloth_of(frame), cards_of(frame)
    whom = next((card for card in seats if card.mode is Mode.NOW), None)
    here = sum(card.ticked for card in seats)
    head = LabelLook(Line("kiosk.setup.title"), LABEL, cloth.text2, cloth.table, capitals=True)
    parts = [label("title", inside.left(3.5, 4.6, 0.6), head)]
    if whom is None:
        name: Line | str = Line("kiosk.setup.all")
        ask = Line("kiosk.setup.start")
    else:
        name = whom.name
        ask = Line("kiosk.setup.ask")
        number = line("kiosk.setup.seat", seat=str(whom.seat))
        look = LabelLook(number, COUNT.sized(3.6), cloth.text2, cloth.table, Across.RIGHT)
        parts.append(label("seat", inside.right(3.5, 4.6, 0.4), look))
    who, what = (inside.row(9, 23), inside.row(32.5, 9.5))
    if frame.commitment:
        who, what = (inside.row(9, 19), inside.row(28, 7))
        parts += _promise(frame.commitment, inside, cloth)
    parts.append(label("name", who, LabelLook(name, WHO, cloth.text, cloth.table)))
    parts.append(label("ask", what, LabelLook(ask, ASK, AMBER, cloth.table)))
    flags = tuple(flags_of(frame))
    if flags and not frame.commitment:
        parts.append(Part("flags", inside.row(42, 4.2), FlagsLook(cloth, flags), draw_flags))
    parts.append(Part("bars", inside.row(47, 2.8), BarsLook(cloth, _bars(seats)), draw_bars))
    total = line("kiosk.setup.here", count=here, of=str(len(seats)))
    parts.append(
        label("count", inside.left(52, 5, 0.45), LabelLook(total, COUNT, cloth.text, cloth.table))
    )
    if view.attempt > 1:
        note = line("kiosk.setup.attempt", attempt=str(view.attempt))
        look = LabelLook(note, THEN, cloth.text2, cloth.table, Across.RIGHT)
        parts.append(label("attempt", inside.right(52, 5, 0.55), look))
    return ring("setup", frame, place, cloth, parts)


def _promise(commitment: str, inside: Inside, cloth: Cloth) -> list[Part]:
    """The commitment to the dice, to copy or to photograph: two rows of four groups."""
    said = LabelLook(Line("kiosk.setup.commitment"), THEN, cloth.text2, cloth.table)
    groups = [commitment[at : at + 8] for at in range(0, len(commitment), 8)]
    rows = [" ".join(groups[:4]), " ".join(groups[4:])]
    return [
        label("promise", inside.row(35.6, 3.6), said),
        *(
            label(
                f"promise.{number}",
                inside.row(39.4 + 3.6 * number, 3.5),
                LabelLook(row, HEX, cloth.text, cloth.table),
            )
            for number, row in enumerate(rows)
        ),
    ]


class FlagsLook(Value):
    """State of the plates: what is special about this game."""

    cloth: Cloth
    flags: tuple[Line, ...]


def draw_flags(brush: Brush, box: pygame.Rect, look: FlagsLook) -> None:
    """Outlined plates beside each other, as long as their words."""
    cloth = look.cloth
    brush.fill(box, cloth.table)
    left, pad = box.left, brush.px(1.4)
    said = [brush.say(flag).upper() for flag in look.flags]
    wides = [brush.wide(words, FLAG) + 2 * pad for words in said]
    room = box.width - (len(said) - 1) * brush.px(1.2)
    over = max(0, sum(wides) - room)
    for words, natural in zip(said, wides, strict=True):
        wide = natural - (over * natural + sum(wides) - 1) // sum(wides)
        plate = pygame.Rect(left, box.top, wide, box.height)
        brush.plate(plate, 0.8, cloth.card, cloth.table)
        brush.write(plate.inflate(-2 * pad, 0), words, FLAG, cloth.text, cloth.card, Across.MIDDLE)
        left = plate.right + brush.px(1.2)


class BarsLook(NamedTuple):
    """State of the bars: 0 waiting, 1 called, 2 here, by seat."""

    cloth: Cloth
    bars: tuple[int, ...]


def _bars(seats: Sequence[CardState]) -> tuple[int, ...]:
    return tuple(2 if card.ticked else 1 if card.mode is Mode.NOW else 0 for card in seats)


def draw_bars(brush: Brush, box: pygame.Rect, look: BarsLook) -> None:
    """A bar a seat: filled, amber, outlined."""
    cloth, bars = look
    brush.fill(box, cloth.table)
    edge = max(2, brush.px(0.25))
    for state, bar in zip(bars, split(box, len(bars), brush.px(1), along=True), strict=True):
        brush.fill(bar, (cloth.line, now_ink(cloth), cloth.text)[state])
        if state < 2:  # on paper amber needs an edge
            inside = bar.inflate(-2 * edge, -2 * edge)
            brush.fill(inside, AMBER if state else cloth.table)
