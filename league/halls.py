"""What a table is told in the answer to its live state: clock, hand, board, the director's moves.

Nothing here is private: it is what the hall's board shows to everybody. One a process; what was
worked out for one table serves all that ask within the same second.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from threading import Lock
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import structs
from sqlalchemy import Connection, func, select

from league import hallclock, live
from league.audit import note
from league.families.hall import Hall, Shown, hall, hand_now, players
from league.hallclock import Clock, Instant, instant, line_of, place_of, view_at
from league.halltables import hall_act, hall_hand
from league.ids import TableId
from league.live import LiveBoard, LiveState
from league.seasons import Season
from league.seasons import find as find_season
from league.settings import Settings
from league.tournaments import book as books
from league.tournaments.arrivals import is_drawn_anew, moves, opening_for
from league.tournaments.book import Book
from league.tournaments.tables import told
from rules.casino.plan import Prizes
from rules.casino.prizes import percent
from rules.casino.tournament import outcome
from rules.casino.tournament.pending import on_the_way
from rules.casino.view import CasinoView, Phase, StakeView

KEPT_S: Final = 1.0
ENTRIES: Final = "entry"
SOON: Final[dict[str, Any]] = {"soon": True}
"""The director may start the clock at any moment: the table asks often, so as to know it before."""
PLACES: Final = 20
DAY_MS: Final = 24 * 3600 * 1000
TABLE_WHO: Final = "hall"
"""In the audit log: all tables have played a hand."""


class _Told(NamedTuple):
    """What was worked out at a moment of the steady clock."""

    mark: tuple[int, int, int]
    made_s: float
    clock: Clock | None
    fields: Mapping[str, Any]
    moves: Mapping[int, Any]
    """What each table has to confirm, by its number; of a tournament that is kept here."""
    book: Book | None = None

    def asked_of(self, table: str) -> list[Any]:
        """What this table has to confirm."""
        number = None if self.book is None else self.book.number_of(table)
        found: list[Any] = self.moves.get(number or 0, [])
        return found


class Halls:
    """Answers to live states."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._told: dict[tuple[str, str], _Told] = {}
        self._lock = Lock()

    def answer(
        self, connection: Connection, table: TableId, state: LiveState, began_ms: int
    ) -> dict[str, Any] | None:
        """The hall of this table's game, or of the only tournament that is played while the table
        has none; None: there is no hall's clock, and no director's log. `began_ms`: when the
        question came, on the machine's steady clock.
        """
        key = (state.season, state.round) if state.board else None
        if state.game is None:
            key = _only_one(connection)
        told = None if key is None else self._of(connection, key)
        opening = None if state.game else opening_for(connection, self._settings, table)
        now = instant()
        if told is None and opening is not None:
            told = _Told((0, 0, 0), 0.0, None, {"clock": None, "next": None, "together": 0}, {})
        if told is None:
            return SOON if state.board and state.phase == ENTRIES else None
        return {
            **told.fields,
            **({} if opening is None else {"opening": opening}),
            "redrawn": self._is_redrawn(connection, table, state),
            **({} if state.game else {"clock": None, "next": None, "together": 0}),
            "moves": told.asked_of(table) if state.game else [],
            "at_ms": now.boot_ms if told.clock is None else told.clock.now_ms(now),
            "took_ms": max(0, now.boot_ms - began_ms),
        }

    def _is_redrawn(self, connection: Connection, table: TableId, state: LiveState) -> bool:
        """The table waits for entries by seats that do not stand any more."""
        if state.phase != ENTRIES or not books.count(connection, state.season, state.round):
            return False
        season = find_season(connection, self._settings, state.season)
        return is_drawn_anew(books.find(connection, season, state.round), state, table)

    def _of(self, connection: Connection, key: tuple[str, str]) -> _Told | None:
        mark = _mark(connection, key)
        if not mark[0] and not mark[2]:
            return None
        with self._lock:
            kept = self._told.get(key)
        if kept and kept.mark == mark and time.monotonic() - kept.made_s < KEPT_S:
            return kept
        season, now = find_season(connection, self._settings, key[0]), instant()
        clock = hallclock.find(connection, season, key[1])
        fields: dict[str, Any] = {"clock": None, "next": None}
        if clock is not None:
            shown = board(connection, clock, mark[1], now)
            fields = clock.told(now) | {"board": _fields(shown, clock.now_ms(now))}
        fields |= {"season": key[0], "round": key[1], "together": mark[1]}
        said: Mapping[int, Any] = {}
        book = None
        if mark[2]:
            book = books.find(connection, season, key[1])
            said = moves(connection, book, live.tables(connection))
        told = _Told(mark, time.monotonic(), clock, fields, said, book)
        with self._lock:
            if len(self._told) > PLACES:
                self._told.clear()
            self._told[key] = told
        return told


