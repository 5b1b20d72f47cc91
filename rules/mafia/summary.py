"""The family's part of the game summary (docs/rules/record.md), as plain values for JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kinds import GameMs, seconds
from rules.mafia.awards import credited, rights
from rules.mafia.parts import Counted, DayLog, Left, Named, NightLog, Remark, Votes
from rules.mafia.reasons import rule_of, rules_of
from rules.mafia.scoring import points_text
from rules.mafia.sheet import clean_sweep, don_guessing, facts_for, points, score, sheriff_three
from rules.mafia.state import State, role_of
from rules.mafia.ties import decided
from rules.mafia.view import Phase
from rules.opening import OpeningSeat


def summary(state: State) -> Mapping[str, Any]:
    """The result sheet; a counted ballot stands in it as if it were announced."""
    if state.phase is Phase.VOTED and state.counted is not None:
        open_fouls, at = state.pending, state.announced[-1].at
        shown = decided(state._replace(pending=()), at).state
        # The winner is announced by the host, not by a count.
        state = shown._replace(pending=open_fouls) if shown.ending is None else state
    ending = state.ending
    over = ending is not None
    return {
        "started_t": _t(state.started_at),
        "ended_t": _t(ending.at if ending else None),
        "end_reason": ending.reason if ending else None,
        "winner": ending.winner if ending else None,
        "attempt": state.attempt,
        "officials": {office: list(names) for office, names in state.facts.opening.officials},
        "seats": [_seat(state, seat) for seat in state.facts.opening.seats],
        "days": [_day(day) for day in state.days],
        "nights": [_night(night) for night in state.nights],
        "dealing": {"left": [_left(one) for one in state.dealing_left]},
        "best_move": _named(state, state.best_move),
        "triples": [_named(state, one) for one in state.triples],
        "awards": [
            {"t": seconds(one.at), "seat": one.seat, "what": one.what} for one in state.given
        ],
        "best_move_seat": credited(state) if over and state.cards else None,
        "sheriff_three": sheriff_three(state) if over else None,
        "clean_sweep": clean_sweep(state) if over else None,
        "don_guessing": don_guessing(state) if over else None,
        "remarks": [_remark(one, state.facts.mafn) for one in state.remarks.items()],
    }


def _seat(state: State, seat: OpeningSeat) -> dict[str, Any]:
    person = state.people[state.facts.place[seat.seat]]
    waiting = [one for one in state.pending if one.seat == seat.seat]
    given = points(state, seat.seat)
    found = score(state, seat.seat)
    facts = facts_for(state, seat.seat)
    return {
        "seat": seat.seat,
        "player": seat.player,
        "name": seat.name,
        "place": None,
        "points": None if given is None else points_text(given),
        "score": {rule: points_text(value) for rule, value in found.items()},
        "role": role_of(state, seat.seat),
        "fouls": person.fouls + sum(one.tallied for one in waiting),
        "pending": sum(not one.tallied for one in waiting),
        "warnings": person.warnings,
        "silent_on": list(person.silent_on),
        "left": person.left,
        "out_t": _t(person.left_at),
        "removed": person.left == "removal",
        "disqualified": person.disqualified,
        "signed": person.signed is not None,
        "signed_by": person.signed,
        "killed_first": facts is not None and facts.killed_first,
        "named_right": facts.named_right if facts else 0,
        "best_move": facts is not None and facts.best_move,
        "monster": facts is not None and facts.monster,
    }


def _day(day: DayLog) -> dict[str, Any]:
    return {
        "day": day.day,
        "first": day.first,
        "spoke": list(day.spoke),
        "nominations": [one.whom for one in day.nominations],
        "nominated_by": [one.by for one in day.nominations],
        "votes": [_ballot(one) for one in day.ballots],
        "left": [_left(one) for one in day.left],
    }


def _ballot(one: Counted) -> dict[str, Any]:
    return {
        "stage": one.stage,
        "candidates": list(one.candidates),
        "votes": _votes(one.votes),
        "leaves": list(one.leaves),
        "pads": None if one.pads is None else _votes(one.pads),
        "stopped": one.stopped,
    }


def _votes(votes: Votes) -> dict[str, list[int]]:
    return {str(whom): sorted(voters) for whom, voters in votes}


def _night(night: NightLog) -> dict[str, Any]:
    return {
        "night": night.night,
        "shot": night.shot[0] if night.shot else None,
        "don_check": night.don[0] if night.don else None,
        "sheriff_check": night.sheriff[0] if night.sheriff else None,
        "left": [_left(one) for one in night.left],
    }


def _left(one: Left) -> dict[str, Any]:
    return {"seat": one.seat, "how": one.how}


def _named(state: State, one: Named | None) -> dict[str, Any] | None:
    if one is None:
        return None
    right = rights(state, one) if state.cards else None
    return {"t": seconds(one.at), "seat": one.seat, "names": list(one.names), "right": right}


def _remark(one: Remark, mafn: bool) -> dict[str, Any]:
    return {
        "t": seconds(one.at),
        "what": one.word,
        "seat": one.seat,
        "text": one.text,
        "rule": one.rule if one.rule in rules_of(mafn) else rule_of(one.word, one.text, mafn),
    }


def _t(at: GameMs | None) -> int | float | None:
    return None if at is None else seconds(at)
