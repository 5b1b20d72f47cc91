"""What several Mafia screens have: the head, a seat as the subject, chips with numbers."""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.families import player_name
from kiosk.families.mafia.screens.clocks import own_of
from kiosk.screens.brush import LABEL, SENTENCE, Across, Brush, Down, Type
from kiosk.screens.frame import NOTHING, Frame, Line, line
from kiosk.screens.label import LabelLook, label, shown
from kiosk.screens.part import Part
from kiosk.screens.ring import Inside
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, BONE, INK, Cloth, Colour
from rules.kinds import Seat
from rules.mafia.view import MafiaView
from rules.value import Value

NUMBER: Final = Type(Face.BOLD, 26, 8)
GREAT: Final = Type(Face.BOLD, 42, 12)
WHO: Final = Type(Face.BOLD, 7.5, 3, lines=2)
NEXT: Final = SENTENCE.sized(2.8).lined(2)
SAID: Final = Type(Face.MEDIUM, 3.4, 2.3, lines=2)
FOOT: Final = Type(Face.REGULAR, 3, 2.25, lines=2)
CHIP: Final = Type(Face.BOLD, 4.4, 2.4)
NOTE: Final = Type(Face.REGULAR, 2.6, 2.25)
SILENT: Final = (NOTHING.key, "kiosk.mafia.next.nothing", "kiosk.mafia.next.window",
                 "kiosk.mafia.next.lift_open")  # fmt: skip
"""While a window runs nothing comes next but its end."""
LONG: Final = 4
"""From more chips on only their numbers stand there."""


def name_of(view: MafiaView, seat: Seat) -> str:
    """Whom a number means."""
    return next((player_name(one) for one in view.seats if one.seat == seat), "")


def head(frame: Frame, inside: Inside, cloth: Cloth, title: Line) -> list[Part]:
    """What is going on, and what the host's key does next."""
    left = LabelLook(title, LABEL, cloth.text2, cloth.table, capitals=True)
    parts = [label("title", inside.left(3.2, 4.6, 0.56), left)]
    following = own_of(frame).next
    if following.key not in SILENT:
        said = line("kiosk.mafia.head.next", what=following)
        right = LabelLook(said, NEXT, cloth.text, cloth.table, Across.RIGHT)
        parts.append(label("next", inside.right(1.4, 7.4, 0.42), right))
    return parts


def titled(view: MafiaView, what: str) -> Line:
    """`Day 2 · speech`."""
    return line("kiosk.mafia.head.day", day=str(view.day), what=f"kiosk.mafia.head.{what}")


def speaker_parts(inside: Inside, cloth: Cloth, view: MafiaView, seat: Seat) -> list[Part]:
    """Number and name at the left of the clock."""
    number = LabelLook(str(seat), NUMBER, cloth.text, cloth.table)
    name = LabelLook(name_of(view, seat), WHO, cloth.text, cloth.table, down=Down.TOP)
    return [
        label("subject", inside.left(9, 20, 0.3), number),
        label("subject.name", inside.left(30, 11, 0.33), name),
    ]


def great_parts(
    inside: Inside, cloth: Cloth, view: MafiaView, seat: Seat, what: Line
) -> list[Part]:
    """A seat as the only subject: its number as large as can be, its name, what about it."""
    number = LabelLook(str(seat), GREAT, cloth.text, cloth.table)
    name = LabelLook(name_of(view, seat), WHO.sized(9), cloth.text, cloth.table)
    return [
        label("subject", inside.left(10, 33, 0.42), number),
        label("subject.name", inside.right(12, 20, 0.54), name),
        label("subject.what", inside.right(33, 9, 0.54), LabelLook(what, SAID, cloth.text2,
                                                                   cloth.table)),
    ]  # fmt: skip


def foot(inside: Inside, cloth: Cloth, said: Line) -> Part:
    """A sentence at the foot of the table top: what follows."""
    look = LabelLook(said, FOOT, cloth.text2, cloth.table)
    return label("foot", inside.row(inside.high - 9.8, 8.3), look)


