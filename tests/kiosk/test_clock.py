"""Game time and table time; and that nothing which times a game asks the wall clock."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kiosk
import rules
from firmware_py.timesource import ManualTime
from kiosk.clock import GameClock, clock_fields
from rules.kinds import GameMs

MS = 1_000_000


def test_game_time_is_rounded_down_to_the_millisecond() -> None:
    clock = GameClock(1000 * MS)
    assert [clock.game_ms(1000 * MS + ns) for ns in (0, 999_999, MS, 90 * 60_000 * MS)] == [
        0, 0, 1, 5_400_000,
    ]  # fmt: skip
    assert clock.at_ns(GameMs(1)) == 1001 * MS
    assert clock.game_ms(0) == 0, "never before the opening"


def test_a_clock_reads_what_it_was_set_to() -> None:
    assert GameClock.reading(GameMs(700), 5000 * MS).game_ms(5001 * MS) == 701


def test_a_held_clock_stands_and_no_deadline_comes() -> None:
    clock = GameClock(0, held_ms=GameMs(700))
    assert (clock.game_ms(10**15), clock.at_ns(GameMs(701))) == (700, None)


def test_the_clock_line_says_boot_time_wall_time_and_its_trust() -> None:
    time = ManualTime(77 * MS, wall_ms=1_767_225_600_000, synced=False)
    assert clock_fields(time, 70 * MS) == {
        "boot_id": "manual-boot",
        "boot_ns": 70 * MS,
        "wall_ms": 1_767_225_600_000,
        "synced": False,
        "rate": 1.0,
    }


WALL = re.compile(r"\btime\.time(_ns)?\(|\bdatetime\.|\bdate\.today|CLOCK_REALTIME")


@pytest.mark.parametrize("package", [kiosk, rules], ids=lambda package: package.__name__)
def test_s14_nothing_here_asks_the_wall_clock(package: object) -> None:
    """`TimeSource.wall` alone knows it, as a label with a trust mark."""
    folder = Path(str(package.__file__)).parent  # type: ignore[attr-defined]
    found = [
        path.relative_to(folder)
        for path in folder.rglob("*.py")
        if WALL.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []
