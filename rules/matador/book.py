"""The document's sums, for the handlers and for whoever asks the book: plain numbers in and out.

What is not whole notes is rounded down to the smallest one (`money_unit`, RAMK-9.15).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.board import Board, BoardDeed
from rules.edition import Edition
from rules.kinds import Money
from rules.money import down_to, percent_of


def evasion_fine(avoided: int, edition: Edition) -> Money:
    """RAMK-4.4: a quarter of what he tried to avoid, beside the ordinary fine for cheating."""
    return _part(avoided, "evasion", edition)


def pot_part(pot: int, sharing: int, edition: Edition) -> Money:
    """RAMK-5.1b: what each of so many under 30,000 gets; 0 unless more than 10,000 lie there."""
    if not sharing or pot <= edition.whole("pot_shared_above"):
        return Money(0)
    return down_to(pot // sharing, edition.whole("money_unit"))


def jail_income(amount: int, jail_round: int, edition: Edition) -> Money:
    """RAMK-6.4: a prisoner's income in his 1st, 2nd, 3rd round: less 0, 50, 100 per cent."""
    cuts = edition.several("jail_income_cut")
    cut = cuts[min(jail_round, len(cuts)) - 1]
    if not cut:
        return Money(amount)
    return percent_of(amount, 100 - cut, edition.whole("money_unit"))


def jail_stays(rolls: int, edition: Edition) -> Money:
    """RAMK-6.3: what so many rolls without a double cost: 500 after the 1st and after the 2nd."""
    return Money(min(rolls, edition.whole("jail_tries") - 1) * edition.whole("jail_stay"))


def card_amount(printed: int, edition: Edition) -> Money:
    """RAMK-7.4: a chance card that says 200 means 500."""
    raised = printed == edition.whole("card_printed")
    return Money(edition.whole("card_raised") if raised else printed)


def houses_tax(built: Iterable[tuple[int, int]], card: str, edition: Edition) -> Money:
    """RAMK-7.5: of houses and their price, by `oil_prices` or `property_taxes`; a hotel is 5."""
    return _part(sum(houses * price for houses, price in built), card, edition)


def start_money(homes: str, edition: Edition) -> Money:
    """RAMK-9.2: for passing Start with "none", with homes only on the "blue" series, or "homes"."""
    names = {"none": "pass_start", "blue": "pass_start_blue", "homes": "pass_start_homes"}
    return Money(edition.whole(names[homes]))


def brewery_rent(pips: int, unmortgaged: int, board: Board) -> Money:
    """RAMK-9.6, RAMK-9.21: 200 times the pips, with both 500; a mortgaged one does not count."""
    return Money(_rents(board, "brewery")[unmortgaged - 1] * pips)


def line_rent(unmortgaged: int, board: Board) -> Money:
    """RAMK-9.21: by the lines of one owner that are not mortgaged."""
    return _rents(board, "line")[unmortgaged - 1]


def field_rent(deed: BoardDeed, both: bool, edition: Edition) -> Money:
    """RAMK-5.2, RAMK-9.25: fields 5 and 39: 3,000 and 2,000, in one hand 4,500 and 3,000."""
    if not both:
        return deed.rents[0]
    return Money(edition.whole("field39_both")) if deed.field == 39 else deed.rents[1]


def lifting(mortgage: int, edition: Edition) -> Money:
    """RAMK-9.7: to lift a mortgage costs it and half of it."""
    return Money(mortgage + _part(mortgage, "mortgage_fee", edition))


def bank_price(deed: BoardDeed, edition: Edition) -> Money:
    """RAMK-9.10: half of the mortgage; RAMK-9.24, RAMK-9.25: half the value of jail and tax."""
    if deed.kind in ("jail", "tax"):
        return Money(deed.price // 2)
    return _part(deed.mortgage, "bank_buys_mortgaged", edition)


def take_price(bid: int | None, printed: int, edition: Edition) -> Money:
    """RAMK-9.8: 80 per cent of the others' highest bid, or without one of the printed value."""
    return _part(printed if bid is None else bid, "lander_takes", edition)


def least_bid(printed: int, *, mortgaged: bool) -> Money:
    """RAMK-9.8: from the printed value on; RAMK-9.12: a mortgaged one from half of it on."""
    return Money(printed // 2 if mortgaged else printed)


def mortgaged_sale(price: int, edition: Edition) -> tuple[Money, Money]:
    """RAMK-9.12: what the owner gets of an auctioned mortgaged property, and what the pot gets."""
    half = down_to(price // 2, edition.whole("money_unit"))
    return half, Money(price - half)


def share_part(income: int, percent: int, edition: Edition) -> Money:
    """RAMK-9.15: 10 % of 900 is 50."""
    return percent_of(income, percent, edition.whole("money_unit"))


def loan_cap(wealth: int, edition: Edition) -> Money:
    """RAMK-9.27a: the most that may be owed; `wealth` (RAMK-8.1) has what is owed deducted."""
    return down_to(max(0, wealth), edition.whole("loan_step"))


def loan_interest(principal: int, balance: int, edition: Edition) -> Money:
    """RAMK-9.27b: 10 per cent for each 10,000 borrowed, of what is still owed (setting)."""
    by_balance = edition.text("loan_interest_base") == "outstanding"
    return _times(balance if by_balance else principal, principal, "loan_interest", edition)


def loan_instalment(principal: int, balance: int, edition: Edition) -> Money:
    """RAMK-9.27b: 5 per cent for each 10,000 borrowed, of what was; never more than is owed."""
    return min(_times(principal, principal, "loan_instalment", edition), Money(balance))


def _times(base: int, principal: int, rate: str, edition: Edition) -> Money:
    times = principal // edition.whole("loan_step")
    return percent_of(base, edition.whole(rate) * times, edition.whole("money_unit"))


def _part(amount: int, name: str, edition: Edition) -> Money:
    return percent_of(amount, edition.whole(name), edition.whole("money_unit"))


def _rents(board: Board, kind: str) -> Sequence[Money]:
    return next(deed.rents for deed in board.deeds if deed.kind == kind)
