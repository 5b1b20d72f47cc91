"""The board of a tournament's hall: every table of a season in one, from what they say just now.

Sums are of tables that are in contact or were within the last minutes. Where the director has
started the hall's clock (`hallclock.py`) that is the board's; else it shows the clock of the table
that is furthest behind, so that no level is announced before every table has it. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from msgspec import structs

from league.live import LiveBoard, LiveTable
from rules.casino.plan import Prizes, generated
from rules.casino.prizes import amounts
from rules.kinds import Money

PLAYING: Final = "play"
OVER: Final = frozenset(("closed", "void"))
"""Phases of a table that plays no more: its result stands in the standings."""
PERCENT: Final = re.compile(r"\d{1,20}(?:[./]\d{1,20})?")
"""No exponent: a few letters would ask for a number of a thousand million digits."""
MOST_PLACES: Final = 100
MOST_RATIO: Final = 100
"""A table could name more places than a structure may, and the sums would take their time."""


@dataclass(frozen=True, slots=True)
class Hall:
    """What stands on the board.

    `left_ms` counts down, or stands still (`still`); None: there is no clock. `missing`: so many of
    the tournament's tables say nothing. `prizes` are empty as long as their amounts may not be
    told (RAY-PAY-2) or are not known yet.
    """

    season: str
    board: LiveBoard
    table: str
    left_ms: int | None
    still: bool
    left: int
    entrants: int
    points: int
    average: int | None
    prizes: tuple[int, ...]
    tables: tuple[str, ...]
    missing: int
    break_ms: int | None = None
    """Until the next break begins, where that is known."""
    together: int = 0
    """Hand for hand over all tables: which hand."""
    waits: tuple[str, ...] = ()
    """Tables for whose hand all others wait."""


class Shown(NamedTuple):
    """What the hall's own clock says: the board's part of it, what is left, until the break."""

    round: str
    board: LiveBoard
    left_ms: int | None
    break_ms: int | None
    together: int


def players(season: str, round_name: str | None, tables: Sequence[LiveTable]) -> list[LiveTable]:
    """The tables that play this tournament now; of every round where none is named."""
    return [
        one
        for one in tables
        if one.state.season == season
        and round_name in (None, one.state.round)
        and one.state.board is not None
        and one.state.phase not in OVER
    ]


def hall(season: str, tables: Sequence[LiveTable], clock: Shown | None = None) -> Hall | None:
    """The board of this season's tables; None while none of them plays a tournament.

    With a hall's clock the board is of its round, and the clock is not any table's.
    """
    playing = players(season, None if clock is None else clock.round, tables)
    boards = [one.state.board for one in playing if one.state.board is not None]
    if clock is not None:
        return _of_clock(season, playing, boards, clock)
    if not boards:
        return None
    shown = min(playing, key=_behind)
    board = shown.state.board
    if board is None:
        return None
    left, points = sum(one.left for one in boards), sum(one.points for one in boards)
    missing = max(0, board.tables - len(boards))
    return Hall(
        season=season,
        board=board,
        table=shown.table,
        left_ms=_left(shown, board),
        still=board.paused or not shown.state.running,
        left=left,
        entrants=sum(one.entrants for one in boards),
        points=points,
        average=points // left if left and board.kind != "slots" else None,
        prizes=() if missing else _prizes(boards),
        tables=tuple(one.table for one in playing),
        missing=missing,
    )


def _of_clock(
    season: str, playing: Sequence[LiveTable], boards: Sequence[LiveBoard], clock: Shown
) -> Hall:
    left, points = sum(one.left for one in boards), sum(one.points for one in boards)
    missing = max(0, clock.board.tables - len(boards))
    closed = bool(boards) and all(one.closed for one in boards)
    return Hall(
        season=season,
        board=structs.replace(clock.board, closed=closed),
        table="",
        left_ms=None if clock.left_ms is None else max(0, clock.left_ms),
        still=clock.board.paused,
        left=left,
        entrants=sum(one.entrants for one in boards),
        points=points,
        average=points // left if left else None,
        prizes=() if missing or not boards else _prizes(boards),
        tables=tuple(one.table for one in playing),
        missing=missing,
        break_ms=clock.break_ms,
        together=clock.together,
        waits=waits(playing, clock.together) if clock.together else (),
    )


def waits(playing: Sequence[LiveTable], hand: int) -> tuple[str, ...]:
    """RAY-PAY-1: the tables that have not played this hand; where one sits alone nobody plays."""
    return tuple(
        one.table
        for one in playing
        if (board := one.state.board) is not None
        and one.state.phase == PLAYING
        and board.left > 1
        and not (board.together == hand and board.hand_done)
    )


def hand_now(playing: Sequence[LiveTable], hand: int, moving: int = 0) -> int:
    """RAY-PAY-1: which hand all tables may play together; 0: each plays for itself.

    It begins with one player more in the hall than prizes, and ends when a hand that all have
    played leaves no more players than that. While a table is silent nothing begins. `moving`: so
    many are between two tables.
    """
    boards = [one.state.board for one in playing if one.state.board is not None]
    if not boards or (hand and waits(playing, hand)):
        return hand
    left, entrants = sum(one.left for one in boards) + moving, sum(one.entrants for one in boards)
    paid = boards[0].places
    if hand:
        return hand + 1 if left > paid else 0
    in_play = [one for one in playing if one.state.phase == PLAYING]
    follow = all(one.fresh and one.state.board and one.state.board.hall for one in in_play)
    is_due = left == paid + 1 and 1 < paid < entrants and all(one.closed for one in boards)
    return 1 if in_play and follow and is_due and boards[0].tables > 1 else 0


def _behind(table: LiveTable) -> tuple[int, bool, int, str]:
    """The lowest level first, its level before its break, then the most time left."""
    board = table.state.board
    level = 0 if board is None or board.level is None else board.level
    breaks = board is not None and board.on_break
    left = 0 if board is None else _left(table, board) or 0
    return level, breaks, -left, table.table


def _left(table: LiveTable, board: LiveBoard) -> int | None:
    if board.stopped_ms is not None:
        return board.stopped_ms
    if table.state.remaining_s is None:
        return None
    gone = table.age_ms if table.state.running else 0
    return max(0, int(table.state.remaining_s * 1000) - gone)


def _prizes(boards: Sequence[LiveBoard]) -> tuple[int, ...]:
    """RAY-PAY-2: nothing before every table's last purchase; RAY-PAY-3: less what is carried over.

    One table says its own amounts; of several the pool is what all have paid.
    """
    if not all(one.closed for one in boards):
        return ()
    if len(boards) == 1:
        return boards[0].prizes
    shares, carry = _shares(boards[0]), _share(boards[0].carry)
    if not shares or carry is None:
        return ()
    paid = sum(one.paid for one in boards)
    carried = paid * carry
    pool = paid - carried.numerator // carried.denominator
    made = bool(boards[0].ratio)
    table = Prizes("fees", Fraction(1), Money(0), Money(0), carry, shares, made, 0, Money(0))
    return tuple(int(amount) for amount in amounts(table, pool))


def _shares(board: LiveBoard) -> tuple[Fraction, ...]:
    """Exactly what each place gets of the pool; empty where a table says nothing that can be."""
    if board.ratio:
        ratio = _number(board.ratio)
        if ratio is None or not 1 <= ratio <= MOST_RATIO or not 1 <= board.places <= MOST_PLACES:
            return ()
        return generated(board.places, ratio)
    shares = tuple(share for one in board.shares if (share := _share(one)) is not None)
    return shares if sum(shares) == 1 and len(shares) == len(board.shares) else ()


def _share(text: str) -> Fraction | None:
    """A percentage as a part of 1; None: what a table said is none."""
    number = _number(text)
    return number / 100 if number is not None and number <= 100 else None


def _number(text: str) -> Fraction | None:
    if PERCENT.fullmatch(text) is None:
        return None
    try:
        return Fraction(text)
    except ZeroDivisionError:
        return None
