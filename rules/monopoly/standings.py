"""The ranking by wealth (HUN-3.2 to 3.5): results in, rows out. Pure; the league calls it.

Wealth decides, then the value of unencumbered property, then the lot that the referee drew.
Whoever was excluded (HUN-10) is not ranked at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from rules.edition import Edition
from rules.kinds import Money

STAGES: Final = ("qualifier", "semifinal", "final")
"""HUN-3: qualifiers, one semi-final, one final."""

NO_LOTS: Final[Mapping[str, int]] = MappingProxyType({})


class HunResult(NamedTuple):
    """One player's result of one game, as it stands on the result sheet.

    `unmortgaged` and `mortgaged` are printed prices, `buildings` stand at cost; a `disqualified`
    player is excluded from the championship.
    """

    stage: str
    game: str
    player: str
    cash: Money
    unmortgaged: Money
    mortgaged: Money
    buildings: Money
    bankrupt: bool = False
    disqualified: bool = False


class Row(NamedTuple):
    """A line of the standings; `points` are the wealth that counts.

    `decided_by`: what put this row below the one above: points, unencumbered, lot, or `stage`
    where the one above went a stage further; None for the first and for equals.
    """

    rank: int
    player: str
    points: Money
    unencumbered: Money
    games: int
    stage: str
    decided_by: str | None


class _Best(NamedTuple):
    stage: int
    points: Money
    unencumbered: Money
    games: int


def standings(
    results: Sequence[HunResult], edition: Edition, lots: Mapping[str, int] = NO_LOTS
) -> list[Row]:
    """HUN-3.2, 3.4, 3.5: everybody's place; who went a stage further stands above.

    `lots` are the places the referee drew among equals, the smallest first; without them equals
    share a rank and the next rank is skipped.
    """
    excluded = {result.player for result in results if result.disqualified}
    by_player: dict[str, list[HunResult]] = {}
    for result in results:
        if result.player not in excluded:
            by_player.setdefault(result.player, []).append(result)
    counted = {player: _counted(found, edition) for player, found in by_player.items()}
    rows: list[Row] = []
    for player in sorted(counted, key=lambda name: (_order(name, counted, lots), name)):
        rows.append(_row(player, counted, lots, rows))
    return rows


def wealth(result: HunResult, edition: Edition) -> Money:
    """HUN-3.2: cash, printed prices, half of them if mortgaged, buildings at cost; bankrupt: 0."""
    if result.bankrupt:
        return Money(0)
    if edition.text("asset_values") == "printed_only":
        return Money(result.cash + result.unmortgaged + result.mortgaged)
    return Money(result.cash + result.unmortgaged + result.mortgaged // 2 + result.buildings)


def unencumbered(result: HunResult, edition: Edition) -> Money:
    """HUN-3.2: what decides between equals, the value of property that is not mortgaged."""
    if result.bankrupt:
        return Money(0)
    counts = edition.flag("tie_counts_buildings")
    return Money(result.unmortgaged + (result.buildings if counts else 0))


def _counted(found: Iterable[HunResult], edition: Edition) -> _Best:
    """A player's results of the last stage he reached, made one (HUN-3.2, more than one game)."""
    reached = max(STAGES.index(result.stage) for result in found)
    values = [
        (wealth(result, edition), unencumbered(result, edition))
        for result in found
        if STAGES.index(result.stage) == reached
    ]
    if edition.text("best_of_qualifiers") == "sum":
        points, free = (sum(column) for column in zip(*values, strict=True))
    else:
        points, free = max(values)
    return _Best(reached, Money(points), Money(free), len(values))


def _order(
    player: str, counted: Mapping[str, _Best], lots: Mapping[str, int]
) -> tuple[int, int, int, int]:
    best = counted[player]
    return (-best.stage, -best.points, -best.unencumbered, lots.get(player, 0))


def _row(
    player: str, counted: Mapping[str, _Best], lots: Mapping[str, int], above: Sequence[Row]
) -> Row:
    best = counted[player]
    rank, decided = len(above) + 1, None
    if above:
        before = _order(above[-1].player, counted, lots)
        here = _order(player, counted, lots)
        names = ("stage", "points", "unencumbered", "lot")
        decided = next((n for n, a, b in zip(names, before, here, strict=True) if a != b), None)
        if decided is None:
            rank = above[-1].rank
    return Row(
        rank, player, best.points, best.unencumbered, best.games, STAGES[best.stage], decided
    )
