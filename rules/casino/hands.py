"""Hands, rounds and levels as they are counted, who is out, what everybody holds (RAY-1-3, 1-4)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from rules.actions import Bust, Chips, Hand, Level, Next, Round
from rules.casino.clock import ban_over, break_over, ends_more, level_over, rebuy_over
from rules.casino.ending import ended, is_last, met, settled, settled_if_last, then
from rules.casino.state import (
    Person,
    Phase,
    State,
    Window,
    absent,
    alive,
    people_here,
    person_of,
    refused,
    told,
    with_person,
)
from rules.kinds import GameMs, Refusal, Step


def hand(state: State, action: Hand) -> Step[State] | Refusal:
    """RAY-1-3: a hand has been played; the agreed number, or the last one, ends the game."""
    refusal = _not_now(state) or _waits(state)
    if refusal:
        return refusal
    return _hand(state, action.at)


def round_(state: State, action: Round) -> Step[State] | Refusal:
    """RAY-1-3, RAY-OTHER-2, RAY-REBUY-4: a round has been played."""
    refusal = _not_now(state)
    if refusal:
        return refusal
    plan, at = state.facts.plan, action.at
    rounds = state.clock.rounds + 1
    state = _uncounted(state._replace(clock=state.clock._replace(rounds=rounds)))
    step = _one_round_less(state, at)
    if state.clock.window is Window.LAST_ROUND or (plan.rebuy and plan.rebuy.rounds == rounds):
        step = then(step, lambda after: rebuy_over(after, at))
    elif plan.rebuy and plan.rebuy.rounds == rounds + 1:
        step = then(step, lambda after: Step(*told(after, at, "rebuy-last")))
    if plan.ends.rounds == rounds:
        return then(step, lambda after: met(after, at, "rounds"))
    if plan.ends.rounds == rounds + 1 and is_last(state, "rounds"):
        return then(step, lambda after: Step(*told(after, at, "last-round")))
    return step


def level(state: State, action: Level) -> Step[State] | Refusal:
    """RAY-STRUCT-1: the official ends the level, or the break, before its time.

    Where the hall has one clock the director does.
    """
    if state.clock.hall:
        return refused("RAY-STRUCT-1", "hall_clock")
    if state.clock.on_break:
        return break_over(state, action.at)
    if state.levels and state.clock.level >= len(state.levels) and not ends_more(state):
        return refused("RAY-STRUCT-1", "no_more_levels", ("level", state.clock.level))
    return level_over(state, action.at)


def next_(state: State, action: Next) -> Step[State] | Refusal:
    """RAY-1-3: what comes next: the end of a break, of the rebuy time's last round, or a hand."""
    if state.clock.on_break:
        if state.clock.hall:
            return refused("RAY-STRUCT-1", "hall_clock")
        return break_over(state, action.at)
    if state.clock.window is Window.LAST_ROUND:
        return rebuy_over(state, action.at)
    return _waits(state) or _hand(state, action.at)


def bust(state: State, action: Bust) -> Step[State] | Refusal:
    """RAY-1-4: these have lost all points; in one hand they leave as the structure orders it."""
    seats = (*(action.seats or ()), *((action.seat,) if action.seat else ()))
    seats = tuple(dict.fromkeys(seats))
    for seat in seats:
        refusal = absent(state, seat)
        if refusal:
            return refusal
    if len(seats) >= len(alive(state)):
        return refused("RAY-1-4", "nobody_left")
    order = max(person.order for person in people_here(state))
    before = {seat: person_of(state, seat).held for seat in seats}
    by_points = state.facts.plan.bust_rule == "points_before_hand"
    steps = sorted(set(before.values())) if by_points else []
    state = _uncounted(state)
    for seat in seats:
        place = order + 1 + (steps.index(before[seat]) if by_points else 0)
        person = person_of(state, seat)._replace(
            held=0, order=place, out_at=action.at, asks=None,
            hand=state.clock.together, before=before[seat],
        )  # fmt: skip
        state = with_person(state, seat, person)
    return settled_if_last(state, action.at)


def chips(state: State, action: Chips) -> Step[State] | Refusal:
    """RAY-1-2, RAY-1-4: what a seat holds; all together never hold more than is in play."""
    refusal = absent(state, action.seat)
    if refusal:
        return refusal
    person = person_of(state, action.seat)
    if state.phase is Phase.PLAY:
        person = person._replace(held=action.points, counted=True)
        return Step(with_person(state, action.seat, person))
    if person.counted and person.held == action.points:
        return Step(state)
    person = person._replace(held=action.points, counted=True, signed=None)
    return Step(settled(with_person(state, action.seat, person)))


def _hand(state: State, at: GameMs) -> Step[State]:
    hands, done = state.clock.hands + 1, state.clock.together > 0
    state = _uncounted(state._replace(clock=state.clock._replace(hands=hands, hand_done=done)))
    if state.clock.last_hand:
        return ended(state, at, "judge") if state.clock.called else met(state, at, "time")
    if state.facts.plan.ends.hands == hands:
        return met(state, at, "hands")
    if state.facts.plan.ends.hands == hands + 1 and is_last(state, "hands"):
        return Step(*told(state, at, "last-hand"))
    return Step(state)


def _waits(state: State) -> Refusal | None:
    """RAY-PAY-1: hand for hand, no table plays on before every table has played its hand."""
    if state.clock.hand_done:
        return refused("RAY-PAY-1", "waits_for_tables")
    return None


def _not_now(state: State) -> Refusal | None:
    if state.clock.on_break:
        return refused("RAY-STRUCT-1", "on_break")
    return None


def _uncounted(state: State) -> State:
    """What was counted before this hand does not stand any more; what was held is still known."""
    if not any(person.counted for person in state.people):
        return state
    return state._replace(people=tuple(one._replace(counted=False) for one in state.people))


def _one_round_less(state: State, at: GameMs) -> Step[State]:
    """RAY-OTHER-2: every penalty in rounds gets one shorter; who has served it comes back."""
    step = Step(state)
    for place, number in list(_bans(state.people)):
        ban = step.state.people[place].bans[number]
        if ban.rounds_left > 1:
            person = step.state.people[place]
            bans = list(person.bans)
            bans[number] = ban._replace(rounds_left=ban.rounds_left - 1)
            seat = state.facts.numbers[place]
            step = step._replace(
                state=with_person(step.state, seat, person._replace(bans=tuple(bans)))
            )
        else:
            step = then(step, partial(ban_over, place=place, number=number, at=at))
    return step


def _bans(people: tuple[Person, ...]) -> Iterable[tuple[int, int]]:
    for place, person in enumerate(people):
        for number, ban in enumerate(person.bans):
            if ban.rounds and ban.over_at is None:
                yield place, number
