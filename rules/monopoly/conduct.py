"""Conduct and disputes (HUN-7, 9, 10): what the official writes down. Nothing here changes a score.

The document knows no fouls; a foul or a warning entered is kept with its reason and counted, so
that the referee sees it when he decides about an exclusion.
"""

from __future__ import annotations

from rules.actions import Card, Foul, Incident, Press, Ruling, Unfoul, Wait, Warn
from rules.kinds import Refusal, Step
from rules.monopoly.state import State, gone, person_of, refused, remarked, with_person
from rules.monopoly.view import Phase


def foul(state: State, action: Foul) -> Step[State]:
    """HUN-10: a remark that counts, for the referee."""
    person = person_of(state, action.seat)
    state = with_person(state, action.seat, person._replace(fouls=person.fouls + 1))
    return Step(remarked(state, action.at, action.do, action.seat, action.reason))


def unfoul(state: State, action: Unfoul) -> Step[State] | Refusal:
    """HUN-10: such a remark is withdrawn."""
    person = person_of(state, action.seat)
    if not person.fouls:
        return refused("TABLE-UNFOUL", "no_foul", ("seat", action.seat))
    state = with_person(state, action.seat, person._replace(fouls=person.fouls - 1))
    return Step(remarked(state, action.at, action.do, action.seat, action.reason))


def warn(state: State, action: Warn) -> Step[State]:
    """HUN-10: a warning before anything worse."""
    person = person_of(state, action.seat)
    state = with_person(state, action.seat, person._replace(warnings=person.warnings + 1))
    return Step(remarked(state, action.at, action.do, action.seat, action.reason))


def incident(state: State, action: Incident) -> Step[State]:
    """HUN-9, HUN-G-RENT-NOPROMPT: an aid, a telephone, a reminder; the referee decides."""
    return Step(remarked(state, action.at, action.do, action.seat, action.reason))


def ruling(state: State, action: Ruling) -> Step[State] | Refusal:
    """HUN-7: the banker decides between players; the referee's word is final."""
    final = any(
        remark.word == "ruling"
        and remark.by == "referee"
        and (remark.seat, remark.text) == (action.seat, action.text)
        for remark in state.kept.remarks.items()
    )
    if final:
        return refused("HUN-7", "referee_has_decided")
    return Step(remarked(state, action.at, "ruling", action.seat, action.text, action.by))


def card(state: State, action: Card) -> Step[State] | Refusal:
    """HUN-G-CARDS: a card drawn or used; what it says is done by its own entries."""
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    return Step(remarked(state, action.at, action.do, action.seat, action.what))


def press(state: State, action: Press) -> Step[State]:
    """HUN-8: a seat's button, which means nothing now; before the game it says "present"."""
    if state.phase is not Phase.SETUP:
        return Step(state)
    person = person_of(state, action.seat)
    return Step(with_person(state, action.seat, person._replace(present=True)))


def wait(state: State, action: Wait) -> Step[State]:
    """HUN-4: time passes by itself."""
    return Step(state)
