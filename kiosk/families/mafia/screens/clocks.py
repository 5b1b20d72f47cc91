"""The clocks of a Mafia table as pictures need them: a speech, a window, none by night."""

from __future__ import annotations

from typing import Final

from kiosk.families.mafia.own import Own
from kiosk.screens.frame import Frame, Timer
from rules.kinds import GameMs
from rules.mafia.view import MafiaView, Phase

SECOND: Final = 1_000
TENTH: Final = 100


def own_of(frame: Frame) -> Own:
    """The family's part of a frame; a plain one where it is not made yet."""
    return frame.own if isinstance(frame.own, Own) else Own()


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
        return None
    running = view.speaker.timer
    begun = GameMs(running.ends_at - running.length)
    marks = tuple(GameMs(running.length - mark) for mark in running.marks)
    return Timer(running.length, begun, marks_ms=marks, tick_ms=SECOND)
