"""The clocks of a Mafia table as pictures need them: a speech, a window, none by night."""

from __future__ import annotations

from typing import Final

from kiosk.families.mafia.own import Own
from kiosk.screens.frame import Frame, Timer
from rules.kinds import GameMs, Seat
from rules.mafia.view import MafiaView, Phase

SECOND: Final = 1_000
TENTH: Final = 100
LEAVE: Final = 3_600_000
"""Longer than any host gives somebody to be gone."""


def own_of(frame: Frame) -> Own:
    """The family's part of a frame; a plain one where it is not made yet."""
    return frame.own if isinstance(frame.own, Own) else Own()


def leaving(frame: Frame) -> dict[Seat, int]:
    """MAFN-GEN-9: who has to be gone from the table, and the milliseconds that he has left."""
    view: MafiaView = frame.view
    return {
        seat.seat: seat.leave_until - frame.now_ms
        for seat in view.seats
        if seat.leave_until is not None and seat.leave_until > frame.now_ms
    }


def _to_be_gone(frame: Frame) -> Timer | None:
    """The seconds on a leaver's card, where nothing else counts down; not a clock of the game."""
    last = max(leaving(frame).values(), default=0)
    if not last:
        return None
    begun = GameMs(frame.now_ms + last - LEAVE)
    return Timer(LEAVE, begun, shown=False, tick_ms=SECOND)


def timer(frame: Frame) -> Timer | None:
    """MAFN-DAY-1 the speech that runs, MAFN-VOTE-1 the window; by night no clock is shown."""
    view: MafiaView = frame.view
    if view.phase is Phase.NIGHT:
        return None
    own = own_of(frame)
    closes = None if view.ballot is None else view.ballot.open_until
    if own.lift is not None:
        closes = own.lift.open_until
    if closes is not None:
        begun = GameMs(closes - own.window_ms)
        return Timer(own.window_ms, begun, tick_ms=TENTH, step_ms=TENTH)
    if view.speaker is None:
        return _to_be_gone(frame)
    running = view.speaker.timer
    begun = GameMs(running.ends_at - running.length)
    marks = tuple(GameMs(running.length - mark) for mark in running.marks)
    return Timer(running.length, begun, marks_ms=marks, tick_ms=SECOND)
