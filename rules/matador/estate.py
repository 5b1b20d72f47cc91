"""What seats hold and agree on, as it was entered: deeds, cards, shares, loans, offers, auctions,
and at the end the counted sheets. Values only; paper is the truth.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from rules.kinds import GameMs, Money, Seat
from rules.quick import quick


class Holding(NamedTuple):
    """A deed of which something was entered; `houses` 5 is a hotel."""

    owner: Seat
    mortgaged: bool = False
    houses: int = 0


class HeldCard(NamedTuple):
    """A card that was drawn and kept: "king" or "grant", since when."""

    what: str
    seat: Seat
    at: GameMs


class Share(NamedTuple):
    """RAMK-9.15: `seat` gets so much of the income of `of`; no series: of everything."""

    seat: Seat
    of: Seat
    percent: int
    series: tuple[str, ...]


class Loan(NamedTuple):
    """RAMK-9.27: `principal` is all that was borrowed since nothing was owed."""

    seat: Seat
    principal: Money
    balance: Money
    interest_paid: Money = Money(0)
    is_open: bool = True


NO_HOLDINGS: Final[Mapping[str, Holding]] = MappingProxyType({})


@quick
class Estate(NamedTuple):
    """What was entered of deeds, buildings, cards, shares and loans; paper is the truth.

    `houses` and `hotels` per place are those built on lots nobody named.
    """

    deeds: Mapping[str, Holding]
    houses: tuple[int, ...]
    hotels: tuple[int, ...]
    cards: tuple[HeldCard, ...] = ()
    shares: tuple[Share, ...] = ()
    loans: tuple[Loan, ...] = ()


class Offer(NamedTuple):
    """RAMK-9.11: lapses when so many rolls have been made since; an acceptance is final.

    `about`: the property's code, else the words themselves. `void`: it binds nobody any more, for
    one of the two is out, or it has been carried out.
    """

    at: GameMs
    seat: Seat
    to: Seat
    what: str
    about: str
    lapses_at: int
    accepted_at: GameMs | None = None
    void: bool = False


class Bid(NamedTuple):
    """A bid."""

    seat: Seat
    amount: Money


class Auction(NamedTuple):
    """An auction, running until `closed`; `owner` where a mortgaged property is sold."""

    at: GameMs
    what: str
    key: str
    printed: Money
    least: Money
    lander: Seat | None
    owner: Seat | None
    bids: tuple[Bid, ...] = ()
    closed: bool = False
    winner: Seat | None = None
    price: Money | None = None
    taken: bool = False


class Held(NamedTuple):
    """A counted deed with the prices that count; `kind` says what the bank gives for it."""

    key: str
    name: str
    kind: str
    price: Money
    mortgaged: bool
    houses: int
    house_price: Money


class Sheet(NamedTuple):
    """What was counted of one seat; without `cash` it is not counted yet.

    `begun`: something was entered on it, were it only that nothing is held.
    """

    cash: Money | None = None
    deeds: tuple[Held, ...] = ()
    begun: bool = False


class Sheets(NamedTuple):
    """The result sheet (RAMK-9.16): counts and signatures per place."""

    counts: tuple[Sheet, ...]
    signed: tuple[str | None, ...]
