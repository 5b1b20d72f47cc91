"""Dice and turns (HUN-G-DICE, HUN-G-DOUBLE, HUN-4.1) and the tries in jail (HUN-G-JAIL-OUT).

`Turn.seat` is always who rolls next: after a roll without a double that is the next seat in the
game already. A claim window closes by itself here: `Turn.lander` is who rolled last.
"""

from __future__ import annotations

from rules.actions import Moved, Roll, Thrown
from rules.actions import Turn as TurnTo
from rules.kinds import GameMs, Refusal, RuleId, Seat, Step
from rules.log import Log
from rules.monopoly.clock import begun, game_over
from rules.monopoly.state import (
    FREE,
    Fine,
    State,
    Throw,
    Turn,
    fined,
    gone,
    refused,
)
from rules.order import changed, following, preceding

NOT_ENTERED = "not-entered"


def first_roll(state: State, action: Roll) -> Step[State] | Refusal:
    """HUN-4.1: the first dice, whoever throws them, start the time and the order of the turns."""
    refusal = gone(state, action.seat) or _nobody_left(state)
    if refusal:
        return refusal
    begin = begun(state, action.at)
    rolled = _rolled(_at_turn(begin.state, action.seat), action, action.at)
    return Step(rolled, begin.announcements)


def first_thrown(state: State, action: Thrown) -> Step[State] | Refusal:
    """HUN-4.1: the dice have fallen, the time runs; the values come later."""
    refusal = gone(state, action.seat) or _nobody_left(state)
    if refusal:
        return refusal
    begin = begun(state, action.at)
    return Step(_fallen(_at_turn(begin.state, action.seat), action), begin.announcements)


def roll(state: State, action: Roll) -> Step[State] | Refusal:
    """HUN-G-DICE: two dice of the seat whose turn it is; HUN-G-DOUBLE: a double rolls again."""
    turn = state.turn
    if action.seat != turn.seat:
        return _other_roll(state, action)
    thrown_at = turn.thrown_at
    return Step(_rolled(state, action, action.at if thrown_at is None else thrown_at))


def late_roll(state: State, action: Roll) -> Step[State] | Refusal:
    """HUN-4.1: after the end only the values of dice that had fallen before it."""
    turn = state.turn
    if turn.thrown_at is None or action.seat != turn.seat:
        return game_over(state)
    refusal = gone(state, action.seat)  # excluded since
    return refusal or Step(_rolled(state, action, turn.thrown_at))


def thrown(state: State, action: Thrown) -> Step[State] | Refusal:
    """HUN-G-DICE: the dice of the seat at turn have fallen; the roll counts from this instant."""
    turn = state.turn
    if action.seat == turn.seat:
        if turn.thrown_at is not None:
            return refused("TABLE-THROWN", "values_missing", ("seat", action.seat))
        return Step(_fallen(state, action))
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    if not state.facts.in_order:
        return Step(_fallen(_at_turn(state, action.seat), action))
    return _not_his_turn(turn.seat)


def choose(state: State, action: TurnTo) -> Step[State] | Refusal:
    """HUN-4.1: before the first dice, who is expected to throw them."""
    return gone(state, action.seat) or Step(_at_turn(state, action.seat))


def turn_to(state: State, action: TurnTo) -> Step[State] | Refusal:
    """HUN-G-DICE: a roll that nobody entered is a marked gap; the turn is this seat's now.

    A prisoner whose roll was not entered is taken to have failed; a seat that has the turn once
    more is taken to have thrown a double.
    """
    turn = state.turn
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    if turn.seat is None:
        return Step(state)
    at = action.at if turn.thrown_at is None else turn.thrown_at
    again = action.seat == turn.seat
    doubles = min(turn.doubles + 1, state.facts.doubles_to_jail - 1) if again else 0
    new = Turn(
        action.seat,
        doubles,
        turn.seat if again else preceding(state.active, action.seat),
        None,
        _gap_in_jail(state, turn.seat),
        _passed_by(state, turn.seat, action.seat),
    )
    gap = Throw(at, turn.seat, None, 0, NOT_ENTERED)
    return Step(state._replace(turn=new, dice=state.dice.added(gap)))


def moved(state: State, action: Moved) -> Step[State] | Refusal:
    """HUN-G-DICE: the piece stands where the dice sent it; nothing hangs on it in this game."""
    if state.turn.lander in (action.seat, None) or not state.facts.in_order:
        return gone(state, action.seat) or Step(state)
    return refused("TABLE-MOVED", "did_not_roll", ("seat", action.seat))


def without(state: State, seat: Seat) -> State:
    """The state when `seat` has left: its turn passes on, a throw without values is a gap."""
    active = tuple(other for other in state.active if other != seat)
    turn, dice = state.turn, state.dice
    if turn.seat == seat and active:
        if turn.thrown_at is not None:
            dice = dice.added(Throw(turn.thrown_at, seat, None, 0, NOT_ENTERED))
        turn = turn._replace(seat=following(active, seat), doubles=0, thrown_at=None)
    return state._replace(active=active, turn=turn, dice=dice)


