"""What a seat's place card says in each phase."""

from __future__ import annotations

from typing import Final

from kiosk.families import player_name
from kiosk.families.casino.clocks import left_text, main_clock
from kiosk.families.casino.framing import shown_of
from kiosk.families.casino.moves import LEAVE
from kiosk.families.casino.sheet import is_done
from kiosk.screens.frame import CardState, Frame, Line, Mode, line
from rules.casino.view import CasinoView, Mark, Phase, SeatView
from rules.kinds import Seat

Standing = tuple[Mode, Line | None, bool, bool]
"""Mode, note, struck through, ticked."""

ASKS: Final = {
    "rebuy": Line("kiosk.casino.card.asks_rebuy"),
    "addon": Line("kiosk.casino.card.asks_addon"),
    "out": Line("kiosk.casino.card.asks_out"),
}
ALTERED_MS: Final = 1_000


def cards(frame: Frame) -> list[CardState]:
    """A card for every seat of the view."""
    view: CasinoView = frame.view
    made = []
    for seat in view.seats:
        mode, note, struck, ticked = _standing(frame, view, seat)
        name = player_name(seat)
        made.append(CardState(seat.seat, name, note, mode, struck, ticked, min(seat.fouls, 4)))
    return made


def _standing(frame: Frame, view: CasinoView, seat: SeatView) -> Standing:
    if seat.mark is Mark.DISQUALIFIED:
        return Mode.OUTLINED, Line("kiosk.casino.card.disqualified"), True, False
    if view.phase is Phase.ENTRY:
        return _entering(frame, seat)
    if not seat.entered:
        return Mode.OUTLINED, Line("kiosk.casino.card.not_entered"), True, False
    if view.phase is Phase.PLAY:
        return _playing(frame, view, seat)
    if view.phase in (Phase.COUNT, Phase.SIGN):
        return _after(frame, view, seat)
    out = seat.mark is Mark.OUT
    note = None if seat.place is None else line("kiosk.casino.card.place", place=str(seat.place))
    return (Mode.OUTLINED if out else Mode.PLAIN), note, out, seat.signed


def _entering(frame: Frame, seat: SeatView) -> Standing:
    if seat.entered:
        return Mode.PLAIN, Line("kiosk.casino.card.entered"), False, True
    if _called(frame, seat.seat):
        return Mode.NOW, Line("kiosk.casino.card.pays"), False, False
    here = seat.mark is Mark.PRESENT
    note = Line("kiosk.casino.card.here" if here else "kiosk.casino.card.waiting")
    return Mode.OUTLINED, note, False, False


def _called(frame: Frame, seat: Seat) -> bool:
    """YES and NO are about this seat."""
    request = shown_of(frame).request
    return request is not None and seat in request.seats


def _playing(frame: Frame, view: CasinoView, seat: SeatView) -> Standing:
    if seat.asks is not None:
        mode = Mode.NOW if _called(frame, seat.seat) else Mode.PLAIN
        asks = ASKS[seat.asks]
        if seat.asks == "out" and view.type == "slots":
            asks = Line("kiosk.casino.card.asks_done")
        return mode, asks, False, False
    if seat.mark is Mark.OUT:
        again = seat.may_rebuy
        note = Line("kiosk.casino.card.may_rebuy" if again else "kiosk.casino.card.out")
        return Mode.OUTLINED, note, True, False
    goes = _goes(frame, seat.seat)
    if goes is not None:
        return (Mode.NOW if _called(frame, seat.seat) else Mode.PLAIN), goes, False, False
    if seat.mark is Mark.PENALTY:
        return Mode.OUTLINED, _penalty(frame, seat), False, False
    if view.type == "slots":
        return _at_machine(frame, view, seat)
    bought = seat.rebuys + seat.addon
    if seat.counted:
        return Mode.PLAIN, line("kiosk.casino.card.points", points=seat.held), False, False
    if not bought:
        return Mode.PLAIN, None, False, False
    return Mode.PLAIN, _bought(seat), False, False


def _goes(frame: Frame, seat: Seat) -> Line | None:
    """RAY-1-1: the director moves whoever sits here: where to."""
    for move in shown_of(frame).moves:
        if move.do == LEAVE and move.seat == seat:
            to, at = move.called, str(move.at_seat)
            return line("kiosk.casino.card.goes", table=to, seat=at)
    return None


def _bought(seat: SeatView) -> Line:
    if not seat.rebuys:
        return Line("kiosk.casino.card.addon")
    key = "kiosk.casino.card.rebuys_addon" if seat.addon else "kiosk.casino.card.rebuys"
    return line(key, count=seat.rebuys)


def _penalty(frame: Frame, seat: SeatView) -> Line:
    if seat.penalty is not None:
        return line("kiosk.casino.card.penalty", time=left_text(seat.penalty, frame.now_ms))
    return line("kiosk.casino.card.penalty_rounds", count=seat.penalty_rounds)


def _at_machine(frame: Frame, view: CasinoView, seat: SeatView) -> Standing:
    """A machine that stands still, one that is done, one that ends later than the others."""
    own, main = seat.machine, main_clock(view)
    if seat.mark is Mark.FAULTY:
        if own is None:
            return Mode.OUTLINED, Line("kiosk.casino.card.faulty"), False, False
        time = left_text(own, frame.now_ms)
        return Mode.OUTLINED, line("kiosk.casino.card.faulty_left", time=time), False, False
    if seat.done:
        return Mode.PLAIN, Line("kiosk.casino.card.done"), False, True
    if own is not None and main is not None and abs(own.ends_at - main.ends_at) >= ALTERED_MS:
        time = left_text(own, frame.now_ms)
        return Mode.PLAIN, line("kiosk.casino.card.given_back", time=time), False, False
    return Mode.PLAIN, None, False, False


def _after(frame: Frame, view: CasinoView, seat: SeatView) -> Standing:
    sheet = shown_of(frame).sheet
    if seat.mark is Mark.OUT:
        return Mode.OUTLINED, Line("kiosk.casino.card.out"), True, False
    if sheet is not None and sheet.seat == seat.seat:
        reads = view.type == "slots"
        note = Line("kiosk.casino.card.reads" if reads else "kiosk.casino.card.counts")
        return Mode.NOW, note, False, False
    if seat.disputed:
        return Mode.OUTLINED, Line("kiosk.casino.card.disputed"), False, False
    if seat.mark is Mark.ARMED:
        return Mode.NOW, Line("kiosk.card.signs"), False, False
    if seat.signed:
        referee = seat.signed_by == "referee"
        return (
            Mode.PLAIN,
            Line("kiosk.casino.card.staff" if referee else "kiosk.card.signed"),
            False,
            True,
        )
    if is_done(view, seat):
        if view.type == "slots":
            return Mode.PLAIN, Line("kiosk.casino.card.read"), False, False
        return Mode.PLAIN, line("kiosk.casino.card.points", points=seat.held), False, True
    return Mode.OUTLINED, Line("kiosk.casino.card.uncounted"), False, False
