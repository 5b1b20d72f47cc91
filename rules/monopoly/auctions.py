"""The bank's auctions (HUN-G-AUCTION, -AUCTION-DEFAULT, -BUILD-AUCTION, -BANKRUPT-BANK)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from rules.actions import Auction as Opened
from rules.actions import Bid, CannotPay, Pass, Sold
from rules.kinds import Money, Refusal, Seat, Step
from rules.monopoly.buildings import cleared
from rules.monopoly.deeds import with_deed, with_deeds
from rules.monopoly.state import (
    Auction,
    Holding,
    Offer,
    State,
    gone,
    refused,
    running_auction,
)
from rules.words import plain

_WORDS: Final = MappingProxyType(
    {
        **dict.fromkeys(("house", "houses", "ház", "házak"), "house"),
        **dict.fromkeys(("hotel", "hotels", "szálloda", "szállodák"), "hotel"),
    }
)
_BUILDINGS: Final = frozenset(_WORDS.values())


def auction(state: State, action: Opened) -> Step[State] | Refusal:
    """HUN-G-AUCTION: what was not bought goes to the highest bid, from the lowest offered on.

    HUN-G-BUILD-AUCTION: for a `house` or a `hotel`, `value` is the price at which the bidder with
    the cheapest right could buy it, and bidding starts there; the winner's `build` follows.
    """
    if action.seat is not None:
        refusal = gone(state, action.seat)
        if refusal:
            return refusal
    running = running_auction(state)
    if running:
        return refused("HUN-G-AUCTION", "auction_runs", ("what", running.what))
    building = _building(state, action.what)
    key = building or state.facts.board.key(action.what)
    if key in state.estate.deeds:
        return refused("HUN-G-AUCTION", "not_the_banks", ("what", action.what))
    least = Money(action.value or 1) if building else Money(1)
    opened = Auction(action.at, action.what, key, least)
    return Step(state._replace(auctions=(*state.auctions, opened)))


def bid(state: State, action: Bid) -> Step[State] | Refusal:
    """HUN-G-AUCTION: each bid above the last; who declined to buy may bid, too."""
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    running = running_auction(state)
    if running is None:
        return refused("HUN-G-AUCTION", "no_auction")
    if action.seat in running.barred:
        return refused("HUN-G-AUCTION-DEFAULT", "barred", ("seat", action.seat))
    if action.amount < running.least:
        rule = "HUN-G-BUILD-AUCTION" if running.key in _BUILDINGS else "HUN-G-AUCTION"
        return refused(rule, "bid_too_low", ("least", running.least))
    top = max((offer.amount for offer in _open(state, running)), default=0)
    if action.amount <= top:
        return refused("HUN-G-AUCTION", "bid_too_low", ("least", top + 1))
    bids = (*running.bids, Offer(action.seat, action.amount))
    return Step(_with_last(state, running._replace(bids=bids)))


def pass_(state: State, action: Pass) -> Step[State] | Refusal:
    """HUN-G-AUCTION: this seat bids no more; should it bid again after all, the bid counts."""
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    return Step(state) if running_auction(state) else refused("HUN-G-AUCTION", "no_auction")


def sold(state: State, action: Sold) -> Step[State] | Refusal:
    """HUN-G-AUCTION: the last bid wins; without any the deed stays with the bank."""
    running = running_auction(state)
    if running is None:
        return refused("HUN-G-AUCTION", "no_auction")
    return Step(_knocked_down(state, running))


def cannot_pay(state: State, action: CannotPay) -> Step[State] | Refusal:
    """HUN-G-AUCTION-DEFAULT: a winner who cannot pay is excluded, the next bidder pays his bid."""
    if not state.auctions:
        return refused("HUN-G-AUCTION-DEFAULT", "no_auction")
    last = state.auctions[-1]
    best = last.winner if last.closed else _best_bidder(state, last)
    if best is None or best != action.seat:
        return refused("HUN-G-AUCTION-DEFAULT", "not_the_winner", ("seat", action.seat))
    held = state.estate.deeds.get(last.key) if last.closed else None
    if held is not None and held.owner != action.seat:  # he has passed it on, so he has paid
        return refused("HUN-G-AUCTION-DEFAULT", "not_his_deed", ("what", last.what))
    barred = last._replace(barred=last.barred | {action.seat})
    if not last.closed:
        return Step(_with_last(state, barred))
    return Step(_knocked_down(_taken_back(state, last), barred))


def _building(state: State, what: str) -> str | None:
    """ "house" or "hotel" where one of them is called ("the last house"), and no printed deed."""
    if state.facts.board.find(what):
        return None
    return next((_WORDS[word] for word in plain(what).split() if word in _WORDS), None)


def _open(state: State, one: Auction) -> tuple[Offer, ...]:
    """The bids of those who are still in the game and were not excluded."""
    return tuple(
        offer for offer in one.bids if offer.seat in state.active and offer.seat not in one.barred
    )


def _best_bidder(state: State, one: Auction) -> Seat | None:
    offers = _open(state, one)
    return max(offers, key=lambda offer: offer.amount).seat if offers else None


def _knocked_down(state: State, one: Auction) -> State:
    offers = _open(state, one)
    if not offers:
        return _with_last(state, one._replace(closed=True, winner=None, price=None))
    best = max(offers, key=lambda offer: offer.amount)
    won = one._replace(closed=True, winner=best.seat, price=best.amount)
    state = _with_last(state, won)
    return state if one.key in _BUILDINGS else with_deed(state, one.key, Holding(best.seat))


def _taken_back(state: State, one: Auction) -> State:
    """The deed that was handed over is the bank's again, and what was built on it."""
    deeds = {key: deed for key, deed in state.estate.deeds.items() if key != one.key}
    return with_deeds(cleared(state, one.key), deeds)


def _with_last(state: State, one: Auction) -> State:
    return state._replace(auctions=(*state.auctions[:-1], one))
