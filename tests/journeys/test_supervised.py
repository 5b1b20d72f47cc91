"""A table under a manager that does what the installed unit says: it lives or is started again."""

from __future__ import annotations

import fcntl
import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.journeys.conftest import RunningTable, until

pytestmark = pytest.mark.in_time
UNIT = Path(__file__).parents[2] / "service" / "tableside.service"
LIMIT_S = 15.0
"""From a hang to the same game."""


def seconds(key: str) -> float:
    found = re.search(rf"^{key}=(\d+)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None, key
    return float(found[1])


class Manager:
    """What the service manager does with this unit: WatchdogSec, TimeoutAbortSec, RestartSec."""

    def __init__(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.home = home
        self.watchdog_s = seconds("WatchdogSec")
        self.said: list[str] = []
        self.tables: list[RunningTable] = []
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(home / "notify"))
        self._socket.settimeout(0.05)
        monkeypatch.setenv("NOTIFY_SOCKET", str(home / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", str(int(self.watchdog_s * 1e6)))
        monkeypatch.setenv("PYTHONFAULTHANDLER", "1")
        self.heard_at = time.monotonic()

    @property
    def table(self) -> RunningTable:
        return self.tables[-1]

    def start(self) -> None:
        self.tables.append(RunningTable(self.home, fast=1, opening=not self.tables))
        self.heard_at = time.monotonic()

    def tend(self, holds: Callable[[], object], patience_s: float = LIMIT_S) -> None:
        """Look after the table until that holds."""
        limit = time.monotonic() + patience_s
        while not holds():
            assert time.monotonic() < limit, f"never saw it; heard {self.said[-5:]}"
            self._hear()
            if self.table.process.poll() is None and self._is_silent():
                self._abort()
            if self.table.process.poll() is not None:
                until("RestartSec", _passed(seconds("RestartSec")))
                self.start()

    def ready(self) -> int:
        return sum(words.startswith("READY=1") for words in self.said)

    def _hear(self) -> None:
        with suppress(TimeoutError):
            self.said.append(self._socket.recv(256).decode())
            self.heard_at = time.monotonic()

    def _is_silent(self) -> bool:
        return self.ready() == len(self.tables) and (
            time.monotonic() - self.heard_at > self.watchdog_s
        )

    def _abort(self) -> None:
        process = self.table.process
        process.send_signal(signal.SIGABRT)
        try:
            process.wait(seconds("TimeoutAbortSec"))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def close(self) -> None:
        for table in self.tables:
            table.close()
        self._socket.close()


def _passed(for_s: float) -> Callable[[], bool]:
    since = time.monotonic()
    return lambda: time.monotonic() - since >= for_s


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Manager]:
    made = Manager(tmp_path, monkeypatch)
    yield made
    made.close()


def in_the_game(manager: Manager, presses: int) -> Callable[[], bool]:
    def holds() -> bool:
        status = manager.table.status()
        return bool(
            status
            and status["game"] == "Q1-T3"
            and sum(seat["recorded"] for seat in status["seats"]) >= presses
        )

    return holds


@pytest.mark.timeout(60)
@pytest.mark.parametrize("stopped", [False, True], ids=["hangs", "stopped"])
def test_k53_a_table_that_hangs_is_back_in_the_same_game_within_fifteen_seconds(
    manager: Manager, stopped: bool
) -> None:
    """It hangs in a write that nobody takes, or is stopped as a whole and cannot be aborted."""
    pipe = manager.home / "outputs.jsonl"  # where the table traces its lamps
    os.mkfifo(pipe)
    nobody = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    fcntl.fcntl(nobody, fcntl.F_SETPIPE_SZ, 4096)
    manager.start()
    manager.tend(lambda: manager.ready() == 1)
    manager.table.send("tap seat1 30", "wait 200", "tap seat2 30")
    manager.tend(in_the_game(manager, 2))
    if stopped:
        manager.table.process.send_signal(signal.SIGSTOP)
    else:
        taps = [f"tap seat{seat} 30" for seat in range(1, 5)]
        manager.table.send(*[*taps, "wait 200"] * 40)
    manager.tend(lambda: time.monotonic() - manager.heard_at > 2, patience_s=12)
    pipe.unlink()
    hung = manager.table
    manager.tend(
        lambda: manager.ready() == 2 and in_the_game(manager, 2)(), LIMIT_S - 2
    )  # two seconds of it have passed
    os.close(nobody)
    assert hung.process.returncode in (-signal.SIGABRT, -signal.SIGKILL)
    if not stopped:
        assert "Fatal Python error: Aborted" in hung.errors(), "it says where it hung"
    recorded = [line for line in manager.table.record() if line.get("line") == "seat1"]
    assert recorded, "what its lamp had answered"


@pytest.mark.timeout(60)
def test_killed_it_is_back_in_the_same_game(manager: Manager) -> None:
    manager.start()
    manager.tend(lambda: manager.ready() == 1)
    for times in range(1, 4):
        manager.table.send("tap seat1 30")
        manager.tend(in_the_game(manager, times))
        manager.table.kill()
        manager.tend(lambda times=times: manager.ready() == times + 1)
    manager.tend(in_the_game(manager, 3))
