"""What only a Monopoly table shows: its bottom line, its warnings, dice, sheet and times."""

from __future__ import annotations

from typing import Final

from kiosk import counting
from kiosk.families import Scene
from kiosk.families.monopoly.desk import MonopolyDesk
from kiosk.screens.frame import DiceEntry, Frame, Line, SheetEntry, Signal, line
from rules.kinds import GameMs, Money
from rules.monopoly.view import Mark, MonopolyView, Phase
from rules.value import replace

MINUTE_MS: Final = 60_000
BOTTOM: Final = {
    Phase.SETUP: line("kiosk.bottom.setup"),
    Phase.READY: line("kiosk.bottom.ready"),
    Phase.PLAY: line("kiosk.bottom.play"),
    Phase.COUNT: line("kiosk.bottom.count"),
    Phase.CLOSED: line("kiosk.bottom.closed"),
}
THROWS: Final = {
    Phase.READY: line("kiosk.bottom.throw_first"),
    Phase.PLAY: line("kiosk.bottom.throw"),
}
"""Where the table throws the dice."""


def bottom(view: MonopolyView) -> Line:
    """What a seat's press does now: in play the same, whether or not a claim is open."""
    if view.phase is Phase.SETUP and all(seat.mark is Mark.PRESENT for seat in view.seats):
        return line("kiosk.bottom.nothing")  # all are here: START is what is waited for
    if view.phase is not Phase.SIGN:
        return BOTTOM.get(view.phase, line("kiosk.bottom.nothing"))
    armed = next((seat.seat for seat in view.seats if seat.mark is Mark.ARMED), None)
    return line("kiosk.bottom.sign", seat=str(armed)) if armed else line("kiosk.bottom.signed")


def signal(view: MonopolyView, at: GameMs, shown_ms: int) -> Signal | None:
    """The number of a warning, and the minutes that are left."""
    if view.started_at is None:
        return None
    elapsed = at - view.started_at
    if elapsed not in view.marks_ms:
        return None
    number = view.marks_ms.index(GameMs(elapsed)) + 1
    minutes = (view.game_ms - elapsed) // MINUTE_MS
    return Signal(number, len(view.marks_ms), minutes, shown_ms)


def framed(frame: Frame, scene: Scene) -> Frame:
    """The frame with dice, sheet and times."""
    view: MonopolyView = scene.view
    desk: MonopolyDesk = scene.desk
    return replace(
        frame,
        bottom=_bottom(desk, view, frame.bottom),
        commitment=desk.commitment if view.phase is Phase.SETUP else "",
        started_text=None if view.started_at is None else scene.wall(view.started_at),
        ended_text=None if view.ended_at is None else scene.wall(view.ended_at),
        entry=_entry(desk, view),
        dice=_dice(desk),
    )


def _bottom(desk: MonopolyDesk, view: MonopolyView, said: Line) -> Line:
    if view.phase is Phase.SIGN and desk.sheet is not None:
        return BOTTOM[Phase.COUNT]  # nobody signs while a sheet is changed
    return THROWS.get(view.phase, said) if desk.commitment else said


def _dice(desk: MonopolyDesk) -> DiceEntry:
    entry = desk.dice
    return DiceEntry() if entry is None else DiceEntry(entry.whose, entry.digits, entry.grid)


def _entry(desk: MonopolyDesk, view: MonopolyView) -> SheetEntry | None:
    sheet = desk.sheet
    if sheet is None:
        return None
    return SheetEntry(
        seat=sheet.seat,
        counted=frozenset(seat.seat for seat in view.seats if seat.counted),
        field=sheet.field,
        price=Money(0) if sheet.field is None else desk.board[sheet.field].price,
        house_price=None if sheet.field is None else desk.board[sheet.field].house_price,
        cash=sheet.cash,
        note=sheet.note,
        side=sheet.side,
        next_seat=counting.next_seat(view, sheet.seat),
    )
