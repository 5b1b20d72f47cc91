"""What a player or the director asks for, on an ink plate at the foot: YES or NO of the cashier.

Unlike a question it stays until it is answered: the request is in the record, or in the
director's log.
"""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.families import seated
from kiosk.families.casino.framing import Shown, shown_of
from kiosk.families.casino.moves import ARRIVE, LEAVE, PENALTY, Move, points_of
from kiosk.families.casino.requests import ENTRY, OUT, Request
from kiosk.families.casino.screens import words
from kiosk.screens.brush import Across, Brush, Type
from kiosk.screens.frame import Frame, Line, line
from kiosk.screens.part import Part, Spot
from kiosk.screens.question import AnswerLook, draw_answer
from kiosk.screens.targets import No, Yes
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, BONE, INK, INKY, Cloth, Grid
from rules.casino.view import CasinoView
from rules.value import Value

WHO: Final = Type(Face.BOLD, 4.8, 2.6)
SAYS_KIND: Final = WHO.sized(4)
WHAT: Final = Type(Face.MEDIUM, 3, 2)
MORE: Final = Type(Face.BOLD, 2.8, 2.25)
EDGE: Final = 1.2
NOT_YET: Final = "kiosk.casino.request.not_yet"
HIGH: Final = 21
"""Of the plate, in u."""

SAYS: Final = {
    ENTRY: Line("kiosk.casino.request.entry"),
    "rebuy": Line("kiosk.casino.request.rebuy"),
    "addon": Line("kiosk.casino.request.addon"),
    OUT: Line("kiosk.casino.request.out"),
}
"""Of the director's moves `_moved` says it: where to, where from."""
YES: Final = {
    ENTRY: Line("kiosk.casino.request.paid"),
    "rebuy": Line("kiosk.casino.request.paid"),
    "addon": Line("kiosk.casino.request.paid"),
    OUT: Line("kiosk.casino.request.right"),
    LEAVE: Line("kiosk.casino.request.gone"),
    ARRIVE: Line("kiosk.casino.request.sits"),
    PENALTY: Line("kiosk.casino.request.right"),
}


class RequestLook(Value):
    """What the plate says above its two answers."""

    who: str
    says: Line
    what: str | tuple[Line, ...]
    waiting: int


def request_parts(frame: Frame, box: pygame.Rect, grid: Grid, cloth: Cloth) -> list[Part]:
    """The plate over this box, if anybody asks for anything."""
    shown = shown_of(frame)
    if shown.request is None:
        return []
    look = _look(frame.view, shown, shown.request)
    inner = box.inflate(-2 * grid.px(2.5), -2 * grid.px(EDGE))
    high = grid.px(grid.finger)
    half = (inner.width - grid.px(1.5)) // 2
    yes = pygame.Rect(inner.left, inner.bottom - high, half, high)
    no = pygame.Rect(inner.right - half, yes.top, half, high)
    granted = AnswerLook(YES[shown.request.what], True)
    no_key = "kiosk.casino.request.no" if shown.request.move is None else NOT_YET
    declined = AnswerLook(Line(no_key), False)
    # The plate never changes while anybody asks, so its answers stay when the words are drawn anew.
    said = pygame.Rect(inner.left, box.top, inner.width, yes.top - box.top)
    return [
        Part("request.plate", box, cloth, draw_ground),
        Part("request", said, look, draw_request),
        Part("request.yes", yes, granted, draw_answer, (Spot(yes, Yes()),)),
        Part("request.no", no, declined, draw_answer, (Spot(no, No()),)),
    ]


def _look(view: CasinoView, shown: Shown, request: Request) -> RequestLook:
    if request.move is not None:
        return _moved(view, request.move, shown.waiting)
    seats = [seat for seat in view.seats if seat.seat in request.seats]
    who = ", ".join(seated(seat) for seat in seats)
    says = SAYS[request.what]
    if request.what == OUT and view.type == "slots":
        says = Line("kiosk.casino.request.done")
    elif len(seats) > 1:
        says = Line("kiosk.casino.request.out_together")
    return RequestLook(who, says, (_what(view, request),), shown.waiting)


def _moved(view: CasinoView, move: Move, waiting: int) -> RequestLook:
    """RAY-1-1, RAY-OTHER-1: who, where to or where from, and what he has with him."""
    who = f"{move.seat} · {move.player}"
    if move.do == PENALTY:
        says = words.penalty_of(move)
        why = move.reason or (Line("kiosk.casino.request.director"),)
        return RequestLook(who, says, why, waiting)
    if move.do == LEAVE:
        says = line("kiosk.casino.request.leaves", table=move.called, seat=str(move.at_seat))
        points = points_of(move, view)
        what = Line("kiosk.casino.request.count_first")
        if points is not None:
            what = line("kiosk.casino.request.takes", points=points)
        return RequestLook(who, says, (what,), waiting)
    says = Line("kiosk.casino.request.arrives_here")
    if move.table:
        says = line("kiosk.casino.request.arrives", table=move.called)
    return RequestLook(who, says, words.brings(move), waiting)


def _what(view: CasinoView, request: Request) -> Line:
    """What YES would do."""
    plan = view.plan
    if request.what == ENTRY:
        return line("kiosk.casino.request.fee", fee=plan.fee, points=plan.start_points)
    if request.what == "rebuy" and plan.rebuy is not None:
        return words.buys(plan.rebuy)
    if request.what == "addon" and plan.addon is not None:
        return words.buys(plan.addon)
    return Line("kiosk.casino.request.checks")


def draw_ground(brush: Brush, box: pygame.Rect, cloth: Cloth) -> None:
    """The ink plate."""
    brush.plate(box, 2.4, INK, cloth.table)


def draw_request(brush: Brush, box: pygame.Rect, look: RequestLook) -> None:
    """Who, what, what it costs; how many wait behind. In little width each has its own row."""
    brush.fill(box, INK)
    inner = box.move(0, brush.px(EDGE))
    low = brush.grid.small  # there the answers are higher
    more = pygame.Rect(inner.right, inner.top, 0, brush.px(5))
    if look.waiting:
        more = pygame.Rect(inner.right - brush.px(12), inner.top, brush.px(12), brush.px(5))
        told = brush.say(line("kiosk.casino.request.more", count=look.waiting))
        brush.write(more, told, MORE, INKY.text2, INK, Across.RIGHT)
    room = pygame.Rect(inner.left, inner.top, more.left - inner.left - brush.px(1), brush.px(5))
    asks = brush.say(look.says)
    half = min(brush.wide(look.who, WHO), room.width * 60 // 100)
    narrow = room.width - half < brush.wide(asks, SAYS_KIND) * 2 // 3
    if narrow:
        half, room.height = room.width, brush.px(4.4)
    who = pygame.Rect(room.left, room.top, half + brush.px(0.5), room.height)
    brush.write(who, look.who, WHO, BONE, INK)
    says = pygame.Rect(who.right + brush.px(1.5), room.top, 0, room.height)
    says.width = room.right - says.left
    what = pygame.Rect(inner.left, room.bottom, inner.width, brush.px(3.7 if low else 4.6))
    if narrow:
        says = pygame.Rect(inner.left, room.bottom, inner.width, brush.px(3.5))
        what = pygame.Rect(inner.left, says.bottom, inner.width, box.bottom - says.bottom)
    brush.write(says, asks, SAYS_KIND, AMBER, INK)
    told = look.what if isinstance(look.what, str) else " · ".join(map(brush.say, look.what))
    brush.write(what, told, WHAT, INKY.text2, INK)
