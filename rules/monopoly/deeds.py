"""Deeds as they are entered: bought, mortgaged, redeemed, traded (HUN-G-BUY to -TRADE-MORTGAGED).

Paper is the truth. What was entered is taken as true and refuses what contradicts it; what nobody
entered is never held against a player: the entry is accepted and learnt from.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.actions import Buy, Goods, Mortgage, Trade, Unmortgage
from rules.kinds import Refusal, Seat, Step
from rules.monopoly.state import Holding, State, gone, refused, remarked, running_auction
from rules.words import plain

_CARD_WORDS = ("jail", "release", "card", "szabad", "börtön", "kártya")
_SHARE_WORDS = ("%", "share", "részesed", "tulajdonrész")
_LOAN_WORDS = ("loan", "credit", "kölcsön", "hitel")


def buy(state: State, action: Buy) -> Step[State] | Refusal:
    """HUN-G-BUY: a deed that the bank holds, at the printed price."""
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    key = state.facts.board.key(action.what)
    if key in state.estate.deeds:
        return refused("HUN-G-BUY", "not_the_banks", ("what", action.what))
    return on_sale(state, key) or Step(with_deed(state, key, Holding(action.seat)))


def mortgage(state: State, action: Mortgage) -> Step[State] | Refusal:
    """HUN-G-MORTGAGE: only an unbuilt lot; by setting, only in an unbuilt group.

    HUN-G-MORTGAGE-FACE: from now on it is marked, as the deed lies face down.
    """
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    board = state.facts.board
    key = board.key(action.what)
    deed = state.estate.deeds.get(key, Holding(action.seat))
    if deed.owner != action.seat or deed.mortgaged:
        why = "mortgaged_already" if deed.mortgaged else "not_his_deed"
        return refused("HUN-G-MORTGAGE", why, ("what", action.what))
    refusal = on_sale(state, key)
    if refusal:
        return refusal
    printed = board.find(key)
    related = board.group(key) if printed and state.facts.group_unbuilt else (key,)
    if any(houses_on(state, other) for other in related):
        return refused("HUN-G-MORTGAGE", "built_on", ("what", action.what))
    return Step(with_deed(state, key, deed._replace(mortgaged=True)))


def unmortgage(state: State, action: Unmortgage) -> Step[State] | Refusal:
    """HUN-G-REDEEM: the loan and ten per cent lift the mortgage."""
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    key = state.facts.board.key(action.what)
    deed = state.estate.deeds.get(key, Holding(action.seat, mortgaged=True))
    if deed.owner != action.seat or not deed.mortgaged:
        why = "not_mortgaged" if deed.owner == action.seat else "not_his_deed"
        return refused("HUN-G-REDEEM", why, ("what", action.what))
    return on_sale(state, key) or Step(with_deed(state, key, deed._replace(mortgaged=False)))


def trade(state: State, action: Trade) -> Step[State] | Refusal:
    """HUN-G-TRADE: unbuilt property for cash and property, at any time, whole and between two."""
    seat, to = action.seat, action.to
    refusal = gone(state, seat) or gone(state, to)
    if refusal:
        return refusal
    if seat == to or not (action.gives.things or action.gets.things):
        # HUN-G-NOLOAN: money for nothing is credit, and credit comes from the bank alone.
        rule = "HUN-G-TRADE" if seat == to else "HUN-G-NOLOAN"
        return refused(rule, "nothing_is_traded")
    refusal = (
        _forbidden(state, seat, action.gives)
        or _forbidden(state, to, action.gets)
        or _card_price(state, action.gives, action.gets)
        or _card_price(state, action.gets, action.gives)
    )
    if refusal:
        return refusal
    for giver, taker, goods in ((seat, to, action.gives), (to, seat, action.gets)):
        for thing in goods.things:
            if is_jail_card(state, thing):  # there are two of them: whose each is nobody keeps
                continue
            key = state.facts.board.key(thing)
            deed = state.estate.deeds.get(key, Holding(giver))
            state = with_deed(state, key, deed._replace(owner=taker))
    if _is_package(state, action):
        state = remarked(state, action.at, "card-in-package", seat, "")
    return Step(state)


def on_sale(state: State, key: str) -> Refusal | None:
    """HUN-G-AUCTION: what the bank is auctioning is nobody's until it is sold."""
    running = running_auction(state)
    if running is None or running.key != key:
        return None
    return refused("HUN-G-AUCTION", "auction_runs", ("what", running.what))


def with_deed(state: State, key: str, deed: Holding) -> State:
    """The state with this deed entered."""
    return with_deeds(state, {**state.estate.deeds, key: deed})


def with_deeds(state: State, deeds: Mapping[str, Holding]) -> State:
    """The state with these deeds and no others."""
    return state._replace(estate=state.estate._replace(deeds=deeds))


def houses_on(state: State, key: str) -> int:
    """Houses entered on this lot; there may be more on paper."""
    deed = state.estate.deeds.get(key)
    return deed.houses if deed else 0


def is_jail_card(state: State, thing: str) -> bool:
    """A thing of a trade that is no deed and reads like a release card."""
    name = plain(thing).replace("_", " ")
    return state.facts.board.find(thing) is None and any(word in name for word in _CARD_WORDS)


def _forbidden(state: State, giver: Seat, goods: Goods) -> Refusal | None:
    """Why this side may not be given: built (HUN-G-TRADE-NOBUILD), a share, a loan, not his."""
    for thing in goods.things:
        name, key = plain(thing), state.facts.board.key(thing)
        deed = state.estate.deeds.get(key)
        refusal = on_sale(state, key)
        if refusal:
            return refusal
        if deed is None:
            if any(word in name for word in _SHARE_WORDS):
                return refused("HUN-G-NOSHARES", "no_shares")
            if any(word in name for word in _LOAN_WORDS):
                return refused("HUN-G-NOLOAN", "no_loans")
        elif deed.owner != giver:
            return refused("HUN-G-TRADE", "not_his_deed", ("what", thing))
        elif deed.houses:
            return refused("HUN-G-TRADE-NOBUILD", "built_on", ("what", thing))
    return None


def _card_price(state: State, cards: Goods, price: Goods) -> Refusal | None:
    """HUN-G-JAILCARD-PRICE: cards alone against money alone, at most 50 each."""
    if price.things or cards.cash or not cards.things:
        return None
    if not all(is_jail_card(state, thing) for thing in cards.things):
        return None
    most = state.facts.card_most * len(cards.things)
    if price.cash <= most:
        return None
    return refused("HUN-G-JAILCARD-PRICE", "card_too_dear", ("most", most))


def _is_package(state: State, action: Trade) -> bool:
    """A card among other things: nobody can tell its price, the banker judges."""
    things = (*action.gives.things, *action.gets.things)
    cards = sum(is_jail_card(state, thing) for thing in things)
    return 0 < cards < len(things)
