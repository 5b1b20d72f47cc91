"""A level: the time left and the stakes, the two things asked for; next, players, prizes.

The foot of the table top belongs to whatever is going on: a request, the last hand, hand for hand,
the time for rebuys; else the prizes, as shares until their amounts may be told.
"""

from __future__ import annotations

import itertools
from typing import Final

import pygame

from kiosk.families.casino.clocks import any_clock, left_ms, left_text
from kiosk.families.casino.framing import shown_of
from kiosk.families.casino.moves import ARRIVE, Move
from kiosk.families.casino.screens import words
from kiosk.families.casino.screens.prizes import prizes
from kiosk.families.casino.screens.request import request_parts
from kiosk.families.casino.screens.ruler import HIGH as RULER
from kiosk.families.casino.screens.ruler import ticks, ticks_of
from kiosk.screens.brush import LABEL, Across, Brush, Down, Type
from kiosk.screens.cards import cards
from kiosk.screens.clock import clock
from kiosk.screens.frame import Frame, Line, Timer, line
from kiosk.screens.label import LabelLook, bar, draw_label, label
from kiosk.screens.part import Part, Picture, Spot
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.targets import OpenSheet
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, CAS, INK, Grid
from rules.casino.view import CasinoView, ClockView, StakeView, Window
from rules.kinds import GameMs

NOTE: Final = Type(Face.REGULAR, 2.9, 2.25)
STAKES: Final = Type(Face.BOLD, 12.6, 5)
ANTE: Final = Type(Face.BOLD, 6.4, 3)
VALUE: Final = Type(Face.BOLD, 4.9, 3)
BIG: Final = Type(Face.BOLD, 17, 6, lines=2)
BANNER: Final = Type(Face.BOLD, 4, 2.5)
LOW: Final = 21.5
"""The lower part of the table top, in u from its foot."""
FOOT: Final = 9.2
CLOCK_SHARE: Final = 0.54
SOON_MS: Final = 60_000
REBUY_SOON_MS: Final = 300_000
TIME_SOON_MS: Final = 300_000


def level(frame: Frame, grid: Grid) -> Picture:
    """PLAY at a table, between breaks."""
    view: CasinoView = frame.view
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    low = inside.high - LOW
    still = [*_caption(view, inside), *_stakes(view, inside, low)]
    asked = shown_of(frame).request is not None
    if asked:
        box = pygame.Rect(place.table).inflate(-2 * grid.px(2), 0)
        box.height = grid.px(LOW - 0.5)
        box.bottom = place.table.bottom - grid.px(1.5)
        still += request_parts(frame, box, grid, CAS)
    else:
        still += _columns(view, grid, inside, low)

    def ticking(now: Frame) -> list[Part]:
        parts = _clock(now, view, grid, inside, low)
        if not asked:
            parts += _next(now, view, inside, low)
            parts += _players(now, view, inside, low)
            parts += _foot(now, view, grid, inside)
        return parts

    name = ("level", view.stage is None, view.last_hand, asked, _banner(frame, view) is None)
    picture = ring(name, frame, place, CAS, [*still, *ticking(frame)])
    return picture._replace(ticking=lambda now: [*ticking(now), *cards(now, place, CAS)])


def running(view: CasinoView) -> Timer | None:
    """The table's clock, for question, panel and fault; whatever runs makes the picture move."""
    found = view.stage or view.time or any_clock(view)
    if found is None:
        return None
    return timer_of(found)


def timer_of(clock_view: ClockView) -> Timer:
    """A clock of the rules as the shared screens read one; paused, it has ended for them."""
    ends = clock_view.ends_at
    started = GameMs(ends - clock_view.length_ms)
    marks = tuple(GameMs(clock_view.length_ms - mark) for mark in clock_view.marks_ms)
    stopped = None
    if clock_view.paused_left is not None:
        stopped = GameMs(ends - clock_view.paused_left)
    return Timer(clock_view.length_ms, started, stopped, marks)


def _caption(view: CasinoView, inside: Inside) -> list[Part]:
    """Which level, and when the next break comes."""
    number = view.level.number if view.level is not None else 0
    title = line("kiosk.casino.level", number=str(number)) if number else Line("kiosk.casino.play")
    caption = LabelLook(title, LABEL.sized(4.2), CAS.text, CAS.table, capitals=True)
    parts = [label("caption", inside.left(1.8, 5.6, 0.42), caption)]
    said = Line("kiosk.casino.paused") if view.paused else None
    if said is None and view.break_after is not None:
        said = line("kiosk.casino.break_after", number=str(view.break_after))
    if said is None:
        said = line("kiosk.casino.counters", hands=view.hands, rounds=view.rounds)
    colour = AMBER if view.paused else CAS.text2
    look = LabelLook(said, NOTE, colour, CAS.table, Across.RIGHT)
    return [*parts, label("then", inside.right(2.2, 4.8, 0.57), look)]


