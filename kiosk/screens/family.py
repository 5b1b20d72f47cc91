"""What a family of games gives to the pictures: its screens, its place cards, its clock.

Screens that every family has (question, fault, roll call, warning) ask here. A family's package in
`kiosk/families/` has a package `screens` with these names; it is loaded with the first picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from kiosk.families import FAMILIES
from kiosk.locale import minutes_text
from kiosk.screens.frame import CardState, Frame, Line, Timer
from kiosk.screens.theme import Cloth, Grid
from rules.kinds import GameMs, Seat

if TYPE_CHECKING:
    from kiosk.screens.part import Part, Screen
    from kiosk.screens.ring import Inside


class FamilyScreens(Protocol):
    """A family's package of screens. All is a function of the frame.

    It may have besides: `cloth(frame)`, where phases have cloths of their own; `above(frame, grid,
    inside, high)`, what stays above a band where no clock runs; `flags(frame)`, what is special
    about this game; `until(frame)`, game ms until its picture changes without a clock.
    """

    CLOTH: Cloth

    def choose(self, frame: Frame) -> Screen:
        """The screen of the phase, where nothing more urgent has it."""

    def cards(self, frame: Frame) -> Sequence[CardState]:
        """A place card for every seat, in seat order, without the lamps' answers."""

    def timer(self, frame: Frame) -> Timer | None:
        """The clock that runs, or is about to; None: there is none now."""


def screens_of(frame: Frame) -> FamilyScreens:
    """The screens of a frame that has a view."""
    return cast("FamilyScreens", import_module(f"{FAMILIES[frame.kind]}.screens"))


def cards_of(frame: Frame) -> Sequence[CardState]:
    """The place cards; none without a game."""
    return () if frame.view is None else screens_of(frame).cards(frame)


def cloth_of(frame: Frame) -> Cloth:
    """The cloth of the game on the table; a family may have one for each phase (`cloth`)."""
    screens = screens_of(frame)
    chosen: Cloth = getattr(screens, "cloth", lambda _: screens.CLOTH)(frame)
    return chosen


def timer_of(frame: Frame) -> Timer | None:
    """The clock that runs, or is about to."""
    return None if frame.view is None else screens_of(frame).timer(frame)


def seat_name(frame: Frame, seat: Seat) -> str:
    """`2 · Nagy Péter`."""
    name = next((card.name for card in cards_of(frame) if card.seat == seat), "")
    return f"{seat} · {name}" if name else str(seat)


def left_text(timer: Timer, now: GameMs) -> str:
    """Time left as a clock shows it: rounded up, 0:00 only at the end."""
    return minutes_text(-(-timer.left_ms(now) // 1000))


def gone_text(timer: Timer, now: GameMs) -> str:
    """Time gone, rounded down."""
    return minutes_text(timer.gone_ms(now) // 1000)


def above_band(frame: Frame, grid: Grid, inside: Inside, high: float) -> list[Part]:
    """What a family leaves above a band where no clock runs (`above`): down to `high` u."""
    made = getattr(screens_of(frame), "above", None)
    parts: list[Part] = [] if made is None else made(frame, grid, inside, high)
    return parts


def flags_of(frame: Frame) -> Sequence[Line]:
    """What is special about this game, for the roll call (`flags`)."""
    made = getattr(screens_of(frame), "flags", None)
    found: Sequence[Line] = () if made is None else made(frame)
    return found


def until_change(frame: Frame) -> int | None:
    """Game ms until the picture changes by itself (the next step of the clock), or None.

    A signal's inversions and a hold bar run in real time and are not in this.
    """
    timer = timer_of(frame)
    until: int | None = None
    if frame.view is None and frame.hall is not None:
        left_ms = frame.hall.left_at(frame.now_ms)
        return None if not left_ms else (left_ms - 1) % 1000 + 1
    if frame.view is not None:
        until = getattr(screens_of(frame), "until", lambda _: None)(frame)
    if timer is None or not timer.runs:
        return until
    left = timer.left_ms(frame.now_ms)
    if not left:
        return until
    step = left - (left - 1) // timer.step_ms * timer.step_ms
    return step if until is None else min(step, until)
