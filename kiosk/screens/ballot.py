"""Yes and no in two windows: what a press means now is the largest thing on the table.

While a window is open the screen is the same whoever has answered; then it lists who has.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

from kiosk.screens.brush import LABEL, Across, Brush, Down, Type
from kiosk.screens.family import cloth_of
from kiosk.screens.frame import BallotShown, Frame, Line, line
from kiosk.screens.glyphs import Sketch, cross, tick
from kiosk.screens.label import LabelLook, label
from kiosk.screens.part import Part, Picture
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, INK, Cloth, Grid
from rules.kinds import Seat
from rules.value import Value

ABOUT: Final = Type(Face.BOLD, 3.6, 2.25)
ASKS: Final = Type(Face.BOLD, 8, 4, lines=2)
WORD: Final = Type(Face.BOLD, 20, 6)
OTHER: Final = Type(Face.BOLD, 9, 4)
WHEN: Final = Type(Face.REGULAR, 2.8, 2.25)
NEEDS: Final = Type(Face.BOLD, 3.4, 2.25)
NOTE: Final = Type(Face.REGULAR, 2.75, 2.25, lines=2)
SEATS: Final = Type(Face.BOLD, 16, 6)
STEPS: Final = 5
SHARE: Final = 0.62


class Side(NamedTuple):
    """One answer: its words, its sign, whether its steps rise."""

    word: Line
    sketch: Sketch
    rises: bool


YES: Final = Side(Line("kiosk.ballot.yes"), tick, True)
NO: Final = Side(Line("kiosk.ballot.no"), cross, False)


class NowLook(Value):
    """State of the answer that a press gives now."""

    cloth: Cloth
    side: Side
    seconds: int


class OtherLook(Value):
    """State of the other answer: when it comes, or that it is gone."""

    cloth: Cloth
    side: Side
    when: Line


def ballot(frame: Frame, grid: Grid) -> Picture:
    """The two windows, and the list after them."""
    shown = frame.ballot
    if shown is None:
        raise ValueError("ballot: frame.ballot = None; give what is asked")
    place, cloth = ring_plan(frame, grid), cloth_of(frame)
    parts = inner(shown, Inside(grid, place.table), cloth, grid)
    return ring(("ballot", shown.window), frame, place, cloth, parts)


def inner(shown: BallotShown, inside: Inside, cloth: Cloth, grid: Grid) -> list[Part]:
    """What is on the table top: who asks what, the windows or the list."""
    parts = [
        label("about", inside.row(3, 4), LabelLook(shown.about, ABOUT, cloth.text2, cloth.table)),
        label("asks", inside.row(7.5, 9), LabelLook(shown.asks, ASKS, cloth.text, cloth.table)),
    ]
    if shown.window == "listed":
        return [*parts, *_listed(shown, inside, cloth)]
    return [*parts, *_windows(shown, inside, cloth, grid)]


def _windows(shown: BallotShown, inside: Inside, cloth: Cloth, grid: Grid) -> list[Part]:
    yes_now = shown.window == "yes"
    high = inside.high - 19 - 13
    wide, narrow = inside.left(19, high, SHARE), inside.right(19, high, 1 - SHARE - 0.02)
    if not yes_now:
        narrow, wide = inside.left(19, high, 1 - SHARE - 0.02), inside.right(19, high, SHARE)
    now, other = (YES, NO) if yes_now else (NO, YES)
    when = line("kiosk.ballot.then", seconds=STEPS) if yes_now else line("kiosk.ballot.gone")
    parts = [
        Part("now", wide, NowLook(cloth, now, shown.seconds), draw_now),
        Part("other", narrow, OtherLook(cloth, other, when), draw_other),
    ]
    if shown.needs is not None:
        look = LabelLook(shown.needs, NEEDS, cloth.text, cloth.table)
        parts.append(label("needs", inside.row(inside.high - 12, 4.5), look))
    note = LabelLook(Line("kiosk.ballot.note"), NOTE, cloth.text2, cloth.table)
    parts.append(label("note", inside.row(inside.high - 7.2, 6), note))
    return parts


def _listed(shown: BallotShown, inside: Inside, cloth: Cloth) -> list[Part]:
    """Who has answered; not what."""
    parts = []
    for row, (key, seats) in enumerate(
        (("kiosk.ballot.answered", shown.answered), ("kiosk.ballot.silent", shown.silent))
    ):
        top = 20 + row * (inside.high - 22) / 2
        head = LabelLook(Line(key), LABEL.lined(1), cloth.text2, cloth.table)
        parts.append(label(f"{key}.head", inside.row(top, 4.5), head))
        colour = AMBER if row == 0 else cloth.text2
        names = LabelLook(_numbers(seats), SEATS, colour, cloth.table, down=Down.MIDDLE)
        parts.append(label(key, inside.row(top + 5, (inside.high - 22) / 2 - 7), names))
    return parts


def _numbers(seats: tuple[Seat, ...]) -> str:
    return "   ".join(str(seat) for seat in seats) or "–"


def draw_now(brush: Brush, box: pygame.Rect, look: NowLook) -> None:
    """An amber plate: sign, word, a step for each second that is left."""
    brush.plate(box, 1.4, AMBER, look.cloth.table)
    inner = box.inflate(-2 * brush.px(3), -2 * brush.px(2.5))
    steps = pygame.Rect(inner.left, inner.bottom - brush.px(5), inner.width, brush.px(5))
    upper = pygame.Rect(inner.left, inner.top, inner.width, steps.top - inner.top - brush.px(1.5))
    side = min(upper.height, upper.width * 38 // 100)
    icon = pygame.Rect(inner.left, 0, side, side)
    icon.centery = upper.centery
    brush.glyph(look.side.sketch, icon, INK, AMBER)
    left = icon.right + brush.px(2.5)
    words = pygame.Rect(left, upper.top, inner.right - left, upper.height)
    brush.write(words, brush.say(look.side.word), WORD, INK, AMBER, down=Down.MIDDLE)
    _draw_steps(brush, steps, look)


def _draw_steps(brush: Brush, box: pygame.Rect, look: NowLook) -> None:
    """Rising for YES, falling for NO; filled while its second is to come."""
    gap = brush.px(1)
    wide = (box.width - (STEPS - 1) * gap) // STEPS
    edge = max(2, brush.px(0.25))
    for step in range(STEPS):
        part = step + 1 if look.side.rises else STEPS - step
        high = box.height * (part + 1) // (STEPS + 1)
        bar = pygame.Rect(box.left + step * (wide + gap), box.bottom - high, wide, high)
        brush.fill(bar, INK)
        if step < STEPS - look.seconds:
            brush.fill(bar.inflate(-2 * edge, -2 * edge), AMBER)


def draw_other(brush: Brush, box: pygame.Rect, look: OtherLook) -> None:
    """Outlined: it is always seen, with when it comes."""
    cloth = look.cloth
    brush.plate(box, 1.4, cloth.table, cloth.table, line=cloth.line, width=0.4)
    inner = box.inflate(-2 * brush.px(1.5), -2 * brush.px(2))
    side = min(brush.px(8), inner.height // 3)
    icon = pygame.Rect(0, inner.top, side, side)
    icon.centerx = inner.centerx
    brush.glyph(look.side.sketch, icon, cloth.text2, cloth.table)
    foot = pygame.Rect(inner.left, inner.bottom - brush.px(4), inner.width, brush.px(4))
    words = pygame.Rect(inner.left, icon.bottom, inner.width, foot.top - icon.bottom)
    word = brush.say(look.side.word)
    brush.write(words, word, OTHER, cloth.text2, cloth.table, Across.MIDDLE)
    brush.write(foot, brush.say(look.when), WHEN, cloth.text2, cloth.table, Across.MIDDLE)
