"""What a table is told in the answer to its live state: the hall's clock, the hand, the board.

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
from sqlalchemy import Connection, func, select

from league import hallclock, live
from league.audit import note
from league.families.hall import Hall, Shown, hall, hand_now, players
from league.hallclock import Clock, Instant, instant, line_of, place_of, view_at
from league.halltables import hall_act, hall_hand
from league.live import LiveBoard, LiveState
from league.seasons import Season
from league.seasons import find as find_season
from league.settings import Settings
from league.tournaments import book as books
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

    mark: tuple[int, int]
    made_s: float
    clock: Clock
    fields: Mapping[str, Any]


class Halls:
    """Answers to live states."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._told: dict[tuple[str, str], _Told] = {}
        self._lock = Lock()

    def answer(
        self, connection: Connection, state: LiveState, began_ms: int
    ) -> dict[str, Any] | None:
        """The hall of this table's game, or of the only tournament that is played while the table
        has none; None: there is no hall's clock. `began_ms`: when the question came, on the
        machine's steady clock.
        """
        key = (state.season, state.round) if state.board else None
        if state.game is None:
            key = _only_one(connection)
        told = None if key is None else self._of(connection, key)
        if told is None:
            return SOON if state.board and state.phase == ENTRIES else None
        now = instant()
        return {
            **told.fields,
            **({} if state.game else {"clock": None, "next": None, "together": 0}),
            "at_ms": told.clock.now_ms(now),
            "took_ms": max(0, now.boot_ms - began_ms),
        }

    def _of(self, connection: Connection, key: tuple[str, str]) -> _Told | None:
        mark = _mark(connection, key)
        if not mark[0]:
            return None
        with self._lock:
            kept = self._told.get(key)
        if kept and kept.mark == mark and time.monotonic() - kept.made_s < KEPT_S:
            return kept
        clock = hallclock.find(connection, find_season(connection, self._settings, key[0]), key[1])
        if clock is None:
            return None
        now = instant()
        fields = {**clock.told(now), "season": key[0], "round": key[1], "together": mark[1]}
        shown = board(connection, clock, mark[1], now)
        told = _Told(
            mark, time.monotonic(), clock, {**fields, "board": _fields(shown, clock.now_ms(now))}
        )
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


def _tables(connection: Connection, clock: Clock, found: Hall) -> Hall:
    """RAY-STRUCT-1: a tournament that is kept here knows its tables and its entrants."""
    if clock.round not in books.names(connection, clock.season.id):
        return found
    state = books.find(connection, clock.season, clock.round).state
    missing = max(0, len(state.tables) - len(found.tables))
    return replace(found, missing=missing, entrants=max(found.entrants, len(state.players)))


def board(connection: Connection, clock: Clock, together: int, now: Instant) -> Hall | None:
    """The hall's board with its own clock."""
    shown = shown_at(clock, together, now)
    if shown is None:
        return None
    found = hall(clock.season.id, live.tables(connection), shown)
    return None if found is None else _tables(connection, clock, found)


def together(connection: Connection, season_id: str, round_name: str) -> int:
    """Hand for hand over all tables: the hand that may be played; 0: not now."""
    row = connection.execute(
        select(hall_hand.c.hand).where(
            hall_hand.c.season == season_id, hall_hand.c.round == round_name
        )
    ).scalar()
    return int(row or 0)


def look_at_hands(connection: Connection, state: LiveState) -> None:
    """RAY-PAY-1: a table has spoken: whether all have played the hand, or play together now."""
    if state.board is None or not state.board.hall:
        return
    before = together(connection, state.season, state.round)
    playing = players(state.season, state.round, live.tables(connection))
    hand = hand_now(playing, before)
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


def _mark(connection: Connection, key: tuple[str, str]) -> tuple[int, int]:
    """Differs after every act of the director and every hand."""
    count = connection.execute(
        select(func.count()).where(hall_act.c.season == key[0], hall_act.c.round == key[1])
    ).scalar_one()
    return int(count), together(connection, *key) if count else 0


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
