"""Frames of a table that follows the hall's clock: the board, hand for hand (`samples.py`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from kiosk.families.casino.desk import BOARD, CasinoDesk
from kiosk.hallboard import HallBoard, board_of
from kiosk.screens.frame import START, Frame, Idle, line
from rules.history import History
from rules.kinds import GameMs
from rules.value import replace

SHOWN: Final[dict[str, Any]] = {
    "name": "Julturneringen", "level": 7, "stakes": [400, 800, 100],
    "next_stakes": [600, 1200, 200], "left_ms": 432_000, "break_ms": 1_632_000, "break_after": 8,
    "left": 63, "entrants": 112, "points": 1_120_000, "average": 17_777, "tables": 8,
    "prizes": [2_240, 1_344, 896, 560, 336, 224], "shares": ["40", "24", "16", "10", "6", "4"],
}  # fmt: skip
ON_BREAK: Final[dict[str, Any]] = {
    **SHOWN, "level": 8, "on_break": True, "left_ms": 504_000, "break_ms": None,
    "next_stakes": [1_000, 2_000, 300], "prizes": [], "left": 51,
}  # fmt: skip
WAITING: Final[dict[str, Any]] = {
    **SHOWN, "together": 4, "waits": ["T2", "T5", "T11"], "left": 7, "tables": 3,
    "paused": True, "average": 160_000,
}  # fmt: skip


def board(at_s: float, **changed: Any) -> HallBoard:
    """The board at this second of a game."""
    return board_of({**SHOWN, **changed}, GameMs(round(at_s * 1000)), 0)


def halls(
    played: Callable[..., History], frame_of: Callable[..., Frame]
) -> Iterator[tuple[str, Frame]]:
    """The board while somebody reads it, in the break, and while the other tables still play."""
    start = {"t": 0, "do": "start"}
    led = {"t": 10, "do": "hall", "number": 1, "level": 1, "left_ms": 900_000}
    desk = CasinoDesk(machines=False)
    desk.turn_page(BOARD, 0)
    read = frame_of(played("freezeout", [start, led]), 300, desk)
    yield "hall-board", replace(read, hall=board(300))
    satellite = replace(read, hall=board(300, prizes=[], average=None, next_stakes=[]))
    yield "hall-board-last-level", satellite
    pause = {**led, "t": 20, "number": 2, "level": 4, "on_break": True, "left_ms": 504_000}
    resting = frame_of(played("freezeout", [start, led, pause]), 20)
    yield "hall-break", replace(resting, hall=board(20, **ON_BREAK))
    bubble = [start, led, {"t": 100, "do": "together", "hand": 4}, {"t": 160, "do": "hand"}]
    waits = frame_of(played("freezeout", bubble, tables=3), 170)
    yield "hall-hand-over", replace(waits, notice=line("kiosk.casino.news.next_hand"))
    again = frame_of(played("freezeout", bubble, tables=3), 300, desk)
    yield "hall-board-waits", replace(again, hall=board(300, **WAITING))


def idle_board() -> Iterator[tuple[str, Frame]]:
    """A table without a game in a hall that plays."""
    frame = Frame(table="T4", edition="ray-freezeout-2013", language="sv", wall_text="20:56")
    yield "hall-idle", replace(frame, now_ms=START, idle=Idle(), hall=board(0))
