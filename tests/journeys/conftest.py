"""A running table as a process, worked and watched only from outside."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from kiosk.errors import RunError
from kiosk.status import ask
from tests.programs import Popen

PATIENCE_S = 15.0
QUIET = '[sound]\nmode = "piezo"\n'
"""Sound by the simulated piezo: nothing is rendered, and the trace shows what sounds."""

OPENING: Mapping[str, Any] = {
    "edition": "hun-2009",
    "season": "S1",
    "round": "Q1",
    "game": "Q1-T3",
    "table": "T3",
    "seats": [{"seat": n, "player": f"P{n:02}"} for n in range(1, 5)],
    "officials": {"banker": "B"},
}


def until(what: str, holds: Callable[[], Any], patience_s: float = PATIENCE_S) -> Any:
    """The first true value of `holds`; fails when it does not come."""
    limit = time.monotonic() + patience_s
    pause = threading.Event()
    while time.monotonic() < limit:
        found = holds()
        if found:
            return found
        pause.wait(0.01)
    raise AssertionError(f"never saw: {what}")


class RunningTable:
    """One `kiosk run` on simulated pins."""

    def __init__(self, home: Path, *words: str, fast: int = 60, opening: bool = True) -> None:
        self.home = home
        self.trace_file = home / "outputs.jsonl"
        if not (home / "tableside.toml").exists():
            (home / "tableside.toml").write_text(QUIET, encoding="utf-8")
        command = [sys.executable, "-m", "kiosk", "run", "--pins", "simulated", "--drive", "-"]
        command += ["--screen", "offscreen", "--fast", str(fast), "--trace", str(self.trace_file)]
        if opening:
            path = home / "opening.json"
            if not path.exists():
                path.write_text(json.dumps(OPENING), encoding="utf-8")
            command += ["--open", str(path)]
        self.process = Popen(
            [*command, *words],
            env=os.environ | {"TABLESIDE_HOME": str(home)},
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def send(self, *lines: str) -> None:
        """Drive lines."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()

    def status(self) -> dict[str, Any] | None:
        """What the table says of itself; None while it is not there."""
        try:
            return ask(self.home)
        except (RunError, OSError):
            return None

    def until(self, what: str, holds: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The first status that holds."""

        def look() -> dict[str, Any] | None:
            status = self.status()
            if status is None and self.process.poll() is not None:
                raise AssertionError(f"the table ended: {self.errors()}")
            return status if status is not None and holds(status) else None

        found: dict[str, Any] = until(what, look)
        return found

    def up(self) -> dict[str, Any]:
        """Wait until it takes presses."""
        return self.until("a running table", lambda _: True)

    def recorded(self, seat: int) -> int:
        """Presses of a seat that are durable and answered."""
        status = self.up()
        return next(int(each["recorded"]) for each in status["seats"] if each["seat"] == seat)

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end; its exit code."""
        self.process.send_signal(how)
        return self.process.wait(PATIENCE_S)

    def kill(self) -> None:
        """kill -9."""
        self.process.kill()
        self.process.wait(PATIENCE_S)

    def errors(self) -> str:
        """What it said on stderr, once it has ended."""
        assert self.process.stderr is not None
        self.process.wait(PATIENCE_S)
        return self.process.stderr.read().decode()

    def record(self, game: str = "Q1-T3") -> list[dict[str, Any]]:
        """The lines of the record, whole ones only."""
        data = (self.home / "games" / f"{game}.jsonl").read_bytes()
        return [json.loads(line) for line in data.split(b"\n")[:-1]]

    def trace(self) -> list[dict[str, Any]]:
        """The output changes so far."""
        data = self.trace_file.read_bytes()
        return [json.loads(line) for line in data.split(b"\n")[:-1]]

    def close(self) -> None:
        """Whatever happened, nothing is left running."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stderr):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()


Start = Callable[..., RunningTable]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts tables in one home; ends them all."""
    tables: list[RunningTable] = []

    def begin(*words: str, **options: Any) -> RunningTable:
        table = RunningTable(tmp_path, *words, **options)
        tables.append(table)
        return table

    yield begin
    for table in tables:
        table.close()


def dos(lines: list[dict[str, Any]]) -> list[str]:
    """The actions of a record, in order."""
    return [line["do"] for line in lines if "do" in line]


def announced(lines: list[dict[str, Any]]) -> list[str]:
    """The announcements of a record, in order."""
    return [line["announced"] for line in lines if "announced" in line]
