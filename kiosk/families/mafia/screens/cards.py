"""What a seat's place card says in each phase. Fouls stand on it always (MAFN-DAY-5)."""

from __future__ import annotations

from typing import Final

from kiosk.families import player_name
from kiosk.families.mafia.screens.clocks import leaving, own_of
from kiosk.locale import minutes_text
from kiosk.screens.frame import CardState, Frame, Line, Mode, line
from rules.kinds import Seat
from rules.mafia.view import BallotView, MafiaView, Mark, Phase, SeatView
from rules.value import replace

NOTHING: Final = Line("kiosk.mafia.card.no_vote")
LAST_FOUL: Final = "kiosk.mafia.sure.last_foul"


def cards(frame: Frame) -> list[CardState]:
    """A card for every seat of the view; none by night."""
    view: MafiaView = frame.view
    if view.phase is Phase.NIGHT:
        return []
    asked = _asked_about(frame)
    return [_card(frame, view, seat, asked=seat.seat == asked) for seat in view.seats]


def _asked_about(frame: Frame) -> Seat | None:
    """Whose last foul waits for the host's YES."""
    question = frame.question
    if question is None or question.text.key != LAST_FOUL:
        return None
    found = dict(question.text.params).get("seat")
    return Seat(int(found)) if isinstance(found, str) else None


def _card(frame: Frame, view: MafiaView, seat: SeatView, *, asked: bool) -> CardState:
    plain = CardState(
        seat.seat,
        player_name(seat),
        None,
        Mode.PLAIN,
        fouls=seat.fouls,
        pending=seat.pending + asked,
        bars=None if view.phase is Phase.SETUP else view.foul_removal,
    )
    if view.phase is Phase.SETUP:
        return _in_setup(view, seat, plain)
    if asked:
        note = line("kiosk.mafia.card.last_foul", foul=str(seat.fouls + 1))
        return replace(plain, note=note, mode=Mode.RECORDED)
    if seat.left is not None:
        return _out(frame, view, seat, plain)
    if view.phase is Phase.VOTE and view.ballot is not None:
        return _voting(frame, view.ballot, seat, plain)
    if view.phase is Phase.VOTED and view.ballot is not None:
        note, _ = _vote_of(_votes(frame, view.ballot), seat.seat)
        return replace(plain, note=note)
    if view.phase is Phase.LIFT:
        return _lifting(frame, seat, plain)
    mode = Mode.NOW if seat.mark is Mark.TURN else Mode.PLAIN
    return replace(plain, note=_note(view, seat), mode=mode)


def _in_setup(view: MafiaView, seat: SeatView, plain: CardState) -> CardState:
    if seat.mark is Mark.PRESENT:
        return replace(plain, note=Line("kiosk.card.here"), ticked=True)
    called = next((one.seat for one in view.seats if one.mark is not Mark.PRESENT), None)
    if called == seat.seat:
        return replace(plain, note=Line("kiosk.card.press"), mode=Mode.NOW)
    return replace(plain, note=Line("kiosk.card.waiting"), mode=Mode.OUTLINED)


def _out(frame: Frame, view: MafiaView, seat: SeatView, plain: CardState) -> CardState:
    """Who has his final minute speaks; who has to be gone is told so (MAFN-GEN-9)."""
    if seat.mark is Mark.TURN:
        return replace(plain, note=Line("kiosk.mafia.card.speaks"), mode=Mode.NOW, struck=True)
    key = f"kiosk.mafia.left.{seat.left}"
    if seat.seat in view.minutes:
        key = "kiosk.mafia.card.minute"
    elif seat.disqualified:
        key = "kiosk.mafia.left.disqualified"
    left_ms = leaving(frame).get(seat.seat)
    note = Line(key)
    if left_ms is not None and not seat.disqualified:
        note = line("kiosk.mafia.card.leaves", time=minutes_text(-(-left_ms // 1000)))
    return replace(plain, note=note, mode=Mode.OUTLINED, struck=True)


def _note(view: MafiaView, seat: SeatView) -> Line | None:
    """The one note that matters most now."""
    if seat.pending:
        return Line("kiosk.mafia.card.pending", count=seat.pending)
    if seat.mark is Mark.TURN:
        return Line("kiosk.mafia.card.speaks")
    if seat.seat in view.minutes:
        return Line("kiosk.mafia.card.minute")
    if seat.seat in view.tied:
        return Line("kiosk.mafia.card.tied")
    if seat.mark is Mark.NEXT:
        return Line("kiosk.mafia.card.next")
    if seat.silent:
        return Line("kiosk.mafia.card.silent", count=seat.fouls)
    return Line("kiosk.mafia.card.fouls", count=seat.fouls) if seat.fouls else None


def _voting(frame: Frame, ballot: BallotView, seat: SeatView, plain: CardState) -> CardState:
    """MAFN-VOTE-8: a fist lies openly on the table, so it is shown."""
    note, whom = _vote_of(_votes(frame, ballot), seat.seat)
    now = whom is not None and whom == ballot.candidate
    if whom is None and seat.seat in own_of(frame).lying:
        note = Line("kiosk.mafia.card.lying")
    return replace(plain, note=note, mode=Mode.RECORDED if now else Mode.PLAIN, fist=now)


def _votes(frame: Frame, ballot: BallotView) -> tuple[tuple[Seat, tuple[Seat, ...]], ...]:
    """What the pads say; where the host counts, what he has counted so far."""
    return own_of(frame).counted or ballot.votes


def _vote_of(
    votes: tuple[tuple[Seat, tuple[Seat, ...]], ...], voter: Seat
) -> tuple[Line, Seat | None]:
    whom = next((whom for whom, voters in votes if voter in voters), None)
    if whom is None:
        return NOTHING, None
    return line("kiosk.mafia.card.vote", seat=str(whom)), whom


def _lifting(frame: Frame, seat: SeatView, plain: CardState) -> CardState:
    lift = own_of(frame).lift
    if lift is not None and seat.seat in lift.seats:
        return replace(plain, note=Line("kiosk.mafia.card.lifts"), mode=Mode.RECORDED, fist=True)
    return plain
