"""`next`: the host's one key for what comes next, whatever that is in this phase."""

from __future__ import annotations

from rules.actions import Day, Next, Night, Revote, Speech, Voting
from rules.kinds import Refusal, Step
from rules.mafia.clock import speech_over
from rules.mafia.nights import day, first_night, night
from rules.mafia.nominations import is_voted_on
from rules.mafia.speeches import defend, last_word, speak, speakers
from rules.mafia.state import State, by_book, may_defend, refused, then
from rules.mafia.view import Phase
from rules.mafia.voting import next_window, revote, voting


def to_night(state: State, action: Next) -> Step[State]:
    """MAFN-GEN-1: the game starts with the night of dealing."""
    return first_night(state, Night(action.at))


def to_day(state: State, action: Next) -> Step[State] | Refusal:
    """MAF-P-9: the town wakes."""
    return day(state, Day(action.at))


def to_dark(state: State, action: Next) -> Step[State] | Refusal:
    """MAF-P-5: night."""
    return night(state, Night(action.at))


def in_minutes(state: State, action: Next) -> Step[State] | Refusal:
    """MAF-P-8: the next final minute; who is speaking has ended his."""
    if state.speaking is None:
        return last_word(state, Speech(action.at, state.minutes[0]))
    step = speech_over(state, action.at)
    if not step.state.minutes:
        return step
    more = last_word(step.state, Speech(action.at, step.state.minutes[0]))
    return more if isinstance(more, Refusal) else then(step, more)


def by_day(state: State, action: Next) -> Step[State] | Refusal:
    """MAF-P-3: the next speaker, then the vote, then night."""
    waiting = speakers(state)
    if waiting:
        return speak(state, Speech(action.at, waiting[0]))
    if is_voted_on(state):
        return voting(state, Voting(action.at))
    return night(state, Night(action.at))


def in_vote(state: State, action: Next) -> Step[State] | Refusal:
    """MAFN-VOTE-1: the next candidate's window."""
    return next_window(state, action.at)


def in_crash(state: State, action: Next) -> Step[State] | Refusal:
    """MAF-P-7: the next of the tied speaks, then the re-vote; MAFN-VOTE-13: or night."""
    for seat in state.tied:
        if seat not in state.defended and may_defend(state, seat):
            return defend(state, Speech(action.at, seat))
    if state.cancelled:
        return night(state, Night(action.at))
    return revote(state, Revote(action.at))


def no_vote(state: State) -> Refusal:
    """MAFN-VOTE-2, MAF-P-5: there is no vote to announce now."""
    if state.phase is Phase.VOTE:
        return refused("MAFN-VOTE-1", "window_open")
    if state.minutes:
        return refused("MAFN-GEN-16", "minute_due", ("seat", state.minutes[0]))
    if state.no_vote:
        return refused(by_book(state, "MAFN-VOTE-2", "MAFA-GAME-2"), "no_vote_today")
    return refused("MAF-P-5", "no_vote_due")
