"""Who sits where (HUN-6, 6.1, 6.3): tables of four to six by lot, acquaintances apart. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from rules.edition import Edition
from rules.kinds import Refusal, RuleId
from rules.lots import draw

Pair = tuple[str, str]


class Seating(NamedTuple):
    """Tables in order, each with its players in the order of the seats; `lots` as drawn.

    `together` are the pairs that could not be kept apart.
    """

    tables: tuple[tuple[str, ...], ...]
    lots: tuple[str, ...]
    seed: int
    together: tuple[Pair, ...]


def table_sizes(
    players: int, edition: Edition, stage: str = "qualifier"
) -> tuple[int, ...] | Refusal:
    """HUN-6: four to six a table, as few tables as can be, sizes that differ by one at most.

    HUN-6.3: the final is one table of six; with fewer where a finalist does not appear, because
    there are no reserves for it.
    """
    least, most = edition.whole("players_least"), edition.whole("players_most")
    if stage == "final":
        most = edition.whole("final_players")
        if not least <= players <= most:
            return _refused("HUN-6.3", players, least, most)
    tables = -(-players // most)
    if tables == 0 or players < least * tables:
        return _refused("HUN-6", players, least, most)
    small, larger = divmod(players, tables)
    return tuple(small + (index < larger) for index in range(tables))


def seat(
    players: Collection[str],
    seed: int,
    edition: Edition,
    apart: Sequence[Pair] = (),
    stage: str = "qualifier",
) -> Seating | Refusal:
    """HUN-6.1: everybody's table and seat by lot; pairs in `apart` change places if they can."""
    sizes = table_sizes(len(players), edition, stage)
    if isinstance(sizes, Refusal):
        return sizes
    lots = draw(players, seed)
    tables: list[list[str]] = []
    start = 0
    for size in sizes:
        tables.append(list(lots[start : start + size]))
        start += size
    _keep_apart(tables, apart)
    return Seating(tuple(tuple(t) for t in tables), lots, seed, _together(tables, apart))


def _refused(rule: str, players: int, least: int, most: int) -> Refusal:
    details = (("players", players), ("least", least), ("most", most))
    return Refusal(RuleId(rule), "cannot_be_seated", details)


def _keep_apart(tables: list[list[str]], apart: Sequence[Pair]) -> None:
    """Let one of a pair change places as long as that leaves fewer pairs together."""
    foes: dict[str, set[str]] = {}
    for one, other in apart:
        foes.setdefault(one, set()).add(other)
        foes.setdefault(other, set()).add(one)
    while any(_one_change(tables, pair, foes) for pair in _together(tables, apart)):
        pass


def _one_change(tables: list[list[str]], pair: Pair, foes: dict[str, set[str]]) -> bool:
    home = next(table for table in tables if pair[0] in table)
    for mover in pair:
        for other in tables:
            for index, guest in enumerate(other):
                if other is home or _gain(home, other, mover, guest, foes) <= 0:
                    continue
                home[home.index(mover)], other[index] = guest, mover
                return True
    return False


def _gain(
    home: Sequence[str], other: Sequence[str], mover: str, guest: str, foes: dict[str, set[str]]
) -> int:
    """How many fewer pairs sit together when mover and guest change places."""
    his, hers = foes.get(mover, set()), foes.get(guest, set())
    before = sum(p in his for p in home) + sum(p in hers for p in other)
    after = sum(p in his for p in other if p != guest) + sum(p in hers for p in home if p != mover)
    return before - after


def _together(tables: Sequence[Sequence[str]], apart: Sequence[Pair]) -> tuple[Pair, ...]:
    table_of = {player: index for index, table in enumerate(tables) for player in table}
    return tuple(
        (one, other)
        for one, other in apart
        if one != other and one in table_of and table_of[one] == table_of.get(other)
    )
