"""`kill -9` at random instants of a running table: nothing that was answered is lost.

In the suite a few times; `python tests/journeys/test_kill9.py 200` kills two hundred times.
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.conftest import OPENING, RunningTable, announced, until

FAST = 60
WARNINGS_MIN = (30, 60, 75, 80, 85)
ALL = ["start", *(f"warn-{minute}" for minute in WARNINGS_MIN), "end"]
SEATS = tuple(seat["seat"] for seat in OPENING["seats"])


def answered(table: RunningTable) -> Counter[str]:
    """Presses that a lamp visibly answered: each answer inverts its lamp once.

    In SETUP every lamp is dark, so an answer is one "on". A signal on all lamps is none.
    """
    return Counter(each["line"] for each in table.trace() if each["on"])


def press_until(stop: threading.Event, table: RunningTable, dice: random.Random) -> None:
    """Ten fingers: presses at odd moments, until the table is gone."""
    try:
        while not stop.is_set():
            seat = dice.choice(SEATS)
            table.send(f"tap seat{seat} {dice.randint(30, 400)}", f"wait {dice.randint(30, 900)}")
            stop.wait(0.003)
    except (BrokenPipeError, OSError):
        return


def kill_at_random(home: Path, dice: random.Random, *, opening: bool) -> RunningTable:
    """Run a while under presses, then kill -9."""
    table = RunningTable(home, fast=FAST, opening=opening)
    table.up()
    stop = threading.Event()
    fingers = threading.Thread(target=press_until, args=(stop, table, dice))
    fingers.start()
    stop.wait(dice.uniform(0.02, 0.7))
    table.kill()
    stop.set()
    fingers.join()
    table.close()
    return table


def lines_of(table: RunningTable, line: str) -> int:
    return sum(each.get("line") == line for each in table.record())


@pytest.mark.timeout(60)
@pytest.mark.parametrize("seed", range(4))
def test_k30_every_press_that_a_lamp_answered_is_in_the_record(tmp_path: Path, seed: int) -> None:
    setup_survives(tmp_path, random.Random(seed), kills=2)


def setup_survives(home: Path, dice: random.Random, kills: int) -> None:
    """Before the game every lamp is dark: each answer is seen in the trace."""
    for number in range(kills):
        table = kill_at_random(home, dice, opening=number == 0)
        lit = answered(table)
        for seat in SEATS:
            assert lines_of(table, f"seat{seat}") >= lit[f"lamp{seat}"], f"seat {seat} lost a press"
    again = RunningTable(home, fast=FAST, opening=False)
    try:
        shown = {each["seat"]: each["recorded"] for each in again.up()["seats"]}
        for seat in SEATS:
            assert shown[seat] == lines_of(again, f"seat{seat}")
        assert again.end() == 0
    finally:
        again.close()


@pytest.mark.timeout(90)
@pytest.mark.parametrize("seed", range(2))
def test_the_time_left_is_right_and_each_warning_comes_once(tmp_path: Path, seed: int) -> None:
    game_survives(tmp_path, random.Random(seed), kills=5)


def game_survives(home: Path, dice: random.Random, kills: int) -> None:
    """A whole game over several kills: one clock, each announcement once, no press lost."""
    table = RunningTable(home, fast=FAST)
    table.up()
    table.send("tap judge.next", "wait 2000", "tap seat1", "wait 500")
    before = table.until("play", lambda s: s["phase"] == "play")
    table.kill()
    table.close()
    for _ in range(kills):
        table = kill_at_random(home, dice, opening=False)
    again = RunningTable(home, fast=1200, opening=False)
    try:
        after = again.until("play or count", lambda s: s["phase"] in ("play", "count"))
        assert after["remaining_s"] is None or after["remaining_s"] <= before["remaining_s"]
        check_clock(again)
        again.until("the end", lambda s: s["phase"] == "count")
        until("the end in the record", lambda: "end" in announced(again.record()))
        check_announcements(again.record())
        assert again.end() == 0
    finally:
        again.close()


def check_clock(table: RunningTable) -> None:
    """Every `clock` line says the same start of the game: boot time does not stop for a kill."""
    clocks = [(line["t"], line["clock"]) for line in table.record() if "clock" in line]
    zeros = [
        clock["boot_ns"] / clock["rate"] / 1e9 - t / clock["rate"]
        for t, clock in clocks
        if clock["rate"] == FAST
    ]
    assert max(zeros) - min(zeros) < 0.001


def check_announcements(lines: list[dict[str, Any]]) -> None:
    """Each once, at its own instant, in order."""
    thrown = next(line["t"] for line in lines if line.get("do") == "thrown")
    told = [(line["announced"], line["t"]) for line in lines if "announced" in line]
    assert [name for name, _ in told] == ALL
    minutes = (0, *WARNINGS_MIN, 90)
    for (name, t), minute in zip(told, minutes, strict=True):
        assert abs(t - thrown - 60 * minute) < 0.0015, name


@pytest.mark.timeout(60)
def test_k22_what_came_due_while_it_was_away_is_written_once_at_its_own_instant(
    tmp_path: Path,
) -> None:
    table = RunningTable(tmp_path, fast=600)
    table.up()
    table.send("tap judge.next", "wait 2000", "tap seat1", "wait 500")
    table.until("play", lambda s: s["phase"] == "play")
    table.kill()
    table.close()
    threading.Event().wait(6.2)  # an hour of the table's clock: the table really is away
    again = RunningTable(tmp_path, fast=600, opening=False)
    try:
        left = again.up()["remaining_s"]
        assert left is None or left < 1800, "on a slow machine the time is over by now"
        until("warnings", lambda: announced(again.record())[:3] == ["start", "warn-30", "warn-60"])
        lines = again.record()
        thrown = next(line["t"] for line in lines if line.get("do") == "thrown")
        told = {line["announced"]: line["t"] for line in lines if "announced" in line}
        assert abs(told["warn-60"] - thrown - 3600) < 0.0015
        again.until("the end", lambda s: s["phase"] == "count")
        until("the end in the record", lambda: "end" in announced(again.record()))
        check_announcements(again.record())
        assert again.end() == 0
    finally:
        again.close()


def main(kills: int) -> None:
    """Kill so many times; every game anew, from a seed that is printed."""
    seed = random.SystemRandom().randrange(10**6)
    print(f"seed {seed}", flush=True)
    dice = random.Random(seed)
    ran: Callable[[Path, random.Random, int], None]
    done = 0
    while done < kills:
        ran = setup_survives if done % 20 < 10 else game_survives
        count = min(10, kills - done)
        with tempfile.TemporaryDirectory() as home:
            ran(Path(home), dice, count)
        done += count
        print(f"{done} kills: nothing lost", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
