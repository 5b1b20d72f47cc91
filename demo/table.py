"""The played game: sends the steps of a script to a running table and watches what it shows."""

from __future__ import annotations

import queue
import shutil
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from demo.programs import PATIENCE_S, DemoError, Running
from demo.script import Picture, Say, Send, Step, Until

POLL_S: Final = 0.15
SETTLE_S: Final = 0.2
"""The table writes its picture a moment after it has drawn it."""


class Player:
    """Plays at one table. Pictures are copies of what the table keeps writing."""

    def __init__(
        self, table: Running, screen: Path, pictures: Path, say: Callable[[str], None]
    ) -> None:
        self._table = table
        self._screen = screen
        self._pictures = pictures
        self._say = say
        self._wanted: list[Picture] = []
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        # A pipe takes 64 KiB and then holds up whoever writes; we have pictures to take meanwhile.
        threading.Thread(target=self._write, name="hands", daemon=True).start()
        pictures.mkdir(parents=True, exist_ok=True)

    def play(self, steps: Iterable[Step]) -> None:
        """Every step in order; DemoError if the table does not show what the script waits for."""
        for step in steps:
            match step:
                case Say(text):
                    self._say(text)
                case Send(lines):
                    self._send(lines)
                case Until(condition):
                    self._until(str(condition), condition.holds)
                case Picture(name, None):
                    self._keep(name)
                case Picture():
                    self._wanted.append(step)
        if self._wanted:
            raise DemoError(f"no picture of {', '.join(wanted.name for wanted in self._wanted)}")

    def until(self, what: str, holds: Callable[[Mapping[str, Any]], bool]) -> Mapping[str, Any]:
        """The first status that `holds`."""
        return self._until(what, holds)

    def _send(self, lines: tuple[str, ...]) -> None:
        self._lines.put("".join(f"{line}\n" for line in lines).encode())

    def _write(self) -> None:
        with suppress(OSError):  # the table is gone: whoever asks for its status says so
            while True:
                self._table.stdin.write(self._lines.get())
                self._table.stdin.flush()

    def _until(self, what: str, holds: Callable[[Mapping[str, Any]], bool]) -> Mapping[str, Any]:
        limit = time.monotonic() + PATIENCE_S
        while time.monotonic() < limit:
            self._table.check()
            status = self._status()
            if status is not None:
                self._take_pictures(status)
                if holds(status):
                    return status
            time.sleep(POLL_S)
        raise DemoError(f"the table never showed {what}; last: {self._status()}")

    def _status(self) -> Mapping[str, Any] | None:
        try:
            status: Mapping[str, Any] = self._table.program.ask("status")
        except DemoError:  # it is still starting; `check` tells if it never will
            return None
        return {**status, "presses": sum(seat["recorded"] for seat in status["seats"])}

    def _take_pictures(self, status: Mapping[str, Any]) -> None:
        for wanted in [one for one in self._wanted if one.when and one.when.holds(status)]:
            self._wanted.remove(wanted)
            self._keep(wanted.name)

    def _keep(self, name: str) -> None:
        time.sleep(SETTLE_S)
        shutil.copyfile(self._screen, self._pictures / f"{name}.png")
