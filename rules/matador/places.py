"""Places at one table (RAMK-9.16): who left, in the order of leaving; wealth among who did not."""

from __future__ import annotations

from rules.kinds import Refusal, Seat
from rules.matador.awards import awards
from rules.matador.sheet import all_counted, out_of, wealth_of
from rules.matador.state import State, person_of
from rules.ranking import places as ranked

SEED_MOST = 2**53
"""The largest whole number that every JSON reader keeps."""


def places(state: State) -> dict[Seat, int]:
    """After the end, the place of every seat that has one; who was removed has none.

    A bankrupt stands below everybody who finished, the later one above the earlier; at one instant
    they share a place. The places above wait until every sheet is counted.
    """
    placed = [seat for seat in state.facts.numbers if not person_of(state, seat).excluded]
    values = {seat: _value(state, seat) for seat in placed}
    known = all_counted(state)
    return {seat: place for seat, place in ranked(values).items() if known or out_of(state, seat)}


def points(state: State) -> dict[Seat, int]:
    """RAMK-9.16 to 9.19: the awards of a game whose places are all known.

    Players are those who sat down; where the points table has no column for them, or somebody was
    removed, there are none.
    """
    found = places(state)
    opening = state.facts.opening
    if len(found) < len(opening.seats):
        return {}
    players = {seat.seat: seat.player for seat in opening.seats}
    given = awards(
        {players[seat]: place for seat, place in found.items()},
        state.facts.edition,
        final=opening.final,
        division=opening.division,
        seed=seed(state),
    )
    if isinstance(given, Refusal):
        return {}
    return {seat: given[player] for seat, player in players.items()}


def seed(state: State) -> int:
    """The seed of a lot for a shared place: all dice of the game, which nobody knew before."""
    found = 0
    for throw in state.dice.items():
        for die in throw.dice or ():
            found = (found * 6 + die) % SEED_MOST
    return found


def _value(state: State, seat: Seat) -> tuple[bool, int, int]:
    if out_of(state, seat):
        return (False, 0, person_of(state, seat).order)
    return (True, wealth_of(state, seat) or 0, 0)
