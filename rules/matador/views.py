"""From the state to what a screen may draw (`view.py`).

RAMK-9.4, RAMK-9.5: what was entered is public. RAMK-4.1: a voice is not before the ballot closes.
"""

from __future__ import annotations

from itertools import islice
from typing import Final

from rules.kinds import Audience, Money, Seat
from rules.matador.auctions import best, take_price
from rules.matador.cheating import may_ask_intent, needed
from rules.matador.estate import Holding
from rules.matador.landing import is_open
from rules.matador.loans import due
from rules.matador.offers import binds
from rules.matador.places import places, points
from rules.matador.sheet import loan_of, wealth_of
from rules.matador.signing import armed
from rules.matador.state import FREE, State, before_turn, open_loan, running_auction
from rules.matador.summary import COUNTED, pass_word
from rules.matador.view import (
    AuctionView,
    BallotView,
    DeedView,
    EntryView,
    LoanView,
    Mark,
    MatadorView,
    OfferView,
    OfficialView,
    Phase,
    RollView,
    SeatView,
    SheetView,
    SlipView,
    TimeoutView,
    VerdictView,
)
from rules.matador.wealth import CARD_KINDS

LAST_ENTRIES: Final = 12


def view(state: State, audience: Audience) -> MatadorView:
    """The whole table; the keeper sees the open votes besides."""
    facts, clock, turn = state.facts, state.clock, state.turn
    opening = facts.opening
    playing = state.phase in (Phase.SETUP, Phase.PLAY)
    apart = facts.edition.text("auction_half_to") == "separate_pot"
    may_build = turn.seat is not None and playing and before_turn(state, turn.seat)
    return MatadorView(
        phase=state.phase,
        table=opening.table,
        round=opening.round,
        game=opening.game,
        final=opening.final,
        division=opening.division,
        officials=opening.officials,
        free_pass_evening=facts.free_pass,
        loan_evening=facts.loans,
        seats=_seats(state, turn.seat if playing and not clock.closed else None),
        turn=turn.seat if playing and not clock.closed else None,
        moving=turn.moving if playing else None,
        touched=playing and turn.touched,
        roll_again=playing and turn.doubles > 0,
        may_build=turn.seat if may_build else None,
        last_roll=_last_roll(state),
        claimable=tuple(seat for seat in state.active if playing and is_open(state, seat)),
        pot=state.kept.pot,
        separate_pot=state.kept.separate if apart else None,
        timeout=_timeout(state),
        ballot=_ballot(state),
        verdict=_verdict(state),
        auction=_auction(state),
        offers=_offers(state),
        entries=_entries(state),
        evening=clock.evening,
        last_round=clock.last_round,
        dice_closed=clock.closed,
        started_at=clock.started_at,
        ended_at=clock.ended_at,
        end_reason=clock.end_reason,
        attempt=state.attempt,
        official=_official(state) if audience is Audience.OFFICIAL else None,
    )


def _seats(state: State, turn: Seat | None) -> tuple[SeatView, ...]:
    over = state.phase in COUNTED
    ranks = places(state) if over else {}
    given = points(state) if over else {}
    signs = armed(state) if state.phase is Phase.SIGN else None
    fines: dict[Seat | str, int] = {}
    for entry in state.kept.entries.items():
        if entry.fine:
            fines[entry.from_] = fines.get(entry.from_, 0) + entry.amount
    return tuple(
        SeatView(
            seat=seat.seat,
            player=seat.player,
            name=seat.name,
            mark=_mark(state, seat.seat, turn, signs),
            out_at=person.left_at,
            jail_round=None if tries == FREE else min(tries + 1, state.facts.jail_tries),
            must_pay_jail=tries >= state.facts.jail_tries,
            free_pass=pass_word(state, seat.seat),
            grant=_cards(state, seat.seat, "grant") > 0,
            kings=_cards(state, seat.seat, "king"),
            deeds=_deeds(state, seat.seat),
            loan=_loan(state, seat.seat),
            slips=_slips(state, seat.seat),
            fines=Money(fines.get(seat.seat, 0)),
            fouls=person.fouls,
            sheet=_sheet(state, seat.seat) if over else None,
            signed=signed is not None,
            signed_by=signed,
            place=ranks.get(seat.seat),
            points=given.get(seat.seat),
        )
        for seat, person, tries, signed in zip(
            state.facts.opening.seats,
            state.people,
            state.turn.tries,
            state.sheets.signed,
            strict=True,
        )
    )


