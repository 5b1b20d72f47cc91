"""A whole Hungarian game on a kernel's GPIO chips: the demo's hands, pressing lines from outside.

`TABLESIDE_PACE=1` plays it as people would, ninety minutes and more; without it the waits and the
edition's minutes are a fifteenth until the time is over.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from demo.script import Send, Until, parse, presses
from firmware_py.pinlines import SEATS
from firmware_py.pinmap import PinMap
from tests.pins.benches import ROOT, KernelBench, until
from tests.pins.pintable import PinTable

pytestmark = pytest.mark.kernel

PACE: Final = int(os.environ.get("TABLESIDE_PACE", "15"))
EDITION: Final = f"""
extends = "hun-2009"
[timers_s]
game = {5400 // PACE}
warnings = [120, 240, 300]
"""
LOOK_S: Final = 0.02
PATIENCE_S: Final = 1800.0 / PACE
ALL: Final = frozenset(SEATS)


class Eye:
    """Looks at the lamps all the time, from outside: when they changed, by the boot-time clock."""

    def __init__(self, chips: KernelBench) -> None:
        self.seen: list[tuple[float, frozenset[int]]] = []
        self.heard: list[float] = []
        self.looked: list[float] = []
        self._chips = chips
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._thread.join()

    def all_lit(self, from_s: float, to_s: float) -> int:
        """How often all lamps went on together in that time."""
        return sum(lit == ALL and from_s <= at_s <= to_s for at_s, lit in self.seen)

    def is_quick(self, from_s: float, to_s: float) -> bool:
        """The machine let it look half as often as it wanted to, or more."""
        looks = sum(from_s <= at_s <= to_s for at_s in self.looked)
        return looks >= (to_s - from_s) / LOOK_S / 2

    def _look(self) -> None:
        last: frozenset[int] | None = None
        while not self._stop.wait(LOOK_S):
            lit, now_s = frozenset(self._chips.lit()), time.clock_gettime(time.CLOCK_BOOTTIME)
            self.looked.append(now_s)
            if lit != last:
                self.seen.append((now_s, lit))
                last = lit
            if self._chips.header.value(12):
                self.heard.append(now_s)


class Hands:
    """What hands do: buttons are pressed from outside, the rest is keypad, dice and entry.

    They keep to the script's own times: what a slow kernel costs is made up for in the next wait.
    """

    def __init__(self, table: PinTable, chips: KernelBench) -> None:
        self.pace = PACE
        self._table = table
        self._chips = chips
        self._at_s = time.monotonic()

    def work(self, lines: tuple[str, ...]) -> None:
        """These lines, from now on."""
        self._at_s = time.monotonic()
        for line in lines:
            verb, _, rest = line.partition(" ")
            words = rest.split()
            if verb == "wait":
                self._wait(int(words[0]))
            elif verb == "tap":
                self._chips.touch(words[0], True)
                self._chips.pause(int(words[1]))
                self._chips.touch(words[0], False)
                self._wait(int(words[1]))
            elif verb in ("press", "release"):
                self._chips.touch(words[0], verb == "press")
            else:
                self._table.send(line)

    def _wait(self, ms: int) -> None:
        self._at_s += ms / self.pace / 1000
        self._chips.pause(max(0, round((self._at_s - time.monotonic()) * 1000)))


@pytest.fixture
def chips(pin_map: PinMap) -> Iterator[KernelBench]:
    made = KernelBench(pin_map)
    yield made
    made.close()


@pytest.fixture
def table(home: Path, chips: KernelBench) -> Iterator[PinTable]:
    opening = json.loads((ROOT / "demo" / "opening.json").read_text(encoding="utf-8"))
    if PACE != 1:
        (home / "editions").mkdir()
        (home / "editions" / "hun-short.toml").write_text(EDITION, encoding="utf-8")
        opening["edition"] = "hun-short"
    made = PinTable(home, opening=opening)
    yield made
    made.close()


@pytest.mark.timeout(1200 if PACE != 1 else 7200)
def test_a_whole_game_is_played_by_lines_and_read_from_lamps(
    table: PinTable, chips: KernelBench
) -> None:
    steps = parse((ROOT / "demo" / "game.txt").read_text(encoding="utf-8"))
    table.up()
    eye = Eye(chips)
    hands = Hands(table, chips)
    for step in steps:
        if isinstance(step, Send):
            hands.work(step.lines)
        elif isinstance(step, Until) and step.condition.key != "outbox":
            table.until(str(step.condition), lambda s, step=step: holds(s, step), PATIENCE_S)
            if step.condition.value == "count":  # no clock runs any more: hands as they are
                hands.pace = 1
    until("all lamps dark again", lambda: chips.lit() == set(), 30)
    eye.close()
    status = table.up()
    assert status["phase"] == "closed"
    assert sum(seat["recorded"] for seat in status["seats"]) == presses(steps)
    assert table.end() == 0
    assert not any(table.outputs().values())
    check_record(table)
    check_lamps(table, eye)


def holds(status: dict[str, object], step: Until) -> bool:
    seats: list[dict[str, int]] = status["seats"]  # type: ignore[assignment]
    return step.condition.holds({**status, "presses": sum(seat["recorded"] for seat in seats)})


def check_record(table: PinTable) -> None:
    """Sealed, by the rules, with every button's press under its line."""
    path = table.home / "games" / f"{table.game}.jsonl"
    done = subprocess.run(
        [sys.executable, "-m", "kiosk", "record", "verify", str(path), "--json"],
        env=os.environ | {"TABLESIDE_HOME": str(table.home), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    verified = json.loads(done.stdout)
    assert verified["ok"]
    assert verified["remarks"] == []


def check_lamps(table: PinTable, eye: Eye) -> None:
    """Each warning flashed all lamps as often as its number, and sounded. The eye may miss a flash;
    a table that hardly gets a processor may pass over some, but never the whole signal.
    """
    lines = table.record()
    clock = next(line["clock"] for line in lines if "clock" in line)
    told = [(line["announced"], line["t"]) for line in lines if "announced" in line]
    names = [name for name, _ in told]
    print(names, len(eye.seen), "changes of lamps seen")
    warnings = [name for name in names if name.startswith("warn-")]
    assert names == ["start", *warnings, "end", *names[2 + len(warnings) :]]
    assert len(warnings) == (5 if PACE == 1 else 3)
    zero_s = clock["boot_ns"] / 1e9
    for number, name in enumerate(warnings, 1):
        at_s = zero_s + dict(told)[name]
        flashes, quick = eye.all_lit(at_s - 0.1, at_s + 4), eye.is_quick(at_s - 0.1, at_s + 4)
        heard = any(at_s - 0.1 <= heard_s <= at_s + 4 for heard_s in eye.heard)
        print(f"{name}: {flashes} flashes of all lamps, {heard=}, {quick=}")
        assert flashes <= number, name
        assert (flashes >= number - 1 and heard) if quick else (flashes or heard), name
