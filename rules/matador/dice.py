"""Dice and turns: whose roll it is, a roll before the turn (RAMK-4.3), dice touched too soon (4.5).

`Turn.seat` is always who rolls next: after a roll without a double that is the next seat already,
while `Turn.moving` still moves. The windows of claims and offers move on here, by themselves.
"""

from __future__ import annotations

from rules.actions import Moved, Roll, Thrown
from rules.actions import Turn as TurnTo
from rules.kinds import Announcement, GameMs, Refusal, Seat, Step
from rules.matador import timeouts
from rules.matador.clock import begun, round_over
from rules.matador.jail import jail_roll
from rules.matador.ledger import POT, fined
from rules.matador.state import (
    FREE,
    GRANT_DECLARED,
    NO_COVER,
    PASS_DECLARED,
    Caught,
    Fallen,
    State,
    Throw,
    Turn,
    gone,
    refused,
)
from rules.order import changed, following, preceding

NOT_ENTERED = "not-entered"
EARLY = "early"
TOUCHED = "not-moved"
JAILED = "jail"


def roll(state: State, action: Roll) -> Step[State] | Refusal:
    """RAMK-4.3: two dice; the first ones, whoever rolls them, open the order of the turns.

    After a time-out another seat's roll counts for the seat at turn (RAMK-9.26).
    """
    refusal = _no_dice(state, action.seat)
    if refusal:
        return refusal
    state, told = _begun(state, action.at, action.seat)
    fallen = state.turn.fallen
    if fallen is not None and fallen.seat != action.seat:
        if not fallen.early:
            return refused("TABLE-THROWN", "values_missing", ("seat", fallen.seat))
        state = _gap(state, fallen.seat, fallen.at, EARLY)
    at = action.at if fallen is None or fallen.seat != action.seat else fallen.at
    step = _by_whom(state, action, at)
    if isinstance(step, Refusal):
        return step
    return Step(step.state, (*told, *step.announcements)) if told else step


def thrown(state: State, action: Thrown) -> Step[State] | Refusal:
    """RAMK-4.3: the dice have fallen, which counts from now on; the values come later."""
    seat = action.seat
    refusal = _no_dice(state, seat)
    if refusal:
        return refusal
    fallen = state.turn.fallen
    if fallen is not None:
        return refused("TABLE-THROWN", "values_missing", ("seat", fallen.seat))
    state, told = _begun(state, action.at, seat)
    turn = state.turn
    early = turn.seat != seat
    if early and timeouts.others_may_roll(state) and turn.seat is not None:
        seat, early = turn.seat, False
    if early:
        state = _fine_both(state, seat, action.at)
    else:
        if turn.tries[state.facts.place[seat]] >= state.facts.jail_tries:
            return refused("RAMK-6.1", "pays_before_rolling", ("seat", seat))
        touched = turn.moving == seat
        place = state.facts.place[seat]
        fell_for = _rolled_by(turn, place, seat)
        state = state._replace(turn=fell_for._replace(moving=seat, touched=touched))
    fell = Fallen(action.seat, action.at, early)
    return Step(state._replace(turn=state.turn._replace(fallen=fell)), told)


def turn_to(state: State, action: TurnTo) -> Step[State] | Refusal:
    """RAMK-4.3: a roll that nobody entered is a marked gap; the turn is this seat's, nobody pays.

    Seats between are taken to have rolled. A prisoner whose roll was not entered has failed; a seat
    that has the turn once more has rolled a double. Before the first dice it only says who begins.
    """
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    turn = state.turn
    if turn.rolls == 0 and turn.fallen is None:
        return Step(state._replace(turn=turn._replace(seat=action.seat)))
    if state.clock.closed or turn.seat is None:
        return Step(state)
    state = timeouts.without(state, None)
    before = turn.seat
    fallen = turn.fallen
    at = action.at if fallen is None else fallen.at
    if fallen is not None:
        state = _gap(state, fallen.seat, fallen.at, EARLY if fallen.early else NOT_ENTERED)
    if fallen is None or fallen.early:
        state = _gap(state, before, at, NOT_ENTERED)
    state = _passed_by(state, before, action.seat)
    again = action.seat == before
    last = before if again else preceding(state.active, action.seat)
    turn = state.turn._replace(
        seat=action.seat,
        doubles=min(turn.doubles + 1, state.facts.doubles_to_jail - 1) if again else 0,
        lander=last,
        moving=None,
        fallen=None,
        tries=_failed(state, before),
        built=0,
        caught=None,
        touched=False,
    )
    state = state._replace(turn=turn)
    return Step(state) if again else round_over(state, before, action.at)


