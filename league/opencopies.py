"""Copies of the games that are open at tables, for a spare if one of them dies.

A table hands its record over piece by piece while it plays, sealed for the league's tables and for
nobody else: the pieces hold what only the official may know, and no page, log, copy of the database
or organiser can read them. The league sees how many lines there are, and the last one's hash.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, insert, select, update

from league.audit import note, now_ms
from league.copytables import open_copy, open_piece
from league.ids import TableId
from league.receipts import sign
from league.refusals import Reason, Refused
from league.tables import table_key
from rules.takeover import tables_message
from rules.words import is_name

KEEP_MS: Final = 30 * 24 * 3600 * 1000
MOST_PIECES: Final = 50_000
_FORGET_PIECES: Final = delete(open_piece).where(
    open_piece.c.game == bindparam("game"), open_piece.c.late == 0
)
_FORGET: Final = delete(open_copy).where(
    open_copy.c.game == bindparam("game"), open_copy.c.late_lines == 0
)

_Hex = Annotated[str, msgspec.Meta(max_length=64)]
_Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class Piece(msgspec.Struct, frozen=True):
    """What a table posts: lines behind `first` others, sealed; none where it only asks. `wraps`:
    the copy's key, sealed for each table by the mark of its key; `known`: the list of tables that
    the table has; `anew`: what was kept of this copy is not what the table has.
    """

    game: Annotated[str, msgspec.Meta(max_length=64)]
    number: _Count = 0
    first: _Count = 0
    lines: _Count = 0
    head: _Hex = ""
    data: bytes = b""
    wraps: Annotated[dict[str, str], msgspec.Meta(max_length=500)] | None = None
    wraps_mark: _Hex = ""
    known: _Hex = ""
    anew: bool = False


@dataclass(frozen=True, slots=True)
class Copy:
    """The copy of an open game, as far as the league knows it."""

    game: str
    table: str
    number: int
    lines: int
    head: str
    wraps: Mapping[str, str]
    late_lines: int
    at_ms: int


def keep(connection: Connection, table: TableId, piece: Piece, *, late: bool) -> Copy:
    """Add a piece where it fits and say how far the copy goes; one that does not fit changes
    nothing. `late`: the game went on elsewhere; what still comes is set aside, and counted.
    """
    if not is_name(piece.game):
        raise Refused(422, Reason("game", "game: write a name as in an opening"))
    own = _own(piece.game, table, piece.number)
    if piece.anew and not late:
        connection.execute(delete(open_copy).where(own))
        connection.execute(delete(open_piece).where(_pieces(piece.game, table, piece.number)))
    found = _copy(connection, own)
    if found is None:
        forget_old(connection)
        found = Copy(piece.game, table, piece.number, 0, "", {}, 0, now_ms())
        connection.execute(insert(open_copy).values(_row(found, "")))
    if piece.lines and piece.first == found.lines:
        _add(connection, table, piece, late=late)
        late_lines = found.late_lines + (piece.lines if late else 0)
        found = Copy(found.game, table, found.number, found.lines + piece.lines, piece.head,
                     found.wraps, late_lines, now_ms())  # fmt: skip
    values = {"lines": found.lines, "head": found.head, "late_lines": found.late_lines}
    if piece.wraps is not None and not late:
        values |= {"wraps": json.dumps(piece.wraps), "wraps_mark": piece.wraps_mark}
    connection.execute(update(open_copy).where(own).values(**values, at_ms=now_ms()))
    return found


def wraps_mark(connection: Connection, copy: Copy) -> str:
    """Which list of tables the copy was sealed for."""
    own = _own(copy.game, copy.table, copy.number)
    return str(connection.execute(select(open_copy.c.wraps_mark).where(own)).scalar() or "")


def copies(connection: Connection) -> list[Copy]:
    """Every copy that is kept, the newest first."""
    rows = connection.execute(select(open_copy).order_by(open_copy.c.at_ms.desc()))
    return [_of(row) for row in rows]


def copy_of(connection: Connection, game: str, table: str, number: int) -> Copy | None:
    """One table's copy of a game."""
    return _copy(connection, _own(game, table, number))


