"""The pictures of a tournament's table (`kiosk/screens/family.py` says what a family gives)."""

# * `entries.py`, `level.py`, `raised.py` a new one, `pause.py` a break, `rest.py` one is left
# * `machines.py` slot machines, `request.py` what somebody asks for, `instructions.py`, `deal.py`
# * `count.py`, `signing.py`, `results.py`, `prizes.py`
# * `cards.py` place cards, `ruler.py` of a level, `words.py` stakes as text

from __future__ import annotations

from typing import Final

from kiosk.families.casino.framing import shown_of
from kiosk.families.casino.screens.cards import cards
from kiosk.families.casino.screens.count import count, over
from kiosk.families.casino.screens.deal import deal_page
from kiosk.families.casino.screens.entries import entries
from kiosk.families.casino.screens.instructions import instructions
from kiosk.families.casino.screens.level import level, running
from kiosk.families.casino.screens.machines import machines
from kiosk.families.casino.screens.pause import on_break
from kiosk.families.casino.screens.raised import is_new, raised
from kiosk.families.casino.screens.rest import rest
from kiosk.families.casino.screens.results import closed
from kiosk.families.casino.screens.signing import signing, void
from kiosk.families.casino.sheet import has_sheet, is_done
from kiosk.screens.frame import Frame, Timer
from kiosk.screens.hall import hall
from kiosk.screens.part import Screen
from kiosk.screens.theme import CAS
from rules.casino.view import CasinoView, Phase, Window

CLOTH: Final = CAS
SELLING: Final = (Window.REBUY, Window.LAST_ROUND, Window.ADDON)

__all__ = ["CLOTH", "cards", "choose", "timer"]


def choose(frame: Frame) -> Screen:
    """The instructions while they are read, else what the phase asks for."""
    view: CasinoView = frame.view
    shown = shown_of(frame)
    if view.phase in (Phase.ENTRY, Phase.PLAY) and shown.instructions:
        return instructions
    if view.phase in (Phase.ENTRY, Phase.PLAY) and shown.board and frame.hall is not None:
        return hall
    if view.phase is Phase.PLAY and shown.deal is not None:
        return deal_page
    if view.phase is Phase.ENTRY:
        return entries
    if view.phase is Phase.PLAY:
        return _playing(frame, view)
    if view.phase in (Phase.COUNT, Phase.SIGN) and shown.sheet is not None:
        return count
    if view.rests and shown.moves:
        return rest
    if view.phase is Phase.COUNT:
        begun = any(is_done(view, seat) for seat in view.seats if has_sheet(view, seat))
        return count if begun else over
    return {Phase.SIGN: signing, Phase.CLOSED: closed}.get(view.phase, void)


def _playing(frame: Frame, view: CasinoView) -> Screen:
    if view.type == "slots":
        return machines
    if view.on_break:
        return hall if _shows_board(frame, view) else on_break
    if is_new(frame) and shown_of(frame).request is None:
        return raised
    return level


def _shows_board(frame: Frame, view: CasinoView) -> bool:
    """In a break of the hall; but what this table has to do in it comes first."""
    number = 0 if view.level is None else view.level.number
    busy = view.window in SELLING or number in view.plan.colour_up
    free = not busy and shown_of(frame).request is None
    return frame.hall is not None and frame.hall.on_break and bool(view.hall) and free


def timer(frame: Frame) -> Timer | None:
    """What the question and the fault show; what makes the picture move."""
    view: CasinoView = frame.view
    return running(view) if view.phase is Phase.PLAY else None
