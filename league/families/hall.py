"""The board of a tournament's hall: every table of a season in one, from what they say just now.

Sums are of tables that are in contact or were within the last minutes; a master clock is nobody's
here: the board shows the clock of the table that is furthest behind, so that no level is announced
before every table has it. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from league.live import LiveBoard, LiveTable
from rules.casino.plan import Prizes, generated
from rules.casino.prizes import amounts
from rules.kinds import Money

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


def hall(season: str, tables: Sequence[LiveTable]) -> Hall | None:
    """The board of this season's tables; None while none of them plays a tournament."""
    playing = [
        one
        for one in tables
        if one.state.season == season
        and one.state.board is not None
        and one.state.phase not in OVER
    ]
    boards = [one.state.board for one in playing if one.state.board is not None]
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
