"""What running tables say of themselves: the public state only, the newest of each table.

Fields that are not listed here are dropped, so that nothing private can be kept or shown.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from sqlalchemy import Connection, delete, insert, select

from league.audit import now_ms
from league.ids import TableId, WallMs
from league.tables import live

FRESH_MS: Final = 30_000
"""A table that said nothing for so long is shown as out of contact, its clock still running."""
AGAIN_MS: Final = 8_000
KEEP_MS: Final = 12 * 3600 * 1000


_Word = Annotated[str, msgspec.Meta(max_length=64)]
"""Bounded, because every open page gets what a table says of itself."""


class LiveSeat(msgspec.Struct, frozen=True):
    """A place at the table."""

    seat: Annotated[int, msgspec.Meta(ge=1, le=10)]
    name: _Word = ""
    mark: _Word = ""
    """`waiting`, `turn`, `out`, `removed`, `present`, `signed` ..."""


_Count = Annotated[int, msgspec.Meta(ge=0, le=10**12)]
_Instant = Annotated[int, msgspec.Meta(ge=0, le=10**14)]


class LivePerson(msgspec.Struct, frozen=True):
    """What a seat's player of a tournament has bought, and of who is out: in which hand."""

    seat: Annotated[int, msgspec.Meta(ge=1, le=10)]
    rebuys: _Count = 0
    addon: bool = False
    hand: _Count = 0
    """Of all tables together, in which he went out; 0: none."""
    before: _Count = 0
    """What he held before the hand in which he went out, as far as it was counted."""
    out_ms: _Count | None = None
    """When he went out, in the game's own time."""


class LiveLeft(msgspec.Struct, frozen=True):
    """Who was moved from this table to another one, and what he took along."""

    name: _Word
    points: _Count = 0
    rebuys: _Count = 0
    addon: bool = False
    penalty_ms: _Count = 0
    penalty_rounds: _Count = 0


class LiveBoard(msgspec.Struct, frozen=True):
    """What the hall's board shows of a tournament's table (`families/hall.py`)."""

    name: _Word = ""
    kind: _Word = ""
    level: _Count | None = None
    stakes: Annotated[tuple[_Count, ...], msgspec.Meta(max_length=3)] = ()
    next_stakes: Annotated[tuple[_Count, ...], msgspec.Meta(max_length=3)] = ()
    on_break: bool = False
    paused: bool = False
    break_after: _Count | None = None
    window: _Word = ""
    left: _Count = 0
    entrants: _Count = 0
    points: _Count = 0
    paid: _Count = 0
    """Into the pool, before anything is carried over to a later tournament."""
    closed: bool = False
    """Nothing can be bought any more."""
    shares: Annotated[tuple[_Word, ...], msgspec.Meta(max_length=20)] = ()
    places: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    """So many are paid, where a table of shares does not say it."""
    ratio: _Word = ""
    """By which generated prizes fall, `5/4`; empty: `shares` are exact."""
    prizes: Annotated[tuple[_Count, ...], msgspec.Meta(max_length=20)] = ()
    tables: _Count = 1
    carry: _Word = "0"
    last_hand: bool = False
    stopped_ms: _Count | None = None
    hall: _Count = 0
    """The director's act that this table's clock has done; 0: it follows no hall's clock."""
    together: _Count = 0
    """Hand for hand over all tables: the hand that is played here; 0: none."""
    hand_done: bool = False
    people: Annotated[tuple[LivePerson, ...], msgspec.Meta(max_length=10)] = ()
    left_for: Annotated[tuple[LiveLeft, ...], msgspec.Meta(max_length=200)] = ()
    """Other tables, whoever left first in front."""
    given: Annotated[tuple[_Instant, ...], msgspec.Meta(max_length=200)] = ()
    """The director's penalties that were entered here, by their instants in his log."""
    structure: _Word = ""
    """The mark of the levels and breaks with which this table was opened."""
    rests: bool = False
    """One is left here, who may be moved, or others come to him."""


class LiveState(msgspec.Struct, frozen=True):
    """What a table posts: `game` None while nothing is open."""

    game: _Word | None = None
    season: _Word = ""
    round: _Word = ""
    edition: _Word = ""
    phase: _Word = ""
    remaining_s: Annotated[float, msgspec.Meta(ge=0, le=100_000)] | None = None
    """Time left on the main timer at this moment; None where none runs."""
    game_ms: _Count | None = None
    """The game's own time at this moment."""
    running: bool = True
    """False: `remaining_s` stands still."""
    seats: Annotated[tuple[LiveSeat, ...], msgspec.Meta(max_length=10)] = ()
    signs: Annotated[tuple[_Word, ...], msgspec.Meta(max_length=20)] = ()
    board: LiveBoard | None = None


class LiveTable(msgspec.Struct, frozen=True):
    """A table as pages see it. `age_ms`: how long ago it said so."""

    table: str
    age_ms: int
    fresh: bool
    state: LiveState


def put(connection: Connection, table: TableId, state: LiveState) -> None:
    """Keep the newest state of a table in place of the one before."""
    connection.execute(delete(live).where(live.c.table_id == table))
    connection.execute(
        insert(live).values(
            table_id=table, state=msgspec.json.encode(state).decode(), at_ms=now_ms()
        )
    )


def last(connection: Connection, table: TableId) -> LiveState | None:
    """What this table said last."""
    row = connection.execute(select(live.c.state).where(live.c.table_id == table)).scalar()
    return None if row is None else msgspec.json.decode(row, type=LiveState)


def tables(connection: Connection) -> list[LiveTable]:
    """Every table that spoke within the last hours, by name; those with a game first."""
    now = now_ms()
    rows = connection.execute(select(live).where(live.c.at_ms > now - KEEP_MS))
    found = [_table(row.table_id, row.state, WallMs(row.at_ms), now) for row in rows]
    return sorted(found, key=lambda table: (table.state.game is None, natural(table.table)))


def is_news(connection: Connection, table: TableId, state: LiveState) -> bool:
    """Whether this has to be kept: it says more than that time has passed, or the last was a while
    ago. The database is asked, because a table may be heard by several servers.
    """
    row = connection.execute(select(live).where(live.c.table_id == table)).one_or_none()
    if row is None or now_ms() - row.at_ms > AGAIN_MS:
        return True
    before = msgspec.json.decode(row.state, type=LiveState)
    replace = msgspec.structs.replace
    still = {"remaining_s": None, "game_ms": None}
    return replace(before, **still) != replace(state, **still)


def natural(name: str) -> tuple[tuple[int, str], ...]:
    """A key that sorts T2 before T10."""
    parts: list[tuple[int, str]] = []
    digits = text = ""
    for character in name:
        if character.isascii() and character.isdigit():
            digits += character
            continue
        if digits:
            parts.append((int(digits), text))
            digits = text = ""
        text += character
    parts.append((int(digits or 0), text))
    return tuple((number, word) for number, word in parts)


def _table(table: str, state: str, at: WallMs, now: WallMs) -> LiveTable:
    age = max(0, now - at)
    return LiveTable(table, age, age <= FRESH_MS, msgspec.json.decode(state, type=LiveState))
