"""Leaving the game: bankrupt, retired, excluded (HUN-G-BANKRUPT-*, HUN-10), and the last one left.

Every way out leaves a finishing order: who leaves later stands higher.
"""

from __future__ import annotations

from rules.actions import Bankrupt, Disqualify, Remove, Retire
from rules.kinds import GameMs, Refusal, Seat, Step
from rules.monopoly.buildings import returned
from rules.monopoly.clock import ended
from rules.monopoly.deeds import with_deeds
from rules.monopoly.dice import without
from rules.monopoly.sheet import settled
from rules.monopoly.state import State, gone, person_of, refused, remarked, with_person
from rules.monopoly.view import Phase


def bankrupt(state: State, action: Bankrupt) -> Step[State] | Refusal:
    """HUN-G-BANKRUPT-BANK: everything to the bank, which auctions the deeds at once.

    HUN-G-BANKRUPT-PLAYER: everything but the buildings to the creditor; those go to the bank.
    """
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    if action.to == "bank":
        return _leave(state, action.seat, action.at, "bankrupt", None)
    creditor = Seat(int(action.to))
    if creditor == action.seat or creditor not in state.active:
        return refused("HUN-G-BANKRUPT-PLAYER", "no_creditor")
    return _leave(state, action.seat, action.at, "bankrupt", creditor)


def retire(state: State, action: Retire) -> Step[State] | Refusal:
    """HUN-G-BANKRUPT-BANK: who gives up leaves everything to the bank, as a bankrupt does."""
    refusal = gone(state, action.seat)
    return refusal or _leave(state, action.seat, action.at, "retired", None)


def remove(state: State, action: Remove | Disqualify) -> Step[State] | Refusal:
    """HUN-10: the referee excludes; the wealth is not ranked, everything falls to the bank."""
    person = person_of(state, action.seat)
    if person.excluded:
        return refused("HUN-10", "seat_excluded", ("seat", action.seat))
    state = remarked(state, action.at, action.do, action.seat, action.reason)
    if person.left is not None:  # bankrupt before: he is out already, and now not ranked, too
        excluded = person_of(state, action.seat)._replace(disqualified=True)
        return Step(with_person(state, action.seat, excluded))
    return _leave(state, action.seat, action.at, "removed", None)


def disqualify(state: State, action: Disqualify) -> Step[State] | Refusal:
    """HUN-10: after the end, before the close: the result is void and not ranked."""
    person = person_of(state, action.seat)
    if person.excluded:
        return refused("HUN-10", "seat_excluded", ("seat", action.seat))
    state = remarked(state, action.at, action.do, action.seat, action.reason)
    state = with_person(state, action.seat, person._replace(disqualified=True))
    active = tuple(seat for seat in state.active if seat != action.seat)
    sheets = state.sheets._replace(confirms=0)
    return Step(settled(state._replace(active=active, sheets=sheets)))


def _leave(state: State, seat: Seat, at: GameMs, how: str, creditor: Seat | None) -> Step[State]:
    """HUN-4.4: with one player left the game is over at this instant."""
    order = 1 + sum(person.order > 0 for person in state.people)
    person = person_of(state, seat)._replace(left=how, left_at=at, order=order)
    state = with_person(_estate_passed(returned(state, seat), seat, creditor), seat, person)
    state = without(state, seat)
    if state.phase is Phase.PLAY and len(state.active) == 1:
        return ended(state, at, "last_player")
    return Step(state)


def _estate_passed(state: State, seat: Seat, creditor: Seat | None) -> State:
    """The deeds of a leaver, mortgages and all, to his creditor, or back to the bank."""
    deeds = {}
    for key, deed in state.estate.deeds.items():
        if deed.owner != seat:
            deeds[key] = deed
        elif creditor is not None:
            deeds[key] = deed._replace(owner=creditor)
    return with_deeds(state, deeds)
