"""The count after the end by digits: points of a seat, or what its machine shows. Pure.

What is counted stands in the rules' view; here is only which seat is chosen and what is typed.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final, NamedTuple

from rules.actions import of_thousandths
from rules.casino.view import CasinoView, Mark, SeatView
from rules.kinds import Seat
from rules.value import Value, replace

POINT: Final = "."
DIGITS: Final = 9
DECIMALS: Final = 3
PLAIN: Final = "points"
"""What is read where the instructions name no criterion."""


class Sheet(Value):
    """The seat that is counted, the digits so far, and the criteria of its machine that are told,
    in thousandths.
    """

    seat: Seat
    typed: str = ""
    values: tuple[int, ...] = ()


class Turned(NamedTuple):
    """After a key: the sheet (None: done, away with it) and the action to write down, if any."""

    sheet: Sheet | None
    fields: Mapping[str, Any] | None = None


def criteria(view: CasinoView) -> tuple[str, ...]:
    """What is read of each machine, in the formula's order; nothing at tables."""
    if view.type != "slots":
        return ()
    return tuple(name for name, _ in view.formula) or (PLAIN,)


def has_sheet(view: CasinoView, seat: SeatView) -> bool:
    """This seat's points are counted, or its machine is read."""
    still_in = seat.mark not in (Mark.DISQUALIFIED, Mark.OUT)
    return seat.entered and still_in


def is_done(view: CasinoView, seat: SeatView) -> bool:
    """It is counted or read, and nobody disputes it."""
    return bool(seat.readings) and not seat.disputed if view.type == "slots" else seat.counted


def open_sheet(view: CasinoView, seat: Seat | None = None) -> Sheet | None:
    """The sheet of this seat, else of the first that is missing, else of the first there is."""
    seats = [one.seat for one in view.seats if has_sheet(view, one)]
    if seat is not None:
        return Sheet(seat) if seat in seats else None
    found = next_seat(view, None)
    return None if not seats else Sheet(found if found is not None else seats[0])


def next_seat(view: CasinoView, after: Seat | None) -> Seat | None:
    """Whom to count next: the first behind `after`, round the table, that is missing."""
    order = [one.seat for one in view.seats if has_sheet(view, one)]
    missing = {one.seat for one in view.seats if not is_done(view, one)} - {after}
    if after in order:
        place = order.index(after) + 1
        order = order[place:] + order[:place]
    return next((seat for seat in order if seat in missing), None)


def typed(sheet: Sheet, letter: str, *, decimals: bool) -> Sheet:
    """A digit more, or the decimal point of a reading."""
    text = sheet.typed
    whole, point, rest = text.partition(POINT)
    if letter == POINT and (not decimals or point or not text):
        return sheet
    if letter != POINT and (len(rest) >= DECIMALS if point else len(whole) >= DIGITS):
        return sheet
    return replace(sheet, typed=text + letter)


def erased(sheet: Sheet) -> Sheet | None:
    """A digit less, or the criterion before; None: nothing is left, away with the sheet."""
    if sheet.typed:
        return replace(sheet, typed=sheet.typed[:-1])
    return replace(sheet, values=sheet.values[:-1]) if sheet.values else None


def entered(sheet: Sheet, view: CasinoView) -> Turned:
    """Enter: the points are counted, or the next criterion is asked for. Nothing typed: on to the
    seat that is missing, or away with the sheet.
    """
    if not sheet.typed:
        return Turned(sheet if sheet.values else _behind(sheet, view))
    names = criteria(view)
    if not names:
        fields = {"do": "chips", "seat": sheet.seat, "points": int(sheet.typed)}
        return Turned(_behind(sheet, view), fields)
    values = (*sheet.values, int(Decimal(sheet.typed) * 1000))
    if len(values) < len(names):
        return Turned(replace(sheet, typed="", values=values))
    told = {name: of_thousandths(value) for name, value in zip(names, values, strict=True)}
    return Turned(_behind(sheet, view), {"do": "reading", "seat": sheet.seat, "values": told})


def _behind(sheet: Sheet, view: CasinoView) -> Sheet | None:
    following = next_seat(view, sheet.seat)
    return None if following is None else Sheet(following)
