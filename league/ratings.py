"""The organiser's rating (MAFA-TIE-5): a list from outside, whole or not at all; the last counts.

What was in force before stays in the audit log.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select

from league.audit import note
from league.errors import UserError
from league.families.formats import Format, Person, Whole, read_results
from league.results import counted
from league.seasons import Season
from league.tables import rating

FORM: Final = Format({"player": Person(), "rating": Whole(999_999, 1)}, ("player",))
"""A rating file: a player and his place, 1 the best; equals share one."""


class Taken(NamedTuple):
    """What a file did; `unrated`: who plays in the season and does not stand in it."""

    rows: int
    changed: bool
    unrated: list[str]


def require_rated(season: Season) -> None:
    """MAFA-TIE-5: UserError where no rating breaks a tie."""
    if season.edition.game != "mafia":
        raise UserError(
            f"season {season.id}: a rating breaks ties of tournament Mafia only (MAFA-TIE-5);"
            f" {season.edition.id} knows none"
        )


def rating_of(connection: Connection, season: str) -> dict[str, int]:
    """Each player's place in the rating, the best first; empty where none was entered."""
    rows = connection.execute(
        select(rating.c.player, rating.c.place)
        .where(rating.c.season == season)
        .order_by(rating.c.place, rating.c.player)
    )
    return {row.player: row.place for row in rows}


def take(connection: Connection, season: Season, name: str, data: bytes, who: str) -> Taken:
    """MAFA-TIE-5: put the file's list in the place of the one before; CellError changes nothing."""
    require_rated(season)
    found = {str(row.facts["player"]): row.facts for row in read_results(data, name, FORM)}
    new = {player: int(facts["rating"]) for player, facts in found.items()}
    was = rating_of(connection, season.id)
    if new != was:
        _store(connection, season.id, new)
        detail = {"file": name, "was": was, "is": new}
        note(connection, who, "rating", season.id, detail=detail)
    playing = {str(one.facts["player"]) for one in counted(connection, season).values()}
    return Taken(len(new), new != was, sorted(playing - set(new)))


def _store(connection: Connection, season: str, new: Mapping[str, int]) -> None:
    connection.execute(delete(rating).where(rating.c.season == season))
    if new:
        connection.execute(
            insert(rating),
            [{"season": season, "player": one, "place": place} for one, place in new.items()],
        )
