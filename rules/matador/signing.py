"""Signatures and the close (RAMK-9.16): every player at the table, then the keeper."""

from __future__ import annotations

from rules.actions import Confirm, Count, Sign
from rules.kinds import Refusal, Seat, Step
from rules.matador.clock import ended
from rules.matador.sheet import count, out_of
from rules.matador.state import State, person_of, refused
from rules.matador.view import Phase
from rules.order import changed


def sign(state: State, action: Sign) -> Step[State] | Refusal:
    """RAMK-9.16: a player signs his result; another for one who left or refuses, with why."""
    seat = action.seat
    place = state.facts.place[seat]
    if action.by == "referee" and not action.reason.strip():
        return refused("RAMK-9.16", "reason_missing", ("seat", seat))
    excluded = person_of(state, seat).excluded
    if excluded and action.by != "referee":
        return refused("RAMK-9.16", "seat_excluded", ("seat", seat))
    if not excluded and not _is_ready(state, seat):
        return refused("RAMK-9.16", "not_counted", ("seat", seat))
    if state.sheets.signed[place] is not None:
        return refused("RAMK-9.16", "signed_already", ("seat", seat))
    signed = changed(state.sheets.signed, place, action.by)
    return Step(state._replace(sheets=state.sheets._replace(signed=signed)))


def sign_early(state: State, action: Sign) -> Step[State] | Refusal:
    """RAMK-9.16: who is out may sign at once; the others after the end."""
    if not out_of(state, action.seat):
        return refused("RAMK-9.16", "not_over")
    return sign(state, action)


def confirm(state: State, action: Confirm) -> Step[State] | Refusal:
    """RAMK-9.16: the keeper signs last; then the result is closed and goes to the league."""
    waiting = armed(state)
    if waiting is not None:
        return refused("RAMK-9.16", "not_all_signed", ("seat", waiting))
    return Step(state._replace(phase=Phase.CLOSED))


def no_confirm(state: State, action: Confirm) -> Refusal:
    """RAMK-9.16: nothing is confirmed before every place is known and signed."""
    return refused("RAMK-9.16", "not_all_signed", ("seat", armed(state) or 0))


def count_at_last(state: State, action: Count) -> Step[State] | Refusal:
    """RAMK-3.2: when the last round is played, the first count ends the game."""
    if not state.clock.closed:
        return refused("RAMK-9.16", "not_over")
    over = ended(state, action.at, "time")
    counted = count(over.state, action)
    if isinstance(counted, Refusal):
        return counted
    return Step(counted.state, (*over.announcements, *counted.announcements))


def armed(state: State) -> Seat | None:
    """The seat whose signature is asked for now: the first without one; None: all have signed."""
    for seat in state.facts.numbers:
        needed = not person_of(state, seat).excluded
        if needed and state.sheets.signed[state.facts.place[seat]] is None:
            return seat
    return None


def _is_ready(state: State, seat: Seat) -> bool:
    if out_of(state, seat) or len(state.active) <= 1:
        return True
    return state.sheets.counts[state.facts.place[seat]].cash is not None
