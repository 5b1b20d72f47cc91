"""Signatures and the close (HUN-8, HUN-6.3): every player, then the banker, two in the final."""

from __future__ import annotations

from rules.actions import Confirm, Sign
from rules.kinds import Refusal, Seat, Step
from rules.monopoly.sheet import out_of
from rules.monopoly.state import State, person_of, refused
from rules.monopoly.view import Phase
from rules.order import changed


def sign(state: State, action: Sign) -> Step[State] | Refusal:
    """HUN-8: a player signs what was counted; the referee for one who left or refuses, with why."""
    seat = action.seat
    place = state.facts.place[seat]
    if action.by == "referee" and not action.reason.strip():
        return refused("HUN-8", "reason_missing", ("seat", seat))
    excluded = person_of(state, seat).excluded
    if excluded and action.by != "referee":
        return refused("HUN-10", "seat_excluded", ("seat", seat))
    if not excluded and not _is_ready(state, seat):
        return refused("HUN-8", "not_counted", ("seat", seat))
    if state.sheets.signed[place] is not None:
        return refused("HUN-8", "signed_already", ("seat", seat))
    signed = changed(state.sheets.signed, place, action.by)
    return Step(state._replace(sheets=state.sheets._replace(signed=signed)))


def sign_early(state: State, action: Sign) -> Step[State] | Refusal:
    """HUN-8: who is bankrupt holds nothing and may sign at once; the others after the end."""
    if not out_of(state, action.seat):
        return refused("HUN-8", "not_over")
    return sign(state, action)


def confirm(state: State, action: Confirm) -> Step[State] | Refusal:
    """HUN-8, HUN-6.3: the banker signs last, in the final both do; then the round is closed."""
    waiting = armed(state)
    if waiting is not None:
        return refused("HUN-8", "not_all_signed", ("seat", waiting))
    confirms = state.sheets.confirms + 1
    closed = confirms >= state.facts.confirms
    phase = Phase.CLOSED if closed else Phase.SIGN
    return Step(state._replace(phase=phase, sheets=state.sheets._replace(confirms=confirms)))


def no_confirm(state: State, action: Confirm) -> Refusal:
    """HUN-8: nothing is confirmed before every sheet is counted and signed."""
    return refused("HUN-8", "not_all_signed")


def armed(state: State) -> Seat | None:
    """The seat whose signature is asked for now: the first without one; None: all have signed."""
    for seat in state.facts.numbers:
        needed = not person_of(state, seat).excluded
        if needed and state.sheets.signed[state.facts.place[seat]] is None:
            return seat
    return None


def _is_ready(state: State, seat: Seat) -> bool:
    return out_of(state, seat) or state.sheets.counts[state.facts.place[seat]].cash is not None
