"""A Matador table as sheet, signatures and places show it (RAMK-8.1, RAMK-9.16)."""

from __future__ import annotations

from typing import Final

from kiosk.families import player_name, seated
from kiosk.families.matador.own import Own
from kiosk.families.matador.screens.boardmap import BOARD, NEVER_MORTGAGED
from kiosk.families.matador.screens.cards import LEFT, is_out
from kiosk.screens.closed import Placed, no_result, places
from kiosk.screens.counted import CountedSeat, CountedTable, Extra
from kiosk.screens.frame import Frame, Line, line
from kiosk.screens.part import Picture
from kiosk.screens.sheet import counting_sheet
from kiosk.screens.signing import signed_sheet
from kiosk.screens.theme import MAT, Grid
from rules.kinds import Money
from rules.matador.view import DeedView, Mark, MatadorView, SeatView, SheetView

EXTRAS: Final = (Extra("grant", Line("kiosk.matador.grant")),)
"""RAMK-7.3: worth 10,000; the other cards are worth nothing at the end."""

HEADS: Final = (Line("kiosk.matador.result.wealth"), Line("kiosk.matador.result.points"))


def sheet(frame: Frame, grid: Grid) -> Picture:
    """COUNT: one seat at a time."""
    return counting_sheet(frame, grid, counted(frame))


def signing(frame: Frame, grid: Grid) -> Picture:
    """SIGN: seat by seat, then the keeper."""
    view: MatadorView = frame.view
    everybody = all(seat.signed or seat.mark is Mark.REMOVED for seat in view.seats)
    big = Line("kiosk.signing.all") if everybody else Line("kiosk.signing.wait")
    ask = Line("kiosk.matador.signing.keeper" if everybody else "kiosk.signing.arming")
    return signed_sheet(frame, grid, counted(frame), (big, ask))


def closed(frame: Frame, grid: Grid) -> Picture:
    """CLOSED: places, wealth and the evening's points."""
    view: MatadorView = frame.view
    rows = [
        Placed(
            seat.seat,
            seat.place,
            seated(seat),
            (_worth(seat), seat.points),
        )
        for seat in view.seats
    ]
    return places(frame, grid, MAT, rows, HEADS)


def void(frame: Frame, grid: Grid) -> Picture:
    """VOID: the game does not count."""
    return no_result(frame, grid, MAT)


def _worth(seat: SeatView) -> Money | Line | None:
    if is_out(seat):
        return LEFT.get(seat.mark, LEFT[Mark.OUT])
    return None if seat.sheet is None else seat.sheet.wealth


def counted(frame: Frame) -> CountedTable:
    """The sheets of all seats."""
    view: MatadorView = frame.view
    own = frame.own
    dealt = sum(len(seat.sheet.deeds) for seat in view.seats if seat.sheet)
    return CountedTable(
        cloth=MAT,
        board=BOARD,
        seats=tuple(_seat(seat) for seat in view.seats),
        stock=line("kiosk.matador.sheet.stock", dealt=str(dealt), of=str(len(BOARD.deeds()))),
        extras=EXTRAS,
        names=own.names if isinstance(own, Own) else (),
        unmortgaged=NEVER_MORTGAGED,
    )


def _seat(seat: SeatView) -> CountedSeat:
    sheet = seat.sheet
    return CountedSeat(
        seat=seat.seat,
        name=player_name(seat),
        out=is_out(seat),
        cash=sheet.cash if sheet else None,
        deeds=_things(sheet),
        sums=_sums(sheet, seat),
        wealth=sheet.wealth if sheet else None,
        signs=()
        if sheet is None
        else (("kiosk.sheet.cash", sheet.cash or Money(0)), *_known(sheet)),
        has_sheet=sheet is not None,
        armed=seat.mark is Mark.ARMED,
        signed=seat.signed,
    )


def _things(sheet: SheetView | None) -> tuple[DeedView, ...]:
    """Deeds, and the cards that are chosen like deeds."""
    if sheet is None:
        return ()
    return (*sheet.deeds, *(DeedView(card, False, 0) for card in sheet.cards))


def _sums(sheet: SheetView | None, seat: SeatView) -> tuple[tuple[str, Money | None], ...]:
    if sheet is None or sheet.cash is None:
        owed = None if seat.loan is None else Money(-seat.loan.balance)
        return (("kiosk.matador.sheet.sold", None), ("kiosk.matador.sheet.loan", owed))
    return _known(sheet)


def _known(sheet: SheetView) -> tuple[tuple[str, Money], ...]:
    """RAMK-8.1: what the bank gives for all that is no cash, and what is owed to it."""
    sold = Money(sheet.wealth - (sheet.cash or 0) + sheet.loan)
    return (("kiosk.matador.sheet.sold", sold), ("kiosk.matador.sheet.loan", Money(-sheet.loan)))
