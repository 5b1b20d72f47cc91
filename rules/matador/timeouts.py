"""The time-out (RAMK-9.26): two minutes in which the player at turn must roll and move.

It speeds the game up and is no pause. At 0:00 the others may roll and move for him.
"""

from __future__ import annotations

from rules.actions import Timeout as Called
from rules.kinds import Refusal, Seat, Step
from rules.matador.state import State, Timeout, gone, refused
from rules.timers import started


def timeout(state: State, action: Called) -> Step[State] | Refusal:
    """RAMK-9.26: any player asks for it; who has rolled and not moved yet, must move."""
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    clock, turn, facts = state.clock, state.turn, state.facts
    if clock.timeout is not None:
        return refused("RAMK-9.26", "timeout_runs")
    if clock.paused or clock.closed:
        return refused("RAMK-9.26", "no_timeout_now")
    seat = turn.seat if turn.moving is None else turn.moving
    timer = started(facts.time_out, facts.time_out_left, action.at)
    called = Timeout(action.seat, seat, turn.moving is not None, timer)
    return Step(_with(state, called))


def others_may_roll(state: State) -> bool:
    """RAMK-9.26: after 0:00 anybody rolls for the player at turn.

    So too when the roller before him was to move: at a table that enters no `moved` nobody can tell
    for which of the two was waited, and nobody pays for a roll that the document allows.
    """
    called = state.clock.timeout
    return called is not None and called.others


def others_may_move(state: State) -> bool:
    """RAMK-9.26: after 0:00 anybody moves his piece."""
    called = state.clock.timeout
    return called is not None and called.others and called.rolled


def rolled(state: State, called: Timeout, seat: Seat, *, moves: bool) -> State:
    """RAMK-9.26: the dice have been rolled; where no piece moves, the time-out is over.

    A roll after the one that was asked for shows that the piece was moved.
    """
    if called.rolled or not moves:
        return _with(state, None)
    return _with(state, called._replace(seat=seat, rolled=True))


def moved(state: State) -> State:
    """RAMK-9.26: rolled and moved; it is over."""
    called = state.clock.timeout
    return _with(state, None) if called is not None and called.rolled else state


def without(state: State, seat: Seat | None) -> State:
    """The state when nobody waits for this seat any more; None: for nobody."""
    called = state.clock.timeout
    if called is None or (seat is not None and called.seat != seat):
        return state
    return _with(state, None)


def _with(state: State, called: Timeout | None) -> State:
    return state._replace(clock=state.clock._replace(timeout=called))
