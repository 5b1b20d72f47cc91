"""The ranking of a Mafia tournament (MAFA-GOAL-2, MAFA-TIE-1 to 5): results in, rows out. Pure.

Points are hundredths. Without `scoring` results are listed and nobody is ranked. Whoever was
disqualified (MAFN-GEN-10, MAFA-JUDGE-5) is not ranked at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from rules.edition import Edition
from rules.mafia.scoring import SHERIFF, Facts, parts, total

NO_RATING: Final[Mapping[str, int]] = MappingProxyType({})
UNRATED: Final = 10**9

CRITERIA: Final = (
    "points",
    "best_moves",  # MAFA-TIE-1
    "wins",  # MAFA-TIE-2
    "wins_don",  # MAFA-TIE-3
    "wins_sheriff",
    "wins_mafia",
    "first_killed",  # MAFA-TIE-4
    "rating",  # MAFA-TIE-5
)


class Result(NamedTuple):
    """One player's result of one game."""

    game: str
    player: str
    facts: Facts
    disqualified: bool = False


class Row(NamedTuple):
    """A line of the standings. `points` None and `rank` None: nobody is ranked.

    `decided_by`: what put this row below the one above it; None for equals and the first.
    `parts`: points by rule, over all games. `podium` and `qualified`: the three best, the best.
    """

    rank: int | None
    player: str
    points: int | None
    games: int
    best_moves: int
    wins: int
    wins_don: int
    wins_sheriff: int
    wins_mafia: int
    first_killed: int
    rating: int | None
    parts: Mapping[str, int]
    decided_by: str | None = None
    podium: bool = False
    qualified: bool = False


def standings(
    results: Sequence[Result], edition: Edition, rating: Mapping[str, int] = NO_RATING
) -> list[Row]:
    """MAFA-MAIN-1, MAFA-GOAL-3: the sum of all games; the three best, the best one qualified."""
    excluded = {one.player for one in results if one.disqualified}
    by_player: dict[str, list[Result]] = {}
    for one in results:
        if one.player not in excluded:
            by_player.setdefault(one.player, []).append(one)
    rows = [_row(player, found, edition, rating) for player, found in by_player.items()]
    if edition.text("scoring") == "none":
        return sorted(rows, key=lambda row: row.player)
    rows.sort(key=lambda row: (tuple(-value for value in _order(row)), row.player))
    ranked: list[Row] = []
    for place, row in enumerate(rows, 1):
        above = ranked[-1] if ranked else None
        decided = _decided(above, row)
        rank = place if above is None or decided else above.rank
        ranked.append(
            row._replace(
                rank=rank,
                decided_by=decided,
                podium=(rank or 0) <= edition.whole("podium"),
                qualified=rank == 1,
            )
        )
    return ranked


def first_killed_bonus(as_red: int, as_sheriff: int, edition: Edition) -> int:
    """MAFA-PTS-11: killed on the first night more than twice as a red: +1 for each night."""
    word = edition.text("pts11")
    nights = as_red + (as_sheriff if "sheriff_too" in word else 0)
    least = edition.whole("first_killed_more_than")
    if nights <= least:
        return 0
    counted = nights - least if word.startswith("from_3rd") else nights
    return counted * edition.whole("first_killed_often")


def _row(player: str, found: Sequence[Result], edition: Edition, rating: Mapping[str, int]) -> Row:
    facts = [one.facts for one in found]
    sums: dict[str, int] = {}
    for one in facts:
        for rule, points in parts(one, edition).items():
            sums[rule] = sums.get(rule, 0) + points
    first = [one.role for one in facts if one.killed_first]
    bonus = first_killed_bonus(first.count("red"), first.count(SHERIFF), edition)
    scored = edition.text("scoring") != "none"
    if bonus and scored:
        sums["MAFA-PTS-11"] = bonus
    won = [one.role for one in facts if one.won]
    return Row(
        rank=None,
        player=player,
        points=total(sums) if scored else None,
        games=len(found),
        best_moves=sum(one.best_move and not one.black for one in facts),  # MAFA-PTS-5
        wins=len(won),
        wins_don=won.count("don"),
        wins_sheriff=won.count(SHERIFF),
        wins_mafia=won.count("mafia"),
        first_killed=len(first),
        rating=rating.get(player),
        parts=sums,
    )


def _order(row: Row) -> tuple[int, ...]:
    """By the criteria in their order, more is better; of the rating the smaller place."""
    return (
        row.points or 0,
        row.best_moves,
        row.wins,
        row.wins_don,
        row.wins_sheriff,
        row.wins_mafia,
        row.first_killed,
        -(UNRATED if row.rating is None else row.rating),
    )


def _decided(above: Row | None, row: Row) -> str | None:
    if above is None:
        return None
    pairs = zip(CRITERIA, _order(above), _order(row), strict=True)
    return next((name for name, one, other in pairs if one != other), None)
