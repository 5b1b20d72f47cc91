"""Slot machines (RAY-SLOT-2 to 8): equal time or reservations, readings, the formula."""

from __future__ import annotations

from fractions import Fraction

from rules import timers
from rules.actions import Bust, Chips, Halt, Reading, RunOn
from rules.casino import clock as clocks
from rules.casino.ending import settled
from rules.casino.state import (
    Person,
    Read,
    State,
    absent,
    person_of,
    refused,
    remarked,
    with_person,
)
from rules.kinds import Refusal, Step

RESERVATIONS = "reservations"


def pause(state: State, action: Halt) -> Step[State] | Refusal:
    """RAY-SLOT-2: a faulty machine's clock stops, with the reason; without a seat every clock."""
    if action.seat is None:
        return clocks.pause(state, action)
    refusal = absent(state, action.seat)
    if refusal:
        return refusal
    person = person_of(state, action.seat)
    if not action.reason.strip():
        return refused("RAY-SLOT-2", "reason_needed")
    if person.faulty:
        return refused("TABLE-PAUSE", "paused_already")
    if person.used_up:
        return refused("RAY-SLOT-4", "machine_done", ("seat", action.seat))
    machine = timers.paused(person.machine, action.at) if person.machine else None
    state = with_person(state, action.seat, person._replace(faulty=True, machine=machine))
    return Step(remarked(state, action.at, "fault", action.seat, action.reason))


def resume(state: State, action: RunOn) -> Step[State] | Refusal:
    """RAY-SLOT-2: the machine runs again and its player gets the time back that was left."""
    if action.seat is None:
        return clocks.resume(state, action)
    person = person_of(state, action.seat)
    if not person.faulty:
        return refused("TABLE-RESUME", "not_paused")
    machine = person.machine
    if machine and not state.clock.paused:
        machine = timers.resumed(machine, action.at)
    state = with_person(state, action.seat, person._replace(faulty=False, machine=machine))
    return Step(remarked(state, action.at, "repaired", action.seat, action.reason))


def done(state: State, action: Bust) -> Step[State] | Refusal:
    """RAY-SLOT-2, RAY-SLOT-4: the reservations of these are used up before the time is over."""
    seats = tuple(dict.fromkeys((*(action.seats or ()), *((action.seat,) if action.seat else ()))))
    for seat in seats:
        refusal = absent(state, seat)
        if refusal:
            return refusal
        if person_of(state, seat).used_up:
            return refused("RAY-SLOT-4", "machine_done", ("seat", seat))
    for seat in seats:
        person = person_of(state, seat)
        person = person._replace(used_up=True, machine=None, faulty=False)
        state = with_person(state, seat, person)
    return clocks.machines_done(state, action.at, seats, "reservations")


def reading(state: State, action: Reading) -> Step[State] | Refusal:
    """RAY-SLOT-4, RAY-SLOT-5: what the machine shows, of every criterion of the formula.

    A disputed machine is read a second time, and that stands.
    """
    refusal = absent(state, action.seat)
    if refusal:
        return refusal
    person = person_of(state, action.seat)
    given = dict(action.values)
    missing = next((name for name, _ in state.facts.plan.weights if name not in given), None)
    if missing is not None:
        return refused("RAY-SLOT-5", "criterion_missing", ("what", missing))
    person = person._replace(
        readings=(*person.readings, Read(action.at, action.values)), disputed=False, signed=None
    )
    return Step(settled(with_person(state, action.seat, person)))


def no_chips(state: State, action: Chips) -> Refusal:
    """RAY-SLOT-4: at machines nothing is counted; they are read."""
    return refused("RAY-SLOT-4", "no_chips_here")


def score(state: State, person: Person) -> Fraction:
    """RAY-SLOT-5: the formula: each criterion times its weight; the last reading counts."""
    values = dict(person.readings[-1].values)
    weights = state.facts.plan.weights or tuple((name, Fraction(1)) for name in values)
    return sum(
        (weight * Fraction(values.get(name, 0), 1000) for name, weight in weights), Fraction(0)
    )


def left_over(person: Person) -> Fraction:
    """RAY-SLOT-5: between equals, the reservations that were left in the machine."""
    values = dict(person.readings[-1].values) if person.readings else {}
    return Fraction(values.get(RESERVATIONS, 0), 1000)
