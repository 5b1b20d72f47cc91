"""What a table is told of the director's log: who comes to it, who leaves it, whose penalty it is.

It goes to the table in the answer to its live state (`league/halls.py`), over a network and a wire
alike, as the fields of the action that confirms it there. Nothing of it is done by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection

from league.audit import now_ms
from league.live import LiveTable
from league.tournaments.book import Book
from league.tournaments.tables import told
from rules.casino.tournament.pending import ARRIVE, LEAVE, Pending, pending

MOST = 40
"""More than leave and come to one table at a time."""


def moves(
    connection: Connection, book: Book, tables: Sequence[LiveTable]
) -> dict[int, list[dict[str, Any]]]:
    """What each table has to confirm, by its number."""
    found: dict[int, list[dict[str, Any]]] = {}
    for one in pending(book.state, told(connection, book, tables), now_ms()):
        found.setdefault(one.table, []).append(_fields(one))
    return {number: said[:MOST] for number, said in found.items()}


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
