"""A table without an open game: its number for the hall, names on their places."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from kiosk.screens.brush import LABEL, Across, Type
from kiosk.screens.cards import CardLook, draw_card
from kiosk.screens.chrome import chrome, event_lines, table_line
from kiosk.screens.frame import Frame, Idle, Line, Mode, line
from kiosk.screens.label import ButtonLook, LabelLook, bar, label, touch
from kiosk.screens.layout import Plan, plan
from kiosk.screens.part import Part, Picture, Spot
from kiosk.screens.ring import Inside, TableTop, draw_table_top
from kiosk.screens.targets import Card, Ok, Yes
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, HUN, MAT, Cloth, Grid

NUMBER: Final = Type(Face.BOLD, 70, 8)
GAME: Final = Type(Face.BOLD, 12, 4.2)
WHEN: Final = Type(Face.BOLD, 13, 6)
SMALLER: Final = Type(Face.MEDIUM, 3.3, 2.25, lines=2)
REMEDY: Final = Type(Face.MEDIUM, 3.3, 2.1, lines=5)
REMEDY_BELOW: Final = 12.6
"""From the row below to what is to be done, behind the time of the next game or what is asked."""
REMEDY_LEAST: Final = 7.0
WORDS: Final = Type(Face.MEDIUM, 3.8, 2.25, lines=4)
KEY: Final = Type(Face.BOLD, 5.4, 2.6, lines=2)
COMPARE: Final = Type(Face.MEDIUM, 2.7, 2.25, lines=2)
CLOTH_OF: Final = {"ramk-2017": MAT}
"""By the edition of the next game, where it is not the green one."""

ASKS: Final = ("stick", "sure")
"""Of a stick's copy: to be answered by YES."""
START_SHARE: Final = 0.46
"""Of the row below, for the place of START."""
REST_SHARE: Final = 0.51
"""And for what stands beside it."""


def idle(frame: Frame, grid: Grid) -> Picture:
    """The hall looks for the table, the table for the chair."""
    state = frame.idle or Idle()
    place = plan(grid, len(state.names))
    inside = Inside(grid, place.table)
    cloth = CLOTH_OF.get(frame.edition, HUN)
    head = LabelLook(Line("kiosk.idle.table"), LABEL, cloth.text2, cloth.table, capitals=True)
    table = dict(table_line(frame.table).params)["table"]
    beside = not grid.portrait and len(str(table)) <= 2
    number = inside.row(4.5, inside.high - 9) if beside else inside.row(9, 13)
    number.width = round(inside.table.width * 0.3) if beside else number.width
    size = 70.0 if beside and len(str(table)) == 1 else 44.0 if beside else 17.0
    big = LabelLook(str(table), NUMBER.sized(size), cloth.text, cloth.table)
    column = inside.row(0, 1)
    if beside:
        column = inside.right(0, 1, 0.62)

    def at(top: float, height: float) -> pygame.Rect:
        return pygame.Rect(
            column.left, inside.table.top + grid.px(top), column.width, grid.px(height)
        )

    size = 11 if beside and state.remedy is None else 7
    lower = 32 if beside else 40.5
    under = at(lower + REMEDY_BELOW, inside.high - 10.5 - lower - REMEDY_BELOW)
    crowded = under.height < grid.px(REMEDY_LEAST)
    parts = [
        label("number", number, big),
        label("table", at(4.5, 4), head),
        *_event(frame, state, cloth, at, beside=beside, crowded=crowded),
        bar("rule", at(28.5 if beside else 38.5, 0.25).inflate(0, 1), cloth.line),
    ]
    parts += _when(state, cloth, at, lower, size)
    if not crowded:
        parts += _remedy(state, cloth, under)
    parts += _foot(state, cloth, at, lower, inside.high)
    top = TableTop(cloth, (place.table.x, place.table.y, place.table.w, place.table.h))
    parts += [*_seats(state, place, cloth), *chrome(frame, place, cloth)]
    return Picture("idle", cloth, tuple(parts), draw_table_top, top)


def _event(
    frame: Frame,
    state: Idle,
    cloth: Cloth,
    at: Callable[[float, float], pygame.Rect],
    *,
    beside: bool,
    crowded: bool,
) -> list[Part]:
    """What is played here; the words of the table's key, until its league has approved it. Where
    there is no room below (`crowded`) the way to the league has its remedy here.
    """
    if state.key_words:
        words = LabelLook(state.key_words, KEY, AMBER, cloth.table)
        why = LabelLook(Line("kiosk.idle.unapproved"), COMPARE, cloth.text, cloth.table)
        return [
            label("key", at(9, 12.2) if beside else at(22.5, 8), words),
            label("unapproved", at(21.3, 6.8) if beside else at(30.5, 7.4), why),
        ]
    large = at(8.5, 14) if beside else at(22.5, 10)
    small = at(22.5, 5) if beside else at(32.5, 4.5)
    names = event_lines(frame.edition, state.round)
    game = names[-1] if names else Line("kiosk.idle.game")
    look = LabelLook(game, GAME.sized(12 if beside else 8), cloth.text, cloth.table)
    if crowded and state.remedy is not None and not beside:
        low = LabelLook(game, GAME.sized(5), cloth.text, cloth.table)
        return [label("game", at(22.5, 7), low), *_remedy(state, cloth, at(30, 8.2))]
    parts = [label("game", large, look)]
    if len(names) > 1:
        event = LabelLook(names[0], SMALLER, cloth.text2, cloth.table)
        parts.append(label("event", small, event))
    return parts


