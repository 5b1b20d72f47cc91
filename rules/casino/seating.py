"""Who sits where in a tournament of many tables: the draw, balancing, breaking. Pure.

The document leaves the draw to the casino (presupposed). Seats are drawn by lots that anybody can
draw again. Between hands the tables are levelled: no two differ by more than one player, and the
one who would pay the big blind next moves. A table that is not needed any more is broken, the one
with the highest number first. What moved whom is kept; a penalty is the player's and goes along.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from rules.edition import Edition
from rules.kinds import Refusal, RuleId
from rules.lots import draw

MOST_SEATS: Final = 10


class Table(NamedTuple):
    """A table: who sits on seat 1, 2, ... (None: free), where the button is (0: nowhere yet)."""

    number: int
    seats: tuple[str | None, ...]
    button: int = 0

    @property
    def players(self) -> int:
        """How many sit here."""
        return sum(seat is not None for seat in self.seats)


class Move(NamedTuple):
    """Who goes from where to where, and why: `balance` or `break`."""

    player: str
    table: int
    seat: int
    to_table: int
    to_seat: int
    why: str


class Moved(NamedTuple):
    """The tables afterwards, and every move in order."""

    tables: tuple[Table, ...]
    moves: tuple[Move, ...]


def most_seats(edition: Edition) -> int:
    """RAY-STRUCT-1, RAY-SLOT-3: how many sit at a table of this structure, or play in a group."""
    structure = edition.values["structure"]
    if structure.get("type", edition.text("type")) == "slots":
        return int(structure.get("group", MOST_SEATS))
    return int(structure.get("table_size", MOST_SEATS))


def sizes(players: int, most: int = MOST_SEATS) -> tuple[int, ...] | Refusal:
    """As few tables as can be, whose sizes differ by one at most."""
    tables = -(-players // most) if most > 0 else 0
    if players < 2 or tables == 0:
        details = (("players", players), ("least", 2), ("most", most))
        return Refusal(RuleId("RAY-1-1"), "cannot_be_seated", details)
    small, larger = divmod(players, tables)
    return tuple(small + (index < larger) for index in range(tables))


def seat(
    players: Collection[str], seed: int, most: int = MOST_SEATS
) -> tuple[Table, ...] | Refusal:
    """RAY-SNG-1, RAY-1-1: everybody's table and seat by lot."""
    found = sizes(len(players), most)
    if isinstance(found, Refusal):
        return found
    lots = draw(players, seed)
    tables = []
    at = 0
    for number, size in enumerate(found, 1):
        free = (None,) * (most - size)
        tables.append(Table(number, (*lots[at : at + size], *free)))
        at += size
    return tuple(tables)


def level(tables: Sequence[Table], seed: int = 0) -> Moved:
    """Break what is not needed, then balance, until no two tables differ by more than one."""
    now = {table.number: table for table in tables}
    moves: list[Move] = []
    while len(now) > 1:
        closing = now[max(now)]
        rest = [table for number, table in now.items() if number != closing.number]
        free = sum(len(table.seats) - table.players for table in rest)
        if free < closing.players:
            break
        del now[closing.number]
        for player in draw([one for one in closing.seats if one is not None], seed):
            goal = min(now.values(), key=lambda table: (table.players, table.number))
            moves.append(_move(now, closing, player, goal, "break"))
    while True:
        large = max(now.values(), key=lambda table: (table.players, -table.number))
        small = min(now.values(), key=lambda table: (table.players, table.number))
        if large.players - small.players <= 1:
            return Moved(tuple(now[number] for number in sorted(now)), tuple(moves))
        moves.append(_move(now, large, next_big_blind(large), small, "balance"))


def next_big_blind(table: Table) -> str:
    """Who pays the big blind in the next hand: third after the button, of two the button's own."""
    sitting = _after(table, table.button)
    return sitting[min(2, len(sitting) - 1)]


def gap(tables: Sequence[Table]) -> int:
    """By how many players the largest table is larger than the smallest."""
    counts = [table.players for table in tables]
    return max(counts, default=0) - min(counts, default=0)


def parts(players: int, group: int, advance: int) -> tuple[int, ...]:
    """RAY-SLOT-3: how many play in each part until one wins; groups as full as can be.

    Of 24 in groups of six of which two go on: 24, 8, 4. A part that is one group is the last.
    """
    found = [players]
    while (groups := -(-found[-1] // group)) > 1:
        left = groups * advance
        if left >= found[-1]:
            return tuple(found)
        found.append(left)
    return tuple(found)


def _move(now: dict[int, Table], source: Table, player: str, goal: Table, why: str) -> Move:
    """Put a player on the free seat of `goal` that pays the big blind first."""
    left = tuple(None if one == player else one for one in source.seats)
    if source.number in now:
        now[source.number] = source._replace(seats=left)
    to_seat = _free_seat(goal)
    seats = (*goal.seats[: to_seat - 1], player, *goal.seats[to_seat:])
    now[goal.number] = goal._replace(seats=seats)
    return Move(player, source.number, source.seats.index(player) + 1, goal.number, to_seat, why)


def _free_seat(table: Table) -> int:
    """The first free seat behind the next to pay the big blind."""
    count = len(table.seats)
    start = table.button
    if table.players > 2:
        start = table.seats.index(next_big_blind(table)) + 1
    return next(
        (start + step - 1) % count + 1
        for step in range(1, count + 1)
        if table.seats[(start + step - 1) % count] is None
    )


def _after(table: Table, seat_number: int) -> list[str]:
    """Who sits here, in the order of play after a seat."""
    count = len(table.seats)
    ring = ((seat_number + step) % count for step in range(count))
    return [one for at in ring if (one := table.seats[at]) is not None]
