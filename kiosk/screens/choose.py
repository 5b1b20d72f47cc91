"""Which screen a frame asks for: the most urgent thing first, then the family's own."""

from __future__ import annotations

from kiosk.screens.family import screens_of
from kiosk.screens.fault import fault
from kiosk.screens.frame import Frame, Idle
from kiosk.screens.idle import idle
from kiosk.screens.panel import panel
from kiosk.screens.part import Screen
from kiosk.screens.poster import signal
from kiosk.screens.question import question


def _without_game(frame: Frame) -> Screen:
    """The next game if it is known; else the hall's board, where there is one."""
    state = frame.idle or Idle()
    waits = state.names or state.sitting or state.test or state.wrong or state.spare
    waits = waits or state.key_words
    told = state.remedy is not None or frame.notice is not None
    if frame.hall is None or waits or state.among or told:
        return idle
    from kiosk.screens.hall import hall  # of tables of a hall

    return hall


def choose(frame: Frame) -> Screen:
    """A fault, a signal, a question, what is half said, a ballot; else the family's own screen."""
    if frame.fault is not None:
        return fault
    if frame.tested is not None:
        from kiosk.screens.selftest import selftest  # of a command, not of a table in play

        return selftest
    if frame.vote is not None and frame.view is None:
        from kiosk.screens.membervote import member_vote  # of one evening in the year

        return member_vote
    if frame.view is None:
        return _without_game(frame)
    if frame.signal is not None:
        return signal
    if frame.question is not None:
        return question
    if frame.panel is not None:
        return panel
    if frame.ballot is not None:
        from kiosk.screens.ballot import ballot  # not every family votes

        return ballot
    return screens_of(frame).choose(frame)
