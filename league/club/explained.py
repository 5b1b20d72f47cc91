"""What each result of a member's row was worth and why: place, doubled, a quarter more, dropped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.edition import Edition
from rules.kinds import Refusal
from rules.matador.awards import award
from rules.matador.season import Result, Row, points_of, tables

Worth = Mapping[tuple[str, str], Mapping[str, Any]]
"""What a result is worth, by round and player."""


def worth(results: Sequence[Result], edition: Edition) -> Worth:
    """RAMK-9.16, RAMK-9.18, RAMK-9.19: of every result the points of its place, and what became
    of them.
    """
    found: dict[tuple[str, str], Mapping[str, Any]] = {}
    quarter = edition.whole("second_division")
    for table in tables(results).values():
        plain = points_of([one._replace(final=False, division=None) for one in table], edition)
        if isinstance(plain, Refusal):
            continue
        for one in table:
            base = plain[one.player]
            found[one.round, one.player] = {
                "round": one.round,
                "date": one.date,
                "division": one.division,
                "final": one.final,
                "place": one.place,
                "players": len(table),
                "base": base,
                "times": edition.whole("final_times") if one.final else 1,
                "percent": 0 if one.final or one.division != 2 else quarter,
                "points": award(base, edition, final=one.final, division=one.division),
            }
    return found


def details(row: Row, known: Worth) -> list[dict[str, Any]]:
    """A row's results by day, each with whether it counts (RAMK-9.17)."""
    mine = [
        {**known[one.round, row.player], "counts": counts}
        for counts, part in ((True, row.counted), (False, row.dropped))
        for one in part
        if (one.round, row.player) in known
    ]
    return sorted(mine, key=lambda one: (one["date"], one["round"]))
