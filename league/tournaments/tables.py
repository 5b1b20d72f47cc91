"""The tables of a tournament: what each says of itself against the book, and its opening.

Table 3 of the book is the third of the names that the season's tables have, else the table whose
name ends in 3 (`T3`, `Hall-3`). A table that was broken
still says what was bought at it and who went where, and after it its sealed record does.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, select

from league import live
from league.audit import now_ms
from league.families.hall import PLAYING
from league.judging import CONFIRMED
from league.live import LiveBoard, LivePerson, LiveTable
from league.tables import game_record
from league.tournaments.book import Book
from league.tournaments.handing import handed_to
from rules.casino.plan import Plan
from rules.casino.tournament.accounts import Check, checks, stakes_of
from rules.casino.tournament.lines import standing
from rules.casino.tournament.pending import PENALTY, pending
from rules.casino.tournament.told import Along, Told

SITS: Final = frozenset(("in", "penalty", "armed", "signed", "faulty", "present", "waiting"))
"""Marks of who has not left the table."""


class Out(NamedTuple):
    """Who is out as the tables say, in one hand: of one table, or of all that played it together.

    `hand`: which hand of all tables, 0: none; `before`: what they held before it, as counted there;
    `left_ms`: when it was at the first of the tables, None: it does not say.
    """

    tables: tuple[str, ...]
    players: tuple[str, ...]
    hand: int
    before: Mapping[str, int]
    left_ms: int | None = None


class _Gone(NamedTuple):
    """Who is out at a table, and when."""

    table: str
    player: str
    before: int
    left_ms: int | None


def told(
    connection: Connection, book: Book, tables: Sequence[LiveTable] | None = None
) -> list[Told]:
    """What the tables of this tournament say, those that play first."""
    tables = _here(book, live.tables(connection) if tables is None else tables)
    found = [_of_live(book, one) for one in tables]
    speaking = {one.state.game for one in tables}
    found += _of_records(connection, book, speaking)
    return sorted((one for one in found if one), key=lambda one: (not one.plays, one.number))


def out_by_tables(connection: Connection, book: Book) -> list[Out]:
    """Who is out as the tables say, and still in by the book: one hand each, for a tap (RAY-1-4).

    Where all tables played a hand together, whoever went out in it is of one hand.
    """
    playing, now = {one.name for one in book.state.playing}, now_ms()
    hands: dict[tuple[int, str, int], list[_Gone]] = {}
    for table in _here(book, live.tables(connection)):
        known = {one.seat: one for one in _board(table).people}
        for seat in table.state.seats:
            if seat.name in playing and seat.mark == "out":
                said = known.get(seat.seat) or LivePerson(seat.seat)
                hand = (said.hand, "", 0) if said.hand else (0, table.table, said.out_ms or 0)
                gone = _Gone(table.table, seat.name, said.before, _left_ms(table, said, now))
                hands.setdefault(hand, []).append(gone)
    found = [
        Out(
            tuple(dict.fromkeys(one.table for one in out)),
            tuple(one.player for one in out),
            hand,
            {one.player: one.before for one in out},
            min((one.left_ms for one in out if one.left_ms is not None), default=None),
        )
        for (hand, *_), out in hands.items()
        if len(out) < len(playing)
    ]
    return sorted(found, key=lambda one: (one.left_ms or 0, one.hand, one.tables))


def _left_ms(table: LiveTable, said: LivePerson, now: int) -> int | None:
    """When he went out, by the league's clock."""
    if said.out_ms is None or table.state.game_ms is None:
        return None
    return now - table.age_ms - max(0, table.state.game_ms - said.out_ms)


def bought_by_tables(connection: Connection, book: Book) -> list[tuple[str, str, str]]:
    """What tables have sold that the book does not have: table, player, `rebuy` or `addon`.

    Only where the book can take it by a tap: whose points have to be below the start's is counted.
    """
    found = []
    rebuy = book.state.plan.rebuy
    for one in told(connection, book):
        for name, (rebuys, addon) in one.bought.items():
            player = book.state.players.get(name)
            if player is None or player.disqualified:
                continue
            if rebuys > player.rebuys and rebuy is not None and rebuy.when != "below_start":
                found.append((one.name, name, "rebuy"))
            elif addon and not player.addon and player.playing:
                found.append((one.name, name, "addon"))
    return found