def _remedy(state: Idle, cloth: Cloth, box: pygame.Rect) -> list[Part]:
    """What to do about the way to the league; who sits down has the place for half a minute."""
    if state.remedy is None or state.sitting:
        return []
    return [label("remedy", box, LabelLook(state.remedy, REMEDY, AMBER, cloth.table))]


def _when(
    state: Idle, cloth: Cloth, at: Callable[[float, float], pygame.Rect], lower: float, size: float
) -> list[Part]:
    """When the next game starts, what is wrong with it, or that none is there."""
    if state.starts_wall is None:
        text: Line | str = Line("kiosk.idle.none")
        if state.test:
            text = Line("kiosk.idle.test")
        elif state.spare_text is not None:
            text = state.spare_text
        elif state.spare:
            text = Line(f"kiosk.idle.spare.{state.spare}")
        elif state.wrong:
            text = line("kiosk.idle.wrong", why=state.wrong)
        elif state.sitting:
            text = Line("kiosk.idle.sit")
        elif state.names:
            text = Line("kiosk.idle.ready")
        return [label("none", at(lower, size + 5), LabelLook(text, WORDS, cloth.text, cloth.table))]
    cap = at(lower, 4)
    cap.width //= 3
    starts = LabelLook(Line("kiosk.idle.starts"), SMALLER, cloth.text2, cloth.table)
    when = LabelLook(state.starts_wall, WHEN.sized(size), cloth.text, cloth.table)
    box = at(lower + 4.2, size + 1)
    return [label("starts", cap, starts), label("when", box, when)]


def _foot(
    state: Idle, cloth: Cloth, at: Callable[[float, float], pygame.Rect], lower: float, high: float
) -> list[Part]:
    parts = []
    if state.in_minutes is not None:
        box = at(lower, 4)
        box.left, box.width = box.left + box.width // 3, box.width - box.width // 3
        soon = line("kiosk.idle.soon", count=state.in_minutes)
        look = LabelLook(soon, SMALLER, cloth.text2, cloth.table, Across.RIGHT)
        parts.append(label("soon", box, look))
    foot = at(high - 9.5, 7.5)
    start = foot.copy()
    start.width = round(foot.width * START_SHARE)
    start.right = foot.right
    rest = foot.copy()
    rest.width = round(foot.width * REST_SHARE)
    beside = _beside_start(state)
    if beside is not None:
        name, text = beside
        color = AMBER if name == "take" else cloth.text2
        parts.append(label(name, rest, LabelLook(text, SMALLER, color, cloth.table)))
    if state.spare in ASKS:
        answer = ButtonLook(cloth, Line(f"kiosk.idle.spare.yes.{state.spare}"), lit=True, size=3.3)
        parts.append(touch("yes", start, answer, Yes()))
    elif not state.wrong and state.spare in ("", "offer"):
        key = "kiosk.idle.sitting" if state.sitting else "kiosk.idle.seats"
        key = "kiosk.idle.begin" if state.enough else key
        key = "kiosk.idle.begin_test" if state.test else key
        key = "kiosk.idle.begin_spare" if state.spare else key
        lit = ButtonLook(cloth, Line(key), lit=state.enough, size=3.3)
        parts.append(touch("start", start, lit, Ok()))
    return parts


def _beside_start(state: Idle) -> tuple[str, Line] | None:
    """What stands beside the place of START, and its part's name."""
    among = str(state.among)
    if state.spare_text is not None:
        more = line("kiosk.idle.spare.next", among=among)
        return "leave", more if state.among > 1 else Line("kiosk.idle.spare.leave")
    if state.names and not state.sitting:
        return "take", Line("kiosk.idle.take")
    if 1 <= state.number <= state.among > 1:
        return "which", line("kiosk.idle.which", number=str(state.number), among=among)
    return None


def _seats(state: Idle, place: Plan, cloth: Cloth) -> list[Part]:
    return [
        Part(
            f"card.{seat}",
            at.reach,
            CardLook(cloth, at.edge, seat, name, None, Mode.PLAIN),
            draw_card,
            (Spot(at.reach, Card(seat)),),
        )
        for (seat, name), at in zip(state.names, place.places, strict=True)
    ]
