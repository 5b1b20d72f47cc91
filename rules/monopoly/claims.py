"""Rent and other debts between players (HUN-G-RENT-CLAIM, -NOPROMPT, -NOWAIVE).

Nothing in here ever becomes an announcement or a part of the table's view: nobody may be reminded
to pay or to collect.
"""

from __future__ import annotations

from typing import Final

from rules.actions import Action, Demand, Owe, PassStart
from rules.actions import Claim as Claims
from rules.kinds import Refusal, Seat, Step
from rules.monopoly.state import Claim, Kept, State, gone, refused

UNSEEN: Final[frozenset[type[Action]]] = frozenset((Claims, Demand, Owe))
"""HUN-G-RENT-NOPROMPT: what nothing at the table may show, accepted or refused."""


def claim(state: State, action: Claims) -> Step[State] | Refusal:
    """HUN-G-RENT-CLAIM: the owner asks before the player after the lander has rolled."""
    owner, lander = action.seat, action.from_
    if owner not in state.active or owner == lander or lander not in state.active:
        return gone(state, owner) or refused("HUN-G-RENT-CLAIM", "nothing_to_claim")
    if not is_open(state, owner, lander):
        return refused("HUN-G-RENT-CLAIM", "claim_closed")
    kept = state.kept
    claims = kept.claims.added(Claim(action.at, owner, lander))
    return Step(state._replace(kept=Kept(claims, kept.fines, kept.remarks)))


def is_open(state: State, owner: Seat, lander: Seat) -> bool:
    """HUN-G-RENT-CLAIM: a double that the lander rolls himself closes nothing.

    Where not every roll is entered nobody can tell that it is too late.
    """
    facts, turn = state.facts, state.turn
    if not facts.in_order:
        return True
    if not facts.owner_closes:
        return turn.lander == lander
    landed = any(throw.seat == lander for throw in state.dice.backwards())
    followed = turn.since[facts.place[lander]] & (1 << owner)
    return (landed or turn.lander == lander) and not followed


def owe(state: State, action: Owe) -> Step[State] | Refusal:
    """HUN-G-RENT, HUN-G-TAX: a debt as it was spoken; HUN-G-NOWAIVE: rent is never waived.

    HUN-G-PARKING: there is no pot to which anything could be owed.
    """
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    if action.to == "pot":
        return refused("HUN-G-PARKING", "no_pot")
    if action.to == "bank":
        return Step(state)
    if action.to == action.seat or action.to not in state.active:
        return refused("HUN-G-RENT", "no_creditor")
    if action.amount == 0:
        return refused("HUN-G-NOWAIVE", "no_waiving")
    return Step(state)


def demand(state: State, action: Demand) -> Refusal:
    """HUN-G-RENT-NOPROMPT: nobody may remind another to pay or to collect; owners `claim`."""
    return refused("HUN-G-RENT-NOPROMPT", "no_reminding")


def pass_start(state: State, action: PassStart) -> Step[State] | Refusal:
    """HUN-G-GO: 200 for stopping on or passing Start; the bank pays, nothing hangs on it."""
    return gone(state, action.seat) or Step(state)
