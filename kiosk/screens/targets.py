"""What a touch can mean. `Painter.hit` maps a point to one of these; the kiosk acts on it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.kinds import Seat


@dataclass(frozen=True, slots=True)
class OpenDice:
    """The place of the last roll: open the grid of 21 pairs."""


@dataclass(frozen=True, slots=True)
class CloseDice:
    """Close the grid without a roll."""


@dataclass(frozen=True, slots=True)
class DicePair:
    """One of the 21 pairs, `low <= high`; which die showed which does not matter."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Card:
    """A place card on the rim (chooses the seat whose roll the dice grid enters)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class OpenSheet:
    """The poster after the end: on to the count."""


@dataclass(frozen=True, slots=True)
class SeatTab:
    """Result sheet: count this seat now."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SheetSide:
    """Result sheet on a small screen: show this side of the board, 0 (bottom) to 3 (right)."""

    side: int


@dataclass(frozen=True, slots=True)
class SheetField:
    """Result sheet: this field of the board."""

    code: str


@dataclass(frozen=True, slots=True)
class SheetOwner:
    """Result sheet: the chosen field belongs to this seat (again on the owner: to the bank)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SheetHouses:
    """Result sheet: houses on the chosen field; 5 is the hotel."""

    count: int


@dataclass(frozen=True, slots=True)
class SheetMortgage:
    """Result sheet: turn the mortgage of the chosen field round."""


@dataclass(frozen=True, slots=True)
class Digit:
    """Number pad."""

    digit: int


@dataclass(frozen=True, slots=True)
class Clear:
    """Number pad: C."""


@dataclass(frozen=True, slots=True)
class Ok:
    """Number pad: OK."""


@dataclass(frozen=True, slots=True)
class SheetDone:
    """Result sheet: this seat is counted, on to the next or to the signatures."""


@dataclass(frozen=True, slots=True)
class Yes:
    """The question's YES."""


@dataclass(frozen=True, slots=True)
class No:
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
