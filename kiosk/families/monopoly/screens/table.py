"""A championship table as sheet, signatures and places show it."""

from __future__ import annotations

from kiosk.families import player_name, seated
from kiosk.families.monopoly.screens.boardmap import BOARD
from kiosk.screens.closed import Placed, no_result, places
from kiosk.screens.counted import CountedSeat, CountedTable
from kiosk.screens.frame import Frame, Line, line
from kiosk.screens.part import Picture
from kiosk.screens.sheet import counting_sheet
from kiosk.screens.signing import signed_sheet
from kiosk.screens.theme import HUN, Grid
from rules.kinds import Money
from rules.monopoly.view import Mark, MonopolyView, SeatView, SheetView


def sheet(frame: Frame, grid: Grid) -> Picture:
    """COUNT: one seat at a time."""
    return counting_sheet(frame, grid, counted(frame.view))


def signing(frame: Frame, grid: Grid) -> Picture:
    """SIGN: seat by seat, then the banker."""
    view: MonopolyView = frame.view
    everybody = all(seat.signed for seat in view.seats)
    big = Line("kiosk.signing.all") if everybody else Line("kiosk.signing.wait")
    done, of = str(view.confirms), str(view.confirms_needed)
    ask = line("kiosk.signing.banker", done=done, of=of)
    banker = (big, ask if everybody else Line("kiosk.signing.arming"))
    return signed_sheet(frame, grid, counted(view), banker)


def closed(frame: Frame, grid: Grid) -> Picture:
    """CLOSED: the places in order, each with its wealth."""
    view: MonopolyView = frame.view
    rows = [
        Placed(
            seat.seat,
            seat.place,
            seated(seat),
            (None if seat.sheet is None else seat.sheet.wealth,),
        )
        for seat in view.seats
    ]
    return places(frame, grid, HUN, rows)


def void(frame: Frame, grid: Grid) -> Picture:
    """VOID: the game does not count."""
    return no_result(frame, grid, HUN)


def counted(view: MonopolyView) -> CountedTable:
    """The sheets of all seats, and what the bank has left."""
    dealt = sum(len(seat.sheet.deeds) for seat in view.seats if seat.sheet)
    stock = line(
        "kiosk.sheet.stock",
        dealt=str(dealt),
        of=str(len(BOARD.deeds())),
        houses=str(view.bank_houses if view.bank_houses is not None else "–"),
        hotels=str(view.bank_hotels if view.bank_hotels is not None else "–"),
    )
    return CountedTable(HUN, BOARD, tuple(_seat(seat) for seat in view.seats), stock)


def _seat(seat: SeatView) -> CountedSeat:
    sheet = seat.sheet
    return CountedSeat(
        seat=seat.seat,
        name=player_name(seat),
        out=seat.mark in (Mark.OUT, Mark.REMOVED) or seat.out_at is not None,
        cash=sheet.cash if sheet else None,
        deeds=sheet.deeds if sheet else (),
        sums=(
            ("kiosk.sheet.deeds", sheet.unmortgaged if sheet else None),
            ("kiosk.sheet.half", sheet.mortgaged if sheet else None),
            ("kiosk.sheet.buildings", sheet.buildings if sheet else None),
        ),
        wealth=sheet.wealth if sheet else None,
        small=line("kiosk.sheet.free", value=sheet.unencumbered if sheet else 0),
        signs=_signs(sheet) if sheet else (),
        has_sheet=sheet is not None,
        armed=seat.mark is Mark.ARMED,
        signed=seat.signed,
    )


def _signs(sheet: SheetView) -> tuple[tuple[str, Money], ...]:
    return (
        ("kiosk.sheet.cash", sheet.cash or Money(0)),
        ("kiosk.sheet.deeds", sheet.unmortgaged),
        ("kiosk.sheet.mortgaged", sheet.mortgaged),
        ("kiosk.sheet.buildings", sheet.buildings),
    )
