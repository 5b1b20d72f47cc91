"""The machine: one table, (phase, action) -> handler. What is absent is refused.

    SETUP --start, or the first dice--> PLAY --one player left, last round, judge--> COUNT
    COUNT --every seat left counted--> SIGN --every seat signed, keeper confirmed--> CLOSED
    SETUP --end--> VOID;  any but CLOSED --reset--> SETUP (the next attempt)

With one player left no count is needed: the game goes to SIGN at once. All of PLAY may be entered
in SETUP, too: nothing but the evening's clock hangs on `start`, and another board's places are
typed without any dice. Handlers are pure functions in the files named after the document's words;
each names its rule. Nothing else decides what is allowed when.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from rules import actions as do
from rules.actions import Action
from rules.kinds import Refusal, Step
from rules.matador import (
    auctions,
    bankruptcy,
    buildings,
    cards,
    cheating,
    clock,
    conduct,
    deeds,
    dice,
    jail,
    landing,
    loans,
    offers,
    pot,
    shares,
    sheet,
    signing,
    timeouts,
)
from rules.matador.state import State, refused
from rules.matador.view import Phase

Handler = Callable[[State, Any], Step[State] | Refusal]

ANY_TIME: Final[Mapping[type[Action], Handler]] = MappingProxyType(
    {do.Press: conduct.press, do.Wait: conduct.wait}
)

UNTIL_CLOSE: Final[Mapping[type[Action], Handler]] = MappingProxyType(
    {**ANY_TIME, do.Incident: conduct.incident, do.Reset: clock.reset}
)

PLAY: Final[Mapping[type[Action], Handler]] = MappingProxyType(
    {
        **UNTIL_CLOSE,
        do.Start: clock.start,
        do.Roll: dice.roll,  # RAMK-4.3, RAMK-6.1
        do.Thrown: dice.thrown,  # RAMK-4.3
        do.Turn: dice.turn_to,
        do.Moved: dice.moved,  # RAMK-4.5
        do.Timeout: timeouts.timeout,  # RAMK-9.26
        do.Pause: clock.pause,
        do.Resume: clock.resume,
        do.FreePass: cards.free_pass,  # RAMK-3.4
        do.Card: cards.card,  # RAMK-7.1 to 7.5
        do.Accuse: cheating.accuse,  # RAMK-4.1
        do.Vote: cheating.vote,  # RAMK-4.1
        do.Evasion: cheating.evasion,  # RAMK-4.4
        do.Next: cheating.next_,
        do.Owe: landing.owe,  # RAMK-5.2, RAMK-9.9
        do.Claim: landing.claim,  # RAMK-9.22
        do.Demand: landing.demand,  # RAMK-9.23
        do.Offer: offers.offer,  # RAMK-9.11
        do.Accept: offers.accept,  # RAMK-9.11
        do.Buy: deeds.buy,  # RAMK-9.24, RAMK-9.25
        do.Mortgage: deeds.mortgage,
        do.Unmortgage: deeds.unmortgage,  # RAMK-9.1, RAMK-9.7
        do.Sell: deeds.sell,  # RAMK-9.10
        do.Trade: deeds.trade,  # RAMK-7.2, RAMK-9.11
        do.Build: buildings.build,  # RAMK-9.1, RAMK-9.3
        do.Demolish: buildings.demolish,
        do.Auction: auctions.auction,  # RAMK-9.8, RAMK-9.12
        do.Bid: auctions.bid,
        do.Pass: auctions.pass_,
        do.Take: auctions.take,  # RAMK-9.8
        do.Sold: auctions.sold,
        do.CannotPay: auctions.cannot_pay,
        do.Share: shares.share,  # RAMK-9.15
        do.Loan: loans.loan,  # RAMK-9.27a
        do.Redeem: loans.redeem,  # RAMK-9.27c
        do.PassStart: loans.pass_start,  # RAMK-9.2, RAMK-9.27b
        do.Pot: pot.pot,  # RAMK-5.1
        do.LandPot: pot.land_pot,  # RAMK-5.1
        do.Jail: jail.jail,  # RAMK-7.1
        do.JailOut: jail.jail_out,  # RAMK-6.1, RAMK-7.2
        do.Stay: jail.stay,  # RAMK-6.5
        do.Bankrupt: bankruptcy.bankrupt,  # RAMK-9.13
        do.Retire: bankruptcy.retire,
        do.Remove: bankruptcy.remove,
        do.Disqualify: bankruptcy.remove,
        do.Foul: conduct.foul,
        do.Unfoul: conduct.unfoul,
        do.Warn: conduct.warn,
        do.Ruling: conduct.ruling,
        do.Count: signing.count_at_last,
        do.Sign: signing.sign_early,
        do.Confirm: signing.no_confirm,
        do.End: clock.end,
    }
)

AFTER: Final[Mapping[type[Action], Handler]] = MappingProxyType(
    {
        **UNTIL_CLOSE,
        do.Count: sheet.count,  # RAMK-8.1
        do.Sign: signing.sign,  # RAMK-9.16
        do.Confirm: signing.no_confirm,
        do.Disqualify: bankruptcy.disqualify,
    }
)

SETUP: Final[Mapping[type[Action], Handler]] = MappingProxyType({**PLAY, do.End: clock.call_off})

SIGN: Final[Mapping[type[Action], Handler]] = MappingProxyType(
    {**AFTER, do.Confirm: signing.confirm}
)

TABLE: Final[Mapping[tuple[Phase, type[Action]], Handler]] = MappingProxyType(
    {
        (phase, kind): handler
        for phase, row in (
            (Phase.SETUP, SETUP),
            (Phase.PLAY, PLAY),
            (Phase.COUNT, AFTER),
            (Phase.SIGN, SIGN),
            (Phase.CLOSED, ANY_TIME),
            (Phase.VOID, UNTIL_CLOSE),
        )
        for kind, handler in row.items()
    }
)


def step(state: State, action: Action) -> Step[State] | Refusal:
    """The handler's answer, or the refusal of what the table does not hold."""
    handler = TABLE.get((state.phase, type(action)))
    return _absent(state, action) if handler is None else handler(state, action)


def _absent(state: State, action: Action) -> Refusal:
    if state.phase is Phase.CLOSED:
        return refused("TABLE-CLOSED", "closed")
    if state.phase is Phase.VOID:
        return refused("TABLE-VOID", "void")
    if isinstance(action, do.Next):
        return refused("TABLE-NEXT", "no_next")
    return clock.game_over(state)
