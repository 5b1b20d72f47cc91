"""Loans of the bank (RAMK-9.27), on loan evenings alone, and start money (RAMK-9.2).

A later loan joins what is still owed: the sum of all that was borrowed sets the rate, so that
20,000 cannot be had as two cheap loans of 10,000.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.actions import Loan as Loans
from rules.actions import PassStart, Redeem
from rules.kinds import Money, Refusal, Seat, Step
from rules.matador import book
from rules.matador.buildings import homes
from rules.matador.estate import Loan
from rules.matador.facts import Facts
from rules.matador.ledger import BANK, entered
from rules.matador.state import State, before_turn, gone, open_loan, refused
from rules.money import down_to


class Due(NamedTuple):
    """What a loan costs when Start is passed."""

    interest: Money
    instalment: Money


def loan(state: State, action: Loans) -> Step[State] | Refusal:
    """RAMK-9.27a: multiples of 10,000 before one's turn, all loans together within one's wealth."""
    seat, facts = action.seat, state.facts
    refusal = gone(state, seat)
    if refusal:
        return refusal
    if not facts.loans:
        return refused("RAMK-9.27e", "no_loan_evening")
    step = facts.edition.whole("loan_step")
    if action.amount == 0 or action.amount % step:
        return refused("RAMK-9.27a", "loan_step", ("step", step))
    if not before_turn(state, seat):
        return refused("RAMK-9.27a", "only_before_turn", ("seat", seat))
    old = open_loan(state, seat)
    balance = old.balance if old else Money(0)
    if action.wealth is not None:
        most = book.loan_cap(action.wealth, facts.edition)
        if balance + action.amount > most:
            room = max(0, down_to(most - balance, step))
            return refused("RAMK-9.27a", "loan_too_large", ("most", room))
    new = Loan(
        seat,
        Money((old.principal if old else 0) + action.amount),
        Money(balance + action.amount),
        old.interest_paid if old else Money(0),
    )
    state = entered(state, action.at, BANK, seat, action.amount, "RAMK-9.27a")
    return Step(_with(state, old, new))


def redeem(state: State, action: Redeem) -> Step[State] | Refusal:
    """RAMK-9.27c: before one's turn, all of it, and interest although Start was not passed."""
    seat = action.seat
    refusal = gone(state, seat)
    if refusal:
        return refusal
    old = open_loan(state, seat)
    if old is None:
        return refused("RAMK-9.27c", "no_loan", ("seat", seat))
    if not before_turn(state, seat):
        return refused("RAMK-9.27c", "only_before_turn", ("seat", seat))
    interest = due(state.facts, old).interest
    state = entered(state, action.at, seat, BANK, old.balance + interest, "RAMK-9.27c")
    paid = Money(old.interest_paid + interest)
    return Step(
        _with(state, old, old._replace(balance=Money(0), interest_paid=paid, is_open=False))
    )


def pass_start(state: State, action: PassStart) -> Step[State] | Refusal:
    """RAMK-9.2: 6,000, with homes 4,000, only on the blue ones 5,000; RAMK-9.27b: then the bank."""
    seat, at = action.seat, action.at
    refusal = gone(state, seat)
    if refusal:
        return refusal
    state = entered(state, at, BANK, seat, start_money(state, seat), "RAMK-9.2")
    old = open_loan(state, seat)
    if old is None:
        return Step(state)
    cost = due(state.facts, old)
    state = entered(state, at, seat, BANK, cost.interest, "RAMK-9.27b")
    state = entered(state, at, seat, BANK, cost.instalment, "RAMK-9.27b")
    balance = Money(old.balance - cost.instalment)
    paid = Money(old.interest_paid + cost.interest)
    new = old._replace(balance=balance, interest_paid=paid, is_open=balance > 0)
    return Step(_with(state, old, new))


def start_money(state: State, seat: Seat) -> Money:
    """RAMK-9.2: by the homes that were entered."""
    return book.start_money(homes(state, seat), state.facts.edition)


def due(facts: Facts, old: Loan) -> Due:
    """RAMK-9.27b: interest and instalment of what a seat owes."""
    return Due(
        book.loan_interest(old.principal, old.balance, facts.edition),
        book.loan_instalment(old.principal, old.balance, facts.edition),
    )


def written_off(state: State, seat: Seat) -> State:
    """RAMK-9.27d: the bank comes last: what a bankrupt owes it is not paid."""
    old = open_loan(state, seat)
    return state if old is None else _with(state, old, old._replace(is_open=False))


def _with(state: State, old: Loan | None, new: Loan) -> State:
    loans = state.estate.loans
    changed = tuple(new if one is old else one for one in loans) if old else (*loans, new)
    return state._replace(estate=state.estate._replace(loans=changed))
