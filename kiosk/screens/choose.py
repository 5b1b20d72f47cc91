"""Which screen a frame asks for: one table, looked up from the most urgent to the phase."""

from __future__ import annotations

from typing import Final

from kiosk.screens.closed import closed, void
from kiosk.screens.dice import dice_grid
from kiosk.screens.fault import fault
from kiosk.screens.frame import Frame
from kiosk.screens.idle import idle
from kiosk.screens.part import Screen
from kiosk.screens.play import play
from kiosk.screens.poster import early_end, signal, time_over
from kiosk.screens.question import question
from kiosk.screens.setup import setup
from kiosk.screens.sheet import sheet
from kiosk.screens.signing import signing
from rules.monopoly.view import Phase

BY_PHASE: Final[dict[Phase, Screen]] = {
    Phase.SETUP: setup,
    Phase.READY: play,
    Phase.PLAY: play,
    Phase.SIGN: signing,
    Phase.CLOSED: closed,
    Phase.VOID: void,
}


def choose(frame: Frame) -> Screen:
    """A fault first, then a signal, a question, the dice grid, the sheet, the phase."""
    view = frame.view
    if frame.fault is not None:
        return fault
    if view is None:
        return idle
    if frame.signal is not None:
        return signal
    if frame.question is not None:
        return question
    if view.phase in (Phase.READY, Phase.PLAY) and frame.dice.open:
        return dice_grid
    if view.phase in (Phase.COUNT, Phase.SIGN) and frame.entry is not None:
        return sheet
    if view.phase is Phase.COUNT:
        return time_over if view.end_reason == "time" else early_end
    return BY_PHASE[view.phase]
