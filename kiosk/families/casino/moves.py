"""What the director's log asks of this table: who gets up, who sits down, whose penalty. Pure.

The league tells it with the hall's clock; here it is read, set against the table as it stands, and
made the action that confirms it. Without a league, or for who is not in the log, the same is said
by hand (`leave`, `arrive`, `penalty`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.casino.view import CasinoView, Mark, Phase, SeatView
from rules.kinds import Seat
from rules.value import Value
from rules.words import LONGEST_PLAYER, LONGEST_TEXT, is_name, is_text

LEAVE: Final = "leave"
ARRIVE: Final = "arrive"
PENALTY: Final = "penalty"
WORDS: Final = (LEAVE, ARRIVE, PENALTY)
MOST: Final = 40
SITS: Final = (Mark.IN, Mark.PENALTY, Mark.SIGNED)
_LARGEST: Final = 10**14


class Move(Value):
    """One thing to confirm. `seat`: where he sits, or will; `table` and `at_seat`: where he goes,
    or comes from, 0: not known. `ready`: it can be done now; else somebody gets up first.
    """

    do: str
    player: str
    seat: Seat
    ready: bool
    table: int = 0
    at_seat: int = 0
    points: int | None = None
    rebuys: int = 0
    addon: bool = False
    minutes: int = 0
    seconds: int = 0
    rounds: int = 0
    reason: str = ""
    given_ms: int = 0
    name: str = ""
    """What `table` is called, where the season's tables have names of their own."""

    @property
    def called(self) -> str:
        """The other table, for people."""
        return self.name or str(self.table)

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes it another one."""
        return self.do, self.player, self.seat, self.table, self.at_seat, self.given_ms


def moves_of(found: Any) -> tuple[Move, ...]:
    """What the league told; what is none is left out."""
    if not isinstance(found, Sequence) or isinstance(found, str):
        return ()
    made = (_move(one) for one in found[:MOST])
    return tuple(one for one in made if one is not None)


def open_moves(moves: Sequence[Move], view: CasinoView) -> tuple[Move, ...]:
    """What this table has not done yet, as it stands now: the league hears of it later."""
    if view.phase is not Phase.PLAY and not view.rests:
        return ()
    return tuple(one for one in moves if _is_open(one, view))


def fields_of(move: Move, view: CasinoView) -> dict[str, Any] | None:
    """The action that confirms it; None: the points that he takes along have to be counted."""
    if move.do == LEAVE:
        points = points_of(move, view)
        return None if points is None else {"do": LEAVE, "seat": move.seat, "points": points}
    fields: dict[str, Any] = {"do": move.do, "seat": move.seat}
    if move.do == ARRIVE:
        fields |= {"player": move.player, "points": move.points or 0, "rebuys": move.rebuys}
        fields |= {"addon": True} if move.addon else {}
        fields |= {"seconds": move.seconds} if move.seconds else {}
        return fields | ({"rounds": move.rounds} if move.rounds else {})
    fields |= {"minutes": move.minutes} if move.minutes else {"rounds": move.rounds}
    return fields | {"reason": move.reason, "given_ms": move.given_ms}


def told(move: Move, view: CasinoView) -> dict[str, Any]:
    """For the console: what is asked, and the action `yes` that confirms it, where it is whole."""
    return {
        "do": move.do, "player": move.player, "seat": move.seat, "ready": move.ready,
        "table": move.name or move.table, "at_seat": move.at_seat, "points": move.points or 0,
        "minutes": move.minutes, "rounds": move.rounds, "yes": fields_of(move, view),
    }  # fmt: skip


def points_of(move: Move, view: CasinoView) -> int | None:
    """What he takes along: as it was counted here, or in the log; the last takes what is left."""
    seat = next((one for one in view.seats if one.seat == move.seat), None)
    if seat is not None and seat.counted:
        return seat.held
    if move.points is not None:
        return move.points
    return view.points_in_play if view.left == 1 else None


def _is_open(move: Move, view: CasinoView) -> bool:
    here = [one for one in view.seats if move.player in (one.player, one.name)]
    if move.do == ARRIVE:
        return not here and not any(_sits(one) and one.seat == move.seat for one in view.seats)
    if move.do == PENALTY and (view.rests or move.given_ms in view.given):
        return False
    return any(_sits(one) and one.seat == move.seat for one in here)


def _sits(seat: SeatView) -> bool:
    return seat.mark in SITS


def _move(found: Any) -> Move | None:
    if not isinstance(found, Mapping) or found.get("do") not in WORDS:
        return None
    player, reason, name = found.get("player"), found.get("reason", ""), found.get("name", "")
    numbers = {
        name: _whole(found.get(name, 0))
        for name in ("seat", "table", "at_seat", "rebuys", "minutes", "seconds", "rounds",
                     "given_ms")
    }  # fmt: skip
    points = found.get("points")
    if not is_text(player, LONGEST_PLAYER) or not is_text(reason, LONGEST_TEXT):
        return None
    if None in numbers.values() or not 1 <= (numbers["seat"] or 0) <= 10:
        return None
    known: dict[str, Any] = {name: number or 0 for name, number in numbers.items()}
    ready = found.get("ready") is True and (found["do"] != ARRIVE or _whole(points) is not None)
    return Move(
        do=found["do"], player=str(player), ready=ready, points=_whole(points),
        addon=found.get("addon") is True, reason=str(reason),
        name=name if is_name(name) else "", **known,
    )  # fmt: skip


def _whole(found: Any) -> int | None:
    return found if type(found) is int and 0 <= found <= _LARGEST else None
