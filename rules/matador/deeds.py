"""Deeds as they are entered: bought, mortgaged, lifted, sold to the bank, traded (RAMK-9.1, 9.10).

Paper is the truth. What was entered is taken as true and refuses what contradicts it; what nobody
entered is never held against a player: the entry is accepted and learnt from.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from rules.actions import Buy, Goods, Mortgage, Sell, Trade, Unmortgage
from rules.board import BoardDeed
from rules.kinds import GameMs, Refusal, Seat, Step
from rules.matador import book
from rules.matador.cards import KING, PASS, grant_sold, named
from rules.matador.estate import HeldCard, Holding
from rules.matador.ledger import BANK, entered
from rules.matador.offers import bound_to_other, carried_out
from rules.matador.passes import GRANT, with_card, without_card
from rules.matador.state import (
    State,
    before_turn,
    gone,
    on_sale,
    refused,
    running_auction,
    with_deed,
    with_deeds,
)

KEPT: Final = MappingProxyType({"jail": "RAMK-9.24", "tax": "RAMK-9.25"})
"""Properties that the bank takes back but never lends on, and the rule of each."""


def buy(state: State, action: Buy) -> Step[State] | Refusal:
    """RAMK-9.24, RAMK-9.25: who got a property of the bank, jail and tax fields too.

    It is auctioned first (RAMK-9.8); an auction by voice is entered with its outcome alone.
    """
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    key = state.facts.board.key(action.what)
    if key in state.estate.deeds:
        return refused("RAMK-9.8", "not_the_banks", ("what", action.what))
    return on_sale(state, key) or Step(with_deed(state, key, Holding(action.seat)))


def mortgage(state: State, action: Mortgage) -> Step[State] | Refusal:
    """RAMK-1.1: the bank lends half the price; RAMK-9.24, 9.25: not on the jail and tax fields."""
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    key = state.facts.board.key(action.what)
    deed = state.estate.deeds.get(key, Holding(action.seat))
    printed = state.facts.board.find(key)
    kept = _kept(printed)
    if kept:
        return refused(kept, "never_mortgaged", ("what", action.what))
    if deed.owner != action.seat or deed.mortgaged:
        why = "mortgaged_already" if deed.mortgaged else "not_his_deed"
        return refused("RAMK-1.1", why, ("what", action.what))
    if deed.houses:
        return refused("RAMK-1.1", "built_on", ("what", action.what))
    refusal = on_sale(state, key)
    if refusal:
        return refusal
    if printed:
        state = entered(state, action.at, BANK, action.seat, printed.mortgage, "RAMK-1.1")
    return Step(with_deed(state, key, deed._replace(mortgaged=True)))


def unmortgage(state: State, action: Unmortgage) -> Step[State] | Refusal:
    """RAMK-9.1, RAMK-9.7: before one's turn, for the mortgage and half of it.

    RAMK-9.12: its owner may lift it before the auction, too, and so avoid it.
    """
    seat = action.seat
    refusal = gone(state, seat)
    if refusal:
        return refusal
    board = state.facts.board
    key = board.key(action.what)
    deed = state.estate.deeds.get(key, Holding(seat, mortgaged=True))
    if deed.owner != seat or not deed.mortgaged:
        why = "not_mortgaged" if deed.owner == seat else "not_his_deed"
        return refused("RAMK-9.7", why, ("what", action.what))
    running = running_auction(state)
    avoids = running is not None and running.key == key and not running.bids
    if not avoids and not before_turn(state, seat):
        return refused("RAMK-9.1", "only_before_turn", ("seat", seat))
    refusal = None if avoids else on_sale(state, key)
    if refusal:
        return refusal
    if avoids and running is not None:
        closed = running._replace(closed=True)
        state = state._replace(auctions=(*state.auctions[:-1], closed))
    printed = board.find(key)
    if printed:
        cost = book.lifting(printed.mortgage, state.facts.edition)
        state = entered(state, action.at, seat, BANK, cost, "RAMK-9.7")
    return Step(with_deed(state, key, deed._replace(mortgaged=False)))


def sell(state: State, action: Sell) -> Step[State] | Refusal:
    """RAMK-9.10, 9.24, 9.25, 7.3: to the bank; a property must be mortgaged before."""
    seat, what = action.seat, action.what
    refusal = gone(state, seat)
    if refusal:
        return refusal
    board = state.facts.board
    printed, found = board.find(what), named(what)
    if printed is None and found:
        if found.what == GRANT:
            return grant_sold(state, action.at, seat)
        return refused("RAMK-7.1", "worth_nothing")
    key = board.key(what)
    kept = _kept(printed)
    deed = state.estate.deeds.get(key, Holding(seat, mortgaged=kept is None))
    if deed.owner != seat:
        return refused("RAMK-9.10", "not_his_deed", ("what", what))
    if deed.houses or (kept is None and not deed.mortgaged):
        why = "built_on" if deed.houses else "mortgage_first"
        return refused("RAMK-9.10", why, ("what", what))
    refusal = on_sale(state, key)
    if refusal:
        return refusal
    deeds = {code: one for code, one in state.estate.deeds.items() if code != key}
    return Step(with_deeds(_bank_pays(state, action.at, seat, printed), deeds))


def trade(state: State, action: Trade) -> Step[State] | Refusal:
    """RAMK-7.2, RAMK-7.3: properties and those cards; RAMK-3.4a: no free passage.

    RAMK-9.11: what is offered to one player cannot go to another while that binds.
    """
    seat, to = action.seat, action.to
    refusal = gone(state, seat) or gone(state, to)
    if refusal:
        return refusal
    if seat == to:
        return refused("RAMK-9.11", "nothing_is_traded")
    refusal = _forbidden(state, seat, to, action.gives) or _forbidden(state, to, seat, action.gets)
    if refusal:
        return refusal
    for giver, taker, goods in ((seat, to, action.gives), (to, seat, action.gets)):
        state = _handed_over(state, action.at, giver, taker, goods)
    return Step(state)


def _handed_over(state: State, at: GameMs, giver: Seat, taker: Seat, goods: Goods) -> State:
    for thing in goods.things:
        found = None if state.facts.board.find(thing) else named(thing)
        if found and found.what in (GRANT, KING):
            state = without_card(state, found.what, giver)
            state = with_card(state, HeldCard(found.what, taker, at))
        else:
            key = state.facts.board.key(thing)
            deed = state.estate.deeds.get(key, Holding(giver))
            state = carried_out(state, giver, key)
            state = with_deed(state, key, deed._replace(owner=taker))
    return entered(state, at, giver, taker, goods.cash, "RAMK-9.11")


def _forbidden(state: State, giver: Seat, taker: Seat, goods: Goods) -> Refusal | None:
    for thing in goods.things:
        found = None if state.facts.board.find(thing) else named(thing)
        if found and found.what == PASS:
            return refused("RAMK-3.4a", "pass_not_traded")
        if found:
            other = {card.seat for card in state.estate.cards if card.what == found.what}
            if other and giver not in other and found.what == GRANT:
                return refused("RAMK-7.3", "card_is_held", ("seat", min(other)))
            continue
        key = state.facts.board.key(thing)
        deed = state.estate.deeds.get(key)
        if deed is not None and deed.owner != giver:
            return refused("RAMK-1.1", "not_his_deed", ("what", thing))
        refusal = on_sale(state, key)
        if refusal:
            return refusal
        if bound_to_other(state, giver, taker, thing):
            return refused("RAMK-9.11", "offered_to_other", ("what", thing))
    return None


def _bank_pays(state: State, at: GameMs, seat: Seat, printed: BoardDeed | None) -> State:
    """RAMK-9.24, RAMK-9.25: half the value; RAMK-9.10: half the mortgage value of the others."""
    if printed is None:
        return state
    price = book.bank_price(printed, state.facts.edition)
    return entered(state, at, BANK, seat, price, _kept(printed) or "RAMK-9.10")


def _kept(printed: BoardDeed | None) -> str | None:
    """The rule of a property that cannot be mortgaged; None for any other."""
    return KEPT.get(printed.kind) if printed else None
