"""Wealth (RAMK-8.1): what a player would have who mortgaged and sold everything to the bank."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.edition import Edition
from rules.kinds import Money
from rules.matador.estate import Held
from rules.money import percent_of

CARD_KINDS: Final = frozenset(("grant", "king", "pass"))


def wealth(cash: int, deeds: Iterable[Held], loan: int, edition: Edition) -> Money:
    """RAMK-8.1: cash, what the bank gives for the rest, less what is owed; it may be negative."""
    return Money(cash + sum(worth(deed, edition) for deed in deeds) - loan)


def worth(deed: Held, edition: Edition) -> Money:
    """RAMK-8.1, RAMK-9.10, RAMK-9.24, RAMK-9.25, RAMK-7.3: what the bank gives for one thing.

    A property is mortgaged and then sold (`deed_value`); buildings go at half of their price.
    """
    if deed.kind == "grant":
        return Money(edition.whole("grant_card"))
    if deed.kind in CARD_KINDS:
        return Money(0)
    if deed.kind in ("jail", "tax"):
        return Money(deed.price // 2)
    unit = edition.whole("money_unit")
    mortgage = deed.price // 2
    sale = percent_of(mortgage, edition.whole("bank_buys_mortgaged"), unit)
    half = edition.whole("bank_buys_buildings")
    built = percent_of(deed.houses * deed.house_price, half, unit)
    if deed.mortgaged:
        return Money(sale + built)
    sold_after = edition.text("deed_value") == "full_liquidation"
    return Money(mortgage + (sale if sold_after else 0) + built)
