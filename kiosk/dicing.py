"""Dice by digits or by touch. A roll's time is the first press of its entry.

The first digit (or opening the grid) is written down at once as `thrown`: the dice have fallen
then. The values follow; a cancelled entry takes its own `thrown` back.
Two digits and Enter are the turn seat's dice, three are seat, die, die (0 is seat 10).
"""

from __future__ import annotations

from typing import Final

from rules.kinds import Seat
from rules.value import Value, replace

LONGEST: Final = 3


class Entry(Value):
    """A roll being entered for `seat`; `thrown`: this entry wrote its `thrown` down.

    `meant`: another seat was chosen at the grid.
    """

    seat: Seat
    digits: str = ""
    grid: bool = False
    thrown: bool = False
    meant: Seat | None = None

    @property
    def whose(self) -> Seat:
        """The seat whose roll this is."""
        return self.seat if self.meant is None else self.meant


class Rolled(Value):
    """Complete: these dice, of this seat."""

    seat: Seat
    dice: tuple[int, int]


def typed(entry: Entry, digit: int) -> Entry:
    """One digit more; a fourth begins anew (people who mistype start over)."""
    digits = entry.digits + str(digit)
    return replace(entry, digits=digits if len(digits) <= LONGEST else str(digit))


def meant(entry: Entry, seat: Seat) -> Entry:
    """It is this seat's roll after all."""
    return replace(entry, meant=seat)


def erased(entry: Entry) -> Entry:
    """One digit less."""
    return replace(entry, digits=entry.digits[:-1])


def complete(entry: Entry) -> Rolled | None:
    """The roll that the digits say; None if they say none."""
    digits = [int(char) for char in entry.digits]
    dice = digits[-2:]
    if len(digits) < 2 or not all(1 <= die <= 6 for die in dice):
        return None
    seat = entry.whose if len(digits) == 2 else Seat(digits[0] or 10)
    return Rolled(seat, (dice[0], dice[1]))
