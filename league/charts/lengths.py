"""How long the games of a season lasted, by the tables' own clocks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, select

from league.seasons import Season
from league.tables import game_record

WIDTHS_MIN: Final = (1, 2, 5, 10, 15, 30, 60, 120)
MOST_BARS: Final = 12


class Bar(NamedTuple):
    """So many games lasted at least `first`, and less than `end`, minutes."""

    first: int
    end: int
    games: int


class Lengths(NamedTuple):
    """The lengths of a season's games."""

    games: int
    median_s: int
    bars: Sequence[Bar]


def lengths(connection: Connection, season: Season) -> Lengths | None:
    """The confirmed games that were begun and ended under the season's edition; None: no game."""
    rows = connection.execute(
        select(game_record.c.summary).where(
            game_record.c.season == season.id,
            game_record.c.verdict == "confirmed",
            game_record.c.fingerprint == season.edition.fingerprint,
        )
    ).scalars()
    found = []
    for row in rows:
        summary = json.loads(row)
        if summary.get("started_t") is not None and summary.get("ended_t") is not None:
            found.append(int(summary["ended_t"] - summary["started_t"]))
    return counted(found) if found else None


def counted(lengths_s: Sequence[int]) -> Lengths:
    """The lengths in bars of whole minutes, at most a dozen of them, the empty ones too."""
    known = sorted(lengths_s)
    low, high = known[0] // 60, known[-1] // 60
    fit = [one for one in WIDTHS_MIN if high // one - low // one < MOST_BARS]
    width = fit[0] if fit else -(-(high + 1) // MOST_BARS)
    first = low // width * width
    bars = [
        Bar(at, at + width, sum(at <= one // 60 < at + width for one in known))
        for at in range(first, high + 1, width)
    ]
    return Lengths(len(known), known[len(known) // 2], bars)
