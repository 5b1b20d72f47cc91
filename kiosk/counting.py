"""The result sheet by touch: each change is a whole `count` action of its seat, durable at once.

What is counted stands in the rules' view; here is only what is chosen and typed. Pure. For every
board game whose view has sheets with `cash`, `deeds` and, where some are worth money, `cards`,
which are chosen like fields, by their word.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from kiosk.screens import targets as at
from kiosk.screens.frame import Line, line
from rules.kinds import Money, Seat
from rules.value import Value, replace

CASH_DIGITS: Final = 6


class Deed(NamedTuple):
    """What the sheet must know of a field: its printed price and what a house costs there."""

    price: Money
    house_price: Money | None


class Held(NamedTuple):
    """A deed (or card) on somebody's sheet."""

    field: str
    mortgaged: bool = False
    houses: int = 0


class Sheet(Value):
    """What is chosen on the sheet."""

    seat: Seat
    field: str | None = None
    cash: str = ""
    side: int = 0
    note: Line | None = None


class Turned(NamedTuple):
    """After a touch: the sheet (None: done, away with it) and the counts to write down."""

    sheet: Sheet | None
    counts: tuple[Mapping[str, Any], ...] = ()


def open_sheet(view: Any) -> Sheet:
    """The first seat that is not counted, or the first."""
    return Sheet(next_seat(view, None) or view.seats[0].seat)


def touched(sheet: Sheet, target: at.Target, view: Any, board: Mapping[str, Deed]) -> Turned:
    """What a touch (or its key) does."""
    sheet = replace(sheet, note=None)
    match target:
        case at.SeatTab(seat) | at.Card(seat):
            return Turned(Sheet(seat, side=sheet.side))
        case at.SheetSide(side):
            return Turned(replace(sheet, side=side))
        case at.SheetField(code):
            return Turned(replace(sheet, field=code))
        case at.SheetOwner(seat):
            return _own(sheet, seat, view)
        case at.SheetHouses(count):
            return _houses(sheet, count, view, board)
        case at.SheetMortgage():
            return _mortgage(sheet, view)
        case at.Digit(digit):
            return Turned(replace(sheet, cash=(sheet.cash + str(digit))[:CASH_DIGITS]))
        case at.Clear():
            return Turned(replace(sheet, cash=""))
        case at.Ok():
            return _cash(sheet, view)
        case at.SheetDone():
            return _done(sheet, view)
    return Turned(sheet)


def next_seat(view: Any, after: Seat | None) -> Seat | None:
    """Whom to count next: the first behind `after` (round the table) who is not counted."""
    order = [seat.seat for seat in view.seats]
    if after in order:
        place = order.index(after) + 1
        order = order[place:] + order[:place]
    left = {seat.seat for seat in view.seats if not is_counted(seat)} - {after}
    return next((seat for seat in order if seat in left), None)


def owner_of(view: Any, field: str) -> Seat | None:
    """Whose sheet holds this field."""
    seats: list[Seat] = [shown.seat for shown in view.seats]
    for seat in seats:
        if any(deed.field == field for deed in _deeds(view, seat)):
            return seat
    return None


def is_counted(shown: Any) -> bool:
    """Nothing of this seat is to be counted any more; who is out has nothing."""
    counted: bool | None = getattr(shown, "counted", None)
    if counted is not None:
        return counted
    return shown.out_at is not None or (shown.sheet is not None and shown.sheet.cash is not None)


def _own(sheet: Sheet, seat: Seat, view: Any) -> Turned:
    """The chosen field belongs to this seat; again on the owner: back to the bank."""
    if sheet.field is None:
        return Turned(replace(sheet, note=line("kiosk.sheet.choose_field")))
    before = owner_of(view, sheet.field)
    counts = []
    if before is not None:
        rest = [deed for deed in _deeds(view, before) if deed.field != sheet.field]
        counts.append(_count(view, before, rest))
    if seat != before:
        counts.append(_count(view, seat, [*_deeds(view, seat), Held(sheet.field)]))
    return Turned(sheet, tuple(counts))


