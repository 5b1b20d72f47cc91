"""A season's table, made anew from everything that counts; nothing is ever patched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, insert, select

from league.audit import note, now_ms
from league.errors import UserError
from league.families import Lots, Result, family_of
from league.results import counted
from league.seasons import Season
from league.tables import lot
from rules.lots import draw


def standings(connection: Connection, season: Season) -> dict[str, Any]:
    """`{"season", "edition", "rows"}` of contract section 7."""
    results = list(counted(connection, season).values())
    rows = family_of(season.edition).standings(results, season.edition, _lots(connection, season))
    return {"season": season.id, "edition": season.edition.id, "rows": _named(rows, results)}


def advance(connection: Connection, season: Season, stage: str) -> dict[str, Any]:
    """The rows of the stage that was played, and who goes on from it."""
    family = _family_with(season, stage)
    results = list(counted(connection, season).values())
    lots = _lots(connection, season).get(stage, {})
    rows = family.advance(results, stage, season.edition, lots)
    return {
        "season": season.id,
        "edition": season.edition.id,
        "stage": stage,
        "rows": _named(rows, results),
    }


def draw_lots(connection: Connection, season: Season, stage: str, seed: int, who: str) -> list[str]:
    """HUN-3.2: the referee's lot among those who are tied across a cut; kept with its seed."""
    _family_with(season, stage)
    tied = [
        row["player"] for row in advance(connection, season, stage)["rows"] if row["unresolved"]
    ]
    if not tied:
        raise UserError(f"season {season.id}, stage {stage}: no tie across a cut, nothing to draw")
    order = draw(tied, seed)
    drawn_before = len(_lots(connection, season).get(stage, {}))
    connection.execute(
        insert(lot),
        [
            {
                "season": season.id,
                "stage": stage,
                "player": player,
                "place": place,
                "seed": seed,
                "drawn_ms": now_ms(),
            }
            for place, player in enumerate(order, drawn_before + 1)
        ],
    )
    note(
        connection, who, "lot", f"{season.id}/{stage}", detail={"seed": seed, "order": list(order)}
    )
    return list(order)


def _family_with(season: Season, stage: str) -> Any:
    family = family_of(season.edition)
    if stage not in family.STAGES:
        raise UserError(f"stage {stage!r}: not known, allowed {', '.join(family.STAGES)}")
    return family


def _lots(connection: Connection, season: Season) -> Mapping[str, Lots]:
    found: dict[str, dict[str, int]] = {}
    rows = connection.execute(
        select(lot.c.stage, lot.c.player, lot.c.place).where(lot.c.season == season.id)
    )
    for row in rows:
        found.setdefault(row.stage, {})[row.player] = row.place
    return found


def _named(rows: list[dict[str, Any]], results: list[Result]) -> list[dict[str, Any]]:
    """HUN-16: a name beside each player, where a game says one; nothing else about him."""
    names = {str(result.facts["player"]): result.name for result in results}
    return [row | {"name": names.get(row["player"], row["player"])} for row in rows]
