"""A season's table, made anew from everything that counts, or from each player's kept own row."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, insert, select

from league.audit import note, now_ms
from league.errors import UserError
from league.families import DrawnLot, Family, Lots, Past, Result, family_of
from league.ownrows import is_kept, kept_row, kept_rows
from league.ratings import rating_of
from league.results import counted
from league.seasons import Season
from league.tables import lot
from league.tournaments.rows import own_of
from rules.lots import draw


def standings(connection: Connection, season: Season) -> dict[str, Any]:
    """`{"season", "edition", "rows"}` (docs/api.md)."""
    kept = kept_rows(connection, season, _lots_alone(connection, season))
    if kept is not None:
        return {"season": season.id, "edition": season.edition.id, "rows": kept}
    past = past_of(connection, season)
    rows = family_of(season.edition).standings(past, season.edition)
    return {"season": season.id, "edition": season.edition.id, "rows": _named(rows, past.results)}


def standing(connection: Connection, season: Season, player: str) -> dict[str, Any] | None:
    """One player's row of the standings; None for who has none."""
    row = kept_row(connection, season, player, _lots_alone(connection, season))
    if row is not None or is_kept(connection, season):
        return row
    rows = standings(connection, season)["rows"]
    return next((one for one in rows if one["player"] == player), None)


def _lots_alone(connection: Connection, season: Season) -> Past:
    return Past((), _lots(connection, season), {})


def past_of(connection: Connection, season: Season) -> Past:
    """What counts of a season, with what the seasons before it hand on, from the first one on."""
    chain = [season]
    while chain[-1].before is not None:
        chain.append(chain[-1].before)
    carried: Mapping[str, int] = {}
    for one in reversed(chain):
        results = list(counted(connection, one).values())
        past = Past(results, _lots(connection, one), carried, rating_of(connection, one.id))
        if one.edition.game == "casino":
            past = past._replace(own=own_of(connection, one))
        if one is not season:
            carried = family_of(one.edition).carry_over(past, one.edition)
    return past


def advance(
    connection: Connection, season: Season, stage: str, absent: Collection[str] = ()
) -> dict[str, Any]:
    """The rows of the stage that was played, and who goes on from it in spite of the `absent`."""
    family = _family_with(season, stage)
    past = past_of(connection, season)
    played = {
        result.facts["player"] for result in past.results if family.stage_of(result.facts) == stage
    }
    for player in absent:
        if player not in played:
            raise UserError(f"--absent {player!r}: has no result in stage {stage}")
    rows = family.advance(past, stage, season.edition, absent)
    return {
        "season": season.id,
        "edition": season.edition.id,
        "stage": stage,
        "rows": _named(rows, past.results),
    }


def draw_lots(
    connection: Connection,
    season: Season,
    stage: str,
    seed: int,
    who: str,
    absent: Collection[str] = (),
) -> list[str]:
    """HUN-3.2, HUN-3.3, HUN-13: the referee's lot where a tie has consequences; kept with its seed.

    An earlier draw stays on record and counts for those who are still equal by it alone.
    """
    family = _family_with(season, stage)
    past = past_of(connection, season)
    before = past.lots.get(stage, {})
    tied = family.lot_needed(past, stage, season.edition, absent)
    if not tied:
        raise UserError(f"season {season.id}, stage {stage}: no tie across a cut, nothing to draw")
    order = draw(tied, seed)
    number = max((lot.draw for lot in before.values()), default=0) + 1
    connection.execute(
        insert(lot),
        [
            {
                "season": season.id,
                "stage": stage,
                "draw": number,
                "player": player,
                "place": place,
                "seed": seed,
                "drawn_ms": now_ms(),
            }
            for place, player in enumerate(order, 1)
        ],
    )
    note(
        connection, who, "lot", f"{season.id}/{stage}", detail={"seed": seed, "order": list(order)}
    )
    return list(order)


def _family_with(season: Season, stage: str) -> Family:
    family = family_of(season.edition)
    if stage not in family.STAGES:
        raise UserError(f"stage {stage!r}: not known, allowed {', '.join(family.STAGES)}")
    return family


def _lots(connection: Connection, season: Season) -> Mapping[str, Lots]:
    found: dict[str, dict[str, DrawnLot]] = {}
    rows = connection.execute(
        select(lot.c.stage, lot.c.player, lot.c.draw, lot.c.place, lot.c.seed)
        .where(lot.c.season == season.id)
        .order_by(lot.c.draw)
    )
    for row in rows:
        found.setdefault(row.stage, {})[row.player] = DrawnLot(row.draw, row.place, row.seed)
    return found


def _named(rows: list[dict[str, Any]], results: Sequence[Result]) -> list[dict[str, Any]]:
    """HUN-16: a name beside each player, where a game says one; nothing else about him."""
    names: dict[str, str] = {}
    for result in results:
        player = str(result.facts["player"])
        if result.name != player or player not in names:
            names[player] = result.name
    return [row | {"name": names.get(row["player"], row["player"])} for row in rows]