def shown_at(clock: Clock, together: int, now: Instant) -> Shown | None:
    """The clock's part of the board; None before the tournament has begun."""
    hall_ms = clock.now_ms(now)
    view = view_at(clock, hall_ms)
    if view.level is None:
        return None
    timer = view.stage or view.time
    left = None
    if timer is not None:
        left = timer.ends_at - hall_ms if timer.paused_left is None else timer.paused_left
    wait = line_of(view).until_break(place_of(view), left) if view.stage else None
    return Shown(clock.round, _board(view), left, wait, together)


def by_book(connection: Connection, season: Season, round_name: str, found: Hall) -> Hall:
    """RAY-STRUCT-1, RAY-PAY-2: a tournament that is kept here knows its tables, who entered, what
    is in play and its prizes; a table knows its own part alone.
    """
    if not books.count(connection, season.id, round_name):
        return found
    book = books.find(connection, season, round_name)
    state, prizes = book.state, outcome.board(book.state)
    points, moving = outcome.in_play(state), len(_moving(connection, book))
    missing = max(0, len(state.tables) - len(found.tables))
    left = len(state.playing) if missing else found.left + moving
    return replace(
        found,
        board=structs.replace(
            found.board,
            closed=prizes is not None,
            shares=_shares(state.plan.prizes),
            places=len(state.plan.prizes.shares),
        ),
        missing=missing,
        entrants=len(state.players),
        left=left,
        points=points,
        average=points // left if left else None,
        prizes=() if prizes is None else tuple(int(one) for one in prizes),
    )


def _moving(connection: Connection, book: Book) -> tuple[str, ...]:
    """Who is between two tables, and so at none."""
    return on_the_way(book.state, told(connection, book))


def board(connection: Connection, clock: Clock, together: int, now: Instant) -> Hall | None:
    """The hall's board with its own clock."""
    shown = shown_at(clock, together, now)
    if shown is None:
        return None
    found = hall(clock.season.id, live.tables(connection), shown)
    return None if found is None else by_book(connection, clock.season, clock.round, found)


def together(connection: Connection, season_id: str, round_name: str) -> int:
    """Hand for hand over all tables: the hand that may be played; 0: not now."""
    row = connection.execute(
        select(hall_hand.c.hand).where(
            hall_hand.c.season == season_id, hall_hand.c.round == round_name
        )
    ).scalar()
    return int(row or 0)


def look_at_hands(connection: Connection, settings: Settings, state: LiveState) -> None:
    """RAY-PAY-1: a table has spoken: whether all have played the hand, or play together now.

    Who has got up at one table and not sat down at another yet is still in.
    """
    if state.board is None or not state.board.hall:
        return
    before = together(connection, state.season, state.round)
    playing = players(state.season, state.round, live.tables(connection))
    if hand_now(playing, before) == before:
        return
    moving = 0
    if books.count(connection, state.season, state.round):
        season = find_season(connection, settings, state.season)
        moving = len(_moving(connection, books.find(connection, season, state.round)))
    hand = hand_now(playing, before, moving)
    if hand != before:
        set_hand(connection, state.season, state.round, hand, TABLE_WHO)


