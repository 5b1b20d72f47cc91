"""What the table writes out for others to watch: `--trace` and `--picture`."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pygame

from firmware_py.kinds import LineId
from kiosk.errors import RunError

log = logging.getLogger(__name__)

RETRY_S: Final = 2.0


class Trace:
    """Each output change as one flushed JSON line. Called by whatever thread made the change."""

    def __init__(self, path: Path, seconds_of: Callable[[int], float]) -> None:
        """`seconds_of` turns table time into the trace's `t`: game time where a game is open."""
        try:
            self._file = path.open("a", encoding="utf-8", buffering=1)
        except OSError as error:
            raise RunError(f"{path}: cannot be written: {error.strerror}") from None
        self._seconds_of = seconds_of
        self._lock = threading.Lock()

    def output(self, line: LineId, on: bool, at_ns: int) -> None:
        """A lamp or the buzzer changed at this table time."""
        text = json.dumps({"t": self._seconds_of(at_ns), "line": line, "on": on})
        try:
            with self._lock:
                self._file.write(text + "\n")
        except (OSError, ValueError) as error:  # full, or closed: the table goes on without it
            log.warning("trace: %s", error)

    def close(self) -> None:
        """Harmless twice."""
        with self._lock:
            self._file.close()


class PictureFile:
    """Keeps a PNG of the screen up to date, on its own thread: the newest picture wins."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._newest: pygame.Surface | None = None
        self._changed = threading.Condition()
        self._closed = False
        if not path.parent.is_dir():
            raise RunError(f"{path}: no folder {path.parent}; make it first")
        self._thread = threading.Thread(target=self._run, name="picture", daemon=True)
        self._thread.start()

    def show(self, surface: pygame.Surface) -> None:
        """The frame changed: keep a copy for the thread."""
        copy = surface.copy()
        with self._changed:
            self._newest = copy
            self._changed.notify()

    def close(self) -> None:
        """Write the last picture and end."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join(5.0)

    def _run(self) -> None:
        while True:
            with self._changed:
                while self._newest is None and not self._closed:
                    self._changed.wait()
                surface, self._newest = self._newest, None
            if surface is None:
                return
            self._write(surface)

    def _write(self, surface: pygame.Surface) -> None:
        part = self._path.with_name(f".{self._path.stem}.part{self._path.suffix}")
        try:
            pygame.image.save(surface, str(part))
            part.replace(self._path)
        except (OSError, pygame.error) as error:
            log.warning("picture: %s: %s", self._path, error)
