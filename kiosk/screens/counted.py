"""What the result sheet, the signatures and the places show, whatever family is being counted.

A family makes one `CountedTable` from its view; sums come ready made, a screen adds nothing up.
"""

from __future__ import annotations

from typing import Any

from kiosk.screens.boardmap import BoardMap
from kiosk.screens.frame import Line
from kiosk.screens.theme import Cloth
from rules.kinds import Money, Seat
from rules.value import Value


class CountedSeat(Value):
    """One seat.

    `deeds` have `field`, `mortgaged`, `houses` (5: a hotel). `sums` stand between cash and wealth,
    `small` below it. `signs` is what a signature is for, in columns. `cash` None: not counted.
    """

    seat: Seat
    name: str
    out: bool = False
    cash: Money | None = None
    deeds: tuple[Any, ...] = ()
    sums: tuple[tuple[str, Money | None], ...] = ()
    wealth: Money | None = None
    small: Line | None = None
    signs: tuple[tuple[str, Money], ...] = ()
    has_sheet: bool = False
    armed: bool = False
    signed: bool = False


class Extra(Value):
    """Something that is counted and lies on no field: a card. It is chosen like one, by `code`."""

    code: str
    text: Line


class CountedTable(Value):
    """All seats, on this family's cloth and board. `stock`: what the bank has left, in a line.

    `names`: what is printed on the deeds, where people know them by that. `unmortgaged`: letters of
    the groups that cannot be mortgaged.
    """

    cloth: Cloth
    board: BoardMap
    seats: tuple[CountedSeat, ...]
    stock: Line | None = None
    extras: tuple[Extra, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    unmortgaged: str = ""

    def of(self, seat: Seat) -> CountedSeat:
        """The seat of this number."""
        return next(one for one in self.seats if one.seat == seat)

    def can_mortgage(self, code: str) -> bool:
        """Whether this field is ever mortgaged; a card is not."""
        return code[:1] not in self.unmortgaged and code not in {one.code for one in self.extras}

    def name_of(self, code: str) -> str | None:
        """What is printed on the deed."""
        return dict(self.names).get(code)

    def holding(self, code: str) -> tuple[Seat | None, bool, int]:
        """Owner, mortgaged, houses of a field, from the sheets."""
        for seat in self.seats:
            for deed in seat.deeds:
                if deed.field == code:
                    return seat.seat, deed.mortgaged, deed.houses
        return None, False, 0
