"""When a tournament's table is over (RAY-1-3, RAY-1-4), and hand for hand before the money."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rules import timers
from rules.casino.state import Clock, Person, Phase, State, Window, alive, in_play, told
from rules.kinds import GameMs, Step

TIMERS: Final = ("stage", "time", "rebuy", "addon")
"""The table's own."""
OPEN = (Window.REBUY, Window.LAST_ROUND, Window.ADDON)


def then(step: Step[State], follow: Callable[[State], Step[State]]) -> Step[State]:
    """One step after another, as long as the game is played."""
    if step.state.phase is not Phase.PLAY:
        return step
    after = follow(step.state)
    return Step(after.state, step.announcements + after.announcements)


def ended(state: State, at: GameMs, reason: str) -> Step[State]:
    """RAY-1-4: the game is over; who is the last one holds all the points there are.

    At one of several tables the last one may be moved, or others come to him: it rests till then.
    """
    last = alive(state)
    people = state.people
    rests = None
    if reason == "last_player" and len(last) == 1 and state.facts.plan.tables > 1:
        rests = stopped(state.clock, at)
    if reason == "last_player" and len(last) == 1 and state.facts.plan.tables == 1:
        place = state.facts.place[last[0]]
        winner = people[place]._replace(held=in_play(state), counted=True)
        people = (*people[:place], winner, *people[place + 1 :])
    clock = state.clock._replace(
        ended_at=at,
        end_reason=reason,
        stage=None,
        time=None,
        rebuy=None,
        addon=None,
        window=Window.NONE if state.clock.window is Window.NONE else Window.OVER,
        paused=False,
    )
    over = _stopped if rests is None else lambda person: _resting(person, at)
    people = tuple(over(person) for person in people)
    state = state._replace(people=people, clock=clock, rests=rests)
    state, said = told(state, at, "end" if reason == "time" else "game-over")
    return Step(settled(state), said)


def settled(state: State) -> State:
    """SIGN when every seat still in is counted, every machine read; else COUNT."""
    slots = state.facts.slots
    seats = (
        [person for person in state.people if person.entered and not person.disqualified]
        if slots
        else [person for person in state.people if person.playing]
    )
    ready = all(
        person.readings and not person.disputed if slots else person.counted for person in seats
    )
    return state._replace(phase=Phase.SIGN if ready else Phase.COUNT)


def met(state: State, at: GameMs, condition: str) -> Step[State]:
    """RAY-1-3: one of the agreed ends is reached; the first ends the game, or all together do."""
    over = is_last(state, condition)
    state = state._replace(clock=state.clock._replace(met=state.clock.met | {condition}))
    return ended(state, at, condition) if over else Step(state)


def is_last(state: State, condition: str) -> bool:
    """RAY-1-3: whether this agreed end, once it is reached, ends the game."""
    return not state.facts.all_conditions or _agreed(state) <= state.clock.met | {condition}


def settled_if_last(state: State, at: GameMs) -> Step[State]:
    """RAY-1-3, RAY-1-4: one player left, or the agreed number; hand for hand before the money."""
    left = len(alive(state))
    if state.facts.slots or any(_may_come_back(state, person) for person in state.people):
        return Step(state)
    if left <= 1:
        return ended(state, at, "last_player")
    step = Step(state)
    if left <= state.facts.plan.ends.players and "players" not in state.clock.met:
        step = met(state, at, "players")
    return then(step, lambda after: _hand_for_hand(after, at))


def _hand_for_hand(state: State, at: GameMs) -> Step[State]:
    """RAY-PAY-1: with one player more than there are prizes, no table plays ahead of another."""
    if state.clock.together:  # over all tables: the hall says when it is over
        return Step(state)
    left, paid = len(alive(state)), len(state.facts.plan.prizes.shares)
    entrants = sum(person.entered for person in state.people)
    bubble = left == paid + 1 and 1 < paid < entrants and state.facts.plan.tables == 1
    if bubble == state.clock.hand_for_hand:
        return Step(state)
    state = state._replace(clock=state.clock._replace(hand_for_hand=bubble))
    return Step(*told(state, at, "hand-for-hand" if bubble else "in-the-money"))


def _may_come_back(state: State, person: Person) -> bool:
    """RAY-REBUY-3, RAY-REBUY-5: out of points, yet a rebuy is still open to him."""
    rebuy = state.facts.plan.rebuy
    if rebuy is None or state.clock.window not in OPEN or not person.order:
        return False
    return not person.disqualified and (rebuy.most is None or person.rebuys < rebuy.most)


def _agreed(state: State) -> set[str]:
    ends = state.facts.plan.ends
    found = {
        "time": ends.ms,
        "rounds": ends.rounds,
        "hands": ends.hands,
        "levels": ends.levels,
        "players": ends.players,
    }
    return {name for name, number in found.items() if number}


def stopped(clock: Clock, at: GameMs) -> Clock:
    """A clock whose timers all stand."""
    still: dict[str, Any] = {
        name: timers.paused(timer, at)
        for name in TIMERS
        if (timer := getattr(clock, name)) is not None
    }
    return clock._replace(**still)


def _resting(person: Person, at: GameMs) -> Person:
    """A penalty stands still with the table, and goes along with whoever is moved from it."""
    bans = tuple(
        ban if ban.clock is None else ban._replace(clock=timers.paused(ban.clock, at))
        for ban in person.bans
    )
    return person._replace(bans=bans, asks=None)


def _stopped(person: Person) -> Person:
    """A game that is over ends every penalty and every machine's clock with it."""
    bans = tuple(ban._replace(clock=None) for ban in person.bans)
    return person._replace(bans=bans, machine=None, asks=None)
