"""What is bought: the entry, rebuys and the add-on (RAY-INTRO-1, RAY-REBUY-1 to 6)."""

from __future__ import annotations

from typing import Final

from rules.actions import Addon, Enter, Press, Rebuy
from rules.casino import limits
from rules.casino.clock import begin
from rules.casino.ending import settled_if_last
from rules.casino.state import (
    FREE,
    Person,
    Phase,
    State,
    Window,
    absent,
    person_of,
    refused,
    with_person,
)
from rules.kinds import Refusal, Seat, Step

OF_SEAT: Final = frozenset(("rebuys_used", "too_many_points", "rebuy_first", "addon_used"))
"""Reasons that say whose."""


def enter(state: State, action: Enter) -> Step[State] | Refusal:
    """RAY-INTRO-1: who has paid takes part, with the same points as everybody (RAY-1-2).

    RAY-SNG-1: the last place that is taken starts the game at that instant.
    """
    plan, person = state.facts.plan, person_of(state, action.seat)
    seats = state.facts.opening.seats
    if seats[state.facts.place[action.seat]].player == FREE:
        return refused("RAY-INTRO-1", "nobody_sits", ("seat", action.seat))
    if person.entered:
        return refused("RAY-INTRO-1", "entered_already", ("seat", action.seat))
    entrants = sum(one.entered for one in state.people)
    most = plan.places(sum(seat.player != FREE for seat in seats))
    if entrants >= most:
        return refused("RAY-SNG-1", "tournament_full", ("most", most))
    entered = person._replace(entered=True, held=plan.start_points)
    state = with_person(state, action.seat, entered)
    if plan.type == "sitngo" and entrants + 1 == most:
        return begin(state, action.at)
    return Step(state)


def too_late(state: State, action: Enter) -> Refusal:
    """RAY-1-2: everybody gets his points at the start; RAY-SNG-1: a full table is full."""
    if state.facts.plan.type == "sitngo":
        return refused("RAY-SNG-1", "started_already")
    return refused("RAY-1-2", "started_already")


def rebuy(state: State, action: Rebuy) -> Step[State] | Refusal:
    """RAY-REBUY-1, RAY-REBUY-2, RAY-REBUY-3: more points, within the time and limits."""
    refusal = _no_rebuy(state, action.seat)
    if refusal:
        return refusal
    plan, person = state.facts.plan, person_of(state, action.seat)
    points = plan.rebuy.points if plan.rebuy else 0
    person = person._replace(
        held=person.held + points,
        rebuys=person.rebuys + 1,
        order=0,
        out_at=None,
        hand=0,
        before=0,
        asks=None,
    )
    return Step(with_person(state, action.seat, person))


def addon(state: State, action: Addon) -> Step[State] | Refusal:
    """RAY-REBUY-4: one extra purchase when the rebuy time's last round has ended; RAY-REBUY-5."""
    refusal = _no_addon(state, action.seat)
    if refusal:
        return refusal
    plan, person = state.facts.plan, person_of(state, action.seat)
    points = plan.addon.points if plan.addon else 0
    person = person._replace(held=person.held + points, addon=True, asks=None)
    return settled_if_last(with_person(state, action.seat, person), action.at)


def press(state: State, action: Press) -> Step[State]:
    """RAY-REBUY-1, RAY-INTRO-1: a seat asks; the cashier's entry answers. Again: asks no more."""
    person = person_of(state, action.seat)
    if state.phase is Phase.ENTRY:
        return Step(with_person(state, action.seat, person._replace(present=True)))
    if state.phase is not Phase.PLAY or not person.entered or person.disqualified:
        return Step(state)
    asks = None if person.asks else _asks(state, action.seat, person)
    return Step(with_person(state, action.seat, person._replace(asks=asks)))


def may_rebuy(state: State, seat: Seat) -> bool:
    """Whether a rebuy of this seat would be accepted now."""
    return _no_rebuy(state, seat) is None


def may_addon(state: State, seat: Seat) -> bool:
    """Whether an add-on of this seat would be accepted now."""
    return _no_addon(state, seat) is None


def _asks(state: State, seat: Seat, person: Person) -> str | None:
    """What the button means: the add-on or a rebuy where it is allowed, else "I am out"."""
    if may_addon(state, seat):
        return "addon"
    if may_rebuy(state, seat) and (person.order or state.clock.window is not Window.ADDON):
        return "rebuy"
    return "out" if person.playing else None


def _no_rebuy(state: State, seat: Seat) -> Refusal | None:
    plan, person, window = state.facts.plan, person_of(state, seat), state.clock.window
    refusal = _stays_out(state, seat)
    if refusal and plan.rebuy:
        return refusal
    return _refused(limits.no_rebuy(plan, window, person.held, person.rebuys), seat)


def _no_addon(state: State, seat: Seat) -> Refusal | None:
    plan, person, window = state.facts.plan, person_of(state, seat), state.clock.window
    refusal = _stays_out(state, seat)
    if refusal and plan.addon:
        return refusal
    return _refused(limits.no_addon(plan, window, person.held, person.addon), seat)


def _stays_out(state: State, seat: Seat) -> Refusal | None:
    """RAY-OTHER-3, RAY-INTRO-1: who can buy nothing; not he who has merely lost his points."""
    person = person_of(state, seat)
    is_out = person.order > 0 and not person.disqualified
    return None if is_out else absent(state, seat)


def _refused(limit: limits.Limit | None, seat: Seat) -> Refusal | None:
    if limit is None:
        return None
    whose = (("seat", seat),) if limit.why in OF_SEAT else ()
    return refused(limit.rule, limit.why, *whose, *limit.details)
