"""From the state to what a screen may draw (`view.py`).

HUN-9, HUN-G-RENT-NOPROMPT: the table's view holds no claim, no deed and no sum before the end.
"""

from __future__ import annotations

from rules.kinds import Audience, Money, Seat
from rules.monopoly.claims import is_open
from rules.monopoly.places import places
from rules.monopoly.sheet import is_settled, worth
from rules.monopoly.signing import armed
from rules.monopoly.state import FREE, Person, Sheet, State
from rules.monopoly.summary import COUNTED, bank_stock
from rules.monopoly.view import (
    ClaimView,
    DeedView,
    Mark,
    MonopolyView,
    OfficialView,
    Phase,
    RollView,
    SeatView,
    SheetView,
)

_BEFORE = frozenset((Phase.SETUP, Phase.READY))


def view(state: State, audience: Audience) -> MonopolyView:
    """The whole table; the official sees the claims besides."""
    facts, clock = state.facts, state.clock
    opening = facts.opening
    turn = _turn(state)
    houses, hotels = bank_stock(state)
    return MonopolyView(
        phase=state.phase,
        table=opening.table,
        round=opening.round,
        game=opening.game,
        final=opening.final,
        officials=opening.officials,
        seats=_seats(state, turn),
        turn=turn,
        roll_again=state.phase is Phase.PLAY and state.turn.doubles > 0,
        last_roll=_last_roll(state),
        game_ms=facts.game_ms,
        marks_ms=facts.marks_ms,
        started_at=clock.started_at,
        ended_at=clock.ended_at,
        end_reason=clock.end_reason,
        show_clock=facts.edition.flag("show_clock_to_players"),
        confirms=state.sheets.confirms,
        confirms_needed=facts.confirms,
        bank_houses=houses,
        bank_hotels=hotels,
        attempt=state.attempt,
        official=_official(state) if audience is Audience.OFFICIAL else None,
    )


def _turn(state: State) -> Seat | None:
    """Who rolls next; before the first dice who was chosen, else the first seat."""
    if state.phase is Phase.PLAY or state.turn.seat is not None:
        return state.turn.seat if state.phase in {Phase.PLAY, *_BEFORE} else None
    return state.active[0] if state.phase is Phase.READY and state.active else None


def _seats(state: State, turn: Seat | None) -> tuple[SeatView, ...]:
    ranks = places(state) if state.phase is Phase.CLOSED else {}
    signs = armed(state) if state.phase is Phase.SIGN else None
    return tuple(
        SeatView(
            seat=seat.seat,
            player=seat.player,
            name=seat.name,
            mark=_mark(state, seat.seat, turn, signs),
            out_at=person.left_at,
            jailed=state.phase is Phase.PLAY and tries != FREE,
            sheet=_sheet(state, sheet) if state.phase in COUNTED else None,
            signed=signed is not None,
            signed_by=signed,
            fouls=person.fouls,
            place=ranks.get(seat.seat),
            counted=state.phase in COUNTED and is_settled(state, seat.seat),
            deeds=_entered(state, seat.seat) if state.phase is Phase.COUNT else (),
        )
        for seat, person, tries, sheet, signed in zip(
            state.facts.opening.seats,
            state.people,
            state.turn.tries,
            state.sheets.counts,
            state.sheets.signed,
            strict=True,
        )
    )


def _mark(state: State, seat: Seat, turn: Seat | None, signs: Seat | None) -> Mark:
    person = state.people[state.facts.place[seat]]
    signed = state.sheets.signed[state.facts.place[seat]] is not None
    marks = (
        (person.excluded, Mark.REMOVED),
        (state.phase is Phase.SIGN and signs == seat, Mark.ARMED),
        (state.phase in COUNTED and signed, Mark.SIGNED),
        (person.left is not None, Mark.OUT),
        (turn == seat, Mark.TURN),
        (_is_present(state, person), Mark.PRESENT),
    )
    return next((mark for holds, mark in marks if holds), Mark.WAITING)


def _is_present(state: State, person: Person) -> bool:
    return state.phase is Phase.SETUP and person.present


def _entered(state: State, seat: Seat) -> tuple[DeedView, ...]:
    """HUN-8: what this seat had by the entries of the game, for its sheet to begin with."""
    return tuple(
        DeedView(deed.code, held.mortgaged, held.houses)
        for deed in state.facts.board.deeds
        if (held := state.estate.deeds.get(deed.code)) and held.owner == seat
    )


def _sheet(state: State, sheet: Sheet) -> SheetView | None:
    """HUN-8: a sheet as it is counted; half of the printed price is what a mortgaged deed adds."""
    if not sheet.begun:
        return None
    sums = worth(state.facts, sheet)
    return SheetView(
        cash=sheet.cash,
        deeds=tuple(DeedView(deed.key, deed.mortgaged, deed.houses) for deed in sheet.deeds),
        unmortgaged=sums.unmortgaged,
        mortgaged=Money(sums.mortgaged // 2),
        buildings=sums.buildings,
        wealth=sums.wealth,
        unencumbered=sums.unencumbered,
    )


def _last_roll(state: State) -> RollView | None:
    turn = state.turn
    if turn.thrown_at is not None and turn.seat is not None:
        return RollView(turn.seat, None, turn.thrown_at, pending=True, jail=False)
    last = next(state.dice.backwards(), None)
    if last is None:
        return None
    return RollView(last.seat, last.dice, last.at, pending=False, jail=last.note == "jail")


def _official(state: State) -> OfficialView:
    lander = state.turn.lander
    may_claim = tuple(
        seat
        for seat in state.active
        if state.phase is Phase.PLAY
        and lander is not None
        and seat != lander
        and is_open(state, seat, lander)
    )
    claims = tuple(ClaimView(claim.seat, claim.of, claim.at) for claim in state.kept.claims.items())
    return OfficialView(lander, may_claim, claims, _is_second_round(state))


def _is_second_round(state: State) -> bool:
    """HUN-4.1: whether a seat has begun its second turn; a double's next roll is the same turn."""
    begun: set[Seat] = set()
    last = None
    for throw in state.dice.items():  # over after one round of turns, however long the game
        if throw.seat != last and throw.seat in begun:
            return True
        begun.add(throw.seat)
        last = throw.seat
    return False
