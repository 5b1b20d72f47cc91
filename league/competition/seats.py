"""Drawn tables and what may be done to them. Pure: an outcome in, an outcome out.

An outcome is what `league draw` prints (docs/api.md). A table may have `officials` besides.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

from league.live import natural
from league.tablenames import table_name
from league.troubles import Trouble
from rules.lots import draw as drawn_order

Outcome = Mapping[str, Any]
Pair = tuple[str, str]
_EXHAUSTIVE: Final = 200
"""Swaps of officials that are tried before one is left beside whom he should not sit with."""


class Place(NamedTuple):
    """A seat in a round."""

    table: str
    seat: int
    player: str
    name: str
    """What its kiosk is called."""


class Quality(NamedTuple):
    """How good a draw is: all are 0 or 1 in the best one that there can be."""

    together: Sequence[Pair]
    """Pairs that should be kept apart and sit at one table (HUN-6.1)."""
    met: Sequence[Pair]
    """Pairs that sat at one table in an earlier round already."""
    spread: int
    """Players at the largest table, less those at the smallest."""
    beside: Sequence[Pair] = ()
    """Pairs that sit side by side and did so in an earlier round already."""


def places(outcome: Outcome) -> list[Place]:
    """Every seat, by table."""
    return [
        Place(table["table"], seat["seat"], seat["player"], table_name(table))
        for table in outcome["tables"]
        for seat in table["seats"]
    ]


def seated(outcome: Outcome | None) -> set[str]:
    """Who has a seat."""
    return {one.player for one in places(outcome)} if outcome else set()


def swap(outcome: Outcome, one: str, other: str) -> Outcome:
    """HUN-6.1: two change places; Trouble where one has none or both sit at one table."""
    first, second = _place(outcome, one), _place(outcome, other)
    if first.table == second.table:
        raise Trouble("league.trouble.same_table", one=one, other=other)
    return _renamed(outcome, {one: other, other: one})


def replace(outcome: Outcome, gone: str, comes: str) -> Outcome:
    """Another one takes a seat (HUN-3.3)."""
    _place(outcome, gone)
    if comes in seated(outcome):
        raise Trouble("league.trouble.has_seat", name=comes)
    return _renamed(outcome, {gone: comes})


def join(outcome: Outcome, player: str, most: int, table: str | None = None) -> Outcome:
    """HUN-6.2a: somebody more at a table with a free seat, the emptiest where none is named."""
    if player in seated(outcome):
        raise Trouble("league.trouble.has_seat", name=player)
    free = {one["table"]: one for one in outcome["tables"] if len(one["seats"]) < most}
    if table is not None and table not in free:
        raise Trouble("league.trouble.no_free_seat", table=table)
    if not free:
        raise Trouble("league.trouble.all_full", most=most)
    chosen = table or min(free, key=lambda name: (len(free[name]["seats"]), natural(name)))
    number = next(
        at for at in range(1, most + 1) if all(seat["seat"] != at for seat in free[chosen]["seats"])
    )
    return _with_seats(
        outcome, chosen, [*free[chosen]["seats"], {"seat": number, "player": player}]
    )


def leave(outcome: Outcome, player: str, least: int, rule: str) -> Outcome:
    """Somebody gets up; Trouble with the rule where too few would stay at that table."""
    place = _place(outcome, player)
    table = next(one for one in outcome["tables"] if one["table"] == place.table)
    if len(table["seats"]) <= least:
        raise Trouble("league.trouble.too_few", table=place.name, least=least, rule=rule)
    rest = [seat for seat in table["seats"] if seat["player"] != player]
    return _with_seats(outcome, place.table, rest)


def free_seats(outcome: Outcome, most: int) -> int:
    """Seats that nobody has."""
    return sum(most - len(table["seats"]) for table in outcome["tables"])


def quality(outcome: Outcome, apart: Sequence[Pair], earlier: Sequence[Outcome]) -> Quality:
    """HUN-6.1: what could be better about a draw."""
    tables = [{seat["player"] for seat in table["seats"]} for table in outcome["tables"]]
    before = {pair for one in earlier for pair in _pairs(one)}
    sizes = [len(table) for table in tables]
    return Quality(
        [pair for pair in apart if any(set(pair) <= table for table in tables)],
        sorted(_pairs(outcome) & before),
        max(sizes, default=0) - min(sizes, default=0),
        sorted(_beside(outcome) & {pair for one in earlier for pair in _beside(one)}),
    )


def with_officials(
    outcome: Outcome, officials: Sequence[str], each: int, seed: int, apart: Sequence[Pair]
) -> Outcome:
    """HUN-6, HUN-6.3: officials by lot, so many a table as long as there are any; nobody at the
    table of somebody from whom he is to be kept apart, if that can be.
    """
    order = list(drawn_order(officials, seed))
    tables = [{seat["player"] for seat in table["seats"]} for table in outcome["tables"]]
    given: list[list[str]] = [[] for _ in tables]
    for _ in range(each):
        for at in range(len(tables)):
            if order:
                given[at].append(order.pop(0))
    _keep_apart(given, order, tables, apart)
    made = [{**table, "officials": given[at]} for at, table in enumerate(outcome["tables"])]
    return {**outcome, "tables": made}


def assign(outcome: Outcome, table: str, names: Sequence[str]) -> Outcome:
    """The officials of one table, by name; they leave the table at which they were."""
    known = [one["table"] for one in outcome["tables"]]
    if table not in known:
        raise Trouble("league.trouble.no_table", table=table)
    made = [
        {
            **one,
            "officials": list(names)
            if one["table"] == table
            else [name for name in one.get("officials", ()) if name not in names],
        }
        for one in outcome["tables"]
    ]
    return {**outcome, "tables": made}


def _keep_apart(
    given: list[list[str]], spare: list[str], tables: Sequence[set[str]], apart: Sequence[Pair]
) -> None:
    """Exchange officials as long as that leaves fewer of them beside whom they should not see."""
    foes: dict[str, set[str]] = {}
    for one, other in apart:
        foes.setdefault(one, set()).add(other)
        foes.setdefault(other, set()).add(one)

    def trouble(name: str, at: int) -> int:
        return len(foes.get(name, set()) & tables[at]) if at < len(tables) else 0

    homes = [*given, spare]
    slots = [(at, place) for at, home in enumerate(homes) for place in range(len(home))]
    for _ in range(_EXHAUSTIVE):
        better = next(
            (
                (a, i, b, j)
                for (a, i), (b, j) in combinations(slots, 2)
                if trouble(homes[a][i], a) + trouble(homes[b][j], b)
                > trouble(homes[b][j], a) + trouble(homes[a][i], b)
            ),
            None,
        )
        if better is None:
            return
        a, i, b, j = better
        homes[a][i], homes[b][j] = homes[b][j], homes[a][i]


def _pairs(outcome: Outcome) -> set[Pair]:
    return {
        pair
        for table in outcome["tables"]
        for pair in combinations(sorted(seat["player"] for seat in table["seats"]), 2)
    }


def _beside(outcome: Outcome) -> set[Pair]:
    """Neighbours round each table; the last one sits beside the first."""
    found = set()
    for table in outcome["tables"]:
        names = [seat["player"] for seat in sorted(table["seats"], key=lambda s: int(s["seat"]))]
        for one, other in zip(names, [*names[1:], *names[:1]], strict=True):
            found.add((min(one, other), max(one, other)))
    return found


def _place(outcome: Outcome, player: str) -> Place:
    found = next((one for one in places(outcome) if one.player == player), None)
    if found is None:
        raise Trouble("league.trouble.no_seat", name=player)
    return found


def _renamed(outcome: Outcome, names: Mapping[str, str]) -> Outcome:
    tables = [
        {**table, "seats": [{**s, "player": names.get(s["player"], s["player"])}
                            for s in table["seats"]]}
        for table in outcome["tables"]
    ]  # fmt: skip
    return {**outcome, "tables": tables}


def _with_seats(outcome: Outcome, table: str, found: Collection[Mapping[str, Any]]) -> Outcome:
    tables = [
        {**one, "seats": sorted(found, key=lambda seat: seat["seat"])}
        if one["table"] == table
        else one
        for one in outcome["tables"]
    ]
    return {**outcome, "tables": tables}
