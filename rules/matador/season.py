"""The season (RAMK-9.16 to 9.20): results in, rows out. Pure; the league calls it.

In this order: points for the place (shared places averaged and rounded down), doubled in the final
or raised by a quarter in the 2nd division, rounded down; then the two worst results of a member are
dropped; then the bonus of last season is added, which nothing changes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Final, NamedTuple

from rules.edition import Edition
from rules.kinds import Refusal
from rules.lots import NO_LOTS, Lot, decides, seed_of
from rules.matador.awards import awards

NOTHING: Final[Mapping[str, int]] = MappingProxyType({})


class Result(NamedTuple):
    """One member's place at one table of one round; `division` None where there is one table."""

    round: str
    date: str
    final: bool
    division: int | None
    place: int
    player: str


class Counted(NamedTuple):
    """A result with its points: what RAMK-9.17 drops or keeps. A missed round has no place."""

    points: int
    place: int | None
    final: bool
    round: str = ""


class Row(NamedTuple):
    """A line of the standings; `points` are net, `gross` has nothing dropped.

    `decided_by`: what put this row below the one above: points, firsts, seconds, gross, lot; None
    for the first and for equals. `carried` is last season's bonus, in both sums.
    """

    rank: int
    player: str
    points: int
    gross: int
    games: int
    rounds: int
    decided_by: str | None
    counted: tuple[Counted, ...]
    dropped: tuple[Counted, ...]
    carried: int
    firsts: int
    seconds: int
    lot: Lot | None = None


class Kept(NamedTuple):
    """What RAMK-9.17 makes of a member's results."""

    net: int
    counted: tuple[Counted, ...]
    dropped: tuple[Counted, ...]


def standings(
    results: Sequence[Result],
    edition: Edition,
    carried: Mapping[str, int] = NOTHING,
    lots: Mapping[str, Lot] = NO_LOTS,
) -> list[Row]:
    """RAMK-9.17: every member who played or has a bonus, the cup's winner first.

    Equals in everything share a rank and the next is skipped, unless one lot was drawn among them.
    """
    by_player = counted_by_player(results, edition)
    rounds = len({result.round for result in results})
    unsorted = {}
    for player in sorted({*by_player, *carried}):
        found = by_player.get(player, ())
        unsorted[player] = _row(player, found, carried.get(player, 0), rounds, edition)
    shared = edition.text("cup_tie") == "shared"

    def order(row: Row) -> tuple[int, ...]:
        return tuple(-value for _, value in _criteria(row, shared))

    rows: list[Row] = []
    above: Row | None = None
    for _, equals in groupby(sorted(unsorted.values(), key=order), key=order):
        group = list(equals)
        decided = None if above is None else _decided(above, group[0], shared)
        rows += _equals(group, decided, NO_LOTS if shared else lots, len(rows) + 1)
        above = group[0]
    return rows


def counted_by_player(
    results: Iterable[Result], edition: Edition
) -> dict[str, tuple[Counted, ...]]:
    """RAMK-9.16, RAMK-9.18, RAMK-9.19: the points of every member, in the order of the rounds."""
    found: dict[str, list[Counted]] = {}
    for table in sorted(tables(results).values(), key=_when):
        points = points_of(table, edition)
        if isinstance(points, Refusal):
            continue
        for result in table:
            counted = Counted(points[result.player], result.place, result.final, result.round)
            found.setdefault(result.player, []).append(counted)
    return {player: tuple(one) for player, one in found.items()}


def tables(results: Iterable[Result]) -> dict[tuple[str, int | None], list[Result]]:
    """The results by table: the players of a division of a round are counted together."""
    found: dict[tuple[str, int | None], list[Result]] = {}
    for result in results:
        found.setdefault((result.round, result.division), []).append(result)
    return found


def points_of(table: Sequence[Result], edition: Edition) -> dict[str, int] | Refusal:
    """RAMK-9.16: the points of one table; a Refusal for one that the points table does not know."""
    first = table[0]
    places = {result.player: result.place for result in table}
    return awards(
        places,
        edition,
        final=first.final,
        division=first.division,
        seed=seed_of(f"{first.round}\n{first.division or ''}"),
    )


