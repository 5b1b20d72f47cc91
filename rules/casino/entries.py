"""What is bought: the entry, rebuys and the add-on (RAY-INTRO-1, RAY-REBUY-1 to 6)."""

from __future__ import annotations

from rules.actions import Addon, Enter, Press, Rebuy
from rules.casino.clock import begin
from rules.casino.ending import settled_if_last
from rules.casino.state import (
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


def enter(state: State, action: Enter) -> Step[State] | Refusal:
    """RAY-INTRO-1: who has paid takes part, with the same points as everybody (RAY-1-2).

    RAY-SNG-1: the last place that is taken starts the game at that instant.
    """
    plan, person = state.facts.plan, person_of(state, action.seat)
    if person.entered:
        return refused("RAY-INTRO-1", "entered_already", ("seat", action.seat))
    entrants = sum(one.entered for one in state.people)
    most = plan.places(len(state.people))
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
        held=person.held + points, rebuys=person.rebuys + 1, order=0, out_at=None, asks=None
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
    if plan.rebuy is None:
        return refused(_no_more(plan.type), "no_rebuys")
    refusal = absent(state, seat)
    if refusal and not person.order:
        return refusal
    in_time = window in (Window.REBUY, Window.LAST_ROUND)
    if not in_time and not (window is Window.ADDON and person.held == 0):
        return refused("RAY-REBUY-1", "no_rebuy_now")
    if plan.rebuy.most is not None and person.rebuys >= plan.rebuy.most:
        return refused("RAY-REBUY-3", "rebuys_used", ("seat", seat), ("most", plan.rebuy.most))
    if plan.rebuy.when == "below_start" and person.held >= plan.start_points:
        return refused("RAY-REBUY-3", "too_many_points", ("seat", seat), ("held", person.held))
    if plan.rebuy.when == "zero" and person.held > 0:
        return refused("RAY-REBUY-3", "too_many_points", ("seat", seat), ("held", person.held))
    return None


def _no_addon(state: State, seat: Seat) -> Refusal | None:
    plan, person = state.facts.plan, person_of(state, seat)
    if plan.addon is None:
        rule = "RAY-REBUY-4" if plan.type == "rebuy" else _no_more(plan.type)
        return refused(rule, "no_addon")
    refusal = absent(state, seat)
    if refusal and not person.order:
        return refusal
    if state.clock.window is not Window.ADDON:
        return refused("RAY-REBUY-4", "no_addon_now")
    if person.held == 0:
        return refused("RAY-REBUY-5", "rebuy_first", ("seat", seat))
    if person.addon:
        return refused("RAY-REBUY-4", "addon_used", ("seat", seat))
    return None


def _no_more(kind: str) -> str:
    """RAY-FREEZE-1: what cannot be bought here; RAY-SLOT-1: a machine's player pays a fee."""
    return "RAY-SLOT-1" if kind == "slots" else "RAY-FREEZE-1"
