"""Rounding of money: always down, to the smallest note of the table."""

from __future__ import annotations

from rules.kinds import Money


def down_to(amount: int, unit: int) -> Money:
    """`amount` rounded down to a multiple of `unit`."""
    return Money(amount // unit * unit)


def percent_of(amount: int, percent: int, unit: int) -> Money:
    """So many per cent of `amount`, rounded down to a multiple of `unit`."""
    return down_to(amount * percent // 100, unit)
