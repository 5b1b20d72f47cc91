"""Place cards: one a seat, on the edge of the screen where its person sits."""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.screens.brush import NAME, NOTE, Across, Brush, Down, Type
from kiosk.screens.family import cards_of
from kiosk.screens.frame import CardState, Frame, Line, Mode
from kiosk.screens.glyphs import (
    Sketch,
    disc_tick,
    fist,
    hatch,
    strike,
    triangle,
    triangle_left,
    triangle_right,
)
from kiosk.screens.layout import Edge, Plan
from kiosk.screens.part import Part, Spot
from kiosk.screens.targets import Card
from kiosk.screens.text import CAP, PITCH, Face, Fitted
from kiosk.screens.theme import AMBER, BONE, INK, Cloth, Colour
from rules.kinds import Seat
from rules.value import Value

FOULS: Final = 4
FIST: Final = 5.4
READABLE: Final = 3.0
"""A name that would have to be smaller than this on one line of a high card takes more."""
LOW: Final = 18
"""In u: a card with less room than this for the name has three beside each other."""
LONG_NAME: Final = 2.8
CROWDED: Final = 1.95
"""A name that would have to be smaller than this takes two lines, or the sign's room."""
STRONG_NOTE: Final = Type(Face.BOLD, 2.5, 1.9)


class CardLook(Value):
    """State of a card."""

    cloth: Cloth
    edge: Edge
    seat: Seat
    name: str
    note: Line | None
    mode: Mode
    struck: bool = False
    ticked: bool = False
    fouls: int = 0
    pending: int = 0
    bars: int | None = None
    fist: bool = False


def cards(frame: Frame, place: Plan, cloth: Cloth) -> list[Part]:
    """A card for every seat of the frame; those whose lamp answers are inverted with it."""
    parts = []
    for card, at in zip(cards_of(frame), place.places, strict=False):
        look = card_look(card, at.edge, cloth, recorded=card.seat in frame.flash)
        spots = (Spot(at.box, Card(card.seat)),)
        parts.append(Part(f"card.{card.seat}", at.reach, look, draw_card, spots))
    return parts


def card_look(card: CardState, edge: Edge, cloth: Cloth, *, recorded: bool = False) -> CardLook:
    """What a seat's card shows at this edge."""
    mode, note = card.mode, card.note
    if recorded:
        mode, note = Mode.RECORDED, Line("kiosk.card.recorded")
    return CardLook(
        cloth, edge, card.seat, card.name, note, mode, card.struck, card.ticked, card.fouls,
        card.pending, card.bars, card.fist,
    )  # fmt: skip


class _Colours:
    """Colours of one card: its field, what is written, what is noted, its outlines."""

    def __init__(self, look: CardLook) -> None:
        cloth = look.cloth
        self.line: Colour | None = None
        if look.mode is Mode.NOW:
            self.field, self.text, self.note, self.rim = AMBER, INK, INK, INK
            if cloth.text == INK:  # amber on paper needs an edge: its contrast is 1.4
                self.line = INK
        elif look.mode is Mode.RECORDED:
            field, text = (INK, BONE) if cloth.text == INK else (BONE, INK)
            self.field, self.text, self.note, self.rim = field, text, text, text
        elif look.mode is Mode.OUTLINED:
            self.field, self.text, self.note = cloth.ground, cloth.text2, cloth.text2
            self.line, self.rim = cloth.line, cloth.line
        else:
            self.field, self.text, self.note = cloth.card, cloth.text, cloth.text2
            self.rim = cloth.rim


def draw_card(brush: Brush, reach: pygame.Rect, look: CardLook) -> None:
    """The card, its wedge in the gap towards the table, number, name, note, tick, fouls."""
    colours = _Colours(look)
    brush.fill(reach, look.cloth.ground)
    box = _card_box(brush, reach, look.edge)
    corners = {Edge.RIGHT: (0, 3), Edge.LEFT: (1, 2), Edge.BOTTOM: (0, 1), Edge.ROW: (0, 1, 2, 3)}
    side = {Edge.RIGHT: "right", Edge.LEFT: "left", Edge.BOTTOM: "bottom", Edge.ROW: ""}
    brush.plate(
        box, 1.4, colours.field, look.cloth.ground, line=colours.line, width=0.25,
        corners=corners[look.edge], open_side=side[look.edge],
    )  # fmt: skip
    if look.mode is Mode.NOW:
        _draw_wedge(brush, reach, box, look)
    rows = look.edge is Edge.ROW
    inner = box.inflate(-2 * brush.px(1.6), -2 * brush.px(0.5 if rows else 1.2))
    if look.fouls or look.pending or look.bars is not None:
        inner = _draw_fouls(brush, inner, look, colours)
    if look.edge in (Edge.BOTTOM, Edge.ROW):
        _draw_flat(brush, inner, look, colours)
    else:
        _draw_upright(brush, inner, look, colours)


