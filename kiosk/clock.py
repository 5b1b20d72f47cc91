"""Between table time (`_ns`, the table's boot-time clock) and game time (`GameMs` since the
opening).

Game time never looks at the wall clock. A restart makes a new `GameClock` from the record's last
clock line (resume.py); until the official has said how late it is, a clock may be held.
"""

from __future__ import annotations

from typing import Any, Final

from firmware_py.timesource import TimeSource
from rules.kinds import GameMs
from rules.value import Value

NS_PER_MS: Final = 1_000_000


class GameClock(Value):
    """Game time 0 was table time `anchor_ns`; `held_ms`: it stands still there (time unknown)."""

    anchor_ns: int
    held_ms: GameMs | None = None

    @classmethod
    def reading(cls, game_ms: GameMs, at_ns: int) -> GameClock:
        """The clock that shows `game_ms` at table time `at_ns`."""
        return cls(at_ns - game_ms * NS_PER_MS)

    def game_ms(self, at_ns: int) -> GameMs:
        """Whole milliseconds since the opening, rounded down; never below 0."""
        if self.held_ms is not None:
            return self.held_ms
        return GameMs(max(0, (at_ns - self.anchor_ns) // NS_PER_MS))

    def at_ns(self, game_ms: GameMs) -> int | None:
        """The table time of a game time; None while the clock is held."""
        if self.held_ms is not None:
            return None
        return self.anchor_ns + game_ms * NS_PER_MS


def clock_fields(time: TimeSource, at_ns: int) -> dict[str, Any]:
    """The `clock` line that ties game time to this table time."""
    wall = time.wall()
    return {
        "boot_id": time.boot_id,
        "boot_ns": at_ns,
        "wall_ms": wall.ms,
        "synced": wall.synced,
        "rate": float(time.rate),
    }
