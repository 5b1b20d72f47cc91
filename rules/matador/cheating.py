"""Cheating (RAMK-4.1, 4.2, 4.4): accusation, the vote of all others, and the vote on intent.

Who is out of the game still votes; who went home does not. A ballot closes when all have voted, or
on `next`: who did not answer abstained, and an abstention helps the accused.
"""

from __future__ import annotations

from types import MappingProxyType

from rules.actions import Accuse, Evasion, Next
from rules.actions import Vote as Votes
from rules.kinds import GameMs, Refusal, Seat, Step
from rules.matador.book import evasion_fine
from rules.matador.clock import ended
from rules.matador.kept import Ballot, Verdict
from rules.matador.ledger import POT, fined
from rules.matador.state import State, person_of, refused
from rules.votes import by_all

CHEATING = "cheating"
INTENT = "intent"


def accuse(state: State, action: Accuse) -> Step[State] | Refusal:
    """RAMK-4.1, RAMK-4.2: anybody accuses; the majority of all others at the table decides."""
    by, on = action.seat, action.accused
    refusal = _no_ballot_now(state, "RAMK-4.1")
    if refusal:
        return refusal
    if by == on:
        return refused("RAMK-4.1", "accuses_himself", ("seat", by))
    for seat in (by, on):
        if not _at_table(state, seat):
            return refused("RAMK-4.1", "not_at_table", ("seat", seat))
    return _opened(state, Ballot(action.at, CHEATING, by, on, _eligible(state, by, on)))


def evasion(state: State, action: Evasion) -> Step[State] | Refusal:
    """RAMK-4.4: was it to avoid an expense? Asked once, of the seat just found guilty."""
    refusal = _no_ballot_now(state, "RAMK-4.4")
    if refusal:
        return refusal
    last = next(state.kept.verdicts.backwards(), None)
    if last is None or not may_ask_intent(last) or last.ballot.on != action.seat:
        return refused("RAMK-4.4", "not_just_guilty", ("seat", action.seat))
    by = last.ballot.by
    eligible = _eligible(state, by, action.seat)
    return _opened(state, Ballot(action.at, INTENT, by, action.seat, eligible, action.avoided))


def vote(state: State, action: Votes) -> Step[State] | Refusal:
    """RAMK-4.1: a voice; the last one counts. When all have voted, it is decided."""
    ballot = state.ballot
    if ballot is None:
        return refused("RAMK-4.1", "no_ballot")
    if action.seat not in ballot.eligible:
        return refused("RAMK-4.1", "may_not_vote", ("seat", action.seat))
    votes = MappingProxyType({**ballot.votes, action.seat: action.choice})
    ballot = ballot._replace(votes=votes)
    if len(votes) < len(ballot.eligible):
        return Step(state._replace(ballot=ballot))
    return Step(_decided(state, ballot, action.at))


def closes(state: State, action: Votes) -> bool:
    """RAMK-4.1: this is the last voice that was missing."""
    ballot = state.ballot
    if ballot is None or action.seat not in ballot.eligible:
        return False
    return len(ballot.votes.keys() | {action.seat}) == len(ballot.eligible)


def next_(state: State, action: Next) -> Step[State] | Refusal:
    """RAMK-4.1: closes the ballot as it stands; RAMK-3.2: after the last dice, ends the game."""
    if state.ballot is not None:
        return Step(_decided(state, state.ballot, action.at))
    if state.clock.closed:
        return ended(state, action.at, "time")
    return refused("TABLE-NEXT", "no_next")


def needed(ballot: Ballot) -> int:
    """How many voices of yes it takes."""
    return len(ballot.eligible) // 2 + 1


def may_ask_intent(last: Verdict) -> bool:
    """RAMK-4.4: after a verdict of guilty the table may go on to intent."""
    return last.ballot.about == CHEATING and last.passed


def _no_ballot_now(state: State, rule: str) -> Refusal | None:
    return None if state.ballot is None else refused(rule, "ballot_open")


def _at_table(state: State, seat: Seat) -> bool:
    """RAMK-4.1: at the table, eliminated or not; who went home or was removed is not."""
    person = person_of(state, seat)
    return person.left in (None, "bankrupt") and not person.excluded


def _eligible(state: State, by: Seat, on: Seat) -> tuple[Seat, ...]:
    """RAMK-4.1: all others at the table; whether the accuser is one of them is a setting."""
    accuser_votes = state.facts.edition.flag("accuser_votes")
    return tuple(
        seat
        for seat in state.facts.numbers
        if seat != on and _at_table(state, seat) and (accuser_votes or seat != by)
    )


def _opened(state: State, ballot: Ballot) -> Step[State] | Refusal:
    if not ballot.eligible:
        return refused("RAMK-4.1", "nobody_votes")
    return Step(state._replace(ballot=ballot))


def _decided(state: State, ballot: Ballot, at: GameMs) -> State:
    """RAMK-4.1, RAMK-4.2, RAMK-4.4: who pays what to the pot; the eliminated have no money."""
    passed = by_all(ballot.count("yes"), len(ballot.eligible))
    verdicts = state.kept.verdicts.added(Verdict(at, ballot, passed))
    state = state._replace(ballot=None, kept=state.kept._replace(verdicts=verdicts))
    facts = state.facts
    if ballot.about == INTENT:
        if not passed or ballot.on not in state.active:
            return state
        part = evasion_fine(ballot.avoided or 0, facts.edition)
        return fined(state, at, ballot.on, POT, part, "RAMK-4.4")
    payer = ballot.on if passed else ballot.by
    if payer not in state.active:
        return state
    rule = "RAMK-4.1" if passed else "RAMK-4.2"
    amount = facts.money("cheating" if passed else "false_accusation")
    return fined(state, at, payer, POT, amount, rule)
