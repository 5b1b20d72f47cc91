"""The ranking by wealth (HUN-3.2 to 3.5): results in, rows out. Pure; the league calls it.

Wealth decides, then the value of unencumbered property, then the lot that the referee drew.
Whoever was excluded (HUN-10) is not ranked at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple

from rules.edition import Edition
from rules.kinds import Money
from rules.lots import NO_LOTS, Lot, decides
from rules.monopoly.wealth import STAGES, HunResult, unencumbered, wealth

_VALUES: Final = itemgetter(0, 1, 2)


class Row(NamedTuple):
    """A line of the standings; `points` are the wealth that counts, of the last stage reached.

    `decided_by`: what put this row below the one above: points, unencumbered, lot; None for equals
    and for the first of a stage, with whom nobody of the stage is compared. `lot` where a lot
    decided among equals. `games` are all that were played, whatever the stage.
    """

    rank: int
    player: str
    points: Money
    unencumbered: Money
    games: int
    stage: str
    decided_by: str | None
    lot: Lot | None = None


class Own(NamedTuple):
    """Where a player stands by his own results alone; the greater one is ranked above. `stage` is
    the place of the last one he reached in `STAGES`.
    """

    stage: int
    points: Money
    unencumbered: Money


def standings(
    results: Sequence[HunResult], edition: Edition, lots: Mapping[str, Lot] = NO_LOTS
) -> list[Row]:
    """HUN-3.2, 3.4, 3.5: everybody's place; who went a stage further stands above.

    `lots` decide among equals if one draw has the places of them all; without it, or where
    somebody came to be equal after it, equals share a rank and the next rank is skipped.
    """
    by_player: dict[str, list[HunResult]] = {}
    for result in results:
        by_player.setdefault(result.player, []).append(result)
    found = {player: own(of_one, edition) for player, of_one in by_player.items()}
    best = {player: one for player, one in found.items() if one is not None}
    return ranked(best, {player: len(by_player[player]) for player in best}, lots)


def own(results: Sequence[HunResult], edition: Edition) -> Own | None:
    """HUN-3.2: one player's results made one; None where he was excluded (HUN-10)."""
    if any(result.disqualified for result in results):
        return None
    return _counted(results, edition)


def ranked(
    best: Mapping[str, Own], games: Mapping[str, int], lots: Mapping[str, Lot] = NO_LOTS
) -> list[Row]:
    """The places of all who are ranked, and how many games each has played."""

    order = sorted((-own.stage, -own.points, -own.unencumbered, name) for name, own in best.items())
    rows: list[Row] = []
    above: Own | None = None
    for _, equals in groupby(order, key=_VALUES):
        names = [name for *_, name in equals]
        here = best[names[0]]
        counts = [games[name] for name in names]
        rows += _equals(names, counts, here, _decided(above, here), lots, len(rows) + 1)
        above = here
    return rows


def _counted(found: Iterable[HunResult], edition: Edition) -> Own:
    """A player's results of the last stage he reached, made one (HUN-3.2, more than one game)."""
    reached = max(STAGES.index(result.stage) for result in found)
    values = [
        (wealth(result, edition), unencumbered(result, edition))
        for result in found
        if STAGES.index(result.stage) == reached
    ]
    if reached == 0 and edition.text("best_of_qualifiers") == "sum":
        points, free = (sum(column) for column in zip(*values, strict=True))
    else:
        points, free = max(values)
    return Own(reached, Money(points), Money(free))


def _decided(above: Own | None, here: Own) -> str | None:
    if above is None or above.stage != here.stage:
        return None
    return "points" if above.points != here.points else "unencumbered"


def _equals(
    names: Sequence[str],
    games: Sequence[int],
    best: Own,
    decided: str | None,
    lots: Mapping[str, Lot],
    first: int,
) -> list[Row]:
    """The rows of players who are equal on both criteria, from rank `first` on."""
    by_lot = decides(names, lots)
    order: Sequence[int] = range(len(names))
    if by_lot:
        order = sorted(order, key=lambda at: lots[names[at]].place)
    return [
        Row(
            rank=first + place if by_lot else first,
            player=names[at],
            points=best.points,
            unencumbered=best.unencumbered,
            games=games[at],
            stage=STAGES[best.stage],
            decided_by=decided if place == 0 else ("lot" if by_lot else None),
            lot=lots[names[at]] if by_lot else None,
        )
        for place, at in enumerate(order)
    ]
