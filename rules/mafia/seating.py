"""Tables and seats of a round by lot (MAFA-MAIN-6): pure, and anybody can draw again.

Nobody sits on a seat twice, as long as the edition asks for that. Where there are several tables,
who is to be kept apart is, if that can be, and who has met least meets; at a table, who has sat
side by side least does. All is found by swaps from seeded starts, so the same seed, the same pairs
and the same rounds before give the same seats.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple, TypeVar

from rules.edition import Edition
from rules.kinds import Refusal, RuleId

Table = tuple[str, ...]
"""Players by seat, from 1."""

Round = Sequence[Table]

Item = TypeVar("Item")

STARTS: Final = 24
"""Seeded starts at one table; with several tables fewer, the more players there are."""

APART: Final = 1_000_000
"""As often as no two can have met: what a pair weighs that is to be kept apart."""


class Seated(NamedTuple):
    """Who sits where; `meetings` and `neighbours` say how well mixed it is, with what went before.

    `meetings`: the sum over all pairs of (times at one table)², `neighbours` of (times side by
    side)²: the smaller, the better.
    """

    tables: tuple[Table, ...]
    meetings: int
    neighbours: int


class _Past(NamedTuple):
    seats: Mapping[str, frozenset[int]]
    last: Mapping[str, int]
    met: Mapping[tuple[str, str], int]
    beside: Mapping[tuple[str, str], int]


def seat(
    players: Sequence[str],
    seed: int,
    edition: Edition,
    before: Sequence[Round],
    apart: Iterable[tuple[str, str]] = (),
) -> Seated | Refusal:
    """MAFA-MAIN-6: seats by lot, each game another; MAFA-TIME-2: ten at a table.

    Pairs of `apart` are at different tables, as long as there are enough of those.
    """
    size = edition.whole("players")
    if not players or len(players) % size:
        return Refusal(RuleId("MAFA-TIME-2"), "cannot_be_seated", (("least", size),))
    past = _past(before)
    foes = {(min(pair), max(pair)): APART for pair in apart}
    met = {**past.met, **{pair: past.met.get(pair, 0) + much for pair, much in foes.items()}}
    lots = _numbers(seed)
    never = edition.text("seat_change") == "never_the_same_seat"
    barred = {
        player: past.seats.get(player, frozenset())
        if never
        else frozenset((past.last[player],) if player in past.last else ())
        for player in players
    }
    for _ in range(STARTS):
        groups = _grouped(_shuffled(sorted(players), lots), size, met, lots)
        tables = [_seats(group, barred, past, lots) for group in groups]
        found = tuple(table for table in tables if table is not None)
        if len(found) == len(tables):
            return Seated(found, *_quality([*before, found]))
    return Refusal(RuleId("MAFA-MAIN-6"), "cannot_be_seated")


def _past(before: Sequence[Round]) -> _Past:
    seats: dict[str, set[int]] = {}
    last: dict[str, int] = {}
    met: dict[tuple[str, str], int] = {}
    beside: dict[tuple[str, str], int] = {}
    for table in (table for tables in before for table in tables):
        for number, player in enumerate(table, 1):
            seats.setdefault(player, set()).add(number)
            last[player] = number
        for pair in combinations(sorted(table), 2):
            met[pair] = met.get(pair, 0) + 1
        for pair in _neighbours(table):
            beside[pair] = beside.get(pair, 0) + 1
    return _Past({who: frozenset(one) for who, one in seats.items()}, last, met, beside)


def _grouped(
    players: list[str], size: int, met: Mapping[tuple[str, str], int], lots: Iterator[int]
) -> list[list[str]]:
    """Who sits at which table: from several starts the one in which fewest have met before."""
    if len(players) == size:
        return [players]
    best, least = players, -1
    for _ in range(max(1, 2000 // len(players))):
        found = _swapped(_shuffled(players, lots), size, met)
        cost = _met(found, size, met)
        if least < 0 or cost < least:
            best, least = found, cost
        if least == 0 or len(players) > 60:
            break
    return [best[at : at + size] for at in range(0, len(best), size)]


def _swapped(players: list[str], size: int, met: Mapping[tuple[str, str], int]) -> list[str]:
    """Swaps between tables, as long as one lets fewer meet again."""
    tables = [players[at : at + size] for at in range(0, len(players), size)]
    known: dict[str, dict[str, int]] = {player: {} for player in players}
    for (one, other), times in met.items():
        if one in known and other in known:
            known[one][other] = known[other][one] = times
    better = True
    while better:
        better = False
        for left, right in combinations(range(len(tables)), 2):
            for here in range(size):
                for there in range(size):
                    better = _swap(tables[left], tables[right], here, there, known) or better
    return [player for table in tables for player in table]


def _swap(
    left: list[str], right: list[str], here: int, there: int, known: Mapping[str, Mapping[str, int]]
) -> bool:
    one, other = left[here], right[there]
    of_one, of_other = known[one], known[other]
    gain = 0
    for player in left:
        if player != one:
            gain += of_one.get(player, 0) - of_other.get(player, 0)
    for player in right:
        if player != other:
            gain += of_other.get(player, 0) - of_one.get(player, 0)
    if gain <= 0:
        return False
    left[here], right[there] = other, one
    return True


def _met(players: Sequence[str], size: int, met: Mapping[tuple[str, str], int]) -> int:
    tables = (sorted(players[at : at + size]) for at in range(0, len(players), size))
    return sum(met.get(pair, 0) for table in tables for pair in combinations(table, 2))


def _seats(
    group: Sequence[str], barred: Mapping[str, frozenset[int]], past: _Past, lots: Iterator[int]
) -> Table | None:
    """Seats at one table that nobody of it is barred from, with few neighbours met again."""
    best: list[str] | None = None
    least = -1
    for _ in range(STARTS):
        table = _matched(_shuffled(list(group), lots), barred, lots)
        if table is None:
            return None
        table = _moved(table, barred, past.beside)
        cost = _side_by_side(table, past.beside)
        if best is None or cost < least:
            best, least = table, cost
        if least == 0:
            break
    return None if best is None else tuple(best)


def _matched(
    group: Sequence[str], barred: Mapping[str, frozenset[int]], lots: Iterator[int]
) -> list[str] | None:
    """A seat for everybody by augmenting paths; None where there is none."""
    numbers = list(range(1, len(group) + 1))
    wishes = {player: _shuffled(numbers, lots) for player in group}
    held: dict[int, str] = {}

    def find(player: str, tried: set[int]) -> bool:
        for number in wishes[player]:
            if number in barred[player] or number in tried:
                continue
            tried.add(number)
            if number not in held or find(held[number], tried):
                held[number] = player
                return True
        return False

    if not all(find(player, set()) for player in group):
        return None
    return [held[number] for number in numbers]


def _moved(
    table: list[str], barred: Mapping[str, frozenset[int]], beside: Mapping[tuple[str, str], int]
) -> list[str]:
    """Swaps of seats, as long as one puts fewer side by side again."""
    cost = _side_by_side(table, beside)
    better = True
    while better and cost:
        better = False
        for one, other in combinations(range(len(table)), 2):
            if other + 1 in barred[table[one]] or one + 1 in barred[table[other]]:
                continue
            table[one], table[other] = table[other], table[one]
            found = _side_by_side(table, beside)
            if found < cost:
                cost, better = found, True
            else:
                table[one], table[other] = table[other], table[one]
    return table


def _side_by_side(table: Sequence[str], beside: Mapping[tuple[str, str], int]) -> int:
    return sum(2 * beside.get(pair, 0) for pair in _neighbours(table))


def _neighbours(table: Sequence[str]) -> Iterable[tuple[str, str]]:
    for at, player in enumerate(table):
        other = table[(at + 1) % len(table)]
        yield (player, other) if player < other else (other, player)


def _quality(rounds: Sequence[Round]) -> tuple[int, int]:
    past = _past(rounds)
    return (
        sum(times * times for times in past.met.values()),
        sum(times * times for times in past.beside.values()),
    )


def _numbers(seed: int) -> Iterator[int]:
    """Numbers that anybody gets from the same seed."""
    block = 0
    while True:
        digest = hashlib.sha256(f"{seed}\n{block}".encode()).digest()
        for at in range(0, len(digest), 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def _shuffled(items: Sequence[Item], lots: Iterator[int]) -> list[Item]:
    found = list(items)
    for at in range(len(found) - 1, 0, -1):
        other = next(lots) % (at + 1)
        found[at], found[other] = found[other], found[at]
    return found
