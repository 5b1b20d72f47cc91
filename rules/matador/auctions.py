"""Auctions: of the bank's properties, which the lander may take (RAMK-9.8), and of mortgaged ones
(RAMK-9.12). An auction by voice is entered with its highest bid alone.
"""

from __future__ import annotations

from rules.actions import Auction as Opened
from rules.actions import Bid as Bids
from rules.actions import CannotPay, Pass, Sold, Take
from rules.kinds import GameMs, Money, Refusal, Step
from rules.matador import book
from rules.matador.estate import Auction, Bid, Holding
from rules.matador.ledger import BANK, POT, SEPARATE, entered
from rules.matador.state import State, gone, refused, running_auction, with_deed


def auction(state: State, action: Opened) -> Step[State] | Refusal:
    """RAMK-9.8: from the printed value on; RAMK-9.12: a mortgaged one from half of it on."""
    if action.seat is not None:
        refusal = gone(state, action.seat)
        if refusal:
            return refusal
    running = running_auction(state)
    if running:
        return refused("RAMK-9.8", "auction_runs", ("what", running.what))
    board = state.facts.board
    key, printed = board.key(action.what), board.find(action.what)
    held = state.estate.deeds.get(key)
    if held and not held.mortgaged:
        return refused("RAMK-9.8", "not_the_banks", ("what", action.what))
    own = held is not None and held.owner == action.seat
    if own and not state.facts.edition.flag("own_mortgaged_auction"):
        return refused("RAMK-9.12", "own_property", ("what", action.what))
    value = action.value if action.value is not None else printed.price if printed else None
    if value is None:
        return refused("RAMK-9.8", "price_missing", ("what", action.what))
    # whoever typed the half as the value has halved it already
    halved = printed is not None and value == printed.mortgage
    least = book.least_bid(value, mortgaged=held is not None and not halved)
    owner = held.owner if held else None
    one = Auction(action.at, action.what, key, value, least, action.seat, owner)
    return Step(state._replace(auctions=(*state.auctions, one)))


def bid(state: State, action: Bids) -> Step[State] | Refusal:
    """RAMK-9.8: the others bid, the lander has his right; RAMK-9.12: all but the owner bid."""
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    running = running_auction(state)
    if running is None:
        return refused("RAMK-9.8", "no_auction")
    rule = _rule(running)
    if running.owner == action.seat:
        return refused("RAMK-9.12", "owner_bids", ("seat", action.seat))
    if running.owner is None and running.lander == action.seat:
        return refused("RAMK-9.8", "lander_bids", ("seat", action.seat))
    top = best(state, running)
    least = running.least if top is None else top.amount + 1
    if action.amount < least:
        return refused(rule, "bid_too_low", ("least", least))
    bids = (*running.bids, Bid(action.seat, action.amount))
    return Step(_with_last(state, running._replace(bids=bids)))


def pass_(state: State, action: Pass) -> Step[State] | Refusal:
    """RAMK-9.8: this seat bids no more; should it bid again after all, the bid counts."""
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    return Step(state) if running_auction(state) else refused("RAMK-9.8", "no_auction")


def take(state: State, action: Take) -> Step[State] | Refusal:
    """RAMK-9.8: the lander pays 80 per cent of the others' highest bid, or of the printed value."""
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    running = running_auction(state)
    if running is None:
        return refused("RAMK-9.8", "no_auction")
    if running.owner is not None:
        return refused("RAMK-9.12", "no_taking")
    if running.lander != action.seat:
        return refused("RAMK-9.8", "only_the_lander_takes")
    price = take_price(state, running)
    return Step(_sold(state, running, action.at, Bid(action.seat, price), taken=True))


def sold(state: State, action: Sold) -> Step[State] | Refusal:
    """RAMK-9.8: the highest bidder pays his bid; without any the property stays with the bank.

    RAMK-9.12: half of the sum goes to the owner, half to the pot, and it is handed over mortgaged.
    """
    running = running_auction(state)
    if running is None:
        return refused("RAMK-9.8", "no_auction")
    top = best(state, running)
    if top is None:
        return Step(_with_last(state, running._replace(closed=True)))
    return Step(_sold(state, running, action.at, top, taken=False))


def cannot_pay(state: State, action: CannotPay) -> Refusal:
    """RAMK-9.8: the document knows no bidder who cannot pay; undo the bid."""
    return refused("RAMK-9.8", "no_default")


def best(state: State, one: Auction) -> Bid | None:
    """The highest bid of those who are still in the game."""
    open_bids = [bid for bid in one.bids if bid.seat in state.active]
    return max(open_bids, key=lambda bid: bid.amount) if open_bids else None


def take_price(state: State, one: Auction) -> Money:
    """RAMK-9.8: what the lander pays, rounded down to the smallest note."""
    top = best(state, one)
    return book.take_price(top and top.amount, one.printed, state.facts.edition)


def _rule(one: Auction) -> str:
    return "RAMK-9.8" if one.owner is None else "RAMK-9.12"


def _sold(state: State, one: Auction, at: GameMs, winner: Bid, *, taken: bool) -> State:
    closed = one._replace(closed=True, winner=winner.seat, price=winner.amount, taken=taken)
    state = _with_last(state, closed)
    if one.owner is None:
        state = entered(state, at, winner.seat, BANK, winner.amount, "RAMK-9.8")
        return with_deed(state, one.key, Holding(winner.seat))
    half, rest = book.mortgaged_sale(winner.amount, state.facts.edition)
    pot = POT if state.facts.edition.text("auction_half_to") == "parking_pot" else SEPARATE
    state = entered(state, at, winner.seat, one.owner, half, "RAMK-9.12")
    state = entered(state, at, winner.seat, pot, rest, "RAMK-9.12")
    return with_deed(state, one.key, Holding(winner.seat, mortgaged=True))


def _with_last(state: State, one: Auction) -> State:
    return state._replace(auctions=(*state.auctions[:-1], one))