def passed_on(state: State, seat: Seat) -> State:
    """The state when `seat` has rolled and may not roll again after all."""
    turn = state.turn
    if turn.seat != seat or turn.lander != seat or turn.thrown_at is not None:
        return state
    return state._replace(turn=turn._replace(seat=following(state.active, seat), doubles=0))


def _rolled(state: State, action: Roll, at: GameMs) -> State:
    facts, turn, seat = state.facts, state.turn, action.seat
    place = facts.place[seat]
    since = _since(state, seat) if facts.owner_closes else turn.since
    if turn.tries[place] != FREE:
        return _jail_roll(state, action, at, since)
    first, second = action.dice
    tries, note = turn.tries, None
    doubles = again = 0
    if first == second:
        doubles = again = turn.doubles + 1
        if again == facts.doubles_to_jail:  # HUN-G-JAIL-IN: the third double is not moved
            tries, note, again = changed(tries, place, 0), "jail", 0
        elif not facts.in_order:
            again = 0
    throw = Throw(at, seat, action.dice, doubles, note)
    next_seat = _next(state, seat) if not again else seat
    return _with_dice(
        state, Turn(next_seat, again, seat, None, tries, since), state.dice.added(throw)
    )


def _jail_roll(state: State, action: Roll, at: GameMs, since: tuple[int, ...]) -> State:
    """HUN-G-JAIL-OUT: a double frees and rolls no more; HUN-G-JAIL-THIRD: the third try pays."""
    facts, turn, seat = state.facts, state.turn, action.seat
    place = facts.place[seat]
    tries = turn.tries[place] + 1
    fine = None
    if action.dice[0] == action.dice[1]:
        throw = Throw(at, seat, action.dice, 1, "jail-double")
        tries = FREE
    elif tries < facts.jail_tries:
        throw = Throw(at, seat, action.dice, 0, "jail-try")
    else:
        throw = Throw(at, seat, action.dice, 0, "jail-third")
        tries = FREE
        fine = Fine(at, seat, facts.jail_fine, "bank", RuleId("HUN-G-JAIL-THIRD"))
    new = Turn(_next(state, seat), 0, seat, None, changed(turn.tries, place, tries), since)
    state = _with_dice(state, new, state.dice.added(throw))
    return fined(state, fine) if fine else state


def _other_roll(state: State, action: Roll) -> Step[State] | Refusal:
    """A roll of a seat that has not the turn: refused, unless nobody keeps the order."""
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    if state.facts.in_order:
        return _not_his_turn(state.turn.seat)
    return Step(_rolled(_at_turn(state, action.seat), action, action.at))


def _nobody_left(state: State) -> Refusal | None:
    """HUN-4.4: one player alone is no game."""
    return None if len(state.active) > 1 else refused("HUN-4.4", "nobody_left")


def _not_his_turn(seat: Seat | None) -> Refusal:
    return refused("HUN-G-DICE", "not_his_turn", ("seat", seat or 0))


def _fallen(state: State, action: Thrown) -> State:
    """The dice lie: windows close now, not when somebody has typed the values."""
    turn = state.turn
    since = _since(state, action.seat) if state.facts.owner_closes else turn.since
    new = Turn(turn.seat, turn.doubles, action.seat, action.at, turn.tries, since)
    return _with_dice(state, new, state.dice)


def _at_turn(state: State, seat: Seat | None) -> State:
    return state._replace(turn=state.turn._replace(seat=seat, doubles=0))


def _next(state: State, seat: Seat) -> Seat | None:
    """Who rolls after this seat; nobody is known to where only the first roll is entered."""
    return following(state.active, seat) if state.facts.in_order else None


def _with_dice(state: State, turn: Turn, dice: Log[Throw]) -> State:
    """As `_replace`, which is too slow for what comes most often."""
    facts, phase, attempt, active, clock, _, _, people, estate, auctions, sheets, kept = state
    return State(
        facts, phase, attempt, active, clock, turn, dice, people, estate, auctions, sheets, kept
    )


def _since(state: State, seat: Seat) -> tuple[int, ...]:
    """`Turn.since` after `seat` rolled: its own turn begins, its predecessor has been followed."""
    turn = state.turn
    bit = 1 << preceding(state.active, seat)
    return tuple(
        (bits if turn.lander == seat else 0) if other == seat else bits | bit
        for other, bits in zip(state.facts.numbers, turn.since, strict=True)
    )


def _passed_by(state: State, first: Seat, until: Seat) -> tuple[int, ...]:
    """`Turn.since` when every seat from `first` on has rolled, up to the one before `until`."""
    if not state.facts.owner_closes:
        return state.turn.since
    seat = first
    while True:
        state = state._replace(turn=state.turn._replace(since=_since(state, seat), lander=seat))
        seat = following(state.active, seat)
        if seat == until or first == until:
            return state.turn.since


def _gap_in_jail(state: State, seat: Seat) -> tuple[int, ...]:
    """The tries when this seat's roll was not entered: a prisoner has failed once more."""
    tries = state.turn.tries
    place = state.facts.place[seat]
    if tries[place] == FREE:
        return tries
    failed = tries[place] + 1
    return changed(tries, place, failed if failed < state.facts.jail_tries else FREE)
