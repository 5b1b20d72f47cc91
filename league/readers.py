"""Who reads now: so that SQLite's log can be emptied between them, and none reads for ever.

SQLite cannot begin its log anew while anybody reads from it. With several reading threads there may
never be such a moment by chance, so one is made: new readers wait for half a second at most.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition
from typing import Final

from sqlalchemy import Connection

READ_MOST_S: Final = 20.0
"""An older reader is cut off when the log has to be emptied; what it was for is answered 503."""
WAIT_MOST_S: Final = 5.0


class Readers:
    """The reading transactions of one process."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._running: dict[object, tuple[float, Connection | None]] = {}
        self._is_paused = False

    @contextmanager
    def one(self) -> Iterator[Callable[[Connection], None]]:
        """A reader; says its connection as soon as it has one."""
        token = object()
        with self._changed:
            self._changed.wait_for(lambda: not self._is_paused, WAIT_MOST_S)
            self._running[token] = (time.monotonic(), None)

        def begun(connection: Connection) -> None:
            with self._changed:
                self._running[token] = (self._running[token][0], connection)

        try:
            yield begun
        finally:
            with self._changed:
                del self._running[token]
                self._changed.notify_all()

    @contextmanager
    def paused(self, wait_s: float) -> Iterator[None]:
        """Nobody new begins to read; those who do have so long to end, too old ones are cut off."""
        with self._changed:
            self._is_paused = True
            self._cut_off(time.monotonic() - READ_MOST_S)
            self._changed.wait_for(lambda: not self._running, wait_s)
        try:
            yield
        finally:
            with self._changed:
                self._is_paused = False
                self._changed.notify_all()

    def _cut_off(self, before: float) -> None:
        for began, connection in self._running.values():
            if began < before and connection is not None:
                driver = connection.connection.driver_connection
                if driver is not None:
                    driver.interrupt()
