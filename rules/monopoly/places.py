"""Places at one table: wealth, then unencumbered value; who left, in the order of leaving.

HUN-3.2 breaks ties between tables by lot; at the table equals share a place (1, 2, 2, 4).
"""

from __future__ import annotations

from rules.kinds import Seat
from rules.monopoly.sheet import out_of, worth
from rules.monopoly.state import State, person_of


def places(state: State) -> dict[Seat, int]:
    """After the end, the place of every seat that has one; who is excluded (HUN-10) has none.

    A bankrupt stands below everybody who finished, the later bankrupt above the earlier one: that
    is known before anything is counted. The places above wait until every sheet is.
    """
    ranked = [seat for seat in state.facts.numbers if not person_of(state, seat).excluded]
    values = {seat: _value(state, seat) for seat in ranked}
    counted = len(state.active) == 1 or all(
        state.sheets.counts[state.facts.place[seat]].cash is not None for seat in state.active
    )
    return {
        seat: 1 + sum(other > values[seat] for other in values.values())
        for seat in ranked
        if counted or out_of(state, seat)
    }


def _value(state: State, seat: Seat) -> tuple[bool, int, int, int]:
    if out_of(state, seat):
        return (False, 0, 0, person_of(state, seat).order)
    sums = worth(state.facts, state.sheets.counts[state.facts.place[seat]])
    return (True, sums.wealth, sums.unencumbered, 0)
