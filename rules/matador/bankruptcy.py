"""Leaving the game: bankrupt (RAMK-9.13, 9.27d), gone home early, removed; and the last one left.

Every way out leaves a finishing order: who leaves later stands higher (RAMK-9.16).
"""

from __future__ import annotations

from rules.actions import Bankrupt, Disqualify, Remove, Retire
from rules.kinds import GameMs, Refusal, Seat, Step
from rules.matador import dice, offers, shares
from rules.matador.buildings import returned
from rules.matador.clock import ended
from rules.matador.loans import written_off
from rules.matador.sheet import settled
from rules.matador.state import State, gone, person_of, refused, remarked, with_person
from rules.matador.view import Phase


def bankrupt(state: State, action: Bankrupt) -> Step[State] | Refusal:
    """RAMK-9.13: everything is sold to the bank, the creditor gets the money and the jail cards.

    RAMK-9.27d: the players' claims come before the bank's loan.
    """
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    if isinstance(action.to, str):
        return _leave(state, action.seat, action.at, "bankrupt", None)
    creditor = action.to
    if creditor == action.seat or creditor not in state.active:
        return refused("RAMK-9.13", "no_creditor")
    return _leave(state, action.seat, action.at, "bankrupt", creditor)


def retire(state: State, action: Retire) -> Step[State] | Refusal:
    """RAMK-9.16: who goes home early stands below all who play on; the bank takes what is left."""
    refusal = gone(state, action.seat)
    return refusal or _leave(state, action.seat, action.at, "retired", None)


def remove(state: State, action: Remove | Disqualify) -> Step[State] | Refusal:
    """RAMK-9.16: by decision of the table this seat has no place."""
    person = person_of(state, action.seat)
    if person.excluded:
        return refused("RAMK-9.16", "seat_excluded", ("seat", action.seat))
    state = remarked(state, action.at, action.do, action.seat, action.reason)
    if person.left is not None:
        return Step(with_person(state, action.seat, person._replace(disqualified=True)))
    return _leave(state, action.seat, action.at, "removed", None)


def disqualify(state: State, action: Disqualify) -> Step[State] | Refusal:
    """RAMK-9.16: after the end, before the close: the result has no place."""
    person = person_of(state, action.seat)
    if person.excluded:
        return refused("RAMK-9.16", "seat_excluded", ("seat", action.seat))
    state = remarked(state, action.at, action.do, action.seat, action.reason)
    state = with_person(state, action.seat, person._replace(disqualified=True))
    active = tuple(seat for seat in state.active if seat != action.seat)
    return Step(settled(state._replace(active=active)))


def _leave(state: State, seat: Seat, at: GameMs, how: str, creditor: Seat | None) -> Step[State]:
    """RAMK-9.16: with one player left the game is over at this instant."""
    order = 1 + len({person.left_at for person in state.people if person.left_at not in (None, at)})
    person = person_of(state, seat)._replace(left=how, left_at=at, order=order)
    state = written_off(_cards_passed(returned(state, seat), seat, creditor), seat)
    state = offers.without(shares.without(state, seat), seat)
    step = dice.without(with_person(state, seat, person), seat, at)
    if step.state.phase in (Phase.SETUP, Phase.PLAY) and len(step.state.active) == 1:
        over = ended(step.state, at, "last_player")
        return Step(over.state, (*step.announcements, *over.announcements))
    return step


def _cards_passed(state: State, seat: Seat, creditor: Seat | None) -> State:
    """RAMK-9.13: jail cards to the creditor, the rest back to the bank."""
    cards = []
    for card in state.estate.cards:
        if card.seat != seat:
            cards.append(card)
        elif card.what == "king" and creditor is not None:
            cards.append(card._replace(seat=creditor))
    return state._replace(estate=state.estate._replace(cards=tuple(cards)))