def unconfirmed(connection: Connection, book: Book) -> set[str]:
    """Whose move no table has confirmed yet."""
    waits = pending(book.state, told(connection, book), now_ms())
    return {one.player for one in waits if one.do != PENALTY}


def panel(connection: Connection, book: Book) -> list[Check]:
    """Everything that must add up."""
    handed = handed_to(connection, book)
    return checks(book.state, told(connection, book), handed, now_ms())


def openings(book: Book, prefix: str = "T") -> list[dict[str, Any]]:
    """What each table is opened with: its players, and the instructions of this tournament.

    All seats of a table exist, so that who is moved there can be let in. Seats that were drawn anew
    are another game. `prefix`: of tables that were given no names.
    """

    def called(number: int) -> str:
        return book.name_of(number) if book.named else f"{prefix}{number}"

    structure = {**book.structure, "tables": len(book.state.tables)}
    again = draws(book)
    suffix = f".{again}" if again > 1 else ""
    return [
        {
            "edition": book.season.edition.id,
            "season": book.season.id,
            "round": book.round,
            "game": f"{book.round}-{called(table.number)}"[: 64 - len(suffix)] + suffix,
            "table": called(table.number),
            "seats": [
                {"seat": seat, "player": name}
                for seat, name in enumerate(table.seats, 1)
                if name is not None
            ],
            "options": {"structure": structure},
        }
        for table in book.state.tables
    ]


def draws(book: Book) -> int:
    """How often seats were drawn before the start: each draw is a game of its own at a table."""
    lines = standing([one.line for one in book.kept])
    before = itertools.takewhile(lambda line: line.do != "start", lines)
    return sum(line.do == "draw" for line in before)


def _here(book: Book, tables: Sequence[LiveTable]) -> list[LiveTable]:
    return [
        one
        for one in tables
        if one.state.season == book.season.id
        and one.state.round == book.round
        and one.state.board is not None
        and one.state.phase != "void"
    ]


def _board(table: LiveTable) -> LiveBoard:
    return table.state.board or LiveBoard()


def _of_live(book: Book, table: LiveTable) -> Told | None:
    number, state, board = book.number_of(table.table), table.state, _board(table)
    if number is None:
        return None
    names = {seat.seat: seat.name for seat in state.seats if seat.name}
    return Told(
        number,
        table.table,
        {seat.name: seat.mark in SITS for seat in state.seats if seat.name},
        board.points,
        board.paid,
        state.phase == PLAYING or board.rests,
        {name: seat for seat, name in names.items()},
        {names[one.seat]: (one.rebuys, one.addon) for one in board.people if one.seat in names},
        {
            one.name: Along(one.points, one.rebuys, one.addon, one.penalty_ms, one.penalty_rounds)
            for one in board.left_for
        },
        frozenset(board.given),
        board.structure,
    )


def _of_records(connection: Connection, book: Book, speaking: set[str | None]) -> Iterator[Told]:
    """Tables whose game is sealed and not on their screen any more."""
    rows = connection.execute(
        select(game_record.c.game, game_record.c.table_id, game_record.c.summary).where(
            game_record.c.season == book.season.id,
            game_record.c.round == book.round,
            game_record.c.verdict == CONFIRMED,
        )
    )
    for row in rows:
        number = book.number_of(row.table_id)
        if number is not None and row.summary is not None and row.game not in speaking:
            yield _of_summary(number, row.table_id, json.loads(row.summary), book.state.plan)


def _of_summary(number: int, table: str, found: Mapping[str, Any], plan: Plan) -> Told:
    seats = [one for one in found["seats"] if one["entered"]]
    return Told(
        number,
        table,
        {one["name"]: not one["busted_order"] and not one["disqualified"] for one in seats},
        found["points_in_play"],
        stakes_of(plan, found["entries"], found["rebuys"], found["addons"]),
        seats={one["name"]: one["seat"] for one in seats},
        bought={one["name"]: (one["rebuys"], one["addon"]) for one in seats},
        along={
            one["name"]: Along(one["points_held"], one["rebuys"], one["addon"])
            for one in found.get("gone", ())
            if one["left"]
        },
    )
