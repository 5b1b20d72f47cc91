"""Jail (RAMK-6.1 to 6.5, 7.1, 7.2): rolls in it, ways into it, round it and out of it.

A prisoner rolls once a round. The round counts from 1: it ends with his roll.
"""

from __future__ import annotations

from rules.actions import Jail, JailOut, Stay
from rules.kinds import GameMs, Refusal, Seat, Step
from rules.matador.clock import round_over
from rules.matador.kept import Entry
from rules.matador.ledger import POT, fined, taken_back, to_jail
from rules.matador.passes import without_card
from rules.matador.state import (
    FREE,
    GRANT_RIDES,
    NO_COVER,
    PASS_RIDES,
    Caught,
    State,
    Throw,
    Turn,
    gone,
    refused,
)
from rules.order import changed, following


def jail_roll(
    state: State, seat: Seat, dice: tuple[int, int], at: GameMs
) -> tuple[State, Throw, bool] | Refusal:
    """RAMK-6.1: a double frees; RAMK-6.3: who stays after the first and second round pays 500.

    After the third nobody rolls without paying first. The last value: whether a piece moves.
    """
    turn, facts = state.turn, state.facts
    place = facts.place[seat]
    tries = turn.tries[place] + 1
    if tries > facts.jail_tries:
        return refused("RAMK-6.1", "pays_before_rolling", ("seat", seat))
    if dice[0] == dice[1]:
        return _with_tries(state, seat, FREE), Throw(at, seat, dice, 1, "jail-double"), True
    if tries < facts.jail_tries:
        state = to_jail(state, at, seat, facts.money("jail_stay"), "RAMK-6.3")
    note = "jail-third" if tries == facts.jail_tries else "jail-try"
    return _with_tries(state, seat, tries), Throw(at, seat, dice, 0, note), False


def jail(state: State, action: Jail) -> Step[State] | Refusal:
    """RAMK-7.1: field 31 or a card; RAMK-3.4b: who declared his free passage stays where he is.

    After a double the prisoner does not roll again. Entered once more for somebody who is in jail
    already (the third double jails by itself) it changes nothing.
    """
    seat = action.seat
    refusal = gone(state, seat)
    if refusal:
        return refusal
    turn, place = state.turn, state.facts.place[seat]
    if turn.covers[place] in (PASS_RIDES, GRANT_RIDES):
        covers = changed(turn.covers, place, NO_COVER)
        return Step(state._replace(turn=turn._replace(covers=covers)))
    if turn.tries[place] > 0:
        return refused("RAMK-6.1", "jailed_already", ("seat", seat))
    if turn.tries[place] == 0:
        return Step(state)
    doubles = turn.doubles if turn.seat == seat and turn.lander == seat else 0
    state = _with_tries(state, seat, 0)
    turn = state.turn._replace(caught=Caught(seat, False, doubles))
    if not doubles or turn.fallen is not None:
        return Step(state._replace(turn=turn))
    turn = turn._replace(seat=following(state.active, seat), doubles=0, built=0)
    return round_over(state._replace(turn=turn), seat, action.at)


def stay(state: State, action: Stay) -> Step[State] | Refusal:
    """RAMK-6.5: instead of going to jail, 2,000 to the pot and 2,000 to the jail's owner.

    He goes on from where he was caught; a third double is not moved.
    """
    seat = action.seat
    refusal = gone(state, seat)
    if refusal:
        return refusal
    caught = state.turn.caught
    if caught is None or caught.seat != seat:
        return refused("RAMK-6.5", "not_jailed_now", ("seat", seat))
    facts = state.facts
    state = fined(state, action.at, seat, POT, facts.money("jail_instead_pot"), "RAMK-6.5")
    state = to_jail(state, action.at, seat, facts.money("jail_instead_owner"), "RAMK-6.5")
    return Step(released(state, caught, 0 if caught.by_dice else caught.doubles))


