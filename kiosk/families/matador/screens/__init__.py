"""The pictures of a Matador table (`kiosk/screens/family.py` says what a family gives)."""

# * `play.py` the evening, `notes.py` its sentences, `words.py` who and what; `timeout.py`,
#   `auction.py`, `verdict.py` of a ballot, `pages.py` that take the whole table top
# * `over.py` the end, `table.py` sheet, signatures and places
# * `cards.py` place cards, `boardmap.py` where the deeds lie

from __future__ import annotations

from typing import Final

from kiosk.families.matador.own import Own
from kiosk.families.matador.screens.auction import auction
from kiosk.families.matador.screens.cards import cards
from kiosk.families.matador.screens.over import dice_closed, early_end, evening_over
from kiosk.families.matador.screens.pages import page, places_page, pot_page
from kiosk.families.matador.screens.play import above, play
from kiosk.families.matador.screens.table import closed, sheet, signing, void
from kiosk.families.matador.screens.timeout import small_timer, timeout
from kiosk.families.matador.screens.verdict import is_fresh, left_ms, verdict
from kiosk.screens.dice import dice_grid
from kiosk.screens.frame import Frame, Line, Timer
from kiosk.screens.part import Screen
from kiosk.screens.setup import setup
from kiosk.screens.theme import MAT
from rules.kinds import GameMs
from rules.matador.view import MatadorView, Phase

CLOTH: Final = MAT

BY_PHASE: Final[dict[Phase, Screen]] = {
    Phase.SETUP: setup,
    Phase.PLAY: play,
    Phase.SIGN: signing,
    Phase.CLOSED: closed,
    Phase.VOID: void,
}

__all__ = ["CLOTH", "above", "cards", "choose", "flags", "timer", "until"]


def choose(frame: Frame) -> Screen:
    """A page, the dice grid, the sheet; what cannot wait at play; else the phase."""
    view: MatadorView = frame.view
    own = frame.own
    if isinstance(own, Own):
        for opened, screen in ((own.pot, pot_page), (own.places, places_page), (own.page, page)):
            if opened is not None:
                return screen
    if view.phase in (Phase.SETUP, Phase.PLAY) and frame.dice.open:
        return dice_grid
    if view.phase in (Phase.COUNT, Phase.SIGN) and frame.entry is not None:
        return sheet
    if view.phase is Phase.PLAY:
        return _at_play(frame, view)
    if view.phase is Phase.COUNT:
        return evening_over if view.end_reason == "time" else early_end
    return BY_PHASE[view.phase]


def _at_play(frame: Frame, view: MatadorView) -> Screen:
    if is_fresh(frame):
        return verdict
    if view.auction is not None:
        return auction
    if view.timeout is not None:
        return timeout
    return dice_closed if view.dice_closed else play


def timer(frame: Frame) -> Timer | None:
    """The time-out; else the evening's own clock, which is nobody's subject (RAMK-3.2)."""
    view: MatadorView = frame.view
    if view.phase is not Phase.PLAY:
        return None
    if view.timeout is not None:
        return small_timer(view.timeout)
    return _evening(view)


def _evening(view: MatadorView) -> Timer | None:
    clock = view.evening
    if clock is None or view.last_round:
        return None
    began = GameMs(clock.ends_at - clock.length)
    stands = None if clock.paused is None else GameMs(began + clock.length - clock.paused)
    marks = tuple(GameMs(clock.length - mark) for mark in clock.marks)
    return Timer(clock.length, began, stands, marks, shown=False, step_ms=60_000)


def until(frame: Frame) -> int | None:
    """Game ms until a verdict gives way."""
    view: MatadorView = frame.view
    return left_ms(frame) if view.phase is Phase.PLAY else None


def flags(frame: Frame) -> tuple[Line, ...]:
    """RAMK-3.4, RAMK-9.27, RAMK-9.18: what is played with tonight."""
    view: MatadorView = frame.view
    found = []
    if view.final:
        found.append(Line("kiosk.matador.flag.final"))
    if view.free_pass_evening:
        found.append(Line("kiosk.matador.flag.pass"))
    if view.loan_evening:
        found.append(Line("kiosk.matador.flag.loan"))
    return tuple(found)
