"""The tables of a tournament: what each says of itself against the book, and its opening.

Table 3 of the book is the table whose name ends in 3 (`T3`, `Hall-3`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from league.families.hall import OVER
from league.live import LiveTable
from league.tournaments.book import Book
from rules.casino.tournament.accounts import Check, Handed, Told, checks

_NUMBER: Final = re.compile(r"(\d{1,5})\D*$")
SITS: Final = frozenset(("in", "penalty", "armed", "signed", "faulty", "present", "waiting"))
"""Marks of who has not left the table."""


def number_of(table: str) -> int | None:
    """The book's number of a table by its name."""
    found = _NUMBER.search(table)
    return int(found[1]) if found else None


def told(book: Book, tables: Sequence[LiveTable]) -> list[Told]:
    """What the tables that play this tournament say."""
    known = {one.number for one in book.state.tables}
    found = []
    for one in tables:
        number, board = number_of(one.table), one.state.board
        is_ours = one.state.season == book.season.id and one.state.round == book.round
        if not is_ours or board is None or number not in known or one.state.phase in OVER:
            continue
        players = {seat.name: seat.mark in SITS for seat in one.state.seats if seat.name}
        found.append(Told(number, one.table, players, board.points, board.paid))
    return found


def out_by_tables(book: Book, tables: Sequence[LiveTable]) -> list[tuple[str, tuple[str, ...]]]:
    """Who is out as his table says, and still in by the book: one hand a table, for a tap."""
    playing = {one.name for one in book.state.playing}
    found = [
        (
            one.name,
            tuple(name for name, is_in in one.players.items() if not is_in and name in playing),
        )
        for one in told(book, tables)
    ]
    return [(name, names) for name, names in found if names and len(names) < len(playing)]


def panel(
    book: Book, tables: Sequence[LiveTable] = (), handed: Sequence[Handed] = ()
) -> list[Check]:
    """Everything that must add up."""
    return checks(book.state, told(book, tables), handed)


def openings(book: Book, prefix: str = "T") -> list[dict[str, Any]]:
    """What each table is opened with: its players, and the instructions of this tournament.

    All seats of a table exist, so that who is moved there can be let in.
    """
    structure = {**book.structure, "tables": len(book.state.tables)}
    return [
        {
            "edition": book.season.edition.id,
            "season": book.season.id,
            "round": book.round,
            "game": f"{book.round}-{prefix}{table.number}",
            "table": f"{prefix}{table.number}",
            "seats": [
                {"seat": seat, "player": name}
                for seat, name in enumerate(table.seats, 1)
                if name is not None
            ],
            "options": {"structure": structure},
        }
        for table in book.state.tables
    ]