def moved(state: State, action: Moved) -> Step[State] | Refusal:
    """RAMK-4.5: the piece is moved and let go; RAMK-9.26: that stops the two minutes."""
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    turn = state.turn
    mine = turn.moving == action.seat or timeouts.others_may_move(state)
    if turn.moving is not None and mine:
        state = state._replace(turn=turn._replace(moving=None))
        return Step(timeouts.moved(state))
    if turn.lander in (action.seat, None) or not state.facts.in_order:
        return Step(state)
    return refused("TABLE-MOVED", "did_not_roll", ("seat", action.seat))


def without(state: State, seat: Seat, at: GameMs) -> Step[State]:
    """The state when `seat` has left: its turn passes on, a throw without values is a gap."""
    before = state.turn
    state = timeouts.without(state, seat)
    if before.fallen is not None and before.fallen.seat == seat:
        note = EARLY if before.fallen.early else NOT_ENTERED
        state = _gap(state, seat, before.fallen.at, note)
        state = state._replace(turn=state.turn._replace(fallen=None))
    active = tuple(other for other in state.active if other != seat)
    turn = state.turn
    if turn.moving == seat:
        turn = turn._replace(moving=None, touched=False)
    if turn.seat != seat or not active:
        return Step(state._replace(active=active, turn=turn))
    turn = turn._replace(seat=following(active, seat), doubles=0, built=0)
    state = state._replace(active=active, turn=turn)
    return round_over(state, seat, at) if before.rolls else Step(state)


def _by_whom(state: State, action: Roll, at: GameMs) -> Step[State] | Refusal:
    """Whose roll this is: his own, one made for him, or one that came too early."""
    turn, seat = state.turn, action.seat
    if turn.fallen is not None and turn.fallen.early:  # void, were it his turn since
        state = state._replace(turn=turn._replace(fallen=None))
        return Step(_noted(state, state.turn, Throw(at, seat, action.dice, 0, EARLY)))
    if not state.facts.in_order or seat == turn.seat:
        return _rolled(state, seat, action.dice, at, None)
    for_other = turn.fallen is not None or timeouts.others_may_roll(state)
    if for_other and turn.seat is not None:
        return _rolled(state, turn.seat, action.dice, at, f"by-{seat}")
    state = _fine_both(state, seat, at)
    return Step(_noted(state, state.turn, Throw(at, seat, action.dice, 0, EARLY)))


def _fine_both(state: State, seat: Seat, at: GameMs) -> State:
    """RAMK-4.3: who rolls before his turn pays, and so does the one who should have rolled."""
    amount = state.facts.money("early_roll")
    state = fined(state, at, seat, POT, amount, "RAMK-4.3")
    waiting = state.turn.seat
    return state if waiting is None else fined(state, at, waiting, POT, amount, "RAMK-4.3")


def _rolled(
    state: State, seat: Seat, dice: tuple[int, int], at: GameMs, note: str | None
) -> Step[State] | Refusal:
    """RAMK-6.1, RAMK-7.1: a prisoner's try, or an ordinary roll; the third double is jailed."""
    facts = state.facts
    place = facts.place[seat]
    if state.turn.tries[place] != FREE:
        outcome = jail_roll(state, seat, dice, at)
        if isinstance(outcome, Refusal):
            return outcome
        return _after(outcome[0], seat, outcome[1], 0, outcome[2])
    doubles = state.turn.doubles + 1 if dice[0] == dice[1] else 0
    touched = state.turn.moving == seat if state.turn.fallen is None else state.turn.touched
    if touched:
        note = note or TOUCHED
    if doubles == facts.doubles_to_jail:
        tries = changed(state.turn.tries, place, 0)
        caught = Caught(seat, True, doubles)
        state = state._replace(turn=state.turn._replace(tries=tries, caught=caught))
        return _after(state, seat, Throw(at, seat, dice, doubles, JAILED), 0, False)
    again = doubles if facts.in_order else 0
    return _after(state, seat, Throw(at, seat, dice, doubles, note), again, True)