def kept(found: Sequence[Counted], rounds: int, edition: Edition) -> Kept:
    """RAMK-9.17: all results but the two worst: fewest points, or by setting the worst places.

    Settings: missed rounds are results of 0 points; the final is never dropped.
    """
    results = list(found)
    if edition.flag("absence_is_placing"):
        results += [Counted(0, None, False)] * (rounds - len(found))
    by_place = edition.text("drop_by") == "worst_place"
    droppable = [
        at
        for at, one in enumerate(results)
        if edition.flag("final_can_be_dropped") or not one.final
    ]
    droppable.sort(key=lambda at: _worth(results[at], by_place))
    gone = set(droppable[: edition.whole("dropped")])
    counted = tuple(one for at, one in enumerate(results) if at not in gone)
    dropped = tuple(one for at, one in enumerate(results) if at in gone)
    return Kept(sum(one.points for one in counted), counted, dropped)


def carry_over(rows: Sequence[Row], results: Iterable[Result], edition: Edition) -> dict[str, int]:
    """RAMK-9.20: 10 for the winner of each game of the last round, but not for the champion.

    The last round is the final; before it is played nobody has the bonus.
    """
    champions = {row.player for row in rows if row.rank == 1}
    return {
        result.player: edition.whole("carry_over")
        for result in results
        if result.final and result.place == 1 and result.player not in champions
    }


def is_over(results: Iterable[Result]) -> bool:
    """RAMK-9.20: the final has been played."""
    return any(result.final for result in results)


def tied_for_cup(rows: Sequence[Row]) -> list[str]:
    """Who shares the first rank with others: among them the lot decides about the cup."""
    first = [row.player for row in rows if row.rank == 1]
    return first if len(first) > 1 else []


def _row(
    player: str, found: Collection[Counted], carried: int, rounds: int, edition: Edition
) -> Row:
    kept_of = kept(tuple(found), rounds, edition)
    places = [one.place for one in found]
    return Row(
        rank=0,
        player=player,
        points=kept_of.net + carried,
        gross=sum(one.points for one in found) + carried,
        games=len(found),
        rounds=len({one.round for one in found if not one.final}),
        decided_by=None,
        counted=kept_of.counted,
        dropped=kept_of.dropped,
        carried=carried,
        firsts=places.count(1),
        seconds=places.count(2),
    )


def _criteria(row: Row, shared: bool) -> tuple[tuple[str, int], ...]:
    """What decides, in this order; dropped results count as firsts and seconds (setting)."""
    points = ("points", row.points)
    if shared:
        return (points,)
    return (points, ("firsts", row.firsts), ("seconds", row.seconds), ("gross", row.gross))


def _decided(above: Row, row: Row, shared: bool) -> str | None:
    pairs = zip(_criteria(above, shared), _criteria(row, shared), strict=True)
    return next((name for (name, more), (_, less) in pairs if more != less), None)


def _equals(
    group: Sequence[Row], decided: str | None, lots: Mapping[str, Lot], first: int
) -> list[Row]:
    """The rows of members who are equal on every criterion, from rank `first` on."""
    by_lot = decides([row.player for row in group], lots)
    ordered = sorted(group, key=lambda row: lots[row.player].place) if by_lot else group
    return [
        row._replace(
            rank=first + at if by_lot else first,
            decided_by=decided if at == 0 else ("lot" if by_lot else None),
            lot=lots[row.player] if by_lot else None,
        )
        for at, row in enumerate(ordered)
    ]


def _when(table: Sequence[Result]) -> tuple[str, str, int]:
    first = table[0]
    return first.date, first.round, first.division or 0


def _worth(one: Counted, by_place: bool) -> tuple[int, int]:
    """What is dropped first stands first; a missed round is the worst place there is."""
    if not by_place:
        return (one.points, 0)
    return (-(one.place or MISSED), one.points)


MISSED: Final = 1000
"""The place of a round that somebody missed, where that is a placing."""
