""" "Who is for all tied leaving?" at the pads (MAF-P-7): one window, the host's count after. Pure.

A fist within the window is a vote by its stamp; one that lies there already is none. Presses are in
the record as they come, the count follows as `lift_all` when the host announces it: until then his
digits correct it. A power cut begins it anew.
"""

from __future__ import annotations

from typing import Final

from kiosk.families.mafia.own import LiftStage
from kiosk.intents import Intent, Tell
from rules.kinds import GameMs, Seat
from rules.mafia.view import MafiaView, Phase
from rules.value import Value, replace
from rules.votes import needed_of_all

MS: Final = 1_000_000
OPEN: Final = "vote-open:lift"
CLOSE: Final = "vote-close:lift"


class Lifting(Value):
    """`seats`: whose fists are for it; `closes_ns` None: not asked yet."""

    eligible: tuple[Seat, ...]
    needed: int
    seats: tuple[Seat, ...] = ()
    closes_ns: int | None = None
    closes_ms: GameMs | None = None
    is_counted: bool = False

    @property
    def stage(self) -> LiftStage:
        """Where it stands."""
        if self.closes_ns is None:
            return LiftStage.ASK
        return LiftStage.COUNTED if self.is_counted else LiftStage.OPEN


def asked(view: MafiaView, *, half: bool) -> Lifting | None:
    """The question, where the table stands at it."""
    if view.phase is not Phase.LIFT:
        return None
    alive = tuple(seat.seat for seat in view.seats if seat.alive)
    return Lifting(alive, needed_of_all(len(alive), half=half))


def opened(lift: Lifting, at_ns: int, at: GameMs, window_ms: int) -> tuple[Lifting, list[Intent]]:
    """The host has asked: the window runs."""
    closes = GameMs(at + window_ms)
    running = replace(lift, closes_ns=at_ns + window_ms * MS, closes_ms=closes)
    return running, [Tell(OPEN, at_ns)]


def pressed(lift: Lifting, seat: Seat, at_ns: int) -> Lifting:
    """A fist; it counts while the window is open, by its stamp."""
    in_time = lift.closes_ns is not None and not lift.is_counted and at_ns < lift.closes_ns
    if not in_time or seat in lift.seats or seat not in lift.eligible:
        return lift
    return replace(lift, seats=(*lift.seats, seat))


def toggled(lift: Lifting, seat: Seat) -> Lifting:
    """The host says it: this seat is for it, or is not after all."""
    if lift.closes_ns is None or seat not in lift.eligible:
        return lift
    if seat in lift.seats:
        return replace(lift, seats=tuple(one for one in lift.seats if one != seat))
    return replace(lift, seats=(*lift.seats, seat))


def pass_time(lift: Lifting, now_ns: int) -> tuple[Lifting, list[Intent]]:
    """ "Thank you." """
    if lift.closes_ns is None or lift.is_counted or now_ns < lift.closes_ns:
        return lift, []
    return replace(lift, is_counted=True), [Tell(CLOSE, lift.closes_ns)]


def closes_ns(lift: Lifting) -> int | None:
    """When `pass_time` has something to do."""
    return None if lift.is_counted else lift.closes_ns
