"""The end: who wins and why, the host's award, the close, a replay."""

from __future__ import annotations

from rules.actions import Confirm, End, Reset, Sign, TeamLoss
from rules.kinds import GameMs, Refusal, Step
from rules.mafia.parts import Ending
from rules.mafia.speeches import again
from rules.mafia.state import (
    State,
    by_book,
    is_black,
    opened,
    person_of,
    refused,
    remarked,
    told,
    with_person,
)
from rules.mafia.view import Phase

TEAMS = ("red", "black")


def over(state: State, at: GameMs, winner: str | None, reason: str) -> Step[State]:
    """MAFN-GEN-5: "Stop game": the winner is announced, the roles may be seen."""
    state = state._replace(
        phase=Phase.OVER,
        ending=Ending(at, winner, reason),
        speaking=None,
        ballot=None,
        pending=(),
        minutes=(),
        rhythm=(),
    )
    return told(state, at, "game-over")


def team_loss(state: State, action: TeamLoss) -> Step[State] | Refusal:
    """MAFN-DAY-6, MAFN-DAY-7, MAFN-GEN-4b, GEN-8, GEN-9, MAFA-MAIN-7: the other team wins."""
    if not state.cards:
        return refused("MAF-P-1", "roles_missing")
    state = remarked(state, action.at, action.do, action.seat, action.reason, action.rule)
    return over(state, action.at, "red" if is_black(state, action.seat) else "black", "team_loss")


def end(state: State, action: End) -> Step[State] | Refusal:
    """MAFA-JUDGE-3: the judge awards the game; without a winner it is broken off, nobody scores;
    MAFN-GEN-17: a draw there is not.
    """
    if action.winner not in (None, *TEAMS):
        rule = by_book(state, "MAFN-GEN-17", "MAFA-JUDGE-3")
        return refused(rule, "winner_unknown", ("what", action.winner or ""))
    state = remarked(state, action.at, "end", None, action.reason)
    reason = "judge" if action.winner is None else "judge_award"
    if state.phase is Phase.OVER and state.ending is not None:
        awarded = Ending(state.ending.at, action.winner, reason)
        return Step(state._replace(ending=awarded))
    return over(state, action.at, action.winner, reason)


def call_off(state: State, action: End) -> Step[State]:
    """MAFN-GEN-1: a game that never began is called off and is void."""
    state = remarked(state, action.at, "end", None, action.reason)
    return Step(state._replace(phase=Phase.VOID, ending=Ending(action.at, None, "judge")))


def reset(state: State, action: Reset) -> Step[State] | Refusal:
    """MAFN-GEN-13: a replay: all begins anew, with the cards dealt anew; MAF-P-13: without fouls.
    Who was disqualified stays so, and what was remarked is kept.
    """
    if action.what == "timer":
        return again(state, action.at)
    fresh = opened(state.facts)
    people = tuple(
        new._replace(present=old.present, disqualified=old.disqualified)
        for old, new in zip(state.people, fresh.people, strict=True)
    )
    fresh = fresh._replace(attempt=state.attempt + 1, people=people, remarks=state.remarks)
    return Step(remarked(fresh, action.at, "reset", None, action.reason))


def sign(state: State, action: Sign) -> Step[State] | Refusal:
    """MAFA-JUDGE-4: a player signs the sheet; the documents do not ask for it."""
    person = person_of(state, action.seat)
    if action.by == "referee" and not action.reason.strip():
        return refused("MAFA-JUDGE-4", "reason_missing", ("seat", action.seat))
    if person.signed is not None:
        return refused("MAFA-JUDGE-4", "signed_already", ("seat", action.seat))
    return Step(with_person(state, action.seat, person._replace(signed=action.by)))


def confirm(state: State, action: Confirm) -> Step[State]:
    """MAFA-JUDGE-4: the host confirms, the sheet is locked."""
    return Step(state._replace(phase=Phase.CLOSED))


def nothing_to_confirm(state: State, action: Confirm) -> Refusal:
    """MAFA-JUDGE-4: there is no result yet, and no foul that waits."""
    return refused(by_book(state, "MAFN-GEN-5", "MAFA-JUDGE-4"), "not_over")


def game_over(state: State) -> Refusal:
    """MAFN-GEN-5: the game is over; what comes later is too late."""
    return refused(by_book(state, "MAFN-GEN-5", "MAFA-JUDGE-4"), "game_over")
