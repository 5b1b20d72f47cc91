"""Signatures and the close: the staff signs the sheet, at machines every player his reading."""

from __future__ import annotations

from rules.actions import Confirm, Sign
from rules.casino.state import Phase, State, person_of, refused, with_person
from rules.kinds import Refusal, Seat, Step


def sign(state: State, action: Sign) -> Step[State] | Refusal:
    """RAY-SLOT-4, RAY-1-4: a player agrees to what was counted or read; or the staff for him."""
    seat, person = action.seat, person_of(state, action.seat)
    if not person.entered:
        return refused("RAY-INTRO-1", "not_entered", ("seat", seat))
    if person.disqualified and action.by != "referee":
        return refused("RAY-OTHER-3", "disqualified", ("seat", seat))
    if action.by == "referee" and not action.reason.strip():
        return refused(_rule(state), "reason_missing", ("seat", seat))
    if person.disputed:
        return refused("RAY-SLOT-4", "read_again", ("seat", seat))
    if not _is_ready(state, seat):
        return refused(_rule(state), "not_counted", ("seat", seat))
    if person.signed is not None:
        return refused(_rule(state), "signed_already", ("seat", seat))
    return Step(with_person(state, seat, person._replace(signed=action.by)))


def confirm(state: State, action: Confirm) -> Step[State] | Refusal:
    """RAY-1-4, RAY-SLOT-4: the staff signs last; where players sign, all who are still in first."""
    waiting = armed(state)
    if waiting is not None:
        return refused(_rule(state), "not_all_signed", ("seat", waiting))
    return Step(state._replace(phase=Phase.CLOSED))


def no_confirm(state: State, action: Confirm) -> Refusal:
    """RAY-1-4: nothing is confirmed before everything is counted."""
    return refused(_rule(state), "not_all_signed")


def no_sign(state: State, action: Sign) -> Refusal:
    """RAY-1-4: nothing is signed before the end."""
    return refused(_rule(state), "not_over")


def armed(state: State) -> Seat | None:
    """The seat whose signature the close still waits for; None: none."""
    if not state.facts.players_sign:
        return None
    for seat, person in zip(state.facts.numbers, state.people, strict=True):
        if person.playing and person.signed is None:
            return seat
    return None


def _rule(state: State) -> str:
    return "RAY-SLOT-4" if state.facts.slots else "RAY-1-4"


def _is_ready(state: State, seat: Seat) -> bool:
    person = person_of(state, seat)
    if person.disqualified or person.order:
        return True
    return bool(person.readings) if state.facts.slots else person.counted
