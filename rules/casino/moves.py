"""Who comes from another table of the tournament and who goes there (RAY-1-1, presupposed).

Everything goes along: points, what was bought and paid, a penalty that is still to be served. So
the sums over all tables do not change, and each table's own are what lies on it.
"""

from __future__ import annotations

from rules import timers
from rules.actions import Arrive, Leave
from rules.casino.clock import going, still
from rules.casino.ending import ended
from rules.casino.state import (
    FREE,
    Ban,
    Gone,
    Person,
    Phase,
    State,
    absent,
    alive,
    bought_points,
    free,
    person_of,
    refused,
    reseated,
)
from rules.kinds import GameMs, Refusal, Seat, Step
from rules.opening import OpeningSeat
from rules.order import changed

MINUTE_MS = 60_000
MOVED = "moved to this table"
"""The reason of a penalty that came along."""


def arrive(state: State, action: Arrive) -> Step[State] | Refusal:
    """RAY-1-1: he takes a free seat, or that of somebody who is out."""
    if state.facts.plan.tables < 2:
        return refused("RAY-1-1", "one_table")
    here = _sitting(state, action.seat)
    before = person_of(state, action.seat)
    if here.player != FREE and before.playing:
        return refused("RAY-1-1", "sits_there", ("seat", action.seat))
    if any(seat.player == action.player for seat in state.facts.opening.seats):
        return refused("RAY-1-1", "sits_here_already", ("player", action.player))
    if action.points == 0:
        return refused("RAY-1-4", "arrives_without_points", ("player", action.player))
    person = Person(
        entered=True, held=action.points, rebuys=action.rebuys, addon=action.addon,
        bans=_bans(state, action),
    )  # fmt: skip
    if here.player != FREE and (before.entered or before.disqualified):
        state = state._replace(gone=(*state.gone, Gone(here, before, action.at, left=False)))
    shift = state.shift + action.points - bought_points(state.facts.plan, person)
    seat = OpeningSeat(action.seat, action.player, action.name or action.player)
    return Step(_reseated(state._replace(shift=shift), seat, person))


def leave(state: State, action: Leave) -> Step[State] | Refusal:
    """RAY-1-1: he takes everything along; of a table that is broken the last one ends its game."""
    if state.facts.plan.tables < 2:
        return refused("RAY-1-1", "one_table")
    refusal = absent(state, action.seat)
    if refusal:
        return refusal
    if action.points == 0:
        return refused("RAY-1-4", "leaves_without_points", ("seat", action.seat))
    person, seat = person_of(state, action.seat), _sitting(state, action.seat)
    shift = state.shift + bought_points(state.facts.plan, person) - action.points
    gone = Gone(seat, person._replace(asks=None), action.at, left=True, points=action.points)
    state = state._replace(gone=(*state.gone, gone), shift=shift)
    state = _reseated(state, free(action.seat), Person())
    if not alive(state):
        return ended(state, action.at, "broken")
    return Step(state)


def arrive_late(state: State, action: Arrive) -> Step[State] | Refusal:
    """RAY-1-1: others come to the one who is left at this table: its game goes on."""
    if state.rests is None:
        return refused("RAY-1-3", "game_over")
    played = going(state._replace(phase=Phase.PLAY, clock=state.rests, rests=None), action.at)
    if state.rests.paused:
        played = still(played, action.at)
    step = arrive(played, action)
    if isinstance(step, Refusal):
        return step
    people = tuple(one._replace(signed=None) for one in step.state.people)
    return Step(step.state._replace(people=people), step.announcements)


def leave_late(state: State, action: Leave) -> Step[State] | Refusal:
    """RAY-1-1: the one who is left at this table is moved to another: it is broken."""
    if state.rests is None:
        return refused("RAY-1-3", "game_over")
    step = leave(state._replace(phase=Phase.PLAY, clock=state.rests, rests=None), action)
    if isinstance(step, Refusal):
        return step
    clock = step.state.clock._replace(announced=state.clock.announced)
    return Step(step.state._replace(clock=clock))  # that it is over was told already


def _bans(state: State, action: Arrive) -> tuple[Ban, ...]:
    """RAY-OTHER-1, RAY-OTHER-2: what is left of his penalties goes along."""
    found = []
    left = (action.minutes or 0) * MINUTE_MS + (action.seconds or 0) * 1000
    if left:
        clock = timers.started(GameMs(left), (), action.at)
        clock = timers.paused(clock, action.at) if state.clock.paused else clock
        found.append(Ban(action.at, -(-left // MINUTE_MS), None, MOVED, clock, 0))
    if action.rounds:
        found.append(Ban(action.at, None, action.rounds, MOVED, None, action.rounds))
    return tuple(found)


def _sitting(state: State, seat: Seat) -> OpeningSeat:
    return state.facts.opening.seats[state.facts.place[seat]]


def _reseated(state: State, seat: OpeningSeat, person: Person) -> State:
    place = state.facts.place[seat.seat]
    opening = state.facts.opening
    facts = state.facts._replace(opening=reseated(opening, changed(opening.seats, place, seat)))
    return state._replace(facts=facts, people=changed(state.people, place, person))
