"""What a table is told of the director's log: who comes to it, who leaves it, whose penalty it is.

It goes to the table in the answer to its live state (`league/halls.py`), over a network and a wire
alike, as the fields of the action that confirms it there. Nothing of it is done by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, select

from league import live
from league.audit import now_ms
from league.live import LiveState, LiveTable
from league.seasons import find as find_season
from league.settings import Settings
from league.tables import game_record
from league.tournaments.book import Book, find
from league.tournaments.tables import openings, told
from league.tournamenttables import tournament
from rules.casino.tournament.pending import ARRIVE, LEAVE, Pending, pending

NEWEST = 10
"""So many tournaments are looked through for a table that has no game."""
MOST = 40
"""More than leave and come to one table at a time."""


def moves(
    connection: Connection, book: Book, tables: Sequence[LiveTable]
) -> dict[int, list[dict[str, Any]]]:
    """What each table has to confirm, by its number."""
    found: dict[int, list[dict[str, Any]]] = {}
    for one in pending(book.state, told(connection, book, tables), now_ms()):
        fields = _fields(one)
        if book.named and one.other:
            fields["name"] = book.name_of(one.other)
        found.setdefault(one.table, []).append(fields)
    return {number: said[:MOST] for number, said in found.items()}


def opening_for(connection: Connection, settings: Settings, table: str) -> dict[str, Any] | None:
    """What was drawn for a table that has no game: of the newest tournament that waits for it.

    A game that a table plays, or has delivered, waits for nobody.
    """
    rows = connection.execute(
        select(tournament.c.season, tournament.c.round)
        .order_by(tournament.c.made_ms.desc())
        .limit(NEWEST)
    ).all()
    for row in rows:
        book = find(connection, find_season(connection, settings, row.season), row.round)
        number = book.number_of(table)
        if number is None or not book.state.tables or book.state.ended_ms is not None:
            continue
        prefix = "" if book.named else table[: table.rindex(str(number))]
        known = {place.number: one for place, one in
                 zip(book.state.tables, openings(book, prefix), strict=True)}  # fmt: skip
        found = known.get(number)
        if found is not None and not _is_played(connection, found["game"]):
            return {**found, "table": table}
    return None


def is_drawn_anew(book: Book, state: LiveState, table: str) -> bool:
    """The table waits for entries with seats that were drawn before the last draw."""
    number = book.number_of(table)
    here = next((one for one in book.state.tables if one.number == number), None)
    if state.phase != "entry" or here is None or book.state.started_ms is not None:
        return False
    drawn = {(seat, name) for seat, name in enumerate(here.seats, 1) if name is not None}
    return drawn != {(seat.seat, seat.name) for seat in state.seats if seat.name}


def _is_played(connection: Connection, game: str) -> bool:
    known = select(game_record.c.game).where(game_record.c.game == game)
    if connection.execute(known).first() is not None:
        return True
    return any(one.state.game == game for one in live.tables(connection))


def _fields(one: Pending) -> dict[str, Any]:
    found: dict[str, Any] = {
        "do": one.do, "player": one.player, "seat": one.seat, "ready": one.ready,
        "table": one.other, "at_seat": one.other_seat,
    }  # fmt: skip
    if one.do == LEAVE and one.along is not None:
        found["points"] = one.along.points
    if one.do == ARRIVE and one.along is not None:
        found |= {"points": one.along.points, "rebuys": one.along.rebuys, "addon": one.along.addon}
        if one.along.penalty_ms:
            found["seconds"] = -(-one.along.penalty_ms // 1000)
        if one.along.penalty_rounds:
            found["rounds"] = one.along.penalty_rounds
    if one.penalty is not None:
        found |= {"given_ms": one.penalty.at_ms, "reason": one.penalty.reason}
        found |= {"minutes": one.penalty.minutes} if one.penalty.minutes else {}
        found |= {"rounds": one.penalty.rounds} if one.penalty.rounds else {}
    return found
