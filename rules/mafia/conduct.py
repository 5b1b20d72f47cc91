"""Fouls, warnings, removals, remarks: what the host puts down against a seat, and takes back."""

from __future__ import annotations

from rules.actions import (
    Disqualify,
    Flag,
    Foul,
    Incident,
    Lift,
    Pause,
    Press,
    Remove,
    Resume,
    Start,
    Undo,
    Unfoul,
    Wait,
    Warn,
)
from rules.kinds import GameMs, Refusal, Seat, Step
from rules.mafia.leaving import checked, removed
from rules.mafia.state import (
    State,
    by_book,
    gone,
    person_of,
    refused,
    remarked,
    then,
    today,
    with_person,
)
from rules.mafia.ties import decided
from rules.mafia.view import Phase

SPOKEN = frozenset((Phase.MORNING, Phase.DAY))


def foul(state: State, action: Foul) -> Step[State] | Refusal:
    """MAFN-DAY-3a, MAFA-GAME-7a: the third foul silences; MAFN-GEN-4a, MAFA-REM-1: the fourth
    removes. MAFN-GEN-16: a final minute is not taken away by one.
    """
    seat = action.seat
    if seat in state.minutes:
        person = person_of(state, seat)
        most = state.facts.count("foul_removal")
        state = with_person(state, seat, person._replace(fouls=min(most, person.fouls + 1)))
        return Step(remarked(state, action.at, "foul", seat, action.reason, action.rule))
    return gone(state, seat) or fouled(state, seat, action.reason, action.at, action.rule)


def fouled(state: State, seat: Seat, reason: str, at: GameMs, rule: str = "") -> Step[State]:
    """One foul more, with what it leads to; the running minute goes on (MAFN-GEN-16)."""
    person = person_of(state, seat)
    fouls = person.fouls + 1
    facts = state.facts
    if fouls == facts.count("foul_silence"):
        person = person._replace(silent_on=(*person.silent_on, _silent_day(state, seat)))
    state = with_person(state, seat, person._replace(fouls=fouls))
    state = remarked(state, at, "foul", seat, reason, rule)
    return removed(state, seat, at) if fouls >= facts.count("foul_removal") else Step(state)


def unfoul(state: State, action: Unfoul) -> Step[State] | Refusal:
    """MAFN-DAY-3a: a foul is withdrawn, and the silence it brought, if not yet served."""
    seat = action.seat
    person = person_of(state, seat)
    refusal = None if seat in state.minutes else gone(state, seat)
    if refusal:
        return refusal
    if not person.fouls:
        return refused("TABLE-UNFOUL", "no_foul", ("seat", seat))
    silent = person.silent_on
    if person.fouls == state.facts.count("foul_silence") and silent and not _served(state, seat):
        silent = silent[:-1]
    person = person._replace(fouls=person.fouls - 1, silent_on=silent)
    state = with_person(state, seat, person)
    return Step(remarked(state, action.at, "unfoul", seat, action.reason))


def warn(state: State, action: Warn) -> Step[State] | Refusal:
    """MAFN-DAY-11: dark glasses: first a warning, each later one a foul."""
    seat = action.seat
    refusal = gone(state, seat)
    if refusal:
        return refusal
    person = person_of(state, seat)
    state = with_person(state, seat, person._replace(warnings=person.warnings + 1))
    state = remarked(state, action.at, "warn", seat, action.reason, action.rule)
    if person.warnings < state.facts.count("warnings_free"):
        return Step(state)
    return fouled(state, seat, action.reason, action.at, action.rule)


def remove(state: State, action: Remove) -> Step[State] | Refusal:
    """MAFN-DAY-4, DAY-10, GEN-2, GEN-6, GEN-11, GEN-12, GEN-15, MAFA-REM-2 to 7: leaves at once,
    without a last word.
    """
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    state = remarked(state, action.at, action.do, action.seat, action.reason, action.rule)
    return removed(state, action.seat, action.at)


def disqualify(state: State, action: Disqualify) -> Step[State]:
    """MAFN-GEN-10, MAFA-JUDGE-5: out of the tournament, and of this game if he is still in it."""
    seat = action.seat
    person = person_of(state, seat)._replace(disqualified=True)
    state = with_person(state, seat, person)
    state = remarked(state, action.at, action.do, seat, action.reason, action.rule)
    playing = seat in state.alive and state.started_at is not None and state.ending is None
    return removed(state, seat, action.at) if playing else Step(state)


def incident(state: State, action: Incident) -> Step[State]:
    """MAFN-GEN-14: damaged props, a late player, whatever the panel is to know."""
    return Step(remarked(state, action.at, action.do, action.seat, action.reason, action.rule))


def flag(state: State, action: Flag) -> Step[State]:
    """MAFN-VOTE-5b: the host marks that two sheriffs are claimed, and by whom."""
    return Step(state._replace(sheriffs=action.seats if action.on else None))


def announced(state: State, at: GameMs) -> Step[State]:
    """MAFN-VOTE-11, MAFN-VOTE-10: the fouls of the pads count now, then the ballot's result."""
    pending = state.pending
    step = Step(state._replace(pending=()))
    for one in pending:
        if one.seat in step.state.alive and step.state.ending is None:
            step = then(step, fouled(step.state, one.seat, one.why, at))
    if step.state.phase is not Phase.VOTED:
        return step
    step = then(step, decided(step.state, at))
    return step if step.state.minutes else then(step, checked(step.state, at))


def take_back(state: State, since: GameMs) -> State | None:
    """MAFN-VOTE-11: the last foul that the pads raised since then, taken back; None: none is."""
    by_pads = [one for one in state.pending if not one.tallied and one.at >= since]
    if not by_pads:
        return None
    last = by_pads[-1]
    return state._replace(pending=tuple(one for one in state.pending if one is not last))


def take_back_again(state: State, action: Undo) -> Step[State] | Refusal:
    """An undo that took back a foul of the pads, when the game is folded again."""
    taken = take_back(state, GameMs(0))
    return refused("TABLE-UNDO", "nothing_to_undo") if taken is None else Step(taken)


def no_pause(state: State, action: Pause | Resume) -> Refusal:
    """MAFA-MAIN-4, MAFN-GEN-3: there are no technical pauses and no "stop game"."""
    return refused(by_book(state, "MAFN-GEN-3", "MAFA-MAIN-4"), "no_pause")


def press(state: State, action: Press) -> Step[State]:
    """MAFA-MAIN-2: a seat's button, which means nothing now; before the game it says "present"."""
    if state.phase is not Phase.SETUP:
        return Step(state)
    person = person_of(state, action.seat)
    return Step(with_person(state, action.seat, person._replace(present=True)))


def keep(state: State, action: Wait | Start | Lift) -> Step[State]:
    """MAFN-GEN-1: changes nothing; the game starts with the host's "Night"."""
    return Step(state)


def _silent_day(state: State, seat: Seat) -> int:
    """MAFN-DAY-3a: this day, or the next if he has spoken; MAFA-GAME-7a: the next."""
    this = state.facts.choice("silence_rule") == "this_day" and state.phase in SPOKEN
    return state.day if this and seat not in today(state).spoke else state.day + 1


def _served(state: State, seat: Seat) -> bool:
    last = person_of(state, seat).silent_on[-1]
    return last < state.day or (last == state.day and seat in today(state).spoke)
