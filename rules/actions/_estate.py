"""Money and property: words of the board games (`monopoly` in `FAMILIES`)."""

from __future__ import annotations

from typing import ClassVar

from rules.actions._base import Action
from rules.actions._turns import Against, BySeat
from rules.kinds import Money, Seat
from rules.value import Value


class Owe(Action):
    """The lander owes an owner's seat, "bank" or "pot"; `what` is the property, where named."""

    do: ClassVar[str] = "owe"

    seat: Seat
    to: Seat | str
    amount: Money
    what: str | None = None


class Claim(Against):
    """The owner `seat` asks its rent of `from_`."""

    do: ClassVar[str] = "claim"


class Offer(Action):
    """An offer to another seat; lapses after `term` rolls."""

    do: ClassVar[str] = "offer"

    seat: Seat
    to: Seat
    what: str
    term: int


class Accept(Against):
    """`seat` accepts the offer of `from_`."""

    do: ClassVar[str] = "accept"


class Build(Action):
    """Houses bought; `what` is the lot, where it is named. On a named lot, 5 is a hotel."""

    do: ClassVar[str] = "build"

    seat: Seat
    houses: int
    what: str | None


class Share(Action):
    """`seat` gets `percent` of the income of `of`, on these series or on all (none named)."""

    do: ClassVar[str] = "share"

    seat: Seat
    of: Seat
    percent: int
    series: tuple[str, ...]


class Pot(Action):
    """Sets the pot right."""

    do: ClassVar[str] = "pot"

    amount: Money


class _Property(Action):
    seat: Seat
    what: str


class Buy(_Property):
    """Bought of the bank at the printed price."""

    do: ClassVar[str] = "buy"


class Mortgage(_Property):
    """Mortgaged to the bank."""

    do: ClassVar[str] = "mortgage"


class Unmortgage(_Property):
    """The mortgage is lifted."""

    do: ClassVar[str] = "unmortgage"


class Demolish(Action):
    """Houses sold back to the bank."""

    do: ClassVar[str] = "demolish"

    seat: Seat
    what: str
    houses: int


class Goods(Value):
    """One side of a trade: money, and deeds or cards by name."""

    cash: Money
    things: tuple[str, ...]


class Trade(Action):
    """`seat` gives and gets; the other side is `to`."""

    do: ClassVar[str] = "trade"

    seat: Seat
    to: Seat
    gives: Goods
    gets: Goods


class Sell(_Property):
    """A deed or a card sold to the bank."""

    do: ClassVar[str] = "sell"


class CannotPay(BySeat):
    """The auction's winner cannot pay."""

    do: ClassVar[str] = "cannot_pay"


class Auction(Action):
    """The bank auctions `what`; `seat` landed there, `value` is the printed or least price."""

    do: ClassVar[str] = "auction"

    what: str
    value: Money | None
    seat: Seat | None


class Bid(Action):
    """A bid in the running auction."""

    do: ClassVar[str] = "bid"

    seat: Seat
    amount: Money


class Take(BySeat):
    """The lander takes it out of the auction."""

    do: ClassVar[str] = "take"


class Pass(BySeat):
    """This seat bids no more."""

    do: ClassVar[str] = "pass"


class Sold(Action):
    """The hammer falls for the highest bid."""

    do: ClassVar[str] = "sold"


class Loan(Action):
    """A bank loan; `wealth` bounds it."""

    do: ClassVar[str] = "loan"

    seat: Seat
    amount: Money
    wealth: Money | None


class Redeem(BySeat):
    """The loan is paid back."""

    do: ClassVar[str] = "redeem"


class LandPot(Action):
    """The seat landed on the pot; everybody's wealth, or the seats under the limit."""

    do: ClassVar[str] = "land_pot"

    seat: Seat
    wealth: tuple[tuple[Seat, Money], ...] | None
    under: tuple[Seat, ...] | None


class Bankrupt(Action):
    """Bankrupt to a seat or to the "bank"."""

    do: ClassVar[str] = "bankrupt"

    seat: Seat
    to: Seat | str


class Deed(Value):
    """A counted deed; prices are None where the edition's board gives them. 5 houses: a hotel."""

    name: str
    price: Money | None
    mortgaged: bool
    houses: int
    house_price: Money | None


class Count(Action):
    """What the seat holds at the end; `cash` is None until it was counted."""

    do: ClassVar[str] = "count"

    seat: Seat
    cash: Money | None
    deeds: tuple[Deed, ...]
