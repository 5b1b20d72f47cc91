"""The stakes: all of a structure that may change after the start (RAY-STRUCT-4, RAY-SLOTI-3)."""

from __future__ import annotations

from rules import timers
from rules.actions import Stakes
from rules.casino.plan import level_of
from rules.casino.state import Change, Phase, State, refused, told
from rules.kinds import Refusal, Step


def stakes(state: State, action: Stakes) -> Step[State] | Refusal:
    """RAY-STRUCT-4, RAY-SLOTI-3: the schedule from the first level on, with the reason, announced.

    A level that does not say how long it is lasts as long as the one in its place did. The clock
    of the running level goes on; a level that is made shorter than it has lasted ends at once.
    """
    if not action.reason.strip():
        return refused("RAY-STRUCT-4", "reason_needed")
    if state.clock.hall:
        return refused("RAY-STRUCT-4", "hall_clock")
    number = state.clock.level
    if len(action.levels) < number:
        return refused("RAY-STRUCT-4", "levels_missing", ("level", number))
    return changed_stakes(state, action)


def changed_stakes(state: State, action: Stakes) -> Step[State]:
    """RAY-STRUCT-4: the schedule from now on, announced."""
    number = state.clock.level
    before = state.levels
    last = before[-1] if before else None
    levels = tuple(
        level_of(dict(level), before[index] if index < len(before) else last)
        for index, level in enumerate(action.levels)
    )
    state = state._replace(
        levels=levels,
        changes=(*state.changes, Change(action.at, number, levels, action.reason)),
    )
    if state.phase is Phase.PLAY and not state.clock.on_break and number:
        state = _same_clock(state, action, before[number - 1].ms if number <= len(before) else 0)
    return Step(*told(state, action.at, "stakes"))


def _same_clock(state: State, action: Stakes, before: int) -> State:
    """The running level's clock, where its length or what follows it has changed."""
    clock, at = state.clock, action.at
    length = state.levels[clock.level - 1].ms
    if state.facts.slots or length == before:
        return state
    passed = before - timers.left(clock.stage, at) if clock.stage else 0
    stage = None
    if length:
        marks = tuple(m for m in state.facts.marks["level"] if m < length - passed)
        rest = max(0, length - passed)
        stage = timers.started(type(at)(rest), marks, at)
        stage = timers.paused(stage, at) if clock.paused else stage
    return state._replace(clock=clock._replace(stage=stage))
