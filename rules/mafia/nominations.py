"""Who is put to the vote: nominations within one's own minute, and their withdrawal."""

from __future__ import annotations

from rules.actions import Nominate, Withdraw
from rules.kinds import Refusal, Seat, Step
from rules.mafia.parts import Nomination
from rules.mafia.state import State, by_book, gone, nominees, refused, today, with_today


def nominate(state: State, action: Nominate) -> Step[State] | Refusal:
    """MAF-P-4: within his own minute a player puts one seat to the vote.

    MAFN-DAY-2b: of several the last counts that did not stand before; MAFA-GAME-3: the last.
    """
    seat, whom = action.seat, action.whom
    refusal = gone(state, seat) or gone(state, whom)
    if refusal:
        return refusal
    if not _has_word(state, seat):
        return refused("MAF-P-4", "not_own_minute", ("seat", seat))
    day = today(state)
    mine = _of(state, seat)
    others = tuple(one for one in day.nominations if one.by != seat)
    if any(one.whom == whom for one in others):
        if state.facts.choice("several_nominations") == "last":
            return Step(with_today(state, day._replace(nominations=others)))
        return refused("MAFN-DAY-2b", "stands_already", ("seat", whom))
    if mine is not None and state.facts.choice("renominate_in_minute") == "not":
        named = {one.whom for one in state.tried if one.by == seat}
        if whom in named:
            return refused("MAFN-DAY-2b", "stands_already", ("seat", whom))
    nomination = Nomination(seat, whom)
    state = state._replace(tried=(*state.tried, nomination))
    return Step(with_today(state, day._replace(nominations=(*others, nomination))))


def withdraw(state: State, action: Withdraw) -> Step[State] | Refusal:
    """MAFN-DAY-2a: only who nominated, only within that minute; MAFA-GAME-3: it is allowed."""
    seat = action.seat
    rule = by_book(state, "MAFN-DAY-2a", "MAFA-GAME-3")
    refusal = gone(state, seat)
    if refusal:
        return refusal
    if state.facts.choice("withdraw") == "own_minute" and not _has_word(state, seat):
        return refused(rule, "not_own_minute", ("seat", seat))
    if _of(state, seat) is None:
        return refused(rule, "nothing_nominated", ("seat", seat))
    day = today(state)
    kept = tuple(one for one in day.nominations if one.by != seat)
    tried = tuple(one for one in state.tried if one.by != seat)
    return Step(with_today(state._replace(tried=tried), day._replace(nominations=kept)))


def no_nomination(state: State, action: Nominate) -> Refusal:
    """MAF-P-4: outside his own minute nobody puts anybody to the vote."""
    return refused("MAF-P-4", "not_own_minute", ("seat", action.seat))


def no_withdrawal(state: State, action: Withdraw) -> Refusal:
    """MAFN-DAY-2a, MAFA-GAME-3: that minute is over."""
    rule = by_book(state, "MAFN-DAY-2a", "MAFA-GAME-3")
    return refused(rule, "not_own_minute", ("seat", action.seat))


def is_voted_on(state: State) -> bool:
    """MAF-P-5: whether today's nominees are voted on: none on day 1 with a single one."""
    count = len(nominees(state))
    return not state.no_vote and count > (1 if state.day == 1 else 0)


def _has_word(state: State, seat: Seat) -> bool:
    speaking = state.speaking
    return speaking is not None and speaking.seat == seat


def _of(state: State, seat: Seat) -> Nomination | None:
    return next((one for one in today(state).nominations if one.by == seat), None)
