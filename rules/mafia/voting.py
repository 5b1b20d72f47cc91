"""The vote: a window for each candidate, the fist at its instant, the host's count, ties.

A ballot with a fist on any pad is counted by itself when its last window closes, and may be
corrected until it is announced: by the next thing the host does with it.
"""

from __future__ import annotations

from rules.actions import Fist, Lift, Revote, Tally, Voting
from rules.kinds import GameMs, Refusal, Seat, Step
from rules.mafia.nominations import is_voted_on
from rules.mafia.parts import Ballot, Counted, Pending, Votes
from rules.mafia.speeches import stopped
from rules.mafia.state import (
    State,
    by_book,
    gone,
    nominees,
    refused,
    today,
    told,
)
from rules.mafia.ties import left_by_vote
from rules.mafia.view import Phase


def voting(state: State, action: Voting) -> Step[State] | Refusal:
    """MAFN-VOTE-1: the vote is announced, the first candidate's 2 s run; MAF-P-5: a single one
    leaves without a count, on day 1 there is no vote on him.
    """
    if state.no_vote:
        return refused(by_book(state, "MAFN-VOTE-2", "MAFA-GAME-2"), "no_vote_today")
    if not is_voted_on(state):
        return refused("MAF-P-5", "no_vote_due")
    state = stopped(state)
    standing = nominees(state)
    if len(standing) == 1:
        counted = Counted("vote", standing, ((standing[0], state.alive),))
        return Step(left_by_vote(state, counted, action.at))
    return opened(state._replace(phase=Phase.VOTE), "vote", standing, action.at)


def revote(state: State, action: Revote) -> Step[State] | Refusal:
    """MAF-P-7: the tied are voted on again; MAFN-VOTE-4, MAFN-VOTE-13: unless somebody left."""
    if state.cancelled:
        return refused(by_book(state, "MAFN-VOTE-13", "MAFA-GAME-2"), "no_revote")
    return opened(stopped(state)._replace(phase=Phase.VOTE), "revote", state.tied, action.at)


def opened(state: State, stage: str, candidates: tuple[Seat, ...], at: GameMs) -> Step[State]:
    """A new ballot with its first window."""
    return _window(state._replace(ballot=Ballot(stage, candidates, 0, None), counted=None), 0, at)


def next_window(state: State, at: GameMs) -> Step[State] | Refusal:
    """MAFN-VOTE-1: each candidate has his 2 s, one after the other."""
    ballot = state.ballot
    if ballot is None or ballot.open_until is not None:
        return refused("MAFN-VOTE-1", "window_open")
    if ballot.last:
        return refused("MAFN-VOTE-8", "count_missing")
    return _window(state, ballot.at + 1, at)


def window_closed(state: State, at: GameMs) -> Step[State]:
    """MAFN-VOTE-1: "thank you"; after the last candidate the pads are counted."""
    ballot = state.ballot
    if ballot is None:
        raise ValueError(f"no window closes at {at}")
    state = state._replace(ballot=ballot._replace(open_until=None))
    closed = told(state, at, f"vote-close:{ballot.candidates[ballot.at]}")
    if not ballot.last or not ballot.fists:
        return closed
    return Step(_counted_by_pads(closed.state, ballot, at), closed.announcements)


def fist(state: State, action: Fist) -> Step[State] | Refusal:
    """MAFN-VOTE-8: the fist on the pad is the vote, at its instant; MAF-P-6: one a player."""
    ballot, seat = state.ballot, action.seat
    refusal = gone(state, seat)
    if refusal:
        return refusal
    if state.facts.choice("vote_input") == "judge":
        return refused("MAFN-VOTE-8", "host_counts")
    if ballot is None or ballot.open_until is None:
        return refused("MAFN-VOTE-1", "window_closed")
    if any(voter == seat for voter, _ in ballot.fists):
        return refused("MAF-P-6", "has_voted", ("seat", seat))
    fists = (*ballot.fists, (seat, ballot.candidates[ballot.at]))
    return Step(state._replace(ballot=ballot._replace(fists=fists)))


def no_fist(state: State, action: Fist) -> Refusal:
    """MAFN-VOTE-1: outside a window nothing is a vote."""
    return gone(state, action.seat) or refused("MAFN-VOTE-1", "window_closed")