def _mark(state: State, seat: Seat, turn: Seat | None, signs: Seat | None) -> Mark:
    place = state.facts.place[seat]
    person, signed = state.people[place], state.sheets.signed[place] is not None
    marks = (
        (person.excluded, Mark.REMOVED),
        (signs == seat, Mark.ARMED),
        (state.phase in COUNTED and signed, Mark.SIGNED),
        (person.left == "retired", Mark.HOME),
        (person.left is not None, Mark.OUT),
        (turn == seat, Mark.TURN),
        (state.phase is Phase.SETUP and person.present, Mark.PRESENT),
    )
    return next((mark for holds, mark in marks if holds), Mark.WAITING)


def _cards(state: State, seat: Seat, what: str) -> int:
    return sum((card.what, card.seat) == (what, seat) for card in state.estate.cards)


def _deeds(state: State, seat: Seat) -> tuple[DeedView, ...]:
    held: list[tuple[str, Holding]] = [
        (key, deed) for key, deed in state.estate.deeds.items() if deed.owner == seat
    ]
    return tuple(DeedView(key, deed.mortgaged, deed.houses) for key, deed in sorted(held))


def _loan(state: State, seat: Seat) -> LoanView | None:
    loan = open_loan(state, seat)
    if loan is None:
        return None
    cost = due(state.facts, loan)
    return LoanView(loan.principal, loan.balance, cost.interest, cost.instalment)


def _slips(state: State, seat: Seat) -> tuple[SlipView, ...]:
    return tuple(
        SlipView(share.of, share.percent, share.series)
        for share in state.estate.shares
        if share.seat == seat
    )


def _sheet(state: State, seat: Seat) -> SheetView | None:
    sheet = state.sheets.counts[state.facts.place[seat]]
    if not sheet.begun:
        return None
    return SheetView(
        cash=sheet.cash,
        deeds=tuple(
            DeedView(deed.key, deed.mortgaged, deed.houses)
            for deed in sheet.deeds
            if deed.kind not in CARD_KINDS
        ),
        cards=tuple(deed.kind for deed in sheet.deeds if deed.kind in CARD_KINDS),
        loan=loan_of(state, seat),
        wealth=wealth_of(state, seat) or Money(0),
    )


def _last_roll(state: State) -> RollView | None:
    fallen = state.turn.fallen
    if fallen is not None:
        return RollView(fallen.seat, None, fallen.at, True, "early" if fallen.early else None)
    last = next(state.dice.backwards(), None)
    if last is None:
        return None
    return RollView(last.seat, last.dice, last.at, False, last.note)


def _timeout(state: State) -> TimeoutView | None:
    called = state.clock.timeout
    if called is None:
        return None
    return TimeoutView(called.by, called.seat, called.timer, called.others)


def _ballot(state: State) -> BallotView | None:
    ballot = state.ballot
    if ballot is None:
        return None
    return BallotView(
        ballot.about, ballot.by, ballot.on, ballot.eligible, needed(ballot), ballot.avoided
    )


def _verdict(state: State) -> VerdictView | None:
    last = next(state.kept.verdicts.backwards(), None)
    if last is None:
        return None
    yes, no = last.ballot.count("yes"), last.ballot.count("no")
    return VerdictView(
        about=last.ballot.about,
        by=last.ballot.by,
        on=last.ballot.on,
        yes=yes,
        no=no,
        abstain=len(last.ballot.eligible) - yes - no,
        passed=last.passed,
        at=last.at,
        may_ask_intent=state.ballot is None and may_ask_intent(last),
    )


def _auction(state: State) -> AuctionView | None:
    running = running_auction(state)
    if running is None:
        return None
    top = best(state, running)
    may_take = running.owner is None and running.lander is not None
    return AuctionView(
        what=running.what,
        least=running.least,
        lander=running.lander,
        owner=running.owner,
        best=None if top is None else (top.seat, top.amount),
        take_price=take_price(state, running) if may_take else None,
    )


def _offers(state: State) -> tuple[OfferView, ...]:
    return tuple(
        OfferView(one.seat, one.to, one.what, one.lapses_at - state.turn.rolls)
        for one in state.offers
        if binds(state, one)
    )


def _entries(state: State) -> tuple[EntryView, ...]:
    newest = islice(state.kept.entries.backwards(), LAST_ENTRIES)
    return tuple(
        EntryView(entry.at, entry.from_, entry.to, entry.amount, entry.rule) for entry in newest
    )


def _official(state: State) -> OfficialView:
    votes = state.ballot.votes if state.ballot else {}
    return OfficialView(tuple(sorted(votes.items())))