def pieces(connection: Connection, copy: Copy, most_lines: int) -> list[bytes]:
    """The sealed pieces of a copy, up to so many lines."""
    mine = _pieces(copy.game, copy.table, copy.number)
    rows = connection.execute(
        select(open_piece.c.data)
        .where(mine, open_piece.c.first + open_piece.c.lines <= most_lines)
        .order_by(open_piece.c.first)
    )
    return [bytes(data) for data in rows.scalars()]


def forget(connection: Connection, game: str) -> None:
    """The game's result is stored: nobody will take it over any more."""
    connection.execute(_FORGET_PIECES, {"game": game})
    connection.execute(_FORGET, {"game": game})


def forget_old(connection: Connection) -> None:
    """Copies of games of which nothing was heard for a month."""
    before = now_ms() - KEEP_MS
    connection.execute(delete(open_piece).where(open_piece.c.at_ms < before))
    connection.execute(delete(open_copy).where(open_copy.c.at_ms < before))


def tables_of(connection: Connection) -> dict[str, str]:
    """The approved key (hex) of each table: for these an open game's copy is sealed."""
    rows = connection.execute(
        select(table_key.c.table_id, table_key.c.key_hex).where(table_key.c.status == "approved")
    )
    return {row.table_id: row.key_hex for row in rows}


def list_of_tables(connection: Connection) -> dict[str, Any]:
    """The same, signed: who stands between cannot add a key of his own."""
    keys = tables_of(connection)
    return {"keys": keys, "sig": sign(connection, tables_message(keys))}


def mark_of(keys: Mapping[str, str]) -> str:
    """By which a table says which list it has."""
    return sha256(tables_message(keys)).hexdigest()[:16]


def _add(connection: Connection, table: TableId, piece: Piece, *, late: bool) -> None:
    values = {"game": piece.game, "table_id": table, "number": piece.number, "first": piece.first,
              "lines": piece.lines, "data": piece.data, "late": int(late),
              "at_ms": now_ms()}  # fmt: skip
    connection.execute(insert(open_piece).values(values))
    if late and piece.first + piece.lines > 0:
        mine = _pieces(piece.game, table, piece.number)
        before = connection.execute(select(open_piece.c.id).where(mine, open_piece.c.late == 1))
        if len(before.all()) == 1:  # said once; the copy counts them
            detail = {"number": piece.number, "first": piece.first, "lines": piece.lines}
            why = "the game went on at another table"
            note(connection, f"table:{table}", "takeover.late", piece.game, why, detail)


def _own(game: str, table: str, number: int) -> ColumnElement[bool]:
    mine = open_copy.c
    return and_(mine.game == game, mine.table_id == table, mine.number == number)


def _pieces(game: str, table: str, number: int) -> ColumnElement[bool]:
    mine = open_piece.c
    return and_(mine.game == game, mine.table_id == table, mine.number == number)


def _copy(connection: Connection, own: ColumnElement[bool]) -> Copy | None:
    row = connection.execute(select(open_copy).where(own)).one_or_none()
    return None if row is None else _of(row)


def _of(row: Any) -> Copy:
    wraps = json.loads(row.wraps)
    return Copy(row.game, row.table_id, row.number, row.lines, row.head, wraps, row.late_lines,
                row.at_ms)  # fmt: skip


def _row(copy: Copy, mark: str) -> dict[str, Any]:
    return {"game": copy.game, "table_id": copy.table, "number": copy.number, "lines": copy.lines,
            "head": copy.head, "wraps": "{}", "wraps_mark": mark, "late_lines": 0,
            "at_ms": copy.at_ms}  # fmt: skip