def _houses(sheet: Sheet, count: int, view: Any, board: Mapping[str, Deed]) -> Turned:
    if sheet.field is not None and board[sheet.field].house_price is None:
        return Turned(replace(sheet, note=line("kiosk.sheet.no_houses")))
    return _change(sheet, view, lambda deed: deed._replace(houses=count))


def _mortgage(sheet: Sheet, view: Any) -> Turned:
    return _change(sheet, view, lambda deed: deed._replace(mortgaged=not deed.mortgaged))


def _change(sheet: Sheet, view: Any, change: Any) -> Turned:
    """Change the chosen field on its owner's sheet. What does not go together the rules refuse."""
    if sheet.field is None:
        return Turned(replace(sheet, note=line("kiosk.sheet.choose_field")))
    owner = owner_of(view, sheet.field)
    if owner is None:
        return Turned(replace(sheet, note=line("kiosk.sheet.no_owner")))
    deeds = [change(deed) if deed.field == sheet.field else deed for deed in _deeds(view, owner)]
    return Turned(sheet, (_count(view, owner, deeds),))


def _cash(sheet: Sheet, view: Any) -> Turned:
    if not sheet.cash:
        return Turned(replace(sheet, note=line("kiosk.sheet.type_cash")))
    count = _count(view, sheet.seat, _deeds(view, sheet.seat), Money(int(sheet.cash)))
    return Turned(replace(sheet, cash=""), (count,))


def _done(sheet: Sheet, view: Any) -> Turned:
    """On to the next seat; typed cash counts as OK'd, a seat without cash is not done."""
    if sheet.cash:
        after = _cash(sheet, view)
        return Turned(_behind(view, sheet), after.counts)
    if not any(seat.seat == sheet.seat and is_counted(seat) for seat in view.seats):
        return Turned(replace(sheet, note=line("kiosk.sheet.type_cash")))
    return Turned(_behind(view, sheet))


def _behind(view: Any, sheet: Sheet) -> Sheet | None:
    following = next_seat(view, sheet.seat)
    return None if following is None else Sheet(following, side=sheet.side)


def entered(view: Any, board: Mapping[str, Deed]) -> tuple[Mapping[str, Any], ...]:
    """The counts that the game's own entries say, for seats of which nothing is counted yet: deeds
    of the board that stand on no sheet.
    """
    counts = []
    for shown in view.seats:
        found = [
            _held(deed)
            for deed in shown.deeds
            if deed.field in board and owner_of(view, deed.field) is None
        ]
        if found and shown.sheet is None and not is_counted(shown):
            counts.append(_count(view, shown.seat, found))
    return tuple(counts)


def _deeds(view: Any, seat: Seat) -> tuple[Held, ...]:
    found = next(shown for shown in view.seats if shown.seat == seat)
    if found.sheet is None:
        return ()
    cards = getattr(found.sheet, "cards", ())
    return (*map(_held, found.sheet.deeds), *map(Held, cards))


def _held(deed: Any) -> Held:
    return Held(deed.field, deed.mortgaged, deed.houses)


def _count(view: Any, seat: Seat, deeds: Any, cash: Money | None = None) -> Mapping[str, Any]:
    shown = next(found for found in view.seats if found.seat == seat)
    if cash is None and shown.sheet is not None:
        cash = shown.sheet.cash
    fields: dict[str, Any] = {"do": "count", "seat": seat}
    if cash is not None:
        fields["cash"] = cash
    fields["deeds"] = [_deed_fields(deed) for deed in deeds]
    return fields


def _deed_fields(deed: Held) -> dict[str, Any]:
    fields: dict[str, Any] = {"name": deed.field}
    if deed.mortgaged:
        fields["mortgaged"] = True
    if deed.houses:
        fields["houses"] = deed.houses
    return fields
