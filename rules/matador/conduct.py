"""What the keeper writes down (RAMK-4.1): remarks, fouls, warnings, agreements. No score changes.

There is no referee; what the table agreed on is kept as a ruling with its words.
"""

from __future__ import annotations

from rules.actions import Foul, Incident, Press, Ruling, Unfoul, Wait, Warn
from rules.kinds import Refusal, Step
from rules.matador.state import State, person_of, refused, remarked, with_person
from rules.matador.view import Phase


def foul(state: State, action: Foul) -> Step[State]:
    """RAMK-4.1: a remark that counts and costs nothing; cheating is for the vote."""
    person = person_of(state, action.seat)
    state = with_person(state, action.seat, person._replace(fouls=person.fouls + 1))
    return Step(remarked(state, action.at, action.do, action.seat, action.reason))


def unfoul(state: State, action: Unfoul) -> Step[State] | Refusal:
    """RAMK-4.1: such a remark is withdrawn."""
    person = person_of(state, action.seat)
    if not person.fouls:
        return refused("TABLE-UNFOUL", "no_foul", ("seat", action.seat))
    state = with_person(state, action.seat, person._replace(fouls=person.fouls - 1))
    return Step(remarked(state, action.at, action.do, action.seat, action.reason))


def warn(state: State, action: Warn) -> Step[State]:
    """RAMK-4.1: a warning."""
    person = person_of(state, action.seat)
    state = with_person(state, action.seat, person._replace(warnings=person.warnings + 1))
    return Step(remarked(state, action.at, action.do, action.seat, action.reason))


def incident(state: State, action: Incident) -> Step[State]:
    """RAMK-2.6: whatever the table wants to remember; smoking in the room, say."""
    return Step(remarked(state, action.at, action.do, action.seat, action.reason))


def ruling(state: State, action: Ruling) -> Step[State]:
    """RAMK-1.1: what the table agreed on where the rules are silent."""
    return Step(remarked(state, action.at, action.do, action.seat, action.text, action.by))


def press(state: State, action: Press) -> Step[State]:
    """RAMK-9.16: a seat's button, which means nothing now; before the game it says "present"."""
    if state.phase is not Phase.SETUP:
        return Step(state)
    person = person_of(state, action.seat)
    return Step(with_person(state, action.seat, person._replace(present=True)))


def wait(state: State, action: Wait) -> Step[State]:
    """RAMK-3.2: time passes by itself."""
    return Step(state)
