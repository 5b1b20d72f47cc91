"""What the page shows of a Mafia tournament: each row with the figures that break its ties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class TournamentRow(NamedTuple):
    """A row; `rank` None: results are listed and nobody is ranked."""

    rank: int | None
    name: str
    points: str
    best_moves: int
    wins: int
    first_killed: int
    podium: bool
    qualified: bool
    games: Sequence[Any]


def tournament_rows(
    rows: Sequence[Mapping[str, Any]], games: Mapping[str, Sequence[Any]]
) -> list[TournamentRow]:
    """MAFA-MAIN-1, MAFA-TIE-1 to 5: the rows of the standings, as a page shows them."""
    return [
        TournamentRow(
            rank=row["rank"],
            name=row["name"],
            points="–" if row["points"] is None else str(row["points"]).replace("-", "−"),
            best_moves=row["best_moves"],
            wins=row["wins"],
            first_killed=row["first_killed"],
            podium=row["podium"],
            qualified=row["qualified"],
            games=games.get(row["player"], ()),
        )
        for row in rows
    ]
