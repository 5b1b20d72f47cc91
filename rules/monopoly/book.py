"""The book: what the document makes due, as sums. Nothing here is shown before the end (HUN-9).

The table never computes for the players; these are what a referee asks when a sum is disputed,
and what the golden cases hold the document's numbers against.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from rules.board import HOTEL, BoardDeed
from rules.edition import Edition
from rules.kinds import Money


class Estate(NamedTuple):
    """What a bankrupt leaves: cash, and of each deed the mortgage value, whether it is lent on,
    the houses and their price."""

    cash: Money
    deeds: tuple[tuple[Money, bool, int, Money], ...]


class Handed(NamedTuple):
    """What a creditor gets of an estate and must pay the bank for its mortgages."""

    cash: Money
    deeds: int
    interest: Money


def opening_notes(edition: Edition, players: int) -> dict[int, int]:
    """HUN-G-START: how many notes of each value the banker deals, for the set-up check-list."""
    return {note["value"]: note["count"] * players for note in edition.several("start_notes")}


def lot_rent(deed: BoardDeed, houses: int, mortgaged: bool, group_owned: bool) -> Money:
    """HUN-G-RENT: by the deed, mortgaged nothing; HUN-G-RENT-DOUBLE: bare in a whole group twice.

    Another lot of the group being mortgaged or built on changes nothing.
    """
    if mortgaged:
        return Money(0)
    rent = deed.rents[houses]
    return Money(rent * 2) if group_owned and not houses else rent


def railway_rent(deed: BoardDeed, owned: int, mortgaged: bool) -> Money:
    """HUN-G-RENT-UTIL: by the number of railways the owner holds."""
    return Money(0) if mortgaged else deed.rents[owned - 1]


def utility_rent(deed: BoardDeed, owned: int, mortgaged: bool, pips: int) -> Money:
    """HUN-G-RENT-UTIL: times the pips, more with both works."""
    return Money(0) if mortgaged else Money(deed.rents[owned - 1] * pips)


def interest(mortgage: Money, edition: Edition) -> Money:
    """HUN-G-TRADE-MORTGAGED, HUN-G-BANKRUPT-MORT: ten per cent of the mortgage value."""
    share = mortgage * edition.whole("mortgage_interest")
    if edition.text("round_10pct") == "nearest":
        return Money((share + 50) // 100)
    return Money(-(-share // 100))


def redemption(mortgage: Money, edition: Edition) -> Money:
    """HUN-G-REDEEM: the loan and ten per cent."""
    return Money(mortgage + interest(mortgage, edition))


def demolition(house: Money, houses: int, edition: Edition) -> Money:
    """HUN-G-DEMOLISH: half of what was paid; a hotel is five houses."""
    return Money(house * houses * edition.whole("demolish") // 100)


def lot_cost(house: Money, before: int, after: int) -> Money:
    """HUN-G-BUILD-RIGHT: the deed's price for each house, the hotel being the fifth."""
    return Money(house * (min(after, HOTEL) - before))


def auction_start(house_prices: Collection[Money]) -> Money:
    """HUN-G-BUILD-AUCTION: what the cheapest of the bidders could normally buy it for."""
    return min(house_prices)


def to_creditor(estate: Estate, edition: Edition) -> Handed:
    """HUN-G-BANKRUPT-PLAYER, HUN-G-BANKRUPT-MORT: cash, half of the buildings, and the deeds."""
    sold = sum(demolition(house, houses, edition) for _, _, houses, house in estate.deeds)
    due = sum(interest(value, edition) for value, lent, _, _ in estate.deeds if lent)
    return Handed(Money(estate.cash + sold), len(estate.deeds), Money(due))


def jail_cost(tries: Sequence[tuple[int, int]], edition: Edition) -> Money:
    """HUN-G-JAIL-THIRD: 50 after the last failed try, nothing after a double."""
    freed = any(first == second for first, second in tries)
    failed = len(tries) >= edition.whole("jail_tries") and not freed
    return Money(edition.whole("jail") if failed else 0)


def taxes(edition: Edition) -> tuple[Money, Money]:
    """HUN-G-TAX: income tax and super tax, to the bank."""
    return Money(edition.whole("income_tax")), Money(edition.whole("super_tax"))


def salary(edition: Edition, to_jail: bool) -> Money:
    """HUN-G-GO: stopping on or passing Start; HUN-G-JAIL-NOSALARY: nothing on the way to jail."""
    return Money(0 if to_jail else edition.whole("pass_start"))