def set_hand(
    connection: Connection, season_id: str, round_name: str, hand: int, who: str, why: str = ""
) -> None:
    """All tables may play this hand; 0: each plays for itself."""
    where = (hall_hand.c.season == season_id) & (hall_hand.c.round == round_name)
    if not connection.execute(hall_hand.update().where(where).values(hand=hand)).rowcount:
        connection.execute(hall_hand.insert().values(season=season_id, round=round_name, hand=hand))
    note(connection, who, "clock.hand", season_id, why, {"round": round_name, "hand": hand})


def is_over(clock: Clock, now: Instant) -> bool:
    """The tournament's time is over, or nobody has moved its clock for a day."""
    hall_ms = clock.now_ms(now)
    last = clock.acts[-1]
    return view_at(clock, hall_ms).phase is not Phase.PLAY or hall_ms - last.t_ms > DAY_MS


def newest(connection: Connection, season: Season) -> Clock | None:
    """The clock of the round of this season that was moved last."""
    names = hallclock.rounds(connection, season.id)
    return hallclock.find(connection, season, names[0]) if names else None


def _mark(connection: Connection, key: tuple[str, str]) -> tuple[int, int, int]:
    """Differs after every act of the director, every hand and every line of his log."""
    count = connection.execute(
        select(func.count()).where(hall_act.c.season == key[0], hall_act.c.round == key[1])
    ).scalar_one()
    return int(count), together(connection, *key) if count else 0, books.count(connection, *key)


def _only_one(connection: Connection) -> tuple[str, str] | None:
    """The tournament of which tables in contact speak, if it is one alone."""
    found = {
        (one.state.season, one.state.round)
        for one in live.tables(connection)
        if one.fresh and one.state.board is not None and one.state.board.hall
    }
    return found.pop() if len(found) == 1 else None


def _board(view: CasinoView) -> LiveBoard:
    money = view.plan.prizes
    return LiveBoard(
        name=view.name[:64],
        kind=view.type,
        level=None if view.level is None else view.level.number,
        stakes=_stakes(view.level),
        next_stakes=_stakes(view.next_level),
        on_break=view.on_break,
        paused=view.paused,
        break_after=view.break_after,
        shares=view.shares[:PLACES],
        places=len(view.shares),
        tables=view.plan.tables,
        carry=str(money.carry_share * 100),
        last_hand=view.last_hand,
    )


def _shares(money: Prizes) -> tuple[str, ...]:
    """Percent of each place, as a table's own board says it."""
    return tuple(percent(share, money.generated) for share in money.shares[:PLACES])


def _stakes(level: StakeView | None) -> tuple[int, ...]:
    return () if level is None else tuple(number for _, number in level.stakes)[:3]


def _fields(shown: Hall | None, hall_ms: int) -> dict[str, Any] | None:
    """The board as a table draws it."""
    if shown is None:
        return None
    one = shown.board
    return {
        "at_ms": hall_ms,
        "name": one.name,
        "level": one.level,
        "stakes": one.stakes,
        "next_stakes": one.next_stakes,
        "on_break": one.on_break,
        "paused": shown.still,
        "left_ms": shown.left_ms,
        "break_ms": shown.break_ms,
        "break_after": one.break_after,
        "last_hand": one.last_hand,
        "left": shown.left,
        "entrants": shown.entrants,
        "points": shown.points,
        "average": shown.average,
        "prizes": shown.prizes[:PLACES],
        "shares": one.shares,
        "tables": len(shown.tables),
        "together": shown.together,
        "waits": shown.waits[:PLACES],
    }


def encoded(answer: Mapping[str, Any]) -> bytes:
    """The answer as JSON."""
    return msgspec.json.encode({"hall": answer})
