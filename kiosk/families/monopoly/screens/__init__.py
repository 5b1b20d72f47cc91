"""The pictures of a Monopoly table (`kiosk/screens/family.py` says what a family gives)."""

# * `play.py` the running game, `over.py` its end, `table.py` sheet, signatures and places
# * `cards.py` place cards, `boardmap.py` where the deeds lie

from __future__ import annotations

from typing import Final

from kiosk.families.monopoly.screens.cards import cards
from kiosk.families.monopoly.screens.over import early_end, time_over
from kiosk.families.monopoly.screens.play import play, playing_time
from kiosk.families.monopoly.screens.table import closed, sheet, signing, void
from kiosk.screens.dice import dice_grid
from kiosk.screens.frame import Frame, Timer
from kiosk.screens.part import Screen
from kiosk.screens.setup import setup
from kiosk.screens.theme import HUN
from rules.monopoly.view import MonopolyView, Phase

CLOTH: Final = HUN

BY_PHASE: Final[dict[Phase, Screen]] = {
    Phase.SETUP: setup,
    Phase.READY: play,
    Phase.PLAY: play,
    Phase.SIGN: signing,
    Phase.CLOSED: closed,
    Phase.VOID: void,
}

__all__ = ["CLOTH", "cards", "choose", "timer"]


def choose(frame: Frame) -> Screen:
    """The dice grid, the sheet, else the phase."""
    view: MonopolyView = frame.view
    if view.phase in (Phase.READY, Phase.PLAY) and frame.dice.open:
        return dice_grid
    if view.phase in (Phase.COUNT, Phase.SIGN) and frame.entry is not None:
        return sheet
    if view.phase is Phase.COUNT:
        return time_over if view.end_reason == "time" else early_end
    return BY_PHASE[view.phase]


def timer(frame: Frame) -> Timer | None:
    """The playing time, before the end."""
    view: MonopolyView = frame.view
    return playing_time(view) if view.phase in (Phase.READY, Phase.PLAY) else None
