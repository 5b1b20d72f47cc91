"""Two tables and a league as processes, over HTTP: one clock, hand for hand, no league."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from league.hallclock import LEAD_MS
from tests.journeys.conftest import RunningTable, until
from tests.journeys.test_mafia_process import command
from tests.league.conftest import Server, serving
from tests.programs import Popen
from tests.serial_line.cable import cable

EDITION = """
extends = "ray-freezeout-2013"

[tournament]
structure = { fee = 10, start_points = 1000, tables = 2, prize_pct = [50, 30, 20], levels = [
    { small = 25, big = 50, minutes = 20 }, { small = 50, big = 100, minutes = 20 },
    { small = 75, big = 150, minutes = 20 }, { small = 100, big = 200, minutes = 20 },
], breaks = [{ after = 2, minutes = 10 }] }
"""
MOST_APART_MS = 100


class Table:
    """A table of the tournament as a process, enrolled at the league."""

    def __init__(self, home: Path, name: str, far: Path, url: str) -> None:
        self.name, self.home = name, home / name
        (self.home / "editions").mkdir(parents=True)
        (self.home / "editions" / "own.toml").write_text(EDITION, encoding="utf-8")
        named = {"edition": "own", "season": "S1", "round": "R1", "game": f"R1-{name}"}
        seats = [{"seat": n, "player": f"{name}-{n}"} for n in (1, 2, 3)]
        opening = {**named, "table": name, "seats": seats}
        (self.home / "opening.json").write_text(json.dumps(opening), encoding="utf-8")
        code = json.loads(command("league", "enrol", name, "--json", home=far))["code"]
        command("kiosk", "enrol", code, "--league", url, home=self.home)
        command("league", "enrol", name, "--approve", home=far)
        self.process = RunningTable(self.home, "--league", url, fast=1)

    def enter(self, **fields: Any) -> None:
        self.process.send(f"enter {json.dumps(fields)}")

    def lines(self) -> list[dict[str, Any]]:
        return self.process.record(f"R1-{self.name}")

    def told(self, word: str) -> int | None:
        """The instant of the machine's clock, in ms, at which this was announced."""
        lines = self.lines()
        clock = [line for line in lines if "clock" in line][-1]
        boot_ms = clock["clock"]["boot_ns"] // 1_000_000 - round(clock["t"] * 1000)
        found = [line["t"] for line in lines if line.get("announced") == word]
        assert len(found) <= 1, (word, found)
        return boot_ms + round(found[0] * 1000) if found else None

    def awaits(self, word: str) -> int:
        found: int = until(f"{word} at {self.name}", lambda: self.told(word), 40)
        return found

    def has(self, what: str, **fields: Any) -> None:
        """Until a line of the record has these fields."""

        def look() -> bool:
            return any(all(line.get(k) == v for k, v in fields.items()) for line in self.lines())

        until(f"{what} at {self.name}", look, 40)


class Hall:
    """The league and its tables."""

    def __init__(self, home: Path) -> None:
        self.home, self.far = home, home / "far"
        self.far.mkdir()
        (self.far / "own.toml").write_text(EDITION, encoding="utf-8")
        path = str(self.far / "own.toml")
        command("league", "season", "create", "S1", "--edition", path, home=self.far)
        self.tables: list[Table] = []

    def seat(self, url: str) -> None:
        self.tables += [Table(self.home, name, self.far, url) for name in ("T1", "T2")]

    def clock(self, *words: str) -> None:
        command("league", "clock", "S1", "R1", *words, home=self.far)

    def both(self, word: str) -> None:
        """Both tables announce it, once, at one instant."""
        one, other = (table.awaits(word) for table in self.tables)
        assert abs(one - other) <= MOST_APART_MS, (word, one, other)


@contextmanager
def hall(home: Path) -> Iterator[Hall]:
    found = Hall(home)
    try:
        yield found
    finally:
        for table in found.tables:
            table.process.close()


def board_of(server: Server) -> dict[str, dict[str, Any]]:
    found = json.loads(server.get("/api/v1/tables").data)
    return {one["table"]: one["state"]["board"] for one in found if one["state"]["board"]}


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_two_tables_and_a_league_keep_one_clock(tmp_path: Path) -> None:
    with hall(tmp_path) as found:
        with serving(found.far) as server:
            found.seat(server.url)
            until("both tables", lambda: len(board_of(server)) == 2, 40)
            found.clock("start")
            found.both("start")
            found.clock("level")
            found.both("level:2")
            for table in found.tables:  # no table moves the tournament alone
                table.enter(do="level")
            # six less two, over both tables: four are left for three prizes
            first, second = found.tables
            for table in found.tables:
                table.enter(do="bust", seats=[3])
            for table in found.tables:
                table.awaits("hand-for-hand")
            first.enter(do="hand")
            until("T1 waits", lambda: board_of(server)["T1"]["hand_done"], 40)
            first.enter(do="hand")  # refused: the other table still plays
            assert not board_of(server)["T2"]["hand_done"]
            assert first.told("next-hand") is None
            second.enter(do="hand")
            for table in found.tables:
                table.awaits("next-hand")
            first.enter(do="bust", seats=[2])  # one is left there, so its game is over
            until("T1 is over", lambda: board_of(server)["T1"]["left"] == 1, 40)
            second.enter(do="hand")
            second.awaits("in-the-money")
            assert board_of(server)["T1"]["together"] == 2
        # the league is gone, and the director moves on: nobody hears of it
        found.clock("level")
        assert second.told("break") is None
        port = server.url.rsplit(":", 1)[1]
        with serving(found.far, None, "--port", port):
            second.awaits("break")
            summary = second.process.until("a break", lambda told: told["phase"] == "play")
            assert summary["game"] == "R1-T2"
    told = [
        [line["announced"] for line in table.lines() if "announced" in line]
        for table in found.tables
    ]
    assert all(one.count("level:2") == 1 for one in told)
    assert told[1].count("break") == 1


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_a_table_on_a_wire_and_one_on_the_network_begin_together(tmp_path: Path) -> None:
    with hall(tmp_path) as found, ExitStack() as stack:
        here, there = cable(stack, tmp_path)
        gateway = Popen(
            [sys.executable, "-m", "league", "gateway", "--serial", str(there)],
            env=os.environ | {"TABLESIDE_HOME": str(found.far)},
            stdout=subprocess.DEVNULL,
        )
        stack.callback(gateway.wait)
        stack.callback(gateway.kill)
        server = stack.enter_context(serving(found.far))
        found.tables = [
            Table(tmp_path, "T1", found.far, server.url),
            Table(tmp_path, "T2", found.far, f"serial:{here}"),
        ]
        until("both tables", lambda: len(board_of(server)) == 2, 60)
        said_ms = time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
        found.clock("start")
        # A table hears of an act with an answer that it asks for, over a line behind everything
        # else: on a busy machine later than the four seconds after which the act holds. Then it
        # starts when it hears, and how late is not its doing: compared is that none is early.
        for table in found.tables:
            assert table.awaits("start") >= said_ms + LEAD_MS - MOST_APART_MS, table.name
        found.clock("level")
        found.both("level:2")
