"""RAMK-4.1, RAMK-4.2, RAMK-4.4: how a ballot ended, and who pays what for it."""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.families.matador.meaning import paid
from kiosk.families.matador.screens.words import who, whom
from kiosk.screens.brush import Across, Brush, Type
from kiosk.screens.frame import Frame, Line, line
from kiosk.screens.glyphs import cross, tick
from kiosk.screens.label import LabelLook, label
from kiosk.screens.part import Part, Picture
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, MAT, Cloth, Grid
from rules.matador.view import MatadorView, VerdictView
from rules.value import Value

ABOUT: Final = Type(Face.BOLD, 3.6, 2.25)
BIG: Final = Type(Face.BOLD, 20, 6)
COUNT: Final = Type(Face.BOLD, 5, 2.6)
PAYS: Final = Type(Face.BOLD, 4, 2.4)
NOTE: Final = Type(Face.REGULAR, 2.9, 2.25, lines=2)
SHOWN_MS: Final = 8_000
"""How long a verdict has the table top, in game time, where nothing is rolled before."""

SAYS: Final = {
    ("cheating", True): "kiosk.matador.verdict.guilty",
    ("cheating", False): "kiosk.matador.verdict.not_guilty",
    ("intent", True): "kiosk.matador.verdict.intent",
    ("intent", False): "kiosk.matador.verdict.no_intent",
}


class WordLook(Value):
    """State of the verdict's word, with its sign."""

    cloth: Cloth
    text: Line
    passed: bool


def is_fresh(frame: Frame) -> bool:
    """The last ballot was closed a moment ago, and the dice have not fallen since."""
    return left_ms(frame) is not None


def left_ms(frame: Frame) -> int | None:
    """Game ms for which the verdict stays; None: it has no screen."""
    view: MatadorView = frame.view
    told = view.verdict
    if told is None or view.ballot is not None:
        return None
    if view.last_roll is not None and view.last_roll.at > told.at:
        return None
    if view.auction is not None or _called_since(view, told):
        return None
    left = told.at + SHOWN_MS - frame.now_ms
    return left if 0 < left <= SHOWN_MS else None


def _called_since(view: MatadorView, told: VerdictView) -> bool:
    """A time-out that was called after the verdict wants the table top more."""
    if view.timeout is None:
        return False
    timer = view.timeout.timer
    return timer.ends_at - timer.length >= told.at


def verdict(frame: Frame, grid: Grid) -> Picture:
    """PLAY, for a few seconds after a ballot."""
    view: MatadorView = frame.view
    told = view.verdict
    if told is None:
        raise ValueError("verdict: view.verdict = None; give a view with a closed ballot")
    place, cloth = ring_plan(frame, grid), MAT
    inside = Inside(grid, place.table)
    about = line("kiosk.matador.verdict.about", by=who(view, told.by), on=who(view, told.on))
    count = line(
        "kiosk.matador.verdict.count", yes=str(told.yes), no=str(told.no), silent=str(told.abstain)
    )
    word = WordLook(cloth, Line(SAYS[told.about, told.passed]), told.passed)
    parts = [
        label("about", inside.row(3, 4.4), LabelLook(about, ABOUT, cloth.text2, cloth.table)),
        Part("word", inside.row(9, 21), word, draw_word),
        label("count", inside.row(31.5, 6), LabelLook(count, COUNT, cloth.text, cloth.table)),
    ]
    for number, text in enumerate(_payments(view, told)[:2]):
        look = LabelLook(text, PAYS, AMBER, cloth.table)
        parts.append(label(f"pays.{number}", inside.row(40 + 5.4 * number, 5), look))
    if told.may_ask_intent:
        look = LabelLook(Line("kiosk.matador.verdict.ask"), NOTE, cloth.text2, cloth.table)
        parts.append(label("ask", inside.row(inside.high - 9, 7), look))
    return ring("verdict", frame, place, cloth, parts)


def _payments(view: MatadorView, told: VerdictView) -> list[Line]:
    return [
        line(
            "kiosk.matador.verdict.pays",
            who=whom(view, one.from_),
            sum=one.amount,
            to=whom(view, one.to),
        )
        for one in paid(view, told)
    ]


def draw_word(brush: Brush, box: pygame.Rect, look: WordLook) -> None:
    """Tick or cross, and the word as large as it fits."""
    cloth = look.cloth
    brush.fill(box, cloth.table)
    side = brush.px(13)
    icon = pygame.Rect(box.left, 0, side, side)
    icon.centery = box.centery
    brush.glyph(tick if look.passed else cross, icon, AMBER, cloth.table)
    left = icon.right + brush.px(3)
    words = pygame.Rect(left, box.top, box.right - left, box.height)
    brush.write(words, brush.say(look.text), BIG, cloth.text, cloth.table, Across.LEFT)
