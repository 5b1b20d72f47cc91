"""What a seat's place card says in each phase."""

from __future__ import annotations

from kiosk.families import player_name
from kiosk.screens.frame import CardState, Frame, Line, Mode, line
from rules.kinds import GameMs, Seat
from rules.monopoly.view import Mark, MonopolyView, Phase, SeatView


def cards(frame: Frame) -> list[CardState]:
    """A card for every seat of the view."""
    view: MonopolyView = frame.view
    made = []
    for seat in view.seats:
        mode, note, struck, ticked = _standing(frame, view, seat)
        name = player_name(seat)
        made.append(CardState(seat.seat, name, note, mode, struck, ticked, seat.fouls))
    return made


def _standing(
    frame: Frame, view: MonopolyView, seat: SeatView
) -> tuple[Mode, Line | None, bool, bool]:
    """Mode, note, struck through, ticked."""
    out = seat.mark in (Mark.OUT, Mark.REMOVED) or seat.out_at is not None
    if view.phase is Phase.SETUP:
        return _in_setup(view, seat)
    if view.phase is Phase.SIGN:
        return _in_signing(seat, out=out)
    if view.phase is Phase.CLOSED:
        note = None if seat.place is None else line("kiosk.card.place", place=str(seat.place))
        return (Mode.OUTLINED if out else Mode.PLAIN), note, out, seat.signed
    if out:
        return Mode.OUTLINED, _out_note(view, seat), True, False
    chosen = frame.dice.seat if frame.dice.open or view.phase is Phase.READY else view.turn
    if chosen == seat.seat and view.phase in (Phase.READY, Phase.PLAY):
        again = view.roll_again and view.turn == seat.seat
        now = "kiosk.card.turn_jail" if seat.jailed else "kiosk.card.turn"
        return Mode.NOW, Line("kiosk.card.again" if again else now), False, False
    return Mode.PLAIN, Line("kiosk.card.jail") if seat.jailed else None, False, False


def _in_setup(view: MonopolyView, seat: SeatView) -> tuple[Mode, Line | None, bool, bool]:
    if seat.mark is Mark.PRESENT:
        return Mode.PLAIN, Line("kiosk.card.here"), False, True
    if called(view) == seat.seat:
        return Mode.NOW, Line("kiosk.card.press"), False, False
    return Mode.OUTLINED, Line("kiosk.card.waiting"), False, False


def _in_signing(seat: SeatView, *, out: bool) -> tuple[Mode, Line | None, bool, bool]:
    if seat.signed:
        referee = seat.signed_by == "referee"
        key = "kiosk.card.signed_referee" if referee else "kiosk.card.signed"
        return (Mode.OUTLINED if out else Mode.PLAIN), Line(key), out, True
    if seat.mark is Mark.ARMED:
        return Mode.NOW, Line("kiosk.card.signs"), out, False
    return (Mode.OUTLINED if out else Mode.PLAIN), Line("kiosk.card.waiting"), out, False


def called(view: MonopolyView) -> Seat | None:
    """At roll call: the first seat that has not pressed yet."""
    return next((seat.seat for seat in view.seats if seat.mark is not Mark.PRESENT), None)


def _out_note(view: MonopolyView, seat: SeatView) -> Line:
    removed = seat.mark is Mark.REMOVED
    if seat.out_at is None:
        return Line("kiosk.card.removed" if removed else "kiosk.card.bankrupt")
    key = "kiosk.card.removed_at" if removed else "kiosk.card.bankrupt_at"
    return line(key, minute=str((seat.out_at - (view.started_at or GameMs(0))) // 60_000 + 1))
