"""Jail by field or card, and the ways out that are not rolled (HUN-G-JAIL-IN, HUN-G-JAIL-OUT)."""

from __future__ import annotations

from rules.actions import Jail, JailOut
from rules.kinds import Refusal, RuleId, Seat, Step
from rules.monopoly.dice import passed_on
from rules.monopoly.state import FREE, Fine, State, fined, gone, refused
from rules.order import changed


def jail(state: State, action: Jail) -> Step[State] | Refusal:
    """HUN-G-JAIL-IN: the "Go to jail" field or a card; HUN-G-JAIL-NOSALARY: nothing for Start.

    After a double the prisoner does not roll again. Entered once more for somebody who is in jail
    already (the third double jails by itself) it changes nothing.
    """
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    tries = state.turn.tries[state.facts.place[action.seat]]
    if tries > 0:
        return refused("HUN-G-JAIL-IN", "jailed_already", ("seat", action.seat))
    if tries == 0:
        return Step(state)
    return Step(passed_on(_with_tries(state, action.seat, 0), action.seat))


def jail_out(state: State, action: JailOut) -> Step[State] | Refusal:
    """HUN-G-JAIL-OUT: 50 before the try, a card, or the double of a roll that nobody entered.

    For a seat that is not in jail it changes nothing: a double that was entered frees by itself.
    """
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    turn, seat = state.turn, action.seat
    tries = turn.tries[state.facts.place[seat]]
    if tries == FREE:
        return Step(state)
    out = _with_tries(state, seat, FREE)
    if action.how == "card":
        return Step(out)
    if action.how == "pay":
        has_thrown = turn.seat == seat and turn.thrown_at is not None
        waits = turn.seat not in (seat, None) and tries > 0  # his try of this round is behind him
        if has_thrown or waits:
            return refused("HUN-G-JAIL-OUT", "pays_before_the_try", ("seat", seat))
        fine = Fine(action.at, seat, state.facts.jail_fine, "bank", RuleId("HUN-G-JAIL-OUT"))
        return Step(fined(out, fine))
    if _last_roll_known(state, seat):
        return refused("HUN-G-JAIL-OUT", "no_double", ("seat", seat))
    return Step(out)


def _with_tries(state: State, seat: Seat, tries: int) -> State:
    turn = state.turn
    place = state.facts.place[seat]
    return state._replace(turn=turn._replace(tries=changed(turn.tries, place, tries)))


def _last_roll_known(state: State, seat: Seat) -> bool:
    """Whether the dice of this seat's last roll were entered; nobody can tell of a gap."""
    if not state.facts.in_order:
        return False
    last = next((throw for throw in state.dice.backwards() if throw.seat == seat), None)
    return last is not None and last.dice is not None
