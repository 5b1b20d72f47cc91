"""What a seat's place card says in each phase: whose turn, who is out, what somebody holds."""

from __future__ import annotations

from typing import Final

from kiosk.families import player_name
from kiosk.families.matador.screens.words import listed
from kiosk.screens.frame import CardState, Frame, Line, Mode, line
from rules.matador.view import Mark, MatadorView, Phase, SeatView
from rules.value import replace

GONE: Final = frozenset((Mark.OUT, Mark.HOME, Mark.REMOVED))
LEFT: Final = {
    Mark.OUT: Line("kiosk.matador.card.bankrupt"),
    Mark.HOME: Line("kiosk.matador.card.home"),
    Mark.REMOVED: Line("kiosk.card.removed"),
}
PASSES: Final = {
    "available": Line("kiosk.matador.card.pass"),
    "declared": Line("kiosk.matador.card.pass_declared"),
}


def cards(frame: Frame) -> list[CardState]:
    """A card for every seat of the view."""
    view: MatadorView = frame.view
    return [_card(frame, view, seat) for seat in view.seats]


def is_out(seat: SeatView) -> bool:
    """Not in the game any more, whatever its card says now."""
    return seat.mark in GONE or seat.out_at is not None


def _card(frame: Frame, view: MatadorView, seat: SeatView) -> CardState:
    plain = CardState(
        seat=seat.seat,
        name=player_name(seat),
        note=None,
        mode=Mode.OUTLINED if is_out(seat) else Mode.PLAIN,
        struck=is_out(seat) and view.phase is not Phase.SETUP,
        fouls=seat.fouls,
    )
    if view.phase is Phase.SETUP:
        return _in_setup(view, seat, plain)
    if view.phase is Phase.SIGN:
        return _in_signing(seat, plain)
    if view.phase is Phase.CLOSED:
        note = None if seat.place is None else line("kiosk.card.place", place=str(seat.place))
        return replace(plain, note=note or LEFT.get(seat.mark), ticked=seat.signed)
    if view.phase is Phase.PLAY and view.ballot is not None:
        return replace(plain, note=_in_ballot(view, seat))
    if is_out(seat):
        return replace(plain, note=LEFT.get(seat.mark, LEFT[Mark.OUT]))
    if view.phase is Phase.PLAY:
        return _in_play(frame, view, seat, plain)
    return plain


def _in_setup(view: MatadorView, seat: SeatView, plain: CardState) -> CardState:
    called = next((one.seat for one in view.seats if one.mark is not Mark.PRESENT), None)
    if seat.mark is Mark.PRESENT:
        return replace(plain, note=Line("kiosk.card.here"), mode=Mode.PLAIN, ticked=True)
    if called == seat.seat:
        return replace(plain, note=Line("kiosk.card.press"), mode=Mode.NOW)
    return replace(plain, note=Line("kiosk.card.waiting"), mode=Mode.OUTLINED)


def _in_signing(seat: SeatView, plain: CardState) -> CardState:
    if seat.signed:
        key = "kiosk.card.signed_referee" if seat.signed_by == "referee" else "kiosk.card.signed"
        return replace(plain, note=Line(key), ticked=True)
    if seat.mark is Mark.ARMED:
        return replace(plain, note=Line("kiosk.card.signs"), mode=Mode.NOW)
    return replace(plain, note=LEFT.get(seat.mark, Line("kiosk.card.waiting")))


def _in_ballot(view: MatadorView, seat: SeatView) -> Line | None:
    """RAMK-4.1: who is asked, bankrupt players too. Not who has answered."""
    ballot = view.ballot
    if ballot is None:
        return None
    parts = []
    if seat.seat == ballot.on:
        parts.append(Line("kiosk.matador.card.accused"))
    elif is_out(seat):
        parts.append(LEFT.get(seat.mark, LEFT[Mark.OUT]))
    elif seat.seat == ballot.by:
        parts.append(Line("kiosk.matador.card.accuser"))
    if seat.seat in ballot.eligible:
        parts.append(Line("kiosk.matador.card.votes"))
    return listed(parts)


def _in_play(frame: Frame, view: MatadorView, seat: SeatView, plain: CardState) -> CardState:
    chosen = frame.dice.seat if frame.dice.open else view.turn
    if chosen == seat.seat:
        return replace(plain, note=_turn_note(view, seat), mode=Mode.NOW)
    if seat.jail_round is not None and view.moving != seat.seat:
        jailed = line("kiosk.matador.card.jail", round=str(seat.jail_round))
        return replace(plain, note=jailed)
    return replace(plain, note=listed(_held(view, seat)[:2]))


def _turn_note(view: MatadorView, seat: SeatView) -> Line:
    timeout = view.timeout
    if view.moving == seat.seat:
        return Line("kiosk.matador.card.moves")
    if timeout is not None and timeout.seat == seat.seat:
        return Line("kiosk.matador.card.rolls_moves")
    if seat.must_pay_jail:
        return Line("kiosk.matador.card.pays_first")
    again = view.roll_again and view.turn == seat.seat
    return Line("kiosk.card.again" if again else "kiosk.card.turn")


def _held(view: MatadorView, seat: SeatView) -> list[Line]:
    """RAMK-9.4: what all must see, the most urgent first."""
    found = []
    if view.timeout is not None and view.timeout.by == seat.seat:
        found.append(Line("kiosk.matador.card.called"))
    if view.moving == seat.seat:
        found.append(Line("kiosk.matador.card.moves"))
    if seat.loan is not None:
        found.append(line("kiosk.matador.card.loan", sum=seat.loan.balance))
    if seat.free_pass in PASSES:
        found.append(PASSES[seat.free_pass])
    if seat.grant:
        found.append(Line("kiosk.matador.card.grant"))
    if seat.kings:
        found.append(Line("kiosk.matador.card.king"))
    found += [
        line("kiosk.matador.card.share", percent=str(slip.percent), seat=str(slip.of))
        for slip in seat.slips
    ]
    if seat.fines:
        found.append(line("kiosk.matador.card.fines", sum=seat.fines))
    return found
