"""Where each player stands by his own results, kept, so that a season may be as large as it likes.

A kept answer and no more: the rules make each row (`Family.own_row`) and rank them (`rows_of`), and
the rows of a season are thrown away by whatever else than a record may change what counts
(`audit.note`). A record makes anew the rows of its own players, in its transaction. Where none are
kept, standings are made from all results as ever.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, insert, literal, select, tuple_

from league.audit import now_ms
from league.families import OwnRows, Past, Result, own_rows_of
from league.results import counted, counted_of
from league.seasons import Season
from league.tables import game_record, import_row, own_row, own_rows

MOST_AT_ONCE: Final = 20_000
"""Games of a season whose rows are made in the transaction of a record; those of a larger one by
`league standings SEASON --keep`."""
_STEP: Final = 5000
_IS_KEPT: Final = select(own_rows.c.season).where(own_rows.c.season == bindparam("season"))
_THROW_AWAY: Final = delete(own_row).where(
    own_row.c.season == bindparam("season"),
    own_row.c.player.in_(bindparam("players", expanding=True)),
)
_PUT: Final = insert(own_row)
_ROWS: Final = select(
    own_row.c.player,
    own_row.c.name,
    own_row.c.first,
    own_row.c.second,
    own_row.c.third,
    own_row.c.games,
)


class Kept(NamedTuple):
    """Everybody's own row of a season."""

    own: Mapping[str, tuple[int, int, int]]
    games: Mapping[str, int]
    names: Mapping[str, str]


def follow(connection: Connection, season: Season, players: Collection[str]) -> None:
    """Keep the rows of these players, who have a new result; of all where none are kept yet."""
    family = own_rows_of(season.edition)
    if family is None:
        return
    if not is_kept(connection, season):
        if not _has_imports(connection, season) and _games(connection, season) <= MOST_AT_ONCE:
            keep(connection, season)
        return
    found = counted_of(connection, season, players)
    connection.execute(_THROW_AWAY, {"season": season.id, "players": list(players)})
    _put(connection, season, family, found)


def keep(connection: Connection, season: Season) -> int:
    """Make everybody's rows anew; returns how many. None where the rules rank otherwise."""
    family = own_rows_of(season.edition)
    connection.execute(delete(own_row).where(own_row.c.season == season.id))
    connection.execute(delete(own_rows).where(own_rows.c.season == season.id))
    if family is None or _has_imports(connection, season):
        return 0
    by_player: dict[str, list[Result]] = {}
    for result in counted(connection, season).values():
        by_player.setdefault(result.facts["player"], []).append(result)
    put = _put(connection, season, family, by_player)
    connection.execute(insert(own_rows).values(season=season.id, basis=now_ms()))
    return put


def is_kept(connection: Connection, season: Season) -> bool:
    """Whether the rows of this season are there, and right."""
    return connection.execute(_IS_KEPT, {"season": season.id}).first() is not None


def kept_rows(connection: Connection, season: Season, past: Past) -> list[dict[str, Any]] | None:
    """The rows of the standings, with names; None where none are kept."""
    family = own_rows_of(season.edition)
    if family is None or not is_kept(connection, season):
        return None
    rows = connection.execute(_ROWS.where(own_row.c.season == season.id)).all()
    return _ranked(family, rows, past)


def kept_row(
    connection: Connection, season: Season, player: str, past: Past
) -> dict[str, Any] | None:
    """One player's row, found without those of the others; None where none is kept.

    Ranked are he, his equals and one who stands next above; then the others above are counted.
    """
    family = own_rows_of(season.edition)
    here = own_row.c.season == season.id
    mine = connection.execute(_ROWS.where(here, own_row.c.player == player)).first()
    if family is None or mine is None or not is_kept(connection, season):
        return None
    equals = connection.execute(_ROWS.where(here, *_equal(mine))).all()
    above = here & _above(mine)
    next_above = connection.execute(
        _ROWS.where(above).order_by(own_row.c.first, own_row.c.second, own_row.c.third).limit(1)
    ).all()
    count = connection.execute(select(func.count()).select_from(own_row).where(above)).scalar_one()
    found = _ranked(family, [*next_above, *equals], past)
    row = next(one for one in found if one["player"] == player)
    return row | {"rank": row["rank"] + count - len(next_above)}


def _ranked(family: OwnRows, rows: Sequence[Any], past: Past) -> list[dict[str, Any]]:
    own: dict[str, tuple[int, int, int]] = {}
    names: dict[str, str] = {}
    counts: dict[str, int] = {}
    for player, name, first, second, third, games in rows:
        own[player], names[player], counts[player] = (first, second, third), name, games
    found = family.rows_of(own, counts, past)
    for row in found:
        row["name"] = names[row["player"]]
    return found


def _equal(row: Any) -> tuple[Any, ...]:
    return tuple(own_row.c[name] == getattr(row, name) for name in ("first", "second", "third"))


def _above(row: Any) -> Any:
    """Compared as one value, so that the index is read from there on and nothing is sorted."""
    here = tuple_(own_row.c.first, own_row.c.second, own_row.c.third)
    return here > tuple_(literal(row.first), literal(row.second), literal(row.third))


def _put(
    connection: Connection, season: Season, family: OwnRows, found: Mapping[str, Sequence[Result]]
) -> int:
    rows = [
        _row(season, player, own, results)
        for player, results in found.items()
        if results and (own := family.own_row(results, season.edition)) is not None
    ]
    for at in range(0, len(rows), _STEP):
        connection.execute(_PUT, rows[at : at + _STEP])
    return len(rows)


def _row(
    season: Season, player: str, own: tuple[int, int, int], results: Sequence[Result]
) -> dict[str, Any]:
    name = next((one.name for one in reversed(results) if one.name != player), player)
    first, second, third = own
    return {
        "season": season.id,
        "player": player,
        "name": name,
        "first": first,
        "second": second,
        "third": third,
        "games": len(results),
    }


def _has_imports(connection: Connection, season: Season) -> bool:
    asked = select(import_row.c.season).where(import_row.c.season == season.id).limit(1)
    return connection.execute(asked).first() is not None


def _games(connection: Connection, season: Season) -> int:
    asked = select(func.count()).where(game_record.c.season == season.id)
    return int(connection.execute(asked).scalar_one())