def _card_box(brush: Brush, reach: pygame.Rect, edge: Edge) -> pygame.Rect:
    gap = brush.px(2)
    box = reach.copy()
    if edge is Edge.RIGHT:
        box.x, box.width = box.x + gap, box.width - gap
    elif edge is Edge.LEFT:
        box.width -= gap
    elif edge is Edge.BOTTOM:
        box.y, box.height = box.y + gap, box.height - gap
    return box


def _draw_wedge(brush: Brush, reach: pygame.Rect, box: pygame.Rect, look: CardLook) -> None:
    long, deep = brush.px(4), brush.px(2)
    colour = INK if look.cloth.text == INK else AMBER
    if look.edge is Edge.BOTTOM:
        spot = pygame.Rect(0, 0, long, deep)
        spot.midbottom = (box.centerx, box.top)
        brush.glyph(triangle, spot, colour, look.cloth.ground)
    elif look.edge is Edge.RIGHT:
        spot = pygame.Rect(reach.left, 0, box.left - reach.left, long)
        spot.centery = box.centery
        brush.glyph(triangle_left, spot, colour, look.cloth.ground)
    elif look.edge is Edge.LEFT:
        spot = pygame.Rect(box.right, 0, reach.right - box.right, long)
        spot.centery = box.centery
        brush.glyph(triangle_right, spot, colour, look.cloth.ground)


