"""The machine: one table, (phase, action) -> handler. What is absent is refused.

    SETUP --start--> READY --first roll or thrown--> PLAY --90:00, last player, judge--> COUNT
    COUNT --every seat counted--> SIGN --every seat signed, bankers confirmed--> CLOSED
    SETUP, READY --end--> VOID;  any but CLOSED --reset--> READY (the next attempt)

A roll may come in SETUP, too: a script need not `start`. Handlers are pure functions in the files
named after the document's words; each names its rule. Nothing else decides what is allowed when.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from rules import actions as do
from rules.actions import Action
from rules.kinds import Refusal, Step
from rules.monopoly import (
    auctions,
    bankruptcy,
    buildings,
    claims,
    clock,
    conduct,
    deeds,
    dice,
    jail,
    sheet,
    signing,
)
from rules.monopoly.state import State, refused
from rules.monopoly.view import Phase

Handler = Callable[[State, Any], Step[State] | Refusal]

ANY_TIME: Final[Mapping[type[Action], Handler]] = MappingProxyType(
    {do.Press: conduct.press, do.Wait: conduct.wait}
)

UNTIL_CLOSE: Final[Mapping[type[Action], Handler]] = MappingProxyType(
    {
        **ANY_TIME,
        do.Incident: conduct.incident,  # HUN-9, HUN-10
        do.Reset: clock.reset,  # HUN-4.1: a false start
    }
)

BEFORE: Final[Mapping[type[Action], Handler]] = MappingProxyType(
    {
        **UNTIL_CLOSE,
        do.Roll: dice.first_roll,  # HUN-4.1
        do.Thrown: dice.first_thrown,  # HUN-4.1
        do.Turn: dice.choose,
        do.End: clock.call_off,
        do.Foul: conduct.foul,
        do.Unfoul: conduct.unfoul,
        do.Warn: conduct.warn,
        do.Ruling: conduct.ruling,  # HUN-7
        do.Remove: bankruptcy.remove,  # HUN-10
        do.Disqualify: bankruptcy.remove,  # HUN-10
        do.Sign: signing.sign_early,
        do.Confirm: signing.no_confirm,
        do.Pause: clock.no_pause,  # HUN-4.3
        do.Resume: clock.no_pause,  # HUN-4.3
    }
)

PLAY: Final[Mapping[type[Action], Handler]] = MappingProxyType(
    {
        **BEFORE,
        do.Roll: dice.roll,  # HUN-G-DICE, HUN-G-DOUBLE
        do.Thrown: dice.thrown,
        do.Turn: dice.turn_to,
        do.Moved: dice.moved,
        do.End: clock.end,
        do.Owe: claims.owe,  # HUN-G-RENT, HUN-G-TAX, HUN-G-NOWAIVE
        do.Claim: claims.claim,  # HUN-G-RENT-CLAIM
        do.Demand: claims.demand,  # HUN-G-RENT-NOPROMPT
        do.PassStart: claims.pass_start,  # HUN-G-GO
        do.Buy: deeds.buy,  # HUN-G-BUY
        do.Mortgage: deeds.mortgage,  # HUN-G-MORTGAGE
        do.Unmortgage: deeds.unmortgage,  # HUN-G-REDEEM
        do.Trade: deeds.trade,  # HUN-G-TRADE
        do.Build: buildings.build,  # HUN-G-BUILD-RIGHT
        do.Demolish: buildings.demolish,  # HUN-G-DEMOLISH
        do.Card: conduct.card,  # HUN-G-CARDS
        do.Auction: auctions.auction,  # HUN-G-AUCTION
        do.Bid: auctions.bid,
        do.Pass: auctions.pass_,
        do.Sold: auctions.sold,
        do.CannotPay: auctions.cannot_pay,  # HUN-G-AUCTION-DEFAULT
        do.Jail: jail.jail,  # HUN-G-JAIL-IN
        do.JailOut: jail.jail_out,  # HUN-G-JAIL-OUT
        do.Bankrupt: bankruptcy.bankrupt,  # HUN-G-BANKRUPT
        do.Retire: bankruptcy.retire,
    }
)

AFTER: Final[Mapping[type[Action], Handler]] = MappingProxyType(
    {
        **UNTIL_CLOSE,
        do.Roll: dice.late_roll,  # HUN-4.1
        do.Count: sheet.count,  # HUN-8
        do.Sign: signing.sign,  # HUN-8
        do.Confirm: signing.no_confirm,
        do.Disqualify: bankruptcy.disqualify,  # HUN-10
    }
)

SETUP: Final[Mapping[type[Action], Handler]] = MappingProxyType({**BEFORE, do.Start: clock.start})

SIGN: Final[Mapping[type[Action], Handler]] = MappingProxyType(
    {**AFTER, do.Confirm: signing.confirm}
)

TABLE: Final[Mapping[tuple[Phase, type[Action]], Handler]] = MappingProxyType(
    {
        (phase, kind): handler
        for phase, row in (
            (Phase.SETUP, SETUP),
            (Phase.READY, BEFORE),
            (Phase.PLAY, PLAY),
            (Phase.COUNT, AFTER),
            (Phase.SIGN, SIGN),
            (Phase.CLOSED, ANY_TIME),
            (Phase.VOID, UNTIL_CLOSE),
        )
        for kind, handler in row.items()
    }
)

NEAREST: Final[Mapping[type[Action], tuple[str, str]]] = MappingProxyType(
    {
        do.Count: ("HUN-8", "not_over"),
        do.Next: ("TABLE-NEXT", "no_next"),
        do.Start: ("TABLE-START", "started_already"),
        do.Accuse: ("HUN-7", "no_votes"),
        do.Vote: ("HUN-7", "no_votes"),
        do.Evasion: ("HUN-7", "no_votes"),
        do.Timeout: ("HUN-4.3", "no_timeout"),
        do.FreePass: ("HUN-G-NOWAIVE", "no_free_pass"),
        do.Stay: ("HUN-G-JAIL-IN", "no_staying"),
        do.Offer: ("HUN-G-TRADE", "no_offers"),
        do.Accept: ("HUN-G-TRADE", "no_offers"),
        do.Take: ("HUN-G-AUCTION", "no_taking"),
        do.Share: ("HUN-G-NOSHARES", "no_shares"),
        do.Loan: ("HUN-G-NOLOAN", "no_loans"),
        do.Redeem: ("HUN-G-NOLOAN", "no_loans"),
        do.Pot: ("HUN-G-PARKING", "no_pot"),
        do.LandPot: ("HUN-G-PARKING", "no_pot"),
    }
)
"""What this document does not know at all (words of other games), and the nearest rule."""


def step(state: State, action: Action) -> Step[State] | Refusal:
    """The handler's answer, or the refusal of what the table does not hold."""
    handler = TABLE.get((state.phase, type(action)))
    return _absent(state, action) if handler is None else handler(state, action)


def _absent(state: State, action: Action) -> Refusal:
    if state.phase in (Phase.COUNT, Phase.SIGN):
        return clock.game_over(state)
    if state.phase is Phase.CLOSED:
        return refused("TABLE-CLOSED", "closed")
    if state.phase is Phase.VOID:
        return refused("TABLE-VOID", "void")
    if type(action) in NEAREST:
        return refused(*NEAREST[type(action)])
    return refused("HUN-4.1", "not_begun")
