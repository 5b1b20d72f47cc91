"""Records that were kept aside: another record of the same game was stored before."""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import Connection, select

from league.ids import GameId, RecordId, TableId
from league.tables import game_record, record_aside

REPLACED: Final = "replaced"
"""Why a record is aside that was stored, until the organiser took another in its place."""


class Aside(NamedTuple):
    """A record that was kept aside, and the one that is stored."""

    game: GameId
    table: TableId
    sha256: RecordId
    stored: RecordId


def asides(connection: Connection, season: str) -> list[Aside]:
    """Those of the games of a season, by game and in the order of arrival."""
    rows = connection.execute(
        select(
            record_aside.c.game,
            record_aside.c.table_id,
            record_aside.c.sha256,
            game_record.c.sha256.label("stored"),
        )
        .join(game_record, game_record.c.game == record_aside.c.game)
        .where(game_record.c.season == season)
        .order_by(record_aside.c.game, record_aside.c.received_ms, record_aside.c.sha256)
    )
    return [
        Aside(GameId(game), TableId(table), RecordId(sha256), RecordId(stored))
        for game, table, sha256, stored in rows
    ]
