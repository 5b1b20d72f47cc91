"""One clock for all tables of a tournament: what the hall's clock says is an action like any other.

The league holds the clock, the table hears where it stands and puts its own timers there. Between
two such actions, and without a league, the table's own timers run by the same structure. A level
is begun by passing everything before it, so none is skipped and none is told twice.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from rules.actions import Alone, Hall, LastHand, Stakes, Start, Together
from rules.casino.clock import break_over, going, level_over, stage_of, start, still
from rules.casino.ending import then
from rules.casino.stakes import changed_stakes
from rules.casino.state import Phase, Said, State, Window, refused, remarked, told
from rules.casino.timeline import Place
from rules.kinds import GameMs, Refusal, Step
from rules.timers import Timer

LATE_MS: Final = 10_000
"""A mark that the hall's clock passed longer ago is not told any more: it would be wrong."""


def begun(state: State, action: Hall) -> Step[State] | Refusal:
    """RAY-1-2: the director starts the tournament's clock, and every table begins."""
    if state.clock.alone:
        return refused("RAY-STRUCT-1", "clock_alone")
    step = start(state, Start(action.at))
    if isinstance(step, Refusal):
        return step
    after = hall(step.state, action)
    if isinstance(after, Refusal):
        return after
    return Step(after.state, step.announcements + after.announcements)


def hall(state: State, action: Hall) -> Step[State] | Refusal:
    """RAY-STRUCT-1: the table's clock is put where the hall's stands."""
    clock, at = state.clock, action.at
    if clock.alone:
        return refused("RAY-STRUCT-1", "clock_alone")
    goal, here = Place(action.level, action.on_break), place(state)
    if goal < here and not action.back:
        return refused("RAY-STRUCT-1", "level_begun", ("level", action.level))
    by_itself = clock.paused and not (clock.hall and clock.hall.paused)
    said = Said(action.number, action.paused)
    state = going(state._replace(clock=clock._replace(hall=said, paused=False)), at)
    step = _new_stakes(state, action)
    step = then(step, partial(_moved, goal=goal, at=at))
    step = then(step, partial(_set, action=action, fresh=goal != here))
    if action.last_hand:
        step = then(step, partial(_last, at=at))
    return then(step, partial(_halted, action=action, by_itself=by_itself, before=clock.paused))


def alone(state: State, action: Alone) -> Step[State] | Refusal:
    """RAY-STRUCT-1: where the hall's clock cannot be had any more the table keeps its own."""
    if state.clock.hall is None:
        return refused("RAY-STRUCT-1", "not_hall")
    clock = state.clock._replace(hall=None, alone=True, together=0, hand_done=False)
    clock = clock._replace(hand_for_hand=clock.hand_for_hand and not state.clock.together)
    state = remarked(state._replace(clock=clock), action.at, "alone", None, action.reason)
    return Step(state)


def together(state: State, action: Together) -> Step[State] | Refusal:
    """RAY-PAY-1: with one player more in the hall than prizes, all tables play each hand together.

    The hand that is named may be played; 0: the players who are left are in the money.
    """
    clock, at = state.clock, action.at
    if clock.alone:
        return refused("RAY-STRUCT-1", "clock_alone")
    if action.hand == clock.together:
        return Step(state)
    now = clock._replace(together=action.hand, hand_done=False, hand_for_hand=action.hand > 0)
    begun_or_next = "next-hand" if clock.together else "hand-for-hand"
    word = begun_or_next if action.hand else "in-the-money"
    return Step(*told(state._replace(clock=now), at, word))


def last_hand(state: State, action: LastHand) -> Step[State] | Refusal:
    """RAY-1-3: the official calls the last hand: the one that is played ends the game."""
    if state.clock.on_break:
        return refused("RAY-STRUCT-1", "on_break")
    if state.clock.last_hand:
        return refused("RAY-1-3", "last_hand_already")
    state = remarked(state, action.at, "last-hand", None, action.reason)
    return _last(state, action.at)


def place(state: State) -> Place:
    """Where the table's clock stands."""
    return Place(state.clock.level, state.clock.on_break)


def _new_stakes(state: State, action: Hall) -> Step[State]:
    """RAY-STRUCT-4: the director changed the stakes of the whole tournament."""
    if action.levels is None:
        return Step(state)
    return changed_stakes(state, Stakes(action.at, action.levels, action.reason))


def _moved(state: State, goal: Place, at: GameMs) -> Step[State]:
    """Level by level, each with all that belongs to its end; or back, as if it had not ended."""
    if place(state) > goal:
        return _back(state, goal, at)
    step = Step(state)
    while step.state.phase is Phase.PLAY and place(step.state) < goal:
        before = place(step.state)
        follow = break_over if before.on_break else level_over
        step = then(step, partial(follow, at=at))
        if place(step.state) == before:
            break
    return step


def _back(state: State, goal: Place, at: GameMs) -> Step[State]:
    """RAY-STRUCT-1: a level that was ended by mistake is played on; so is its time for rebuys."""
    clock, rebuy = state.clock, state.facts.plan.rebuy
    clock = clock._replace(
        level=goal.level,
        on_break=goal.on_break,
        stage=stage_of(state, goal.level, at, on_break=goal.on_break),
        met=clock.met - {"levels"},
    )
    if rebuy and rebuy.levels and goal < (rebuy.levels, True):
        clock = clock._replace(window=Window.REBUY, addon=None)
    word = "break" if goal.on_break else f"level:{goal.level}"
    return Step(*told(state._replace(clock=clock), at, word))


def _set(state: State, action: Hall, *, fresh: bool) -> Step[State]:
    """What is left of level, playing time and time for rebuys; marks on the way are told once."""
    at = action.at
    word = "break" if state.clock.on_break else "level"
    step = _left(state, "stage", word, action.left_ms, at, fresh=fresh)
    step = then(step, lambda after: _left(after, "time", "time", action.time_ms, at))
    return then(step, lambda after: _left(after, "rebuy", "rebuy", action.rebuy_ms, at))


def _left(
    state: State, name: str, word: str, left: int | None, at: GameMs, *, fresh: bool = False
) -> Step[State]:
    timer: Timer | None = getattr(state.clock, name)
    if timer is None or left is None:
        return Step(state)
    ahead = timer.marks[timer.passed :]
    over = [mark for mark in ahead if mark > left]
    timer = timer._replace(ends_at=GameMs(at + left), passed=timer.passed + len(over))
    change: dict[str, Any] = {name: timer}
    state = state._replace(clock=state.clock._replace(**change))
    names = [f"{word}-{mark // 1000}" for mark in over if not fresh and mark - left <= LATE_MS]
    return Step(*told(state, at, *names))


def _last(state: State, at: GameMs) -> Step[State]:
    if state.clock.last_hand:
        return Step(state)
    clock = state.clock._replace(last_hand=True, called=True)
    return Step(*told(state._replace(clock=clock), at, "last-hand"))


def _halted(state: State, action: Hall, *, by_itself: bool, before: bool) -> Step[State]:
    """RAY-STRUCT-1: it stands where the hall's stands, or where the table itself has stopped."""
    stands = action.paused or by_itself
    if stands != before:
        word = "pause" if stands else "resume"
        state = remarked(state, action.at, word, None, action.reason)
    return Step(still(state, action.at) if stands else state)
