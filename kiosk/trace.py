"""`--trace`: each output change as one flushed JSON line, for whoever watches the table."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable
from pathlib import Path

from firmware_py.kinds import LineId
from kiosk.errors import RunError

log = logging.getLogger(__name__)


class Trace:
    """An open trace. `output` is called by whatever thread made the change."""

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
