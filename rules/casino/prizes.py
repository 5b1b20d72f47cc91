"""Money: the pool, what is kept for a later tournament, who gets what (RAY-1-5, RAY-PAY-1 to 3).

Everything is exact, and what is given out with what is carried over is the pool to the last unit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from rules.casino.plan import Plan, Prizes
from rules.kinds import Money
from rules.lots import draw


class Pool(NamedTuple):
    """`total` before the carry-over; `pool` is what is given out here."""

    total: Money
    carry: Money
    pool: Money


class Won(NamedTuple):
    """Who gets what, and among whom a lot had to decide who gets what could not be shared."""

    prizes: Mapping[str, Money]
    lots: tuple[str, ...]


def pool_of(plan: Plan, entries: int, rebuys: int, addons: int) -> Pool:
    """RAY-1-5, RAY-SLOT-8, RAY-PAY-3: all of the fees, a part, a fixed sum; less the carry."""
    prizes = plan.prizes
    bought = entries * plan.stake
    bought += rebuys * (plan.rebuy.price if plan.rebuy else 0)
    bought += addons * (plan.addon.price if plan.addon else 0)
    if prizes.pool_from == "fixed":
        bought = prizes.fixed
    elif prizes.pool_from == "part":
        bought = _floor(bought * prizes.pool_share)
    total = bought + prizes.carry_in
    carry = _floor(total * prizes.carry_share)
    return Pool(Money(total), Money(carry), Money(total - carry))


def amounts(prizes: Prizes, pool: int) -> tuple[Money, ...]:
    """RAY-PAY-1: the prize of each place, the first first; they sum to the pool.

    A table's shares are rounded down and the first gets the rest. Generated ones are rounded down,
    and what is left goes, one each, where most was cut off. A satellite gives seats at their price,
    as many as there are or the pool can pay, and the next place what is left.
    """
    if prizes.satellite_price:
        return _satellite(prizes, pool)
    exact = [pool * share for share in prizes.shares]
    down = [_floor(amount) for amount in exact]
    rest = pool - sum(down)
    if not prizes.generated:
        return (Money(down[0] + rest), *map(Money, down[1:]))
    cut = sorted(range(len(exact)), key=lambda place: (down[place] - exact[place], place))
    for place in cut[:rest]:
        down[place] += 1
    return tuple(map(Money, down))


def won(places: Sequence[Money], groups: Sequence[Sequence[str]], seed: int) -> Won:
    """RAY-1-4: equals share the prizes of the places they hold, rounded down.

    What cannot be shared, and prizes for which nobody is left, go to the first; where several are
    first, to one of them by lot.
    """
    got: dict[str, int] = {}
    at = 0
    for group in groups:
        here = sum(places[at : at + len(group)])
        got |= dict.fromkeys(group, here // len(group))
        at += len(group)
    rest = sum(places) - sum(got.values())
    if not groups or not rest:
        return Won({name: Money(amount) for name, amount in got.items()}, ())
    first = groups[0]
    lots = draw(first, seed) if len(first) > 1 else ()
    got[lots[0] if lots else first[0]] += rest
    return Won({name: Money(amount) for name, amount in got.items()}, lots)


def parted(
    groups: Sequence[Sequence[str]], tie: str, seed: int
) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    """RAY-1-4: equals as the setting has it: they share, or a lot or the order parts them."""
    if tie == "pool_and_split":
        return [tuple(group) for group in groups], ()
    drawn: list[str] = []
    found: list[tuple[str, ...]] = []
    for group in groups:
        names = draw(group, seed) if tie == "lot" and len(group) > 1 else tuple(group)
        drawn += names if tie == "lot" and len(group) > 1 else ()
        found += [(name,) for name in names]
    return found, tuple(drawn)


def _satellite(prizes: Prizes, pool: int) -> tuple[Money, ...]:
    price = prizes.satellite_price
    seats = pool // price
    if prizes.satellite_seats:
        seats = min(seats, prizes.satellite_seats)
    rest = pool - seats * price
    return (*([price] * seats), *([Money(rest)] if rest else []))


def _floor(amount: Fraction | int) -> int:
    return amount.numerator // amount.denominator


def percent(share: Fraction, generated: bool) -> str:
    """A table's as it stands there; of a generated one two decimals."""
    return decimal(Fraction(round(share * 10_000), 100) if generated else share * 100)


def decimal(number: Fraction) -> str:
    """At most three decimals, none where it is whole."""
    thousandths = round(number * 1000)
    whole, rest = divmod(abs(thousandths), 1000)
    sign = "-" if thousandths < 0 else ""
    return f"{sign}{whole}" + (f".{rest:03}".rstrip("0") if rest else "")
