"""What a touch can mean. `Painter.hit` maps a point to one of these; the kiosk acts on it."""

from __future__ import annotations

from rules.kinds import Seat
from rules.value import Value


class OpenDice(Value):
    """The place of the last roll: open the grid of 21 pairs."""


class CloseDice(Value):
    """Close the grid without a roll."""


class DicePair(Value):
    """One of the 21 pairs, `low <= high`; which die showed which does not matter."""

    low: int
    high: int


class Card(Value):
    """A place card on the rim (chooses the seat whose roll the dice grid enters)."""

    seat: Seat


class OpenSheet(Value):
    """The poster after the end: on to the count."""


class SeatTab(Value):
    """Result sheet: count this seat now."""

    seat: Seat


class SheetSide(Value):
    """Result sheet on a small screen: show this side of the board, 0 (bottom) to 3 (right)."""

    side: int


class SheetField(Value):
    """Result sheet: this field of the board."""

    code: str


class SheetOwner(Value):
    """Result sheet: the chosen field belongs to this seat (again on the owner: to the bank)."""

    seat: Seat


class SheetHouses(Value):
    """Result sheet: houses on the chosen field; 5 is the hotel."""

    count: int


class SheetMortgage(Value):
    """Result sheet: turn the mortgage of the chosen field round."""


class Digit(Value):
    """Number pad."""

    digit: int


class Clear(Value):
    """Number pad: C."""


class Ok(Value):
    """Number pad: OK."""


class SheetDone(Value):
    """Result sheet: this seat is counted, on to the next or to the signatures."""


class Yes(Value):
    """The question's YES."""


class No(Value):
    """The question's NO."""


class OpenMenu(Value):
    """The menu's own place on the bottom line."""


class TurnPage(Value):
    """The menu's next page."""


class CloseMenu(Value):
    """Away with the menu, or with what is half said."""


class Pick(Value):
    """A row of the menu or of a list, by the digit that stands before it."""

    row: int


class Say(Value):
    """A key on the family's own picture: the verb or page of the menu with this word."""

    word: str


class Hold(Value):
    """The bar that is to be held."""


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
    | OpenMenu
    | TurnPage
    | CloseMenu
    | Pick
    | Say
    | Hold
)