def jail_out(state: State, action: JailOut) -> Step[State] | Refusal:
    """RAMK-6.1: paid before the roll, a card (RAMK-7.1, 7.2), or a double nobody entered.

    For a seat that is not in jail it changes nothing: a double that was entered frees by itself.
    """
    seat = action.seat
    refusal = gone(state, seat)
    if refusal:
        return refusal
    tries = state.turn.tries[state.facts.place[seat]]
    if tries == FREE:
        return Step(state)
    if action.how == "pay":
        return _pay(state, action, tries)
    if action.how == "card":
        return _king(state, action, tries)
    if _last_roll_known(state, seat):
        return refused("RAMK-6.1", "no_double", ("seat", seat))
    return Step(_with_tries(state, seat, FREE))


def released(state: State, caught: Caught, doubles: int) -> State:
    """Who does not go to jail after all; a double he had rolled lets him roll again."""
    state = _with_tries(state, caught.seat, FREE)
    turn = state.turn._replace(caught=None)
    if doubles and caught.seat in state.active:
        turn = turn._replace(seat=caught.seat, doubles=doubles, built=0)
        state = state._replace(clock=state.clock._replace(closed=False))
    return state._replace(turn=turn)


def _pay(state: State, action: JailOut, tries: int) -> Step[State] | Refusal:
    """RAMK-6.1, RAMK-9.24: 1,000 before the dice; this round's roll must not be behind him."""
    turn, seat = state.turn, action.seat
    has_thrown = turn.fallen is not None and turn.seat == seat and not turn.fallen.early
    waits = state.facts.in_order and turn.seat not in (seat, None) and tries > 0
    if has_thrown or waits:
        return refused("RAMK-6.1", "pays_before_rolling", ("seat", seat))
    state = to_jail(state, action.at, seat, _exit_price(state), "RAMK-6.1")
    turn = _with_tries(state, seat, FREE).turn
    if turn.caught and turn.caught.seat == seat:
        turn = turn._replace(caught=None)
    return Step(state._replace(turn=turn))


def _king(state: State, action: JailOut, tries: int) -> Step[State] | Refusal:
    """RAMK-7.1: the card avoids jail, a third double counts as the first one and rolls again.

    RAMK-7.2: it also frees after a roll without a double, if it was held before that roll; then
    staying was not paid for.
    """
    seat, turn = action.seat, state.turn
    held = [card for card in state.estate.cards if card.what == "king" and card.seat == seat]
    caught = turn.caught
    if caught is not None and caught.seat == seat:
        state = without_card(state, "king", seat)
        return Step(released(state, caught, 1 if caught.by_dice else caught.doubles))
    rolled_at = _rolled_at(state, seat)
    after_roll = tries > 0 and turn.lander == seat and rolled_at is not None
    if after_roll and held and min(card.at for card in held) >= (rolled_at or 0):
        return refused("RAMK-7.2", "card_too_late", ("seat", seat))
    state = _with_tries(without_card(state, "king", seat), seat, FREE)
    if after_roll and tries < state.facts.jail_tries:
        state = taken_back(state, _fee(state, rolled_at))
    return Step(state)


def _fee(state: State, at: GameMs | None) -> tuple[Entry, ...]:
    """RAMK-6.3: what the roll at this instant cost, with the shares of it."""
    return tuple(
        entry
        for entry in state.kept.entries.items()
        if entry.at == at and entry.rule in ("RAMK-6.3", "RAMK-9.15")
    )


def _exit_price(state: State) -> int:
    code = state.facts.jail_code
    return state.facts.board.by_code[code].rents[0] if code else 0


def _rolled_at(state: State, seat: Seat) -> GameMs | None:
    last = next((throw for throw in state.dice.backwards() if throw.seat == seat), None)
    return None if last is None else last.at


def _last_roll_known(state: State, seat: Seat) -> bool:
    """Whether the dice of this seat's last roll were entered; nobody can tell of a gap."""
    if not state.facts.in_order:
        return False
    last = next((throw for throw in state.dice.backwards() if throw.seat == seat), None)
    return last is not None and last.dice is not None


def _with_tries(state: State, seat: Seat, tries: int) -> State:
    turn: Turn = state.turn
    place = state.facts.place[seat]
    return state._replace(turn=turn._replace(tries=changed(turn.tries, place, tries)))
