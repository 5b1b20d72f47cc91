"""From the state to what a screen may draw (`view.py`).

Lamps, sounds and screen must not leak roles, shots or checks. Nothing of `cards`, `nights`,
`rhythm` or `best_move` is read for the table before the end.
"""

from __future__ import annotations

from rules.kinds import Audience, GameMs, Seat
from rules.mafia.nights import checked_right, is_told
from rules.mafia.nominations import is_voted_on
from rules.mafia.sheet import points
from rules.mafia.speeches import speakers
from rules.mafia.state import (
    State,
    fouls_pending,
    is_silent,
    may_defend,
    nominees,
    role_of,
    sides,
    today,
)
from rules.mafia.view import (
    BallotView,
    MafiaView,
    Mark,
    NominationView,
    OfficialView,
    PendingView,
    Phase,
    SeatView,
    SpeakerView,
)

ENDED = frozenset((Phase.OVER, Phase.CLOSED))


def view(state: State, audience: Audience) -> MafiaView:
    """MAFN-DAY-5: fouls stand open, so that the silent question answers itself."""
    opening, ending, speaking = state.facts.opening, state.ending, state.speaking
    by_day = bool(state.days) and state.phase not in (Phase.NIGHT, Phase.SETUP)
    waiting = _waiting(state)
    return MafiaView(
        phase=state.phase,
        table=opening.table,
        round=opening.round,
        game=opening.game,
        officials=opening.officials,
        day=state.day,
        seats=_seats(state, waiting[0] if waiting else None),
        speaker=speaking and SpeakerView(speaking.seat, speaking.kind, speaking.timer),
        next_speaker=waiting[0] if waiting else None,
        nominations=tuple(NominationView(one.by, one.whom) for one in today(state).nominations)
        if by_day
        else (),
        ballot=_ballot(state),
        tied=state.tied,
        minutes=state.minutes,
        vote_due=state.phase is Phase.DAY and is_voted_on(state),
        no_vote=state.no_vote and by_day,
        revote_cancelled=state.cancelled,
        lift_forbidden=state.lift_forbidden and len(state.alive) == 4,
        gestures_free=state.gestures_free and state.facts.mafn,  # MAFN-DAY-9: in no other book
        two_sheriffs=state.sheriffs is not None,
        started_at=state.started_at,
        ended_at=ending.at if ending else None,
        end_reason=ending.reason if ending else None,
        winner=ending.winner if ending else None,
        attempt=state.attempt,
        pending=tuple(PendingView(*one) for one in state.pending),
        foul_removal=state.facts.count("foul_removal"),
        official=_official(state) if audience is Audience.OFFICIAL else None,
    )


def _waiting(state: State) -> tuple[Seat, ...]:
    """Who is still to have the word: by day everybody, in a crash the tied who may defend."""
    if state.phase is Phase.DAY:
        return speakers(state)
    if state.phase is not Phase.CRASH:
        return ()
    due = (seat for seat in state.tied if seat not in state.defended)
    return tuple(seat for seat in due if may_defend(state, seat))


def _seats(state: State, following: Seat | None) -> tuple[SeatView, ...]:
    over = state.phase in ENDED
    day = today(state) if state.days else None
    standing = nominees(state) if day is not None and state.phase is not Phase.NIGHT else ()
    spoke = day.spoke if day is not None else ()
    return tuple(
        SeatView(
            seat=seat.seat,
            player=seat.player,
            name=seat.name,
            mark=_mark(state, seat.seat, following),
            alive=seat.seat in state.alive,
            left=person.left,
            leave_until=_leave_until(state, seat.seat, person.left_at),
            fouls=person.fouls,
            pending=fouls_pending(state, seat.seat),
            warnings=person.warnings,
            silent=is_silent(state, seat.seat),
            spoken=seat.seat in spoke,
            nominated=seat.seat in standing,
            disqualified=person.disqualified,
            signed=person.signed is not None,
            role=role_of(state, seat.seat) if over else None,
            points=points(state, seat.seat) if over else None,
        )
        for seat, person in zip(state.facts.opening.seats, state.people, strict=True)
    )


def _mark(state: State, seat: Seat, following: Seat | None) -> Mark:
    person = state.people[state.facts.place[seat]]
    speaking = state.speaking
    marks = (
        (speaking is not None and speaking.seat == seat, Mark.TURN),
        (person.left == "removal", Mark.REMOVED),
        (person.left is not None, Mark.OUT),
        (seat in state.tied, Mark.TIED),
        (seat == following, Mark.NEXT),
        (state.phase is Phase.SETUP and person.present, Mark.PRESENT),
    )
    return next((mark for holds, mark in marks if holds), Mark.WAITING)


def _leave_until(state: State, seat: Seat, left_at: GameMs | None) -> GameMs | None:
    """MAFN-GEN-9, MAFA-MAIN-7: the time the host gives to be gone; after a final minute, if any."""
    if left_at is None or seat in state.minutes or state.phase in ENDED:
        return None
    return GameMs(left_at + state.facts.ms("leave_seconds"))


def _ballot(state: State) -> BallotView | None:
    ballot = state.ballot
    if ballot is None:
        return None
    counted = state.counted
    votes = (
        counted.votes
        if counted is not None
        else tuple(
            (whom, tuple(voter for voter, cast in ballot.fists if cast == whom))
            for whom in ballot.candidates
        )
    )
    most = max(len(voters) for _, voters in votes)
    leaders = tuple(whom for whom, voters in votes if len(voters) == most)
    return BallotView(
        stage=ballot.stage,
        candidates=ballot.candidates,
        candidate=None if counted else ballot.candidates[ballot.at],
        open_until=ballot.open_until,
        last=ballot.last,
        votes=votes,
        leaves=leaders if counted is not None else (),
        absent=counted.absent if counted is not None else (),
        corrected=counted is not None and counted.pads is not None,
    )


def _official(state: State) -> OfficialView:
    """What the host entered, and what he answers the Don and the Sheriff."""
    night = state.nights[-1] if state.nights and state.phase is Phase.NIGHT else None
    don, sheriff = checked_right(state, night) if night else (None, None)
    red, black = sides(state)
    return OfficialView(
        roles=state.cards,
        shot=night.shot[0] if night and night.shot else None,
        shot_entered=bool(night and night.shot),
        don_check=night.don[0] if night and night.don else None,
        don_entered=bool(night and night.don),
        don_right=don,
        sheriff_check=night.sheriff[0] if night and night.sheriff else None,
        sheriff_entered=bool(night and night.sheriff),
        sheriff_right=sheriff,
        rhythm=state.rhythm,
        night_over=is_told(state),
        red=red,
        black=black,
        no_kills=state.no_kills,
    )
