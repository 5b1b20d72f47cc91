"""What the page shows of a club's season: each row with what counted, was dropped, and decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, NamedTuple

CRITERIA: Final = ("firsts", "seconds", "gross")
"""What decides between equal points, by the name of the row's figure."""


@dataclass(frozen=True, slots=True)
class ClubRow:
    """A row; `here` and `above` are the figures that decided it against the row above."""

    rank: int
    name: str
    points: int
    gross: int
    rounds: int
    counted: Sequence[int]
    dropped: Sequence[int]
    carried: int
    carry_over_next: int
    may_vote: bool
    contender: bool
    champion: bool
    """The cup's winner, once the final has been played."""
    decided_by: str | None
    here: int | None
    above: int | None
    lot_seed: int | None
    tied: bool
    """Equal in everything with others, and no lot drawn."""
    games: Sequence[Any]
    details: Sequence[Mapping[str, Any]]
    """Every result by day: round, place, points, and whether it counts."""


class ClubSection(NamedTuple):
    """Rows with one consequence: `standings`, `champion`, `placed`, `advances`, `out`, ..."""

    kind: str
    rows: Sequence[ClubRow]


def club_sections(
    rows: Sequence[Mapping[str, Any]],
    stage: str | None,
    games: Mapping[str, Sequence[Any]],
    *,
    is_over: bool,
) -> list[ClubSection]:
    """The rows of the standings, or of a stage, cut where it matters; when the season `is_over`,
    nobody can still win.
    """
    ranks = [row["rank"] for row in rows]
    sections: list[ClubSection] = []
    above: Mapping[str, Any] | None = None
    for kind, found in groupby(rows, key=lambda row: _kind(row, stage)):
        made = []
        for row in found:
            tied = ranks.count(row["rank"]) > 1
            made.append(_row(row, above, games.get(row["player"], ()), tied, is_over))
            above = row
        sections.append(ClubSection(kind, made))
    return sections


def _kind(row: Mapping[str, Any], stage: str | None) -> str:
    if stage is None:
        return "standings"
    if row["unresolved"]:
        return "unresolved"
    if stage == "final":
        return "champion" if row["advances"] else "placed"
    return "advances" if row["advances"] else "out"


def _row(
    row: Mapping[str, Any],
    above: Mapping[str, Any] | None,
    games: Sequence[Any],
    tied: bool,
    is_over: bool,
) -> ClubRow:
    by = row["decided_by"] if row["decided_by"] in CRITERIA else None
    return ClubRow(
        rank=row["rank"],
        name=row["name"],
        points=row["points"],
        gross=row["gross"],
        rounds=row["rounds"],
        counted=row["counted"],
        dropped=row["dropped"],
        carried=row["carried"],
        carry_over_next=row["carry_over_next"],
        may_vote=row["may_vote"],
        contender=row["contender"] and not is_over,
        champion=is_over and row["rank"] == 1 and not tied,
        decided_by=row["decided_by"],
        here=row[by] if by else None,
        above=above[by] if by and above else None,
        lot_seed=row["lot_seed"] if row["decided_by"] == "lot" else None,
        tied=tied,
        games=games,
        details=row["details"],
    )