def lift(state: State, action: Lift) -> Step[State]:
    """MAFN-VOTE-11, MAFA-FOUL-11: a hand off before "thank you": a foul, and the vote counts."""
    ballot, seat = state.ballot, action.seat
    if ballot is None or ballot.open_until is None or seat in ballot.off:
        return Step(state)
    if (seat, ballot.candidates[ballot.at]) not in ballot.fists:
        return Step(state)
    pending = (*state.pending, Pending(seat, "hand_off", action.at))
    return Step(state._replace(ballot=ballot._replace(off=(*ballot.off, seat)), pending=pending))


def tally(state: State, action: Tally) -> Step[State] | Refusal:
    """MAFN-VOTE-8: the host counts fists himself; both counts are kept.

    MAF-P-6: who is not listed votes for the last candidate; MAFN-VOTE-10: and gets a foul.
    """
    ballot = state.ballot
    if ballot is None:
        return refused("MAFN-VOTE-8", "no_ballot")
    refusal = _wrong_tally(state, ballot, action)
    if refusal:
        return refusal
    by_hand = dict(action.votes)
    listed = {voter for voters in by_hand.values() for voter in voters}
    absent = tuple(seat for seat in state.alive if seat not in listed)
    last = ballot.candidates[-1]
    votes = tuple(
        (whom, by_hand.get(whom, ()) + (absent if whom == last else ()))
        for whom in ballot.candidates
    )
    kept = tuple(one for one in state.pending if one.why != "no_fist")
    if state.facts.flag("no_fist_is_foul"):
        kept += tuple(Pending(seat, "no_fist", action.at, True) for seat in absent)
    pads = _by_pads(ballot) if ballot.fists else None
    counted = Counted(ballot.stage, ballot.candidates, votes, pads=pads, absent=absent)
    ballot = ballot._replace(open_until=None)
    return Step(state._replace(phase=Phase.VOTED, ballot=ballot, counted=counted, pending=kept))


def no_tally(state: State, action: Tally) -> Refusal:
    """MAFN-VOTE-8: no ballot waits for a count; what was announced stands."""
    return refused("MAFN-VOTE-8", "no_ballot")


def _window(state: State, number: int, at: GameMs) -> Step[State]:
    ballot = state.ballot
    if ballot is None:
        raise ValueError("no ballot is open")
    until = GameMs(at + state.facts.ms("vote_window"))
    state = state._replace(ballot=ballot._replace(at=number, open_until=until))
    return told(state, at, f"vote-open:{ballot.candidates[number]}")


def _counted_by_pads(state: State, ballot: Ballot, at: GameMs) -> State:
    """MAF-P-6: what was not cast goes to the last candidate; MAFN-VOTE-10: and is a foul."""
    voters = {voter for voter, _ in ballot.fists}
    absent = tuple(seat for seat in state.alive if seat not in voters)
    votes = _by_pads(ballot)
    votes = (*votes[:-1], (votes[-1][0], votes[-1][1] + absent))
    pending = state.pending
    if state.facts.flag("no_fist_is_foul"):
        pending += tuple(Pending(seat, "no_fist", at) for seat in absent)
    counted = Counted(ballot.stage, ballot.candidates, votes, absent=absent)
    return state._replace(phase=Phase.VOTED, counted=counted, pending=pending)


def _by_pads(ballot: Ballot) -> Votes:
    return tuple(
        (whom, tuple(voter for voter, cast in ballot.fists if cast == whom))
        for whom in ballot.candidates
    )


def _wrong_tally(state: State, ballot: Ballot, action: Tally) -> Refusal | None:
    seen: set[Seat] = set()
    for whom, voters in action.votes:
        if whom not in ballot.candidates:
            return refused("MAF-P-6", "not_candidate", ("seat", whom))
        for voter in voters:
            refusal = _may_have_voted(state, ballot, voter)
            if refusal:
                return refusal
            if voter in seen:
                return refused("MAF-P-6", "has_voted", ("seat", voter))
            seen.add(voter)
    return None


def _may_have_voted(state: State, ballot: Ballot, voter: Seat) -> Refusal | None:
    """Who was removed since the vote was announced may have voted before."""
    at_vote = voter in state.alive or (
        ballot.shaken and any(one.seat == voter for one in today(state).left)
    )
    return None if at_vote else gone(state, voter)