class ChipsLook(Value):
    """State of a row of numbers: its label, and each with a note."""

    cloth: Cloth
    title: Line
    chips: tuple[tuple[Seat, Line | None], ...]


def nominated(view: MafiaView, inside: Inside, cloth: Cloth, top: float) -> Part:
    """MAF-P-4: who stands for the vote, by whom, in the order of the vote."""
    if not view.nominations:
        look = ChipsLook(cloth, Line("kiosk.mafia.day.nobody"), ())
    else:
        chips = tuple(
            (one.whom, line("kiosk.mafia.day.by", seat=str(one.by))) for one in view.nominations
        )
        look = ChipsLook(cloth, Line("kiosk.mafia.day.nominated"), chips)
    return Part("nominated", inside.row(top, 6.5), look, draw_chips)


def draw_chips(brush: Brush, box: pygame.Rect, look: ChipsLook) -> None:
    """The label, and squares with numbers; notes beside them while there are few."""
    cloth = look.cloth
    brush.fill(box, cloth.table)
    words = brush.say(look.title).upper()
    wide = min(brush.wide(words, LABEL), box.width * (38 if look.chips else 100) // 100)
    brush.write(pygame.Rect(box.left, box.top, wide, box.height), words, LABEL, cloth.text2,
                cloth.table)  # fmt: skip
    if not look.chips:
        return
    gap = brush.px(1.2)
    left = box.left + wide + brush.px(2.5)
    room = box.right - left
    many = len(look.chips)
    side = min(box.height, (room - (many - 1) * gap) // many)
    step = min((room + gap) // many, brush.px(19)) if many <= LONG else side + gap
    field, ink = (INK, BONE) if cloth.text == INK else (BONE, INK)
    for place, (seat, note) in enumerate(look.chips):
        chip = pygame.Rect(left + place * step, 0, side, side)
        chip.centery = box.centery
        brush.plate(chip, 0.8, field, cloth.table)
        brush.write(chip, str(seat), CHIP, ink, field, Across.MIDDLE)
        beside = pygame.Rect(chip.right + gap, box.top, step - side - 2 * gap, box.height)
        if note is not None and many <= LONG and beside.width >= brush.px(6):
            brush.write(beside, brush.say(note), NOTE, cloth.text2, cloth.table)


class PlateLook(Value):
    """State of a plate with a seat: number, name, a word. `lit`: this one now."""

    cloth: Cloth
    seat: Seat
    name: str
    word: Line | str | None = None
    lit: bool = False


def plate_colours(look: PlateLook) -> tuple[Colour, Colour, Colour]:
    """Field, ink, softer ink; the one that is meant now is inverted on paper, amber on red."""
    if not look.lit:
        return look.cloth.card, look.cloth.text, look.cloth.text2
    return (INK, BONE, BONE) if look.cloth.text == INK else (AMBER, INK, INK)


def draw_plate(brush: Brush, box: pygame.Rect, look: PlateLook) -> None:
    """A low plate: number, name, and the word at the right."""
    field, ink, soft = plate_colours(look)
    brush.plate(box, 1.4, field, look.cloth.table)
    inner = box.inflate(-2 * brush.px(1.6), 0)
    size = min(9.0, box.height / brush.grid.u * 0.78)
    kind = Type(Face.BOLD, size, 2.25)
    number = pygame.Rect(inner.left, inner.top, brush.wide("00", kind), inner.height)
    brush.write(number, str(look.seat), kind, ink, field)
    rest = pygame.Rect(number.right + brush.px(1.5), inner.top, 0, inner.height)
    rest.width = inner.right - rest.left
    name = rest.copy()
    if look.word is not None:
        words = shown(brush, look.word)
        wide = min(brush.wide(words, NOTE.sized(2.9)), rest.width * 55 // 100)
        side = pygame.Rect(rest.right - wide, rest.top, wide, rest.height)
        brush.write(side, words, NOTE.sized(2.9), soft, field, Across.RIGHT)
        name.width = side.left - rest.left - brush.px(1)
    kind = WHO._replace(size=min(6.2, size * 0.75), least=2.25, lines=1)
    brush.write(name, look.name, kind, ink, field)