def _stakes(view: CasinoView, inside: Inside, low: float) -> list[Part]:
    """The stakes of now, in amber; a touch shows the instructions."""
    high = low - RULER - 1.5 - 7.6
    share = 1 - CLOCK_SHARE - 0.02
    box = inside.right(7.6, high, share)
    if view.level is None:
        none = LabelLook(Line("kiosk.casino.no_stakes"), NOTE, CAS.text2, CAS.table, Across.RIGHT)
        part = label("stakes", box, none)
        return [Part(part.name, part.box, part.state, part.draw, (Spot(box, OpenSheet()),))]
    now = LabelLook(Line("kiosk.casino.stakes_now"), NOTE, CAS.text2, CAS.table, Across.RIGHT)
    ante = words.ante(view.level)
    room = high - 3.4 - (0 if ante is None else 6.4)
    kind = STAKES.sized(min(12.6, room * 0.9))
    stakes = LabelLook(words.stakes(view.level), kind, AMBER, CAS.table, Across.RIGHT)
    where = inside.right(11, room, share)
    parts = [
        label("stakes.now", inside.right(7.6, 3.4, share), now),
        Part("stakes", where, stakes, draw_label, (Spot(box, OpenSheet()),)),
    ]
    if ante is None:
        return parts
    look = LabelLook(ante, ANTE, AMBER, CAS.table, Across.RIGHT)
    return [*parts, label("ante", inside.right(11 + room, 6.4, share), look)]


def _clock(frame: Frame, view: CasinoView, grid: Grid, inside: Inside, low: float) -> list[Part]:
    """Time left and ruler; in the last hand, and without a clock, the words."""
    high = low - RULER - 1.5 - 7.6
    figures = inside.left(8.4, high - 0.8, CLOCK_SHARE)
    stage = view.stage or view.time
    if view.last_hand or stage is None:
        said = Line("kiosk.casino.last_hand" if view.last_hand else "kiosk.casino.open_end")
        kind = BIG if view.last_hand else BIG.sized(9)
        look = LabelLook(said, kind, AMBER if view.last_hand else CAS.text, CAS.table)
        return [label("words", inside.left(7.6, high + RULER, CLOCK_SHARE), look)]
    scale = inside.row(low - RULER - 1, RULER)
    return [
        *clock("clock", figures, left_text(stage, frame.now_ms), CAS.text, CAS.table),
        ticks("ruler", scale, ticks_of(CAS, stage, frame.now_ms)),
    ]


def _columns(view: CasinoView, grid: Grid, inside: Inside, low: float) -> list[Part]:
    """What those who are left have on average."""
    rule = inside.row(low, 0.25)
    rule.height = max(2, rule.height)
    here = view.plan.tables > 1
    head = Line("kiosk.casino.average_here" if here else "kiosk.casino.average")
    average = "–" if view.average is None else view.average
    in_play = line("kiosk.casino.in_play", points=view.points_in_play)
    return [
        bar("rule", rule, CAS.line),
        *column("average", inside, low, 2, (head, average, in_play)),
    ]


def _players(frame: Frame, view: CasinoView, inside: Inside, low: float) -> list[Part]:
    """How many are left; below it the playing time, where one is agreed, else what was counted."""
    here = view.plan.tables > 1
    head = Line("kiosk.casino.players_here" if here else "kiosk.casino.players_left")
    players = line("kiosk.casino.left_of", left=str(view.left), of=str(view.entrants))
    note = line("kiosk.casino.counters", hands=view.hands, rounds=view.rounds)
    if view.time is not None and view.stage is not None:
        note = line("kiosk.casino.plays_on", time=left_text(view.time, frame.now_ms))
    return column("players", inside, low, 1, (head, players, note))


