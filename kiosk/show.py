"""From what the table knows to what the screen shows: one `Frame`, only from the public view."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, NamedTuple

from kiosk import clockask, counting, signing
from kiosk.counting import Sheet
from kiosk.desk import QUESTION_NS, Asked, Desk
from kiosk.game import Game
from kiosk.screens.frame import (
    SIGNAL_MS,
    Delivery,
    DiceEntry,
    Fault,
    Frame,
    HoldBar,
    Idle,
    Line,
    Question,
    SheetEntry,
    Sign,
    Signal,
    line,
)
from kiosk.stage import Warned
from rules.history import Undoable
from rules.kinds import Audience, GameMs, Money, Seat
from rules.monopoly.view import Mark, MonopolyView, Phase
from rules.value import replace

MS: Final = 1_000_000
MINUTE_MS: Final = 60_000
BOTTOM: Final = {
    Phase.SETUP: line("kiosk.bottom.setup"),
    Phase.READY: line("kiosk.bottom.ready"),
    Phase.PLAY: line("kiosk.bottom.play"),
    Phase.COUNT: line("kiosk.bottom.count"),
    Phase.CLOSED: line("kiosk.bottom.closed"),
}


class Scene(NamedTuple):
    """What the screen is drawn from."""

    view: MonopolyView | None
    desk: Desk | None
    now_ms: GameMs
    now_ns: int
    table: str
    edition: str
    language: str
    signs: tuple[Sign, ...]
    flash: frozenset[Seat]
    warned: Warned | None
    fault: Fault | None
    wall: Callable[[GameMs | None], str | None]
    """Wall clock of a game time (None: of now) as text; None while it is not set."""
    delivery: Delivery
    question: Question | None


def frame_of(scene: Scene) -> Frame:
    """The frame of this scene."""
    view, desk = scene.view, scene.desk
    frame = Frame(
        view=view,
        now_ms=scene.now_ms,
        table=scene.table,
        edition=scene.edition,
        language=scene.language,
        wall_text=scene.wall(None),
        signs=scene.signs,
        fault=scene.fault,
        delivery=scene.delivery,
        idle=Idle() if view is None else None,
    )
    if view is None or desk is None:
        return frame
    return replace(
        frame,
        started_text=None if view.started_at is None else scene.wall(view.started_at),
        ended_text=None if view.ended_at is None else scene.wall(view.ended_at),
        bottom=_bottom(view),
        notice=desk.notice,
        question=scene.question,
        signal=_signal(view, scene.warned),
        entry=_entry(desk, view),
        dice=_dice(desk),
        flash=scene.flash,
        hold=_hold(desk, scene.now_ns),
    )


def _bottom(view: MonopolyView) -> Line:
    """What a seat's press does now."""
    if view.phase is not Phase.SIGN:
        return BOTTOM.get(view.phase, line("kiosk.bottom.nothing"))
    armed = next((seat.seat for seat in view.seats if seat.mark is Mark.ARMED), None)
    return line("kiosk.bottom.sign", seat=str(armed)) if armed else line("kiosk.bottom.signed")


def question_of(game: Game, now_ns: int, audience: Audience) -> Question | None:
    """What waits for YES or NO, as this audience may read it."""
    view = game.session.view
    if game.ask is not None:
        return clockask.question(game.ask, view)
    return _question(game.desk.asked, view, now_ns, audience)


def _question(
    asked: Asked | None, view: MonopolyView, now_ns: int, audience: Audience
) -> Question | None:
    """What an undo would take back, with its seat, name and age."""
    if asked is None:
        return None
    left_ms = max(0, (asked.at_ns + QUESTION_NS - now_ns) // MS)
    # Whole seconds: a question changes its picture once a second, like the clock.
    return Question(
        undo_text(asked.undoable, view, audience),
        line("kiosk.undo.age", seconds=max(0, asked.age_ms) // 1000),
        left_ms=-(-left_ms // 1000) * 1000,
    )


def undo_text(undoable: Undoable, view: MonopolyView, audience: Audience) -> Line:
    """How an undo asks, for whom."""
    action = undoable.action
    if audience is Audience.TABLE and undoable.audience is Audience.OFFICIAL:
        return line("kiosk.undo.entry")
    seat = getattr(action, "seat", None)
    if seat is None:
        return line(f"kiosk.undo.{action.do}")
    name = next((shown.name for shown in view.seats if shown.seat == seat), "")
    return line(f"kiosk.undo.{action.do}", seat=str(seat), name=name)


def _signal(view: MonopolyView, warned: Warned | None) -> Signal | None:
    if warned is None or view.started_at is None:
        return None
    elapsed = warned.at_ms - view.started_at
    shown_ms = int((time.monotonic() - warned.since_s) * 1000)
    if elapsed not in view.marks_ms or shown_ms >= SIGNAL_MS:
        return None
    number = view.marks_ms.index(GameMs(elapsed)) + 1
    minutes = (view.game_ms - elapsed) // MINUTE_MS
    return Signal(number, len(view.marks_ms), minutes, shown_ms)


def _dice(desk: Desk) -> DiceEntry:
    entry = desk.dice
    return DiceEntry() if entry is None else DiceEntry(entry.seat, entry.digits, entry.grid)


def _hold(desk: Desk, now_ns: int) -> HoldBar | None:
    part = None if desk.hand is None else signing.part_held(desk.hand, now_ns)
    return (
        None
        if desk.hand is None or part is None
        else HoldBar(desk.hand.seat, part, signing.HOLD_NS // MS)
    )


def _entry(desk: Desk, view: MonopolyView) -> SheetEntry | None:
    sheet = desk.sheet
    if sheet is None:
        return None
    return SheetEntry(
        seat=sheet.seat,
        counted=frozenset(seat.seat for seat in view.seats if counting.is_counted(seat)),
        field=sheet.field,
        price=_price(desk, sheet),
        house_price=None if sheet.field is None else desk.board[sheet.field].house_price,
        cash=sheet.cash,
        note=sheet.note,
        side=sheet.side,
        next_seat=counting.next_seat(view, sheet.seat),
    )


def _price(desk: Desk, sheet: Sheet) -> Money:
    return Money(0) if sheet.field is None else desk.board[sheet.field].price