def _draw_fouls(brush: Brush, inner: pygame.Rect, look: CardLook, colours: _Colours) -> pygame.Rect:
    """Bars on the rim towards the table: filled are given. What is left of the card."""
    most = FOULS if look.bars is None else look.bars
    thick, gap = brush.px(1.7), brush.px(0.6)
    along = look.edge is Edge.BOTTOM
    row = look.edge is Edge.ROW
    length = ((inner.width if along else inner.height) - (most - 1) * gap) // most
    if row:
        length = min(brush.px(2.4), (inner.width // 3) // most - gap)
    for index in range(most):
        start = index * (length + gap)
        if row:
            left = inner.right - most * (length + gap) + gap + start
            bar = pygame.Rect(left, inner.centery - thick // 2, length, thick)
        elif along:
            bar = pygame.Rect(inner.left + start, inner.top, length, thick)
        else:
            x = inner.left if look.edge is Edge.RIGHT else inner.right - thick
            bar = pygame.Rect(x, inner.top + start, thick, length)
        brush.fill(bar, colours.text if index < look.fouls else colours.rim)
        if index >= look.fouls:
            edge = max(2, brush.px(0.25))
            inside = bar.inflate(-2 * edge, -2 * edge)
            brush.fill(inside, colours.field)
            if index < look.fouls + look.pending:
                brush.glyph(hatch, inside, colours.text, colours.field)
    rest = inner.copy()
    if row:
        rest.width -= most * (length + gap) + brush.px(1)
    elif along:
        rest.y, rest.height = rest.y + thick + gap, rest.height - thick - gap
    else:
        rest.width -= thick + gap
        if look.edge is Edge.RIGHT:
            rest.x += thick + gap
    return rest


def _draw_upright(brush: Brush, inner: pygame.Rect, look: CardLook, colours: _Colours) -> None:
    """Side columns: number, name below, note below; towards the outer edge."""
    across = Across.RIGHT if look.edge is Edge.RIGHT else Across.LEFT
    # High cards are 38 u (two a side), low ones 25 u (three): the number takes a third.
    size = min(13.0, inner.height / brush.grid.u * 0.34)
    high = brush.px(size * CAP)
    note_high = brush.px(NOTE.size * CAP) + brush.px(1.9) if look.note else 0
    room = inner.height - high - brush.px(2) - note_high
    kind, name_high = _name_type(brush, look.name, inner.width, room)
    block = high + brush.px(1.6) + name_high + note_high
    top = inner.top + max(0, (inner.height - block) // 2)
    number = pygame.Rect(inner.left, top, inner.width, high)
    _draw_number(brush, number, look, colours, size, across)
    _draw_tick(brush, number, look, colours)
    _draw_fist(brush, number, look, colours)
    name = pygame.Rect(inner.left, number.bottom + brush.px(2), inner.width, room)
    brush.write(name, look.name, kind, colours.text, colours.field, across, Down.TOP)
    if look.note is not None:
        top = name.top + name_high + brush.px(0.7)
        spot = pygame.Rect(inner.left, top, inner.width, brush.px(2.5 * CAP))
        kind = STRONG_NOTE if look.mode in (Mode.NOW, Mode.RECORDED) else NOTE
        brush.write(spot, brush.say(look.note), kind, colours.note, colours.field, across, Down.TOP)


def _name_type(brush: Brush, name: str, wide: int, high: int) -> tuple[Type, int]:
    """How a name stands on a high card, and its height: on one line if it can be read across the
    table there, else on up to three.
    """
    name = brush.writer.clean(name)

    def fit(kind: Type) -> Fitted:
        size, least = brush.px(kind.size), brush.px(kind.least)
        return brush.writer.fit(name, kind.face, size, least, (wide, high), kind.lines)

    low = high < brush.px(LOW)
    one, several = NAME.lined(1), NAME.sized(3.5 if low else 4.2).lined(3)
    single, broken = fit(one), fit(several)
    if not single.cut and (single.px >= brush.px(READABLE) or len(broken.lines) == 1):
        return one, brush.px(one.size * CAP) + brush.px(1.2)
    high = round(broken.px * (CAP + PITCH * (len(broken.lines) - 1)))
    return several, high + brush.px(1.2)


def _draw_flat(brush: Brush, inner: pygame.Rect, look: CardLook, colours: _Colours) -> None:
    """Bottom row and portrait rows: number at the left, name and note beside it."""
    size = min(8.4, inner.height / brush.grid.u * 0.8)
    wide = max(brush.wide("0", Type(Face.BOLD, size, size)), brush.px(2)) * (
        2 if look.seat >= 10 else 1
    )
    number = pygame.Rect(inner.left, inner.top, wide, inner.height)
    _draw_number(brush, number, look, colours, size, Across.LEFT)
    left = number.right + brush.px(1.6)
    sign = _sign_of(look)
    right = inner.right if sign is None else inner.right - brush.px(sign[1] + 0.8)
    kind = NAME.sized(min(4.4, size * 0.6))
    name = pygame.Rect(left, inner.top, right - left, inner.height)
    if inner.height >= brush.px(8) and _is_long(brush, look.name, name.width):
        room = pygame.Rect(left - brush.px(0.6), inner.top, 0, inner.height)
        room.width = inner.right + brush.px(0.8) - room.left
        _draw_crowded(brush, room, look, colours)
        return
    if sign is not None:
        spot = pygame.Rect(0, 0, brush.px(sign[1]), brush.px(sign[1]))
        spot.midright = inner.midright
        brush.glyph(sign[0], spot, colours.text, colours.field)
    if look.note is None or look.fist:  # the fist says what the note would
        brush.write(name, look.name, kind, colours.text, colours.field)
        return
    strong = STRONG_NOTE if look.mode in (Mode.NOW, Mode.RECORDED) else NOTE
    if inner.height < brush.px(8):  # low rows: the note stands beside the name
        note = name.copy()
        name.width = name.width * 60 // 100
        note.left, note.width = name.right, note.width - name.width
        brush.write(name, look.name, kind.lined(1), colours.text, colours.field)
        words = brush.say(look.note)
        brush.write(note, words, strong, colours.note, colours.field, Across.RIGHT)
        return
    block = brush.px(kind.size * CAP) + brush.px(1.9) + brush.px(strong.size * CAP)
    name.top, name.height = inner.centery - block // 2, brush.px(kind.size * CAP)
    brush.write(name, look.name, kind.lined(1), colours.text, colours.field)
    note = pygame.Rect(left, name.bottom + brush.px(1.9), right - left, brush.px(strong.size * CAP))
    brush.write(note, brush.say(look.note), strong, colours.note, colours.field)


def _sign_of(look: CardLook) -> tuple[Sketch, float] | None:
    """The tick or the fist of a flat card, and its size in u."""
    if look.fist:
        return fist, FIST
    return (disc_tick, 4.6) if look.ticked else None


def _is_long(brush: Brush, name: str, room: int) -> bool:
    """Whether a name would be too small to be read beside what else the card has."""
    return brush.wide(name, NAME.sized(LONG_NAME)) > room


def _draw_crowded(brush: Brush, box: pygame.Rect, look: CardLook, colours: _Colours) -> None:
    """A long name over the whole card: two lines and the note, or a sign that says it."""
    strong = STRONG_NOTE if look.mode in (Mode.NOW, Mode.RECORDED) else NOTE
    sign = _sign_of(look)
    if sign is None:
        note_high = brush.px(strong.size * CAP) if look.note else 0
        kind = NAME.sized(3.4 if look.note is None else 2.75)
        name = pygame.Rect(box.left, box.top, box.width, box.height - note_high)
        name.height -= brush.px(0.9) if look.note else 0
        kind = kind._replace(least=CROWDED, lines=3)
        brush.write(name, look.name, kind, colours.text, colours.field)
        if look.note is not None:
            note = pygame.Rect(box.left, box.bottom - note_high, box.width, note_high)
            words = brush.say(look.note)
            kind = NOTE if brush.wide(words, strong) > box.width else strong
            brush.write(note, words, kind, colours.note, colours.field)
        return
    _draw_crowded_sign(brush, box, look, colours, sign[0])


def _draw_crowded_sign(
    brush: Brush, box: pygame.Rect, look: CardLook, colours: _Colours, sign: Sketch
) -> None:
    """A long name and the sign beside or below it, whichever leaves the name larger."""
    side = brush.px(4.2)
    beside = pygame.Rect(box.left, box.top, box.width - side - brush.px(0.5), box.height)
    above = pygame.Rect(box.left, box.top, box.width, box.height - brush.px(3.6))
    line = pygame.Rect(box.left, box.top, box.width, brush.px(3.4))
    kinds = {lines: Type(Face.BOLD, 3.4 if lines == 1 else 3, CROWDED, lines) for lines in (1, 3)}
    name = brush.writer.clean(look.name)
    rated = []
    for lines, room in ((1, line), (3, beside), (3, above)):
        sizes = brush.px(kinds[lines].size), brush.px(CROWDED)
        fitted = brush.writer.fit(name, Face.BOLD, *sizes, room.size, lines)
        rated.append((not fitted.cut, fitted.lines[-1][-1:] != "…", fitted.px))
    best = max(range(3), key=rated.__getitem__)
    place, lines = ((line, 1), (beside, 3), (above, 3))[best]
    brush.write(place, look.name, kinds[lines], colours.text, colours.field)
    if place is beside:
        spot = pygame.Rect(box.right - side, 0, side, side)
        spot.centery = box.centery
    else:
        side = min(box.bottom - place.bottom, brush.px(4.4))
        spot = pygame.Rect(box.left, box.bottom - side, side, side)
    brush.glyph(sign, spot, colours.text, colours.field)


def _draw_number(
    brush: Brush, box: pygame.Rect, look: CardLook, colours: _Colours, size: float, across: Across
) -> None:
    kind = Type(Face.BOLD, size, 2.2)
    ink = brush.write(box, str(look.seat), kind, colours.text, colours.field, across)
    if look.struck:
        side = ink.inflate(brush.px(2), brush.px(1))
        line_box = side.clip(brush.surface.get_clip())
        sketch = brush.glyphs.get(strike, line_box.size, colours.note, colours.field).copy()
        sketch.set_colorkey(colours.field)
        brush.surface.blit(sketch, line_box)


def _draw_fist(brush: Brush, number: pygame.Rect, look: CardLook, colours: _Colours) -> None:
    if not look.fist:
        return
    hand = pygame.Rect(0, 0, brush.px(FIST), brush.px(FIST))
    if look.edge is Edge.RIGHT:
        hand.midleft = (number.left, number.centery)
    else:
        hand.midright = (number.right, number.centery)
    brush.glyph(fist, hand, colours.text, colours.field)


def _draw_tick(brush: Brush, number: pygame.Rect, look: CardLook, colours: _Colours) -> None:
    if not look.ticked:
        return
    disc = pygame.Rect(0, 0, brush.px(5), brush.px(5))
    if look.edge is Edge.RIGHT:
        disc.midleft = (number.left, number.centery)
    else:
        disc.midright = (number.right, number.centery)
    brush.glyph(disc_tick, disc, colours.text, colours.field)