def column(
    name: str,
    inside: Inside,
    low: float,
    number: int,
    said: tuple[Line, Line | str | int, Line | str],
    *,
    lit: bool = False,
) -> list[Part]:
    """Label, value, note: the first to third column of the lower part."""
    row = inside.row(low + 0.6, 11.4)
    third = row.width // 3
    box = pygame.Rect(row.left + third * number, row.top, third - row.width // 60, row.height)
    cuts = [round(row.height * part) for part in (0, 0.28, 0.72, 1)]
    boxes = [
        pygame.Rect(box.left, box.top + top, box.width, bottom - top)
        for top, bottom in itertools.pairwise(cuts)
    ]
    value = AMBER if lit else CAS.text
    looks = (
        LabelLook(said[0], NOTE.sized(2.8), CAS.text2, CAS.table),
        LabelLook(said[1], VALUE, value, CAS.table),
        LabelLook(said[2], NOTE.sized(2.5), CAS.text2, CAS.table),
    )
    return [
        label(f"{name}.{index}", where, look)
        for index, (where, look) in enumerate(zip(boxes, looks, strict=True))
    ]


def _next(frame: Frame, view: CasinoView, inside: Inside, low: float) -> list[Part]:
    """What comes after this level; amber in its last minute."""
    following: StakeView | None = view.next_level
    on_break = view.level is not None and view.break_after == view.level.number
    soon = (
        view.stage is not None and not view.paused and left_ms(view.stage, frame.now_ms) <= SOON_MS
    )
    if following is None:
        said = (Line("kiosk.casino.next"), Line("kiosk.casino.last_level"), "")
        return column("next", inside, low, 0, said)
    title = line("kiosk.casino.next_level", number=str(following.number))
    ante = words.ante(following)
    note: Line | str = "" if ante is None else ante
    if on_break:
        note = Line("kiosk.casino.after_break")
    return column("next", inside, low, 0, (title, words.stakes(following), note), lit=soon)


def _banner(frame: Frame, view: CasinoView) -> tuple[Line, bool] | None:
    """What goes on at the foot, and whether it is urgent; None: the prizes stand there."""
    if view.last_hand:
        return Line("kiosk.casino.banner.last_hand"), True
    if view.hand_done:
        return Line("kiosk.casino.banner.waits"), True
    comes = next((one for one in shown_of(frame).moves if _is_awaited(one)), None)
    if comes is not None:
        table, seat = str(comes.table), str(comes.seat)
        return line("kiosk.casino.banner.comes", name=comes.player, table=table, seat=seat), False
    if view.hand_for_hand:
        return Line("kiosk.casino.banner.hand_for_hand"), True
    ends = view.time if view.stage is not None else None
    if ends is not None and left_ms(ends, frame.now_ms) <= TIME_SOON_MS:
        return line("kiosk.casino.banner.time", time=left_text(ends, frame.now_ms)), True
    if view.window is Window.LAST_ROUND:
        return Line("kiosk.casino.banner.rebuy_last"), True
    plan = view.plan
    if view.window is Window.REBUY and plan.rebuy is not None:
        terms = {"price": plan.rebuy.price, "points": plan.rebuy.points}
        if view.rebuy is None:
            return line("kiosk.casino.banner.rebuy", **terms), False
        time = left_text(view.rebuy, frame.now_ms)
        soon = left_ms(view.rebuy, frame.now_ms) <= REBUY_SOON_MS
        return line("kiosk.casino.banner.rebuy_left", time=time, **terms), soon
    if view.window is Window.ADDON and plan.addon is not None:
        terms = {"price": plan.addon.price, "points": plan.addon.points}
        if view.addon is None:
            return line("kiosk.casino.banner.addon", **terms), True
        time = left_text(view.addon, frame.now_ms)
        return line("kiosk.casino.banner.addon_left", time=time, **terms), True
    return None


def _is_awaited(move: Move) -> bool:
    """RAY-1-1: he comes to this table, and has not got up at his own yet."""
    return move.do == ARRIVE and not move.ready and move.table > 0


def _foot(frame: Frame, view: CasinoView, grid: Grid, inside: Inside) -> list[Part]:
    """The banner or the prizes."""
    top = inside.high - FOOT
    banner = _banner(frame, view)
    if banner is None:
        rule = inside.row(top, 0.25)
        rule.height = max(2, rule.height)
        row = inside.row(top + 1.2, 6.4)
        return [bar("foot.rule", rule, CAS.line), prizes("prizes", row, CAS, view)]
    said, urgent = banner
    box = inside.row(top - 0.2, 7.6)
    return [Part("banner", box, (said, urgent), draw_banner)]


def draw_banner(brush: Brush, box: pygame.Rect, state: tuple[Line, bool]) -> None:
    """A plate over the foot: amber where it is urgent, else outlined."""
    said, urgent = state
    field, text, edge = (AMBER, INK, None) if urgent else (CAS.card, CAS.text, CAS.line)
    brush.plate(box, 1.4, field, CAS.table, line=edge, width=0.25)
    inner = box.inflate(-2 * brush.px(2), 0)
    brush.write(inner, brush.say(said), BANNER, text, field, down=Down.MIDDLE)
