"""A disk that fills up or a folder that goes away in mid-game: said, played on, nothing lost."""

from __future__ import annotations

import os
import resource
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rules.record import read
from tests.journeys.conftest import RunningTable, dos, until

pytestmark = pytest.mark.in_time
Start = Callable[..., RunningTable]


def limit(table: RunningTable, size: int) -> None:
    """No file of this table may grow beyond `size`: to the table this is a full disk."""
    hard = resource.RLIM_INFINITY
    resource.prlimit(table.process.pid, resource.RLIMIT_FSIZE, (size, hard))


def test_k33_a_full_disk_in_mid_game_is_said_within_two_seconds_and_loses_nothing(
    start: Start,
) -> None:
    table = start(fast=1)
    table.up()
    table.send("tap seat1 50", "wait 100")
    table.until("a press", lambda s: s["seats"][0]["recorded"] == 1)
    record = table.home / "games" / "Q1-T3.jsonl"
    limit(table, record.stat().st_size + 40)
    pressed = time.monotonic()
    table.send("tap seat2 50", "wait 50", "tap judge.next 50", "wait 100", "tap seat3 50")
    table.until("NOT SAVING", lambda s: "NOT SAVING" in s["signs"])
    assert time.monotonic() - pressed < 2.0
    shown = table.until("the game goes on in memory", lambda s: s["phase"] == "play")
    assert shown["seats"][1]["recorded"] == 0, "no lamp says recorded before it is"
    assert dos(table.record()) == ["press"]
    limit(table, resource.RLIM_INFINITY)
    table.until("saving again", lambda s: "NOT SAVING" not in s["signs"])
    until("every line", lambda: dos(table.record()) == ["press", "press", "start", "thrown"])
    assert table.recorded(2) == 1
    assert table.end() == 0
    verify(table)


def test_a_full_disk_at_the_end_still_ends_cleanly_and_says_so(start: Start) -> None:
    table = start(fast=1)
    table.up()
    limit(table, 10)
    table.send("tap seat1 50", "wait 200")
    table.until("NOT SAVING", lambda s: "NOT SAVING" in s["signs"])
    assert table.end() == 0
    assert "not everything could be saved" in table.errors()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of 4 MB; only root may mount one."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = os.geteuid() == 0 and not subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(place)], check=False,
        capture_output=True,
    ).returncode  # fmt: skip
    if not mounted:
        pytest.skip("a small file system cannot be mounted here")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_s11_a_really_full_file_system_costs_nothing_that_was_answered(small_disk: Path) -> None:
    table = RunningTable(small_disk, fast=1)
    try:
        table.up()
        table.send("tap seat1 50", "wait 100")
        table.until("a press", lambda s: s["seats"][0]["recorded"] == 1)
        filler = small_disk / "filler"
        fill(filler)
        table.until("NOT SAVING", lambda s: "NOT SAVING" in s["signs"])
        for _ in range(12):
            table.send(*(f"tap seat{seat} 40" for seat in (1, 2, 3, 4)))
        table.until("still alive", lambda s: s["phase"] == "setup")
        filler.unlink()
        table.until("saving again", lambda s: "NOT SAVING" not in s["signs"])
        until("every press", lambda: len(dos(table.record())) == 49)
        assert table.end() == 0
        verify(table)
    finally:
        table.close()


def fill(path: Path) -> None:
    """To the last byte."""
    with path.open("wb", buffering=0) as file:
        size = 1 << 20
        while size:
            try:
                file.write(b"x" * size)
            except OSError:
                size //= 2


def test_a_record_deleted_under_a_running_table_is_written_again(start: Start) -> None:
    table = start(fast=1)
    table.up()
    table.send("tap seat1 50", "wait 100")
    table.until("a press", lambda s: s["seats"][0]["recorded"] == 1)
    (table.home / "games" / "Q1-T3.jsonl").unlink()
    table.until("NOT SAVING", lambda s: "NOT SAVING" in s["signs"])
    table.until("saving again", lambda s: "NOT SAVING" not in s["signs"])
    assert dos(table.record()) == ["press"]
    assert table.end() == 0


def verify(table: RunningTable) -> None:
    """The chain holds: nothing but the seal is missing."""

    record = read((table.home / "games" / "Q1-T3.jsonl").read_bytes())
    assert (record.damage, record.torn_bytes) == ([], 0)
