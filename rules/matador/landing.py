"""What a landing costs: rent and tax, who may ask for it, and until when (RAMK-5.2, 9.22, 9.23).

A debt is entered as it was spoken. It belongs to the lander's turn: of an older turn nothing can be
claimed any more. Nobody is forbidden to remind anybody here.
"""

from __future__ import annotations

from rules.actions import Claim as Claims
from rules.actions import Demand, Owe
from rules.kinds import Refusal, Seat, Step
from rules.matador.book import card_amount, field_rent
from rules.matador.kept import Claim, Debt, Entry
from rules.matador.ledger import BANK, POT, entered, fined, income, made, taken_back
from rules.matador.passes import covered, uncovered
from rules.matador.state import State, gone, refused

RENT = "RAMK-9.22"


def owe(state: State, action: Owe) -> Step[State] | Refusal:
    """RAMK-9.9, RAMK-9.25: what the lander owes an owner, the bank or the pot.

    What was declared before the roll pays for the field (RAMK-3.4b), never a card's fine.
    """
    refusal = gone(state, action.seat) or _creditor(state, action) or _amount(state, action)
    if refusal:
        return refusal
    if action.to == POT:
        return Step(fined(state, action.at, action.seat, POT, action.amount, "RAMK-9.9"))
    if covered(state, action.seat):
        after = uncovered(state, action.at, action.seat, action.to, _series(state, action))
        return Step(_owed(after, action, (), spared=True))
    after = _paid(state, action)
    return Step(_owed(after, action, made(state, after)))


def claim(state: State, action: Claims) -> Step[State] | Refusal:
    """RAMK-9.22: the owner asks before the two following persons have rolled."""
    return _asked(state, action, "claim", "RAMK-9.22")


def demand(state: State, action: Demand) -> Step[State] | Refusal:
    """RAMK-9.23: anybody may demand that it is paid, as long as it can be claimed."""
    return _asked(state, action, "demand", "RAMK-9.23")


def is_open(state: State, lander: Seat) -> bool:
    """RAMK-9.22: whether this seat's last turn can still be claimed.

    A double that a follower rolls again is one follower; where not every roll is entered nobody can
    tell that it is too late.
    """
    facts, turn = state.facts, state.turn
    if not facts.in_order:
        return True
    place = facts.place[lander]
    return turn.turns[place] > 0 and turn.since[place].bit_count() < facts.followers


def debt_of(state: State, seat: Seat) -> Debt | None:
    """What this seat owes an owner or the bank of its last turn, and nothing else paid for."""
    turn = state.turn.turns[state.facts.place[seat]]
    for debt in state.kept.debts.backwards():
        if debt.seat == seat:
            return debt if debt.turn == turn and not debt.spared else None
    return None


def spared(state: State, debt: Debt) -> State:
    """The state in which a card pays this debt instead of money."""
    state = taken_back(state, debt.entries)
    debts = state.kept.debts.added(debt._replace(entries=(), spared=True))
    return state._replace(kept=state.kept._replace(debts=debts))


def _asked(state: State, action: Claims | Demand, word: str, rule: str) -> Step[State] | Refusal:
    seat, lander = action.seat, action.from_
    if seat not in state.active or seat == lander or lander not in state.active:
        return gone(state, seat) or refused(rule, "nothing_to_claim")
    if not is_open(state, lander) or _of_an_older_turn(state, seat, lander):
        return refused(rule, "claim_closed")
    turn = state.turn.turns[state.facts.place[lander]]
    claims = state.kept.claims.added(Claim(action.at, word, seat, lander, turn))
    return Step(state._replace(kept=state.kept._replace(claims=claims)))


def _of_an_older_turn(state: State, owner: Seat, lander: Seat) -> bool:
    """RAMK-9.22 with two players: a debt lapses when its lander has rolled again.

    So nobody can ask for the last debt that was entered, unless it has been asked for in its turn:
    then this is about where he has landed since.
    """
    if len(state.active) > 2 or not state.facts.in_order:
        return False
    turn = state.turn.turns[state.facts.place[lander]]
    for debt in state.kept.debts.backwards():
        if debt.seat == lander and debt.to == owner and not debt.spared:
            asked = any(
                (one.of, one.turn) == (lander, debt.turn) for one in state.kept.claims.items()
            )
            return debt.turn < turn and not asked
    return False


def _creditor(state: State, action: Owe) -> Refusal | None:
    if isinstance(action.to, str) or (action.to != action.seat and action.to in state.active):
        return None
    return refused(RENT, "no_creditor")


def _amount(state: State, action: Owe) -> Refusal | None:
    """RAMK-7.4: no card costs 200; RAMK-5.2, RAMK-9.25: what a tax field costs."""
    facts = state.facts
    if isinstance(action.to, int):
        return None
    meant = card_amount(action.amount, facts.edition)
    if action.amount != meant:
        return refused("RAMK-7.4", "card_is_raised", ("amount", meant))
    deed = facts.board.find(action.what) if action.what else None
    if deed and deed.kind == "tax":
        price = field_rent(deed, False, facts.edition)
        rule = "RAMK-5.2" if deed.field == 5 else "RAMK-9.25"
        return None if action.amount == price else refused(rule, "field_costs", ("amount", price))
    return None


def _paid(state: State, action: Owe) -> State:
    at, seat, to = action.at, action.seat, action.to
    if isinstance(to, int):
        return income(state, at, seat, to, action.amount, RENT, series=_series(state, action))
    return entered(state, at, seat, BANK, action.amount, "RAMK-9.25")


def _owed(state: State, action: Owe, entries: tuple[Entry, ...], *, spared: bool = False) -> State:
    turn = state.turn.turns[state.facts.place[action.seat]]
    debt = Debt(action.seat, action.to, action.amount, turn, entries, spared)
    return state._replace(kept=state.kept._replace(debts=state.kept.debts.added(debt)))


def _series(state: State, action: Owe) -> str | None:
    """The series of the property that was named, for shares in one series."""
    deed = state.facts.board.find(action.what) if action.what else None
    return deed.group if deed else None
