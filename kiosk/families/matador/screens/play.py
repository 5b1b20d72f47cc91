"""The evening at play: whose turn it is, the last dice with their sum, the pot, what is open.

There is no game clock here; the evening's own stands small in the corner, in whole minutes.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from kiosk.families.matador.own import Own
from kiosk.families.matador.screens.notes import ROLL_NOTES, doing, open_things
from kiosk.families.matador.screens.words import name, who
from kiosk.screens.brush import LABEL, NOTE, Across, Brush, Down, Type
from kiosk.screens.frame import Frame, Line, line
from kiosk.screens.label import LabelLook, bar, label
from kiosk.screens.lastroll import DiceLook, dice_part
from kiosk.screens.part import Part, Picture, Spot
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.targets import Say
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, INK, MAT, Cloth, Grid
from rules.kinds import Money
from rules.matador.view import MatadorView
from rules.value import Value

NUMBER: Final = Type(Face.BOLD, 45, 12)
NAME: Final = Type(Face.BOLD, 17, 4.6, lines=2)
WHAT: Final = Type(Face.REGULAR, 3.1, 2.25, lines=2)
OPEN: Final = Type(Face.BOLD, 2.9, 2.25)
SUM: Final = Type(Face.BOLD, 7.6, 3.6)
LEFT: Final = Type(Face.BOLD, 4.6, 3)
LAST: Final = Type(Face.BOLD, 3.2, 2.25, tracking=0.3)
DICE: Final = 4.4
MINUTE: Final = 60_000


class PotLook(Value):
    """State of the pot: its label and what lies there."""

    cloth: Cloth
    title: Line
    sum: Money


def play(frame: Frame, grid: Grid) -> Picture:
    """PLAY."""
    view: MatadorView = frame.view
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    ticking = partial(evening, view, inside)
    inner = [*ticking(frame), *_subject(view, grid, inside, 43), *_open(frame, view, grid, inside)]
    rule = inside.row(43, 0.25)
    rule.height = max(2, rule.height)
    look = _dice(frame, view)
    inner += [
        bar("rule", rule, MAT.line),
        dice_part(look, grid, inside, 46.2, 0.62),
        pot_part(view, inside, 45.5),
    ]
    return ring("play", frame, place, MAT, inner)._replace(ticking=ticking)


def evening(view: MatadorView, inside: Inside, frame: Frame) -> list[Part]:
    """RAMK-3.2: what is left of the evening, or that its last round is played."""
    box = inside.right(2.8, 5, 0.44)
    if view.last_round:
        return [Part("evening", box, Line("kiosk.matador.play.last_round"), draw_last)]
    left = view.left_ms(frame.now_ms)
    if left is None:
        return []
    minutes = -(-left // MINUTE)
    text = line("kiosk.matador.play.minutes", count=minutes)
    return [label("evening", box, LabelLook(text, LEFT, MAT.text, MAT.table, Across.RIGHT))]


def draw_last(brush: Brush, box: pygame.Rect, text: Line) -> None:
    """An amber plate as long as its words, at the right."""
    brush.fill(box, MAT.table)
    words = brush.say(text).upper()
    wide = min(box.width, brush.wide(words, LAST) + brush.px(3))
    plate = pygame.Rect(box.right - wide, box.top, wide, box.height)
    brush.plate(plate, 0.8, AMBER, MAT.table)
    inner = plate.inflate(-brush.px(2), 0)
    brush.write(inner, words, LAST, INK, AMBER, Across.MIDDLE)


def above(frame: Frame, grid: Grid, inside: Inside, high: float) -> list[Part]:
    """What stays over a band: whose turn it is."""
    view: MatadorView = frame.view
    return _subject(view, grid, inside, high - 1) if view.turn is not None else []


def _subject(view: MatadorView, grid: Grid, inside: Inside, foot: float) -> list[Part]:
    """Label, number in amber, name, and what this seat does, down to `foot`."""
    seat, cloth = view.turn, MAT
    high = foot - 11
    size = min(NUMBER.size, high / 0.76)
    key = "kiosk.matador.play.turn" if seat is not None else "kiosk.matador.play.first"
    parts = [
        label(
            "caption",
            inside.left(3.2, 4.6, 0.54),
            LabelLook(Line(key), LABEL, cloth.text2, cloth.table, capitals=True),
        )
    ]
    if seat is None:  # whoever rolls first begins: nobody is the subject yet
        asked = LabelLook(Line("kiosk.matador.play.who"), NAME.sized(15), cloth.text, cloth.table)
        begins = LabelLook(doing(view), WHAT.sized(4), AMBER, cloth.table)
        parts.append(label("subject", inside.row(10, high - 10), asked))
        return [*parts, label("subject.what", inside.row(high, 8), begins)]
    number = LabelLook(str(seat), NUMBER.sized(size), AMBER, cloth.table)
    parts.append(label("subject", inside.left(9, high, 0.27), number))
    right = inside.right(9, high, 0.7)
    called = pygame.Rect(right.left, right.top, right.width, round(right.height * 0.52))
    size = min(NAME.size, high * 0.52)
    named = LabelLook(name(view, seat), NAME.sized(size), cloth.text, cloth.table)
    parts.append(label("subject.name", called, named))
    if foot > 30:
        what = pygame.Rect(right.left, called.bottom, right.width, grid.px(7.4))
        look = LabelLook(doing(view), WHAT, cloth.text2, cloth.table)
        parts.append(label("subject.what", what, look))
    return parts


def _open(frame: Frame, view: MatadorView, grid: Grid, inside: Inside) -> list[Part]:
    """RAMK-9.11, RAMK-9.22, RAMK-4.5: what somebody can ask for now, two lines of it."""
    right = inside.right(9, 32, 0.7)
    high = grid.px(3.8)
    parts = []
    for number, text in enumerate(open_things(frame, view)[:2]):
        top = right.bottom - grid.px(0.3) - (2 - number) * high
        box = pygame.Rect(right.left, top, right.width, high)
        parts.append(label(f"open.{number}", box, LabelLook(text, OPEN, MAT.text, MAT.table)))
    return parts


def _dice(frame: Frame, view: MatadorView) -> DiceLook:
    """What stands for the last roll: digits being typed, a throw, a gap, two faces with a sum."""
    if frame.dice.typed:
        return DiceLook(MAT, None, f"{frame.dice.typed}_", Line("kiosk.dice.typing"), DICE)
    roll = view.last_roll
    if roll is None:
        return DiceLook(MAT, None, Line("kiosk.dice.none"), Line("kiosk.dice.touch"), DICE)
    whose = who(view, roll.seat)
    if roll.pending:
        return DiceLook(MAT, None, whose, Line("kiosk.dice.pending"), DICE)
    if roll.dice is None:
        return DiceLook(MAT, None, whose, Line("kiosk.dice.gap"), DICE)
    one, two = roll.dice
    return DiceLook(MAT, roll.dice, f"{one} + {two} = {one + two}", _rolled(frame, view), DICE)


def _rolled(frame: Frame, view: MatadorView) -> Line:
    """`4 · Mikkel, flyttet 20:10:52`, or that the car is still to be moved."""
    roll, own = view.last_roll, frame.own
    if roll is None:
        return Line("kiosk.dice.none")
    whose = who(view, roll.seat)
    note = _note(view, roll.note or "")
    if note is not None:
        return line("kiosk.matador.roll.noted", who=whose, note=note)
    if view.moving == roll.seat:
        return line("kiosk.matador.roll.moving", who=whose)
    at = own.rolled_text if isinstance(own, Own) else None
    if at is None:
        return line("kiosk.matador.roll.moved", who=whose)
    return line("kiosk.matador.roll.moved_at", who=whose, time=at)


def _note(view: MatadorView, note: str) -> Line | None:
    """RAMK-9.26: `by-3` is a roll that seat 3 made for another."""
    if note.startswith("by-"):
        return line("kiosk.matador.roll.by", seat=note.removeprefix("by-"))
    return ROLL_NOTES.get(note)


def pot_part(view: MatadorView, inside: Inside, top: float) -> Part:
    """What lies on field 21; a touch sets it right."""
    box = inside.right(top, 12, 0.36)
    look = PotLook(MAT, Line("kiosk.matador.pot"), view.pot)
    return Part("pot", box, look, draw_pot, (Spot(box, Say("pot")),))


def draw_pot(brush: Brush, box: pygame.Rect, look: PotLook) -> None:
    """Label above, the sum below."""
    cloth = look.cloth
    brush.fill(box, cloth.table)
    head = pygame.Rect(box.left, box.top, box.width, brush.px(3.8))
    words = brush.say(look.title).upper()
    brush.write(head, words, LABEL.sized(2.8), cloth.text2, cloth.table, Across.RIGHT)
    below = pygame.Rect(box.left, head.bottom, box.width, box.bottom - head.bottom)
    amount = brush.say(line("kiosk.matador.money", sum=look.sum))
    brush.write(below, amount, SUM, cloth.text, cloth.table, Across.RIGHT)


def small_pot(view: MatadorView, box: pygame.Rect) -> Part:
    """The pot on one line, where something else is the subject."""
    text = line("kiosk.matador.pot.line", sum=view.pot)
    kind = NOTE._replace(face=Face.BOLD, size=2.9)
    return label("pot", box, LabelLook(text, kind, MAT.text, MAT.table, Across.RIGHT, Down.MIDDLE))
