"""One text in a box as a part, and plain pieces: rules, fills, buttons."""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.screens.brush import Across, Brush, Down, Type
from kiosk.screens.frame import Line
from kiosk.screens.glyphs import Sketch, disc_tick
from kiosk.screens.part import Part, Spot
from kiosk.screens.targets import Target
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, INK, Cloth, Colour
from rules.value import Value

BUTTON: Final = Type(Face.BOLD, 4, 2.25)


class LabelLook(Value):
    """State of a text; a `str` is shown as it is, a `Line` in the frame's language."""

    text: Line | str | int
    kind: Type
    colour: Colour
    ground: Colour
    across: Across = Across.LEFT
    down: Down = Down.MIDDLE
    capitals: bool = False


def label(name: str, box: pygame.Rect, look: LabelLook) -> Part:
    """A text on its own ground."""
    return Part(name, box, look, draw_label)


def counting(name: str, box: pygame.Rect, look: LabelLook) -> Part:
    """A label on one line whose figures change all the time."""
    return Part(name, box, look, _draw_counting)


def _draw_counting(brush: Brush, box: pygame.Rect, look: LabelLook) -> None:
    brush.fill(box, look.ground)
    text = shown(brush, look.text)
    brush.count(box, text, look.kind, look.colour, look.ground, look.across)


def shown(brush: Brush, text: Line | str | int) -> str:
    """A text as it is drawn."""
    if isinstance(text, Line):
        return brush.say(text)
    return text if isinstance(text, str) else brush.texts.number(text)


def draw_label(brush: Brush, box: pygame.Rect, look: LabelLook) -> None:
    """Clear the box and write."""
    brush.fill(box, look.ground)
    text = shown(brush, look.text)
    text = text.upper() if look.capitals else text
    if look.down is Down.TOP:  # accents rise above the capitals
        rise = brush.px(look.kind.size * 0.2)
        box = pygame.Rect(box.left, box.top + rise, box.width, box.height - rise)
    brush.write(box, text, look.kind, look.colour, look.ground, look.across, look.down)


def bar(name: str, box: pygame.Rect, colour: Colour) -> Part:
    """A flat box: a divider."""
    return Part(name, box, colour, _draw_bar)


def _draw_bar(brush: Brush, box: pygame.Rect, colour: Colour) -> None:
    brush.fill(box, colour)


class ButtonLook(Value):
    """State of a touch button: `lit` amber, `hollow` outlined, else a card's colour."""

    cloth: Cloth
    text: Line | str
    lit: bool = False
    hollow: bool = False
    size: float = 4.0
    ticked: bool = False
    dim: bool = False
    sketch: Sketch | None = None
    ground: Colour | None = None


def touch(name: str, box: pygame.Rect, look: ButtonLook, target: Target | None) -> Part:
    """A button that a finger presses."""
    spots = () if target is None else (Spot(box, target),)
    return Part(name, box, look, draw_button, spots)


def draw_button(brush: Brush, box: pygame.Rect, look: ButtonLook) -> None:
    """A plate with a centred text, perhaps a drawn sign before it or a tick in its corner."""
    cloth = look.cloth
    ground = cloth.ground if look.ground is None else look.ground
    if look.lit:
        field, text, line = AMBER, INK, INK if cloth.text == INK else None
    elif look.hollow:
        field, text, line = ground, cloth.text2 if look.dim else cloth.text, cloth.line
    else:
        field, text, line = cloth.card, cloth.text2 if look.dim else cloth.text, None
    brush.plate(box, 1, field, ground, line=line, width=0.25)
    words = shown(brush, look.text)
    kind = BUTTON.sized(look.size)
    inner = box.inflate(-2 * brush.px(0.8), 0)
    if look.ticked:
        disc = pygame.Rect(0, 0, brush.px(2.4), brush.px(2.4))
        disc.topright = (box.right - brush.px(0.6), box.top + brush.px(0.6))
        brush.glyph(disc_tick, disc, text, field)
    if look.sketch is not None:
        side = brush.px(look.size * 0.85)
        icon = pygame.Rect(inner.left + brush.px(1.2), 0, side, side)
        icon.centery = box.centery
        brush.glyph(look.sketch, icon, text, field)
        left = icon.right + brush.px(1.6)
        room = pygame.Rect(left, box.top, inner.right - left, box.height)
        brush.write(room, words, kind, text, field)
        return
    brush.write(inner, words, kind, text, field, Across.MIDDLE)