def _after(state: State, seat: Seat, throw: Throw, again: int, moves: bool) -> Step[State]:
    """Whoever rolls next, with every window moved on."""
    facts, old = state.facts, state.turn
    place = facts.place[seat]
    rolls, since, turns, covers = old.rolls, old.since, old.turns, old.covers
    if old.fallen is None:  # else they have moved on when the dice fell
        rolls, since, turns = _windows(old, place, seat)
    cover = covers[place]
    if cover != NO_COVER:
        rides = cover + 1 if cover in (PASS_DECLARED, GRANT_DECLARED) else NO_COVER
        covers = changed(covers, place, rides)
    turn = Turn(
        seat if again else following(state.active, seat) if facts.in_order else None,
        again,
        seat,
        seat if moves else None,
        None,
        rolls,
        old.first,
        old.tries,
        since,
        turns,
        covers,
        0,
        old.caught if throw.note == JAILED else None,
        throw.note == TOUCHED,
    )
    state = _noted(state, turn, throw)
    called = state.clock.timeout
    if called is not None:
        state = timeouts.rolled(state, called, seat, moves=moves)
    return Step(state) if again or not state.clock.last_round else round_over(state, seat, throw.at)


def _windows(turn: Turn, place: int, seat: Seat) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """RAMK-9.11, RAMK-9.22: one more roll; the others' claims have one follower more.

    `rolls`, `since` and `turns` of the turn after this roll; a double rolled again begins no turn.
    """
    bit = 1 << place
    since, turns = list(turn.since), turn.turns
    own = since[place]
    if turn.lander != seat or turn.doubles == 0:
        own = 0
        turns = changed(turns, place, turns[place] + 1)
    row = [bits | bit for bits in since]
    row[place] = own
    return turn.rolls + 1, tuple(row), turns


def _rolled_by(turn: Turn, place: int, seat: Seat) -> Turn:
    """The turn with the windows that close when this seat's dice fall."""
    rolls, since, turns = _windows(turn, place, seat)
    return turn._replace(lander=seat, rolls=rolls, since=since, turns=turns)


def _passed_by(state: State, first: Seat, until: Seat) -> State:
    """The windows when every seat from `first` on has rolled, up to the one before `until`."""
    seat = first
    fallen = state.turn.fallen
    if fallen is not None and not fallen.early:  # the windows of this one have moved on already
        seat = following(state.active, first)
        if first == until or seat == until:
            return state
    while True:
        turn = _rolled_by(state.turn, state.facts.place[seat], seat)
        state = state._replace(turn=turn._replace(doubles=0))
        seat = following(state.active, seat)
        if seat == until or first == until:
            return state


def _failed(state: State, seat: Seat) -> tuple[int, ...]:
    """RAMK-6.1: a prisoner whose roll nobody entered has failed once more."""
    tries, place = state.turn.tries, state.facts.place[seat]
    if tries[place] == FREE or tries[place] >= state.facts.jail_tries:
        return tries
    return changed(tries, place, tries[place] + 1)


def _begun(state: State, at: GameMs, seat: Seat) -> tuple[State, tuple[Announcement, ...]]:
    """The first dice open the order of the turns, and the evening where nobody did."""
    told: tuple[Announcement, ...] = ()
    if state.clock.started_at is None:
        state, told = begun(state, at)
    if state.turn.rolls == 0 and state.turn.fallen is None:
        state = state._replace(turn=state.turn._replace(seat=seat, first=seat))
    return state, told


def _no_dice(state: State, seat: Seat) -> Refusal | None:
    refusal = gone(state, seat)
    if refusal:
        return refusal
    if state.clock.closed:
        return refused("RAMK-3.2", "dice_closed")
    return None if len(state.active) > 1 else refused("RAMK-9.16", "nobody_left")


def _gap(state: State, seat: Seat, at: GameMs, note: str) -> State:
    turn = state.turn
    if turn.fallen is not None and turn.fallen.early:
        state = state._replace(turn=turn._replace(fallen=None))
    return _noted(state, state.turn, Throw(at, seat, None, 0, note))


def _noted(state: State, turn: Turn, throw: Throw) -> State:
    """As `_replace`, which is too slow for what comes most often."""
    (facts, phase, attempt, active, clock, _, dice, people, estate, ballot, auctions, offers,
     sheets, kept) = state  # fmt: skip
    return State(
        facts, phase, attempt, active, clock, turn, dice.added(throw), people, estate, ballot,
        auctions, offers, sheets, kept,
    )  # fmt: skip
