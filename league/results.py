"""Everything that counts in a season: confirmed games, and imported rows on top of them."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any, Final

from sqlalchemy import Connection, bindparam, select

from league import imports
from league.competition import decisions
from league.families import Played, Result, family_of
from league.families.formats import Format, row_key
from league.ids import day_of
from league.rounds import stage_by_name, stages_said
from league.seasons import Season
from league.tables import game_record, seat_result
from league.tournaments.rows import with_tournaments

_COUNTED: Final = (
    select(
        game_record.c.game,
        game_record.c.round,
        game_record.c.is_final,
        game_record.c.sha256,
        game_record.c.received_ms,
        seat_result.c.player,
        seat_result.c.facts,
    )
    .join(seat_result, seat_result.c.sha256 == game_record.c.sha256)
    .where(
        game_record.c.verdict == "confirmed",
        game_record.c.fingerprint == bindparam("fingerprint"),
    )
    .order_by(game_record.c.received_ms, game_record.c.game, seat_result.c.seat)
)
_OF_SEASON: Final = _COUNTED.where(game_record.c.season == bindparam("season"))
# Not by the game's season, which is the same: SQLite would go through all games of it.
_OF_PLAYERS: Final = _COUNTED.where(
    seat_result.c.season == bindparam("season"),
    seat_result.c.player.in_(bindparam("players", expanding=True)),
)


def counted_of(
    connection: Connection, season: Season, players: Collection[str]
) -> dict[str, list[Result]]:
    """The results that count of some players, by player, where no imported row counts."""
    form = family_of(season.edition).FORM
    uploaded = _uploaded(connection, season, players)
    ruled = _ruled(connection, season, {row_key(form, one.facts): one for one in uploaded})
    found: dict[str, list[Result]] = {player: [] for player in players}
    for one in ruled.values():
        found[one.facts["player"]].append(one)
    return found


def counted(connection: Connection, season: Season) -> dict[str, Result]:
    """The results that count, by row key: games in the order of arrival, then imported rows.

    A record counts if its replay agreed with its sheet and it was played under the season's
    edition. An imported row of the same key takes the place of the game's. A game that was annulled
    counts no more, and who was excluded from the competition is in all his games (HUN-10).
    """
    form = family_of(season.edition).FORM
    found = {row_key(form, result.facts): result for result in _uploaded(connection, season)}
    if season.edition.game == "casino":
        found = with_tournaments(connection, season, found)
    game_of = family_of(season.edition).game_of
    for key, facts in imports.current(connection, season.id).items():
        before = found.get(key)
        if before is None:
            found[key] = Result(facts, False, str(facts["player"]), None, game_of(facts))
        else:
            found[key] = before._replace(facts=facts)
    return _ruled(connection, season, found)


def counted_rows(
    connection: Connection, season: Season, form: Format
) -> dict[str, Mapping[str, Any]]:
    """The facts that count now, by row key, as an import is compared with them."""
    return {
        key: {column: result.facts[column] for column in form.columns}
        for key, result in counted(connection, season).items()
    }


def _ruled(connection: Connection, season: Season, found: dict[str, Result]) -> dict[str, Result]:
    annulled, excluded = decisions.left_out(connection, season.id)
    if not annulled and not excluded:
        return found
    return {
        key: one._replace(excluded=one.excluded or one.facts["player"] in excluded)
        for key, one in found.items()
        if one.game not in annulled
    }


def _uploaded(
    connection: Connection, season: Season, players: Collection[str] | None = None
) -> list[Result]:
    said = stages_said(connection, season.id)
    asked = {"season": season.id, "fingerprint": season.edition.fingerprint}
    if players is None:
        rows = connection.execute(_OF_SEASON, asked)
    else:
        rows = connection.execute(_OF_PLAYERS, asked | {"players": list(players)})
    family = family_of(season.edition)
    found: list[Result] = []
    for row in rows:
        is_final = bool(row.is_final)
        stage = said.get(row.round) or stage_by_name(row.round, is_final)
        played = Played(row.game, row.round, stage, is_final, day_of(row.received_ms))
        kept = json.loads(row.facts)
        facts = family.uploaded(played, row.player, kept["facts"])
        found.append(Result(facts, kept["excluded"], kept["name"], row.sha256, row.game))
    return found
