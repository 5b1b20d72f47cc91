"""A `kiosk run` on a kernel's GPIO chips, watched from outside."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from kiosk.errors import RunError
from kiosk.status import ask
from tests.pins.benches import BOARD, ROOT, until
from tests.pins.fingers import LOCKOUT_MS

SETTINGS = f'[sound]\nmode = "piezo"\n[pins]\nlockout_ms = {LOCKOUT_MS}\n'
OPENING: Mapping[str, Any] = {
    "edition": "hun-2009",
    "season": "S1",
    "round": "Q1",
    "game": "Q1-T3",
    "table": "T3",
    "seats": [{"seat": n, "player": f"P{n:02}"} for n in range(1, 7)],
    "officials": {"banker": "B"},
}
TEN: Mapping[str, Any] = OPENING | {
    "edition": "hun-ten",
    "seats": [{"seat": n, "player": f"P{n:02}"} for n in range(1, 11)],
}
"""A game of an organiser's own edition in which all ten lines play."""
TEN_EDITION = 'extends = "hun-2009"\n[counts]\nplayers_most = 10\n'
SETTLED_S = 0.7


def path_first() -> str:
    """This checkout, behind what a test puts before it."""
    before = os.environ.get("PYTHONPATH", "")
    return os.pathsep.join(part for part in (before, str(ROOT)) if part)


class PinTable:
    """One `kiosk run --pins gpio` of one home."""

    def __init__(
        self,
        home: Path,
        *words: str,
        pins: str = "gpio",
        opening: Mapping[str, Any] = OPENING,
        **options: Any,
    ) -> None:
        self.home = home
        self.game = opening["game"]
        (home / "tableside.toml").write_text(SETTINGS, encoding="utf-8")
        if opening["edition"] == TEN["edition"]:
            (home / "editions").mkdir(exist_ok=True)
            (home / "editions" / "hun-ten.toml").write_text(TEN_EDITION, encoding="utf-8")
        path = home / "opening.json"
        path.write_text(json.dumps(opening), encoding="utf-8")
        self.trace_file = home / "outputs.jsonl"
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "kiosk", "run", "--pins", pins, "--screen", "offscreen"),
                *("--open", str(path), "--trace", str(self.trace_file), "--drive", "-", *words),
            ],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | {"TABLESIDE_HOME": str(home), "PYTHONPATH": path_first()} | BOARD,
            **options,
        )

    def send(self, *lines: str) -> None:
        """Drive lines: what comes by keypad and console."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()

    def until(
        self, what: str, holds: Callable[[dict[str, Any]], Any], patience_s: float = 30.0
    ) -> dict[str, Any]:
        """The first status that holds."""

        def look() -> dict[str, Any] | None:
            assert self.process.poll() is None, f"the table ended: {self.said()}"
            with suppress(RunError, OSError):
                status = ask(self.home)
                return status if holds(status) else None
            return None

        found: dict[str, Any] = until(what, look, patience_s)
        return found

    def up(self) -> dict[str, Any]:
        """Wait until it takes presses."""
        return self.until("a running table", lambda _: True)

    def said(self) -> str:
        """What it wrote on stderr, once it has ended."""
        return self.process.communicate(timeout=30)[1].decode()

    def end(self, how: int = signal.SIGTERM) -> int:
        """Ask it to end; its exit code."""
        self.process.send_signal(how)
        return self.process.wait(30)

    def kill(self) -> None:
        """kill -9."""
        self.process.kill()
        self.process.wait(30)

    def record(self) -> list[dict[str, Any]]:
        """The whole lines of the record."""
        data = (self.home / "games" / f"{self.game}.jsonl").read_bytes()
        return [json.loads(line) for line in data.split(b"\n")[:-1]]

    def told(self) -> list[str]:
        """The lines of which the record has a press, in its order."""
        return [line["line"] for line in self.record() if "line" in line]

    def settled(self, least: int) -> list[str]:
        """`told`, once so many are there and nothing has come for a while: the kernel is slow."""
        until(f"{least} presses", lambda: len(self.told()) >= least, 60)
        told = self.told()
        while True:
            threading.Event().wait(SETTLED_S)
            before, told = told, self.told()
            if told == before:
                return told

    def outputs(self) -> dict[str, bool]:
        """The outputs as the trace left them."""
        data = self.trace_file.read_bytes() if self.trace_file.exists() else b""
        found = [json.loads(line) for line in data.split(b"\n")[:-1]]
        return {each["line"]: each["on"] for each in found}

    def close(self) -> None:
        """Whatever happened, nothing is left running."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
