"""Binding offers (RAMK-9.11): until the dice have been rolled once, towards those addressed."""

from __future__ import annotations

from rules.actions import Accept
from rules.actions import Offer as Offers
from rules.kinds import Refusal, Seat, Step
from rules.matador.estate import Offer
from rules.matador.state import State, gone, refused
from rules.words import plain


def offer(state: State, action: Offers) -> Step[State] | Refusal:
    """RAMK-9.11: binds until so many rolls have been made since; one where nothing is said."""
    refusal = gone(state, action.seat) or gone(state, action.to)
    if refusal:
        return refusal
    if action.seat == action.to:
        return refused("RAMK-9.11", "nothing_is_traded")
    about, lapses_at = _about(state, action.what), state.turn.rolls + action.term
    made = Offer(action.at, action.seat, action.to, action.what, about, lapses_at)
    return Step(state._replace(offers=(*state.offers, made)))


def accept(state: State, action: Accept) -> Step[State] | Refusal:
    """RAMK-9.11: acceptance is always and immediately binding, by who was addressed alone."""
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    for place in range(len(state.offers) - 1, -1, -1):
        one = state.offers[place]
        if (one.seat, one.to) == (action.from_, action.seat) and binds(state, one):
            break
    else:
        return refused("RAMK-9.11", "no_offer", ("seat", action.from_))
    if bound_to_other(state, action.seat, one.seat, one.what):
        return refused("RAMK-9.11", "offered_to_other", ("what", one.what))
    accepted = one._replace(accepted_at=action.at)
    offers = (*state.offers[:place], accepted, *state.offers[place + 1 :])
    return Step(state._replace(offers=offers))


def binds(state: State, one: Offer) -> bool:
    """Whether an offer is open: not accepted, not lapsed, nobody of the two out of the game.

    Where not every roll is entered nobody can tell that it has lapsed.
    """
    if one.accepted_at is not None or one.void:
        return False
    return not state.facts.in_order or state.turn.rolls < one.lapses_at


def bound_to_other(state: State, seat: Seat, to: Seat, what: str) -> bool:
    """Whether this seat's own offer of the same thing to somebody else still binds it."""
    about = {
        one.about
        for one in state.offers
        if one.seat == seat and one.to != to and (binds(state, one) or _settles(state, one))
    }
    return bool(about) and _about(state, what) in about


def without(state: State, seat: Seat) -> State:
    """The state when this seat is out: its offers, and those to it, bind nobody."""
    if not state.offers:
        return state
    offers = tuple(
        one._replace(void=True) if seat in (one.seat, one.to) and one.accepted_at is None else one
        for one in state.offers
    )
    return state._replace(offers=offers)


def carried_out(state: State, seat: Seat, key: str) -> State:
    """The state when this seat has handed the property over: what it agreed to about it is done."""
    if not any(_agreed(one, seat, key) for one in state.offers):
        return state
    offers = tuple(
        one._replace(void=True) if _agreed(one, seat, key) else one for one in state.offers
    )
    return state._replace(offers=offers)


def _agreed(one: Offer, seat: Seat, key: str) -> bool:
    return one.about == key and one.seat == seat and one.accepted_at is not None and not one.void


def _settles(state: State, one: Offer) -> bool:
    """An accepted offer that has not been carried out: the deed is still the offerer's."""
    if one.accepted_at is None or one.void:
        return False
    held = state.estate.deeds.get(one.about)
    return held is not None and held.owner == one.seat


def _about(state: State, what: str) -> str:
    """The one property that a text speaks of ("Rådhuspladsen for 8.000"), else its words."""
    words = plain(what)
    return state.facts.board.spoken_of(words) or words
