"""Penalties (RAY-OTHER-1 to 5): time, rounds, disqualification; and what is only remarked."""

from __future__ import annotations

from rules import timers
from rules.actions import Disqualify, Foul, Incident, Penalty, Remove, Unfoul, Warn
from rules.casino.clock import machines_done
from rules.casino.ending import settled, settled_if_last
from rules.casino.state import (
    Ban,
    Phase,
    State,
    absent,
    person_of,
    refused,
    remarked,
    told,
    with_person,
)
from rules.kinds import GameMs, Refusal, Step


def penalty(state: State, action: Penalty) -> Step[State] | Refusal:
    """RAY-OTHER-1, RAY-OTHER-2: away from the table for a time, or for a number of rounds."""
    refusal = absent(state, action.seat)
    if refusal:
        return refusal
    if action.minutes and action.rounds:
        return refused("RAY-OTHER-2", "minutes_or_rounds")
    if action.rounds and state.facts.slots:
        return refused("RAY-OTHER-2", "no_rounds_here")
    clock = None
    if action.minutes:
        clock = timers.started(GameMs(action.minutes * 60_000), (), action.at)
        clock = timers.paused(clock, action.at) if state.clock.paused else clock
    ban = Ban(
        action.at, action.minutes, action.rounds, action.reason, clock, action.rounds or 0,
        given_ms=action.given_ms,
    )  # fmt: skip
    person = person_of(state, action.seat)
    state = with_person(state, action.seat, person._replace(bans=(*person.bans, ban)))
    return Step(*told(state, action.at, f"penalty:{action.seat}"))


def disqualify(state: State, action: Disqualify | Remove) -> Step[State] | Refusal:
    """RAY-OTHER-3, RAY-OTHER-4, RAY-OTHER-5: points out of play, the money stays in the pot."""
    person = person_of(state, action.seat)
    if not person.entered:
        return refused("RAY-INTRO-1", "not_entered", ("seat", action.seat))
    if person.disqualified:
        return refused("RAY-OTHER-3", "disqualified", ("seat", action.seat))
    person = person._replace(disqualified=True, asks=None, machine=None, signed=None)
    if not person.out_at:
        person = person._replace(out_at=action.at)
    state = with_person(state, action.seat, person)
    state = remarked(state, action.at, action.do, action.seat, action.reason)
    if state.phase is not Phase.PLAY:
        return Step(settled(state) if state.phase in (Phase.COUNT, Phase.SIGN) else state)
    if state.facts.slots:
        timed = state.facts.plan.machine_ms and state.clock.time is None
        return machines_done(state, action.at, (), "time" if timed else "reservations")
    return settled_if_last(state, action.at)


def foul(state: State, action: Foul) -> Step[State]:
    """RAY-OTHER-1: a breach that is remarked and counted."""
    person = person_of(state, action.seat)
    state = with_person(state, action.seat, person._replace(fouls=person.fouls + 1))
    return Step(remarked(state, action.at, action.do, action.seat, action.reason))


def unfoul(state: State, action: Unfoul) -> Step[State] | Refusal:
    """RAY-OTHER-1: such a remark is withdrawn."""
    person = person_of(state, action.seat)
    if not person.fouls:
        return refused("TABLE-UNFOUL", "no_foul", ("seat", action.seat))
    state = with_person(state, action.seat, person._replace(fouls=person.fouls - 1))
    return Step(remarked(state, action.at, action.do, action.seat, action.reason))


def warn(state: State, action: Warn) -> Step[State]:
    """RAY-OTHER-1: a warning before anything worse."""
    person = person_of(state, action.seat)
    state = with_person(state, action.seat, person._replace(warnings=person.warnings + 1))
    return Step(remarked(state, action.at, action.do, action.seat, action.reason))


def incident(state: State, action: Incident) -> Step[State]:
    """RAY-OTHER-4: what happened, a transfer of points that was seen for one; the staff decides.

    RAY-SLOT-4: of a machine that has been read and not signed for: the player disputes the reading.
    """
    person = person_of(state, action.seat)
    over = state.phase in (Phase.COUNT, Phase.SIGN)
    if over and state.facts.slots and person.readings and person.signed is None:
        state = settled(with_person(state, action.seat, person._replace(disputed=True)))
    return Step(remarked(state, action.at, action.do, action.seat, action.reason))
