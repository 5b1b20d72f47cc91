"""Frames of a table to which the director's log moves people, or from which (`samples.py`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from kiosk.families.casino.desk import CasinoDesk
from kiosk.screens.frame import Frame
from rules.history import History

GOES: Final[dict[str, Any]] = {
    "do": "leave", "player": "Lindqvist", "seat": 3, "ready": True, "table": 1, "at_seat": 6,
}  # fmt: skip
COUNTED: Final[dict[str, Any]] = {
    **GOES, "player": "Niemi-Österlund", "seat": 10, "at_seat": 8, "points": 123_750,
}  # fmt: skip
COMES: Final[dict[str, Any]] = {
    "do": "arrive", "player": "Kekkonen-Wallenius", "seat": 9, "ready": True, "table": 12,
    "at_seat": 2, "points": 41_250, "rebuys": 2, "addon": True, "seconds": 192, "rounds": 1,
}  # fmt: skip
AWAITED: Final[dict[str, Any]] = {
    "do": "arrive", "player": "Håkansson", "seat": 9, "ready": False, "table": 3, "at_seat": 4,
}  # fmt: skip
AWAY: Final[dict[str, Any]] = {
    "do": "penalty", "player": "Aalto", "seat": 1, "ready": True, "minutes": 10, "given_ms": 1,
    "reason": "beteende",
}  # fmt: skip


def moving(
    played: Callable[..., History], frame_of: Callable[..., Frame]
) -> Iterator[tuple[str, Frame]]:
    """A table that is broken, one to which somebody comes, and the director's penalty."""
    acts: list[dict[str, Any]] = [{"t": 0, "do": "start"}]
    shown = {
        "move-leave": ([GOES, COUNTED], 10, 300.0),
        "move-leave-counted": ([COUNTED], 10, 300.0),
        "move-arrive": ([COMES], 8, 300.0),
        "move-awaited": ([AWAITED], 8, 300.0),
        "move-penalty": ([AWAY], 9, 300.0),
        "move-break": ([{**COMES, "addon": False, "rounds": 0}, GOES], 8, 85 * 60.0),
    }
    for name, (asked, seats, at_s) in shown.items():
        desk = CasinoDesk(machines=False)
        desk.directed(asked)
        history = played("freezeout", acts, seats, tables=3, table_size=10)
        yield name, frame_of(history, at_s, desk)
    desk = CasinoDesk(machines=False)
    desk.directed([{**GOES, "player": "Aalto", "seat": 1}])
    acts.append({"t": 200, "do": "bust", "seats": [2, 3]})
    yield "move-rest", frame_of(played("freezeout", acts, 3, tables=3, table_size=10), 300.0, desk)
