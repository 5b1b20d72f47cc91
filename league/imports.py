"""Result files: all or nothing, the same file again changes nothing, corrections stay on record.

An imported row overrides an uploaded game's row of the same key (the organiser's correction), and a
row that says what already counts adds nothing: an export imported again changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, func, insert, select

from league.audit import as_json, note, now_ms
from league.families.formats import Row
from league.tables import import_file, import_row


@dataclass(frozen=True, slots=True)
class Imported:
    """What a file did; `known` where the very same file was taken before."""

    known: bool
    rows: int
    added: int
    corrected: int
    unchanged: int


def take(
    connection: Connection,
    season: str,
    name: str,
    data: bytes,
    rows: list[Row],
    counted: Mapping[str, Mapping[str, Any]],
    who: str,
    *,
    typed: bool = False,
) -> Imported:
    """Store the rows that say something new; `counted` are the facts that count now, by key.

    A file that was taken before changes nothing, even if a later one corrected its rows. What is
    `typed` is no such file: typed once more, it is a correction of the correction.
    """
    if not typed and _known(connection, season, data):
        return Imported(True, len(rows), 0, 0, len(rows))
    new = [row for row in rows if counted.get(row.key) != row.facts]
    added = sum(row.key not in counted for row in new)
    file_id = _store_file(connection, season, name, data, added, len(new) - added)
    if new:
        _store_rows(connection, season, file_id, new)
        note(
            connection,
            who,
            "import",
            season,
            detail={
                "file": name,
                "added": added,
                "corrections": [
                    {"was": dict(counted[row.key]), "is": dict(row.facts)}
                    for row in new
                    if row.key in counted
                ],
            },
        )
    return Imported(False, len(rows), added, len(new) - added, len(rows) - len(new))


def current(connection: Connection, season: str) -> dict[str, dict[str, Any]]:
    """The imported rows that count, by key: of each the last revision."""
    last = (
        select(import_row.c.row_key, func.max(import_row.c.revision).label("revision"))
        .where(import_row.c.season == season)
        .group_by(import_row.c.row_key)
        .subquery()
    )
    found = connection.execute(
        select(import_row.c.row_key, import_row.c.facts)
        .join(
            last,
            (import_row.c.row_key == last.c.row_key) & (import_row.c.revision == last.c.revision),
        )
        .where(import_row.c.season == season)
        .order_by(import_row.c.file_id, import_row.c.line)
    )
    return {row.row_key: json.loads(row.facts) for row in found}


def _known(connection: Connection, season: str, data: bytes) -> bool:
    return (
        connection.execute(
            select(import_file.c.id).where(
                import_file.c.season == season, import_file.c.sha256 == sha256(data).hexdigest()
            )
        ).first()
        is not None
    )


def _store_file(
    connection: Connection, season: str, name: str, data: bytes, added: int, corrected: int
) -> int:
    """Remember the file, also one that says nothing new: taken later, it undoes no correction."""
    return int(
        connection.execute(
            insert(import_file)
            .values(
                season=season,
                name=name[-255:],
                sha256=sha256(data).hexdigest(),
                added=added,
                corrected=corrected,
                imported_ms=now_ms(),
            )
            .returning(import_file.c.id)
        ).scalar_one()
    )


def _store_rows(connection: Connection, season: str, file_id: int, new: list[Row]) -> None:
    highest = connection.execute(
        select(import_row.c.row_key, func.max(import_row.c.revision))
        .where(import_row.c.season == season)
        .group_by(import_row.c.row_key)
    )
    revisions = {row[0]: int(row[1]) for row in highest}
    connection.execute(
        insert(import_row),
        [
            {
                "season": season,
                "row_key": row.key,
                "revision": revisions.get(row.key, 0) + 1,
                "file_id": file_id,
                "line": row.line,
                "facts": as_json(dict(row.facts)),
            }
            for row in new
        ],
    )
