"""Places at one table (RAY-1-4, RAY-SLOT-5, RAY-SLOT-7): points, then who left later."""

from __future__ import annotations

from itertools import groupby
from typing import Any, NamedTuple

from rules.casino.machines import left_over, score
from rules.casino.prizes import Won, amounts, parted, pool_of, won
from rules.casino.state import Person, Phase, State, people_here
from rules.kinds import Money, Seat
from rules.lots import seed_of

FINISHED = frozenset((Phase.SIGN, Phase.CLOSED))
"""Everything is counted: there are places."""


class Ranking(NamedTuple):
    """Places and prizes of every seat that has one; `lots` where a lot decided anything."""

    places: dict[Seat, int]
    prizes: dict[Seat, Money]
    lots: tuple[str, ...]
    seed: int


def ranking(state: State) -> Ranking | None:
    """RAY-1-4, RAY-PAY-1: who is where and gets what; None before everything is counted."""
    if state.phase not in FINISHED:
        return None
    opening = state.facts.opening
    seed = seed_of(f"{opening.season}\n{opening.round}\n{opening.game}")
    groups, lots = parted(_equals(state), state.facts.tie, seed)
    pool = pool_of(state.facts.plan, *bought(state)).pool
    shared: Won = won(amounts(state.facts.plan.prizes, pool), groups, seed)
    seat_of = {seat.player: seat.seat for seat in opening.seats}
    places: dict[Seat, int] = {}
    at = 1
    for group in groups:
        places |= {seat_of[name]: at for name in group}
        at += len(group)
    prizes = {seat_of[name]: amount for name, amount in shared.prizes.items()}
    return Ranking(places, prizes, lots or shared.lots, seed)


def bought(state: State) -> tuple[int, int, int]:
    """Entries, rebuys and add-ons of the table; who is disqualified has paid as well (OTHER-3)."""
    here = people_here(state)
    return (
        sum(one.entered for one in here),
        sum(one.rebuys for one in here),
        sum(one.addon for one in here),
    )


def goes_on(state: State, places: dict[Seat, int]) -> dict[Seat, bool | None]:
    """RAY-SLOT-3, RAY-1-1: who reaches the next part; None: equals across the cut, for a lot."""
    cut = state.facts.plan.advance
    found: dict[Seat, bool | None] = {}
    for seat, place in places.items():
        last = place + sum(other == place for other in places.values()) - 1
        found[seat] = True if last <= cut else None if place <= cut else False
    return found


def _equals(state: State) -> list[list[str]]:
    ranked = [
        (_value(state, person), seat.player)
        for seat, person in zip(state.facts.opening.seats, state.people, strict=True)
        if person.entered and not person.disqualified
    ]
    ranked.sort(key=lambda one: one[0], reverse=True)
    return [[name for _, name in group] for _, group in groupby(ranked, key=lambda one: one[0])]


def _value(state: State, person: Person) -> Any:
    if state.facts.slots:
        return (score(state, person), left_over(person))
    return (not person.order, person.held, person.order)
