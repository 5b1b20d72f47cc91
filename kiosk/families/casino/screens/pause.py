"""A break, read from the doorway: two pillars, as on every player; what is sold, what is next."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import pygame

from kiosk.families.casino.clocks import left_text
from kiosk.families.casino.framing import shown_of
from kiosk.families.casino.screens import words
from kiosk.families.casino.screens.prizes import why_shares
from kiosk.families.casino.screens.request import HIGH as REQUEST
from kiosk.families.casino.screens.request import request_parts
from kiosk.families.casino.screens.ruler import HIGH as RULER
from kiosk.families.casino.screens.ruler import ticks, ticks_of
from kiosk.screens.brush import Across, Brush, Type
from kiosk.screens.chrome import chrome
from kiosk.screens.clock import clock
from kiosk.screens.frame import Frame, Line, line
from kiosk.screens.label import LabelLook, bar, label
from kiosk.screens.layout import Plan, plan
from kiosk.screens.part import Part, Picture, Spot
from kiosk.screens.targets import OpenSheet
from kiosk.screens.text import Face
from kiosk.screens.theme import INK, PAPER, Grid
from rules.casino.view import CasinoView, Window

TITLE: Final = Type(Face.BOLD, 5, 3, tracking=0.9)
UNTIL: Final = Type(Face.MEDIUM, 3.4, 2.25)
HEAD: Final = Type(Face.BOLD, 4.4, 2.6)
NOTE: Final = Type(Face.REGULAR, 2.8, 2.25, lines=2)
BIG: Final = Type(Face.BOLD, 14, 6)


class Pillars(NamedTuple):
    """Ground of a break: two pillars beside what is written."""

    first: tuple[int, int, int, int]
    second: tuple[int, int, int, int]


class Room(NamedTuple):
    """Where the words lie, and how much of it the lower part takes, in pixels."""

    box: pygame.Rect
    low: int


def on_break(frame: Frame, grid: Grid) -> Picture:
    """PLAY on a break."""
    view: CasinoView = frame.view
    place = plan(grid, 0)
    pillars, room = _layout(place, grid)
    asked = shown_of(frame).request is not None
    parts = [*chrome(frame, place, PAPER), *_head(frame, view, room, grid)]
    foot = pygame.Rect(room.box.left, room.low, room.box.width, room.box.bottom - room.low)
    if asked:
        foot.height = min(foot.height, grid.px(REQUEST + 2))
        parts += request_parts(frame, foot, grid, PAPER)
    else:
        parts += _below(view, foot, grid)

    def ticking(now: Frame) -> list[Part]:
        parts = _clock(now, view, room, grid)
        return parts if asked else [*parts, *_window(now, view, foot, grid)]

    name = ("break", view.stage is None, asked, _sold(frame, view) is None)
    picture = Picture(name, PAPER, (*parts, *ticking(frame)), _draw_pillars, pillars)
    return picture._replace(ticking=ticking)


def _layout(place: Plan, grid: Grid) -> tuple[Pillars, Room]:
    """Pillars at the left, everything else beside them."""
    content = place.content.inflate(0, -2 * grid.px(2))
    wide, gap = (grid.px(8), grid.px(4)) if grid.portrait else (grid.px(15), grid.px(8))
    edge = grid.px(4 if not grid.portrait else 3)
    first = pygame.Rect(edge, content.top, wide, content.height)
    second = first.move(wide + gap, 0)
    left = second.right + grid.px(4 if grid.portrait else 9)
    box = pygame.Rect(left, content.top, grid.width - left - edge, content.height)
    low = box.top + (box.height * 65 // 100 if not grid.portrait else grid.px(70))
    return Pillars(_four(first), _four(second)), Room(box, low)


def _four(box: pygame.Rect) -> tuple[int, int, int, int]:
    return box.left, box.top, box.width, box.height


def _head(frame: Frame, view: CasinoView, room: Room, grid: Grid) -> list[Part]:
    """The word, and when it goes on."""
    box = room.box
    title = pygame.Rect(box.left, box.top, box.width * 42 // 100, grid.px(6.4))
    until = pygame.Rect(title.right, title.top, box.right - title.right, title.height)
    resumes = shown_of(frame).resumes
    said: Line | str = "" if resumes is None else line("kiosk.casino.goes_on", time=resumes)
    if view.paused:
        said = Line("kiosk.casino.paused")
    caption = LabelLook(Line("kiosk.casino.break"), TITLE, INK, PAPER.table, capitals=True)
    look = LabelLook(said, UNTIL, PAPER.text2, PAPER.table, Across.RIGHT)
    rule = pygame.Rect(box.left, room.low - grid.px(2), box.width, max(2, grid.px(0.4)))
    return [label("title", title, caption), label("until", until, look), bar("rule", rule, INK)]


def _clock(frame: Frame, view: CasinoView, room: Room, grid: Grid) -> list[Part]:
    box = room.box
    top = box.top + grid.px(7.5)
    foot = room.low - grid.px(3)
    if view.stage is None:
        where = pygame.Rect(box.left, top, box.width, foot - top)
        look = LabelLook(Line("kiosk.casino.open_end"), BIG, INK, PAPER.table)
        return [label("words", where, look)]
    scale = pygame.Rect(box.left, foot - grid.px(RULER), box.width, grid.px(RULER))
    figures = pygame.Rect(box.left, top, box.width, scale.top - grid.px(2) - top)
    left = left_text(view.stage, frame.now_ms)
    wide = grid.px(72)
    figures.width = min(figures.width, wide)
    return [
        *clock("clock", figures, left, INK, PAPER.table),
        ticks("ruler", scale, ticks_of(PAPER, view.stage, frame.now_ms)),
    ]


def _rows(foot: pygame.Rect, grid: Grid) -> list[pygame.Rect]:
    """Two rows, each a head and a note."""
    step = min(foot.height // 2, grid.px(18 if grid.portrait else 13))
    return [pygame.Rect(foot.left, foot.top + step * row, foot.width, step) for row in (0, 1)]


def _two(
    name: str, box: pygame.Rect, said: tuple[Line | str, Line | str], across: Across
) -> list[Part]:
    head = pygame.Rect(box.left, box.top, box.width, box.height * 45 // 100)
    note = pygame.Rect(box.left, head.bottom, box.width, box.height * 45 // 100)
    return [
        label(f"{name}.head", head, LabelLook(said[0], HEAD, INK, PAPER.table, across)),
        label(f"{name}.note", note, LabelLook(said[1], NOTE, PAPER.text2, PAPER.table, across)),
    ]


def _below(view: CasinoView, foot: pygame.Rect, grid: Grid) -> list[Part]:
    """The prizes' shares or amounts, and the next stakes; a touch shows the instructions."""
    lower = _rows(foot, grid)[1]
    left = pygame.Rect(lower.left, lower.top, lower.width * 58 // 100, lower.height)
    right = pygame.Rect(left.right, lower.top, lower.right - left.right, lower.height)
    amounts = None
    if view.amounts is not None:
        amounts = tuple(words.prize(view, int(amount)) for amount in view.amounts)
    state = (view.shares, amounts, why_shares(view))
    parts = [Part("prizes", left, state, _draw_prizes)]
    if view.next_level is None:
        return parts
    number = str(view.next_level.number)
    ante = words.ante(view.next_level)
    note = line("kiosk.casino.level", number=number)
    if ante is not None:
        note = Line("kiosk.casino.level_ante", (*ante.params, ("number", number)))
    stakes = words.stakes(view.next_level)
    head = Line(f"{stakes.key}_next", stakes.params)
    parts += _two("next", right, (head, note), Across.RIGHT)
    last = parts[-2]
    parts[-2] = Part(last.name, last.box, last.state, last.draw, (Spot(right, OpenSheet()),))
    return parts


def _draw_prizes(brush: Brush, box: pygame.Rect, state: Any) -> None:
    """Shares, or amounts once they may be told."""
    shares, amounts, why = state
    brush.fill(box, PAPER.table)
    head = pygame.Rect(box.left, box.top, box.width, box.height * 45 // 100)
    note = pygame.Rect(box.left, head.bottom, box.width, box.height * 45 // 100)
    if amounts is None:
        told = brush.say(line("kiosk.casino.prizes_shares", shares=words.shares(brush, shares)))
        brush.write(head, told, HEAD, INK, PAPER.table)
        later = brush.texts.text(why) if why else ""
        brush.write(note, later, NOTE, PAPER.text2, PAPER.table)
        return
    money = [brush.say(one) for one in amounts[:4]]
    brush.write(head, " · ".join(money), HEAD, INK, PAPER.table)
    places = brush.say(line("kiosk.casino.paid_places", count=len(amounts)))
    brush.write(note, places, NOTE, PAPER.text2, PAPER.table)


def _sold(frame: Frame, view: CasinoView) -> tuple[Line, Line] | None:
    """What can be bought now, and for how long."""
    plan_ = view.plan
    if view.window is Window.ADDON and plan_.addon is not None:
        note = line("kiosk.casino.addon_once", price=plan_.addon.price, points=plan_.addon.points)
        if view.addon is None:
            return Line("kiosk.casino.addon_open"), note
        time = left_text(view.addon, frame.now_ms)
        return line("kiosk.casino.addon_open_left", time=time), note
    if view.window in (Window.REBUY, Window.LAST_ROUND) and plan_.rebuy is not None:
        note = words.buys(plan_.rebuy)
        if view.rebuy is None:
            return Line("kiosk.casino.rebuy_open"), note
        return line("kiosk.casino.rebuy_open_left", time=left_text(view.rebuy, frame.now_ms)), note
    return None


def _window(frame: Frame, view: CasinoView, foot: pygame.Rect, grid: Grid) -> list[Part]:
    """What can be bought; else who is left, and the chips that are changed."""
    upper = _rows(foot, grid)[0]
    said: tuple[Line | str, Line | str] | None = _sold(frame, view)
    if said is None:
        players = line("kiosk.casino.still_in", left=str(view.left), of=str(view.entrants))
        worth = 0 if view.level is None else view.plan.colour_up.get(view.level.number, 0)
        note = line("kiosk.casino.in_play", points=view.points_in_play)
        said = players, line("kiosk.casino.news.colour_up", points=worth) if worth else note
    return _two("sold", upper, said, Across.LEFT)


def _draw_pillars(brush: Brush, box: pygame.Rect, look: Any) -> None:
    brush.fill(box, PAPER.ground)
    for pillar in (look.first, look.second):
        brush.plate(pygame.Rect(pillar), 1.4, INK, PAPER.ground)
