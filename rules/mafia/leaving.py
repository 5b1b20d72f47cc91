"""Who leaves the table, and what follows: by when he is removed (docs/rules/mafia-nuances.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from rules.kinds import GameMs, Seat, Step
from rules.mafia.ending import over
from rules.mafia.parts import Counted, Left
from rules.mafia.state import (
    State,
    person_of,
    sides,
    today,
    with_person,
    with_today,
)
from rules.mafia.view import Phase


def departed(state: State, seats: tuple[Seat, ...], how: str, at: GameMs) -> State:
    """MAF-P-11: these leave at once, together; whether that decides the game is asked after all."""
    for seat in seats:
        person = person_of(state, seat)
        state = with_person(state, seat, person._replace(left=how, left_at=at))
    state = state._replace(alive=tuple(seat for seat in state.alive if seat not in seats))
    if state.facts.choice("nokill_reset") == "any_departure":
        state = state._replace(no_kills=0)
    left = tuple(Left(seat, how, at) for seat in seats)
    if state.phase is not Phase.NIGHT:
        day = today(state)
        return with_today(state, day._replace(left=day.left + left))
    if not state.nights:
        return state._replace(dealing_left=state.dealing_left + left)
    night = state.nights[-1]
    night = night._replace(left=night.left + left)
    return state._replace(nights=(*state.nights[:-1], night))


def removed(state: State, seat: Seat, at: GameMs) -> Step[State]:
    """MAFN-GEN-4a, MAFA-REM-1: leaves at once, without a last word; the phase says what follows."""
    phase = state.phase
    state = departed(state, (seat,), "removal", at)
    state = state._replace(pending=tuple(one for one in state.pending if one.seat != seat))
    state = _forbidden(state, seat)
    follows = _FOLLOWS.get(phase)
    if follows is not None:
        state = follows(state, seat)
    return after(state, at)


def after(state: State, at: GameMs) -> Step[State]:
    """The win check, as soon as no result and no final minute is outstanding (MAFN-GEN-5)."""
    if state.phase is Phase.VOTED or state.minutes:
        return Step(state)
    return checked(state, at)


def checked(state: State, at: GameMs) -> Step[State]:
    """MAF-P-11: red wins without blacks, black wins at parity; MAFN-GEN-17: there is no draw."""
    if not state.cards or state.phase in (Phase.OVER, Phase.CLOSED):
        return Step(state)
    red, black = sides(state)
    if not state.alive:
        return over(state, at, None, "all_left")
    if black == 0:
        return over(state, at, "red", "all_black_out")
    if black >= red:
        return over(state, at, "black", "parity")
    critical = len(state.alive) <= state.facts.count("critical_players")
    return Step(state._replace(guessing=True) if critical and not state.guessing else state)


def minute_over(state: State, seat: Seat, at: GameMs) -> Step[State]:
    """MAFN-GEN-5: the game is decided after the last final minute, not before."""
    left = tuple(one for one in state.minutes if one != seat)
    state = state._replace(minutes=left, speaking=None)
    if left:
        return Step(state)
    morning = state.phase is Phase.MORNING
    return checked(state._replace(phase=Phase.DAY if morning else Phase.DUSK), at)


def forbidden_at_dawn(state: State) -> State:
    """MAFN-VOTE-6: a removal by night counts for the exception at four, too."""
    if not state.night_removal:
        return state
    return _forbid(state._replace(night_removal=False))


def _forbidden(state: State, seat: Seat) -> State:
    """MAFN-VOTE-5b: two claimed sheriffs, one of the others is removed: with four no lifting."""
    claimed = state.sheriffs
    if claimed is None or seat in claimed or not state.facts.flag("two_sheriffs_forbid_lift"):
        return state
    if state.phase is Phase.NIGHT:
        return state._replace(night_removal=True)
    return _forbid(state)


def _forbid(state: State) -> State:
    both = all(seat in state.alive for seat in state.sheriffs or ())
    return state._replace(lift_forbidden=True) if both and len(state.alive) == 4 else state


def _by_day(state: State, seat: Seat) -> State:
    """MAFN-VOTE-2, MAFA-GAME-2: no vote today; his nomination of that minute is void."""
    state = state._replace(no_vote=True)
    speaking = state.speaking
    if speaking is None or speaking.seat != seat:
        return state
    day = today(state)
    kept = tuple(one for one in day.nominations if one.by != seat)
    state = with_today(state, day._replace(nominations=kept, spoke=_with(day.spoke, seat)))
    return state._replace(speaking=None)


def _in_vote(state: State, seat: Seat) -> State:
    """The nuances complete the windows; Aktau stops the vote, and so does a running re-vote.

    MAFN-VOTE-13: what follows of a crash is cancelled.
    """
    ballot = state.ballot
    if ballot is None:
        return state
    if ballot.stage == "vote" and state.facts.choice("removal_mid_vote") == "finish_windows":
        return state._replace(ballot=ballot._replace(shaken=True))
    votes = tuple(
        (whom, tuple(voter for voter, cast in ballot.fists if cast == whom))
        for whom in ballot.candidates
    )
    stopped = Counted(ballot.stage, ballot.candidates, votes, stopped=True)
    day = today(state)
    state = with_today(state, day._replace(ballots=(*day.ballots, stopped)))
    return state._replace(phase=Phase.DUSK, ballot=None)


def _in_voted(state: State, seat: Seat) -> State:
    """MAFN-VOTE-3: the result stands; a tie is not voted on again."""
    ballot = state.ballot
    return state._replace(ballot=ballot and ballot._replace(shaken=True))


def _in_crash(state: State, seat: Seat) -> State:
    """MAFN-VOTE-4, MAFN-VOTE-13: who is tied may finish; the re-vote is cancelled."""
    speaking = state.speaking
    if speaking is not None and speaking.seat == seat:
        speaking = None
    return state._replace(cancelled=True, speaking=speaking)


def _in_lift(state: State, seat: Seat) -> State:
    """MAFN-VOTE-13: nothing is voted on any more."""
    return state._replace(phase=Phase.DUSK, tied=())


def _by_night(state: State, seat: Seat) -> State:
    """By night: the next vote takes place, unless the edition says otherwise."""
    return state._replace(no_vote=state.facts.flag("night_removal_cancels_vote"))


_FOLLOWS: Final[Mapping[Phase, Callable[[State, Seat], State]]] = MappingProxyType(
    {
        Phase.MORNING: _by_day,
        Phase.DAY: _by_day,
        Phase.VOTE: _in_vote,
        Phase.VOTED: _in_voted,
        Phase.CRASH: _in_crash,
        Phase.LIFT: _in_lift,
        Phase.NIGHT: _by_night,
    }
)


def _with(spoke: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return spoke if seat in spoke else (*spoke, seat)
