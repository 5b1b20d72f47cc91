"""The pictures of a Mafia table (`kiosk/screens/family.py` says what a family gives).

Paper by day, red while votes are taken, black by night. By night the picture is the same whatever
is entered, and nothing of the view is drawn.
"""

# * `rollcall.py`, `day.py`, `vote.py`, `tie.py`, `night.py`, `result.py`
# * `cards.py` place cards, `clocks.py`, `glyphs.py` signs of roles, `parts.py` what several have

from __future__ import annotations

from typing import Final

from kiosk.families.mafia.screens.cards import cards
from kiosk.families.mafia.screens.clocks import timer
from kiosk.families.mafia.screens.day import before_vote, dusk, minutes, speaking, waiting
from kiosk.families.mafia.screens.night import night
from kiosk.families.mafia.screens.result import result
from kiosk.families.mafia.screens.rollcall import roll_call
from kiosk.families.mafia.screens.tie import crash, lift
from kiosk.families.mafia.screens.vote import counted, window
from kiosk.screens.closed import no_result
from kiosk.screens.frame import Frame
from kiosk.screens.part import Picture, Screen
from kiosk.screens.theme import DAY, NIGHT, VOTE, Cloth, Grid
from rules.mafia.view import MafiaView, Phase

CLOTH: Final = NIGHT
RED: Final = frozenset((Phase.VOTE, Phase.VOTED, Phase.LIFT))

__all__ = ["CLOTH", "cards", "choose", "cloth", "timer"]


def cloth(frame: Frame) -> Cloth:
    """Black by night, red while votes are taken, else paper."""
    view: MafiaView = frame.view
    if view.phase is Phase.NIGHT:
        return NIGHT
    return VOTE if view.phase in RED else DAY


def void(frame: Frame, grid: Grid) -> Picture:
    """VOID: the game does not count."""
    return no_result(frame, grid, cloth(frame))


BY_PHASE: Final[dict[Phase, Screen]] = {
    Phase.SETUP: roll_call,
    Phase.NIGHT: night,
    Phase.VOTE: window,
    Phase.VOTED: counted,
    Phase.CRASH: crash,
    Phase.LIFT: lift,
    Phase.DUSK: dusk,
    Phase.OVER: result,
    Phase.CLOSED: result,
    Phase.VOID: void,
}


def choose(frame: Frame) -> Screen:
    """By phase; in speeches and minutes by whether somebody speaks, and who comes next."""
    view: MafiaView = frame.view
    found = BY_PHASE.get(view.phase)
    if found is not None:
        return found
    if view.speaker is not None:
        return speaking
    if view.phase in (Phase.MORNING, Phase.MINUTES):
        return minutes
    return before_vote if view.next_speaker is None else waiting
