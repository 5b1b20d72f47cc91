"""What a count leads to: somebody leaves, a crash, the vote to lift all, or night."""

from __future__ import annotations

from rules.actions import LiftAll
from rules.kinds import GameMs, Refusal, Seat, Step
from rules.mafia.ending import over
from rules.mafia.leaving import departed
from rules.mafia.parts import Counted
from rules.mafia.state import State, by_book, gone, refused, today, with_today
from rules.mafia.view import Phase
from rules.votes import needed_of_all


def decided(state: State, at: GameMs) -> Step[State]:
    """MAF-P-6: most votes leaves; MAF-P-7: a tie is a crash, the same tie again a lift vote."""
    counted, ballot = state.counted, state.ballot
    if counted is None or ballot is None:
        return Step(state)
    state = state._replace(ballot=None, counted=None)
    most = max(len(voters) for _, voters in counted.votes)
    top = tuple(whom for whom, voters in counted.votes if len(voters) == most)
    if len(top) == 1:
        if counted.stage == "revote":
            state = state._replace(gestures_free=True)  # MAFN-DAY-9: the split was broken
        return Step(left_by_vote(state, counted, at))
    return _tied(_kept(state, counted), counted, top, ballot.shaken, at)


def left_by_vote(state: State, counted: Counted, at: GameMs) -> State:
    """MAF-P-8: who has most votes leaves with a final minute; not if he was removed before."""
    most = max(len(voters) for _, voters in counted.votes)
    leaver = next(whom for whom, voters in counted.votes if len(voters) == most)
    state = state._replace(tied=(), cancelled=False)
    if leaver not in state.alive:
        return _kept(state, counted)._replace(phase=Phase.DUSK)
    state = _kept(state, counted._replace(leaves=(leaver,)))
    state = departed(state, (leaver,), "vote", at)
    return state._replace(phase=Phase.MINUTES, minutes=(leaver,))


def lift_all(state: State, action: LiftAll) -> Step[State] | Refusal:
    """MAF-P-7: more than half of the living lift all tied; MAFN-VOTE-5a: at four, too."""
    for seat in action.seats:
        refusal = gone(state, seat)
        if refusal:
            return refusal
    yes, eligible = len(action.seats), len(state.alive)
    half = state.facts.choice("lift_majority") == "half"
    passed = yes >= needed_of_all(eligible, half=half)
    tied = state.tied
    counted = Counted(
        "lift", tied, tuple((seat, action.seats) for seat in tied), tied if passed else ()
    )
    state = _kept(state, counted)._replace(tied=(), gestures_free=state.gestures_free or passed)
    if not passed:
        return Step(state._replace(phase=Phase.DUSK))
    state = departed(state, tied, "lift", action.at)
    if not state.alive:  # MAFN-VOTE-12: nobody is left to hear a last word
        return over(state, action.at, None, "all_left")
    return Step(state._replace(phase=Phase.MINUTES, minutes=tied))


def no_lift(state: State, action: LiftAll) -> Refusal:
    """MAF-P-7: asked only after the same tie twice; MAFN-VOTE-5b: not with two sheriffs at four."""
    if state.lift_forbidden and len(state.alive) == 4:
        return refused("MAFN-VOTE-5b", "lift_forbidden")
    if state.cancelled:
        return refused(by_book(state, "MAFN-VOTE-13", "MAFA-GAME-2"), "no_revote")
    return refused("MAF-P-7", "no_lift_now")


def _tied(
    state: State, counted: Counted, top: tuple[Seat, ...], shaken: bool, at: GameMs
) -> Step[State]:
    standing = tuple(seat for seat in top if seat in state.alive)
    three = len(state.alive) == 3
    splits = state.splits + three
    state = state._replace(splits=splits)
    if three and splits > 1:  # MAFN-VOTE-7
        if state.facts.choice("split_twice_at_3") == "black_wins":
            return over(state, at, "black", "split_twice_at_3")
        return Step(state._replace(phase=Phase.DUSK, tied=()))
    if shaken:  # a removal in the crash: who is tied may finish, nothing is voted on any more
        return Step(_crash(state, standing)._replace(cancelled=True))
    if counted.stage == "revote" and set(top) == set(counted.candidates):
        if state.lift_forbidden and len(state.alive) == 4:
            return Step(state._replace(phase=Phase.DUSK, tied=()))
        return Step(state._replace(phase=Phase.LIFT, tied=top))
    return Step(_crash(state, top))


def _crash(state: State, tied: tuple[Seat, ...]) -> State:
    return state._replace(phase=Phase.CRASH, tied=tied, defended=(), cancelled=False)


def _kept(state: State, counted: Counted) -> State:
    day = today(state)
    return with_today(state, day._replace(ballots=(*day.ballots, counted)))
