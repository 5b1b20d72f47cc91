"""What the page shows of a Mafia tournament: each row with the figures that break its ties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from rules.mafia.standings import CRITERIA

DECIDERS: Final = CRITERIA[1:]
"""What breaks a tie of points, in order: the page says which did."""


class TournamentRow(NamedTuple):
    """A row; `rank` None: results are listed and nobody is ranked.

    `decided_by`: what broke a tie of points with the row above; `here` and `above` are its figures.
    """

    rank: int | None
    name: str
    points: str
    best_moves: int
    wins: int
    first_killed: int
    podium: bool
    qualified: bool
    decided_by: str | None
    here: int | str | None
    above: int | str | None
    games: Sequence[Any]


def tournament_rows(
    rows: Sequence[Mapping[str, Any]], games: Mapping[str, Sequence[Any]]
) -> list[TournamentRow]:
    """MAFA-MAIN-1, MAFA-TIE-1 to 5: the rows of the standings, as a page shows them."""
    return [
        _row(row, rows[place - 1] if place else None, games.get(row["player"], ()))
        for place, row in enumerate(rows)
    ]


def _row(
    row: Mapping[str, Any], above: Mapping[str, Any] | None, games: Sequence[Any]
) -> TournamentRow:
    by = row["decided_by"] if row["decided_by"] in DECIDERS else None
    return TournamentRow(
        rank=row["rank"],
        name=row["name"],
        points="–" if row["points"] is None else str(row["points"]).replace("-", "−"),
        best_moves=row["best_moves"],
        wins=row["wins"],
        first_killed=row["first_killed"],
        podium=row["podium"],
        qualified=row["qualified"],
        decided_by=by,
        here=_figure(row[by]) if by else None,
        above=_figure(above[by]) if by and above else None,
        games=games,
    )


def _figure(value: int | None) -> int | str:
    """MAFA-TIE-5: who is not in the rating has no place in it."""
    return "–" if value is None else value
