"""What a touch can mean. `Painter.hit` maps a point to one of these; the kiosk decides what it does."""

from __future__ import annotations

from typing import NamedTuple

from rules.kinds import Seat


class OpenDice(NamedTuple):
    """The place of the last roll: open the grid of 21 pairs."""


class CloseDice(NamedTuple):
    """Close the grid without a roll."""


class DicePair(NamedTuple):
    """One of the 21 pairs, `low <= high`; which die showed which does not matter."""

    low: int
    high: int


class Card(NamedTuple):
    """A place card on the rim (chooses the seat whose roll the dice grid enters)."""

    seat: Seat


class OpenSheet(NamedTuple):
    """The poster after the end: on to the count."""


class SeatTab(NamedTuple):
    """Result sheet: count this seat now."""

    seat: Seat


class SheetSide(NamedTuple):
    """Result sheet on a small screen: show this side of the board, 0 (bottom) to 3 (right)."""

    side: int


class SheetField(NamedTuple):
    """Result sheet: this field of the board."""

    code: str


class SheetOwner(NamedTuple):
    """Result sheet: the chosen field belongs to this seat (again on the owner: to the bank)."""

    seat: Seat


class SheetHouses(NamedTuple):
    """Result sheet: houses on the chosen field; 5 is the hotel."""

    count: int


class SheetMortgage(NamedTuple):
    """Result sheet: turn the mortgage of the chosen field round."""


class Digit(NamedTuple):
    """Number pad."""

    digit: int


class Clear(NamedTuple):
    """Number pad: C."""


class Ok(NamedTuple):
    """Number pad: OK."""


class SheetDone(NamedTuple):
    """Result sheet: this seat is counted, on to the next or to the signatures."""


class Yes(NamedTuple):
    """The question's YES."""


class No(NamedTuple):
    """The question's NO."""


Target = (
    OpenDice
    | CloseDice
    | DicePair
    | Card
    | OpenSheet
    | SeatTab
    | SheetSide
    | SheetField
    | SheetOwner
    | SheetHouses
    | SheetMortgage
    | Digit
    | Clear
    | Ok
    | SheetDone
    | Yes
    | No
)
