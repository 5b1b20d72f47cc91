"""Tells the service manager how the table is (sd_notify): ready, alive, stopping.

Without `NOTIFY_SOCKET` in the environment every call does nothing. `alive` is called by the loop
itself, so a loop that hangs stops it and the service is restarted. Threads that a table cannot do
without are watched besides: the journal's, and the pin library's (`PinWatch`). What a restart does
not mend, a slow disk or a league that is away, is a sign on the screen and never watched here.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from firmware_py.debounce import Debouncer
from firmware_py.kinds import LineId

_log = logging.getLogger(__name__)


class ServiceNotifier:
    """One service's line to its manager. `interval_s`: how often `alive` is wanted; None: never."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        self._address = environ.get("NOTIFY_SOCKET", "")
        self.interval_s = _interval_s(environ) if self._address else None
        self._socket: socket.socket | None = None
        self._watched: dict[str, Callable[[], bool]] = {}
        self._silent = ""

    def watch(self, what: str, lives: Callable[[], bool]) -> None:
        """From now on `alive` speaks only while `lives` is true (asked each time)."""
        self._watched[what] = lives

    def ready(self, status: str = "") -> None:
        """The table takes presses."""
        self._send("READY=1", status)

    def alive(self) -> None:
        """The loop went round: said if everything watched lives."""
        if not self._address:
            return
        dead = ", ".join(what for what, lives in self._watched.items() if not lives())
        if dead and dead != self._silent:
            _log.error("%s: does not live; the service manager will start the table again", dead)
        self._silent = dead
        if not dead:
            self._send("WATCHDOG=1")

    def status(self, status: str) -> None:
        """One line for `systemctl status`."""
        self._send("", status)

    def stopping(self, status: str = "") -> None:
        """The table is closing down."""
        self._send("STOPPING=1", status)

    def close(self) -> None:
        """Twice is harmless."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        self._address = ""

    def _send(self, state: str, status: str = "") -> None:
        if not self._address:
            return
        words = [state] if state else []
        if status:
            words.append("STATUS=" + " ".join(status.split()))
        address = self._address
        if address.startswith("@"):  # Linux's abstract names begin with a zero byte
            address = "\0" + address[1:]
        try:
            if self._socket is None:
                self._socket = socket.socket(
                    socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK
                )
            self._socket.sendto("\n".join(words).encode(), address)
        except OSError as error:
            # A manager that does not listen must not stop a game; it will judge by itself.
            _log.warning("the service manager at %s did not take %s: %s", address, words, error)


class PinWatch:
    """Do edges still arrive? The pin library's thread may hang, and the buttons would be dead.

    Then a line's level stays other than what its edges said. While any line is in a lockout edges
    do arrive, and nothing is concluded: an open wire may flicker for ever.
    """

    LOOKS: Final = 3
    """So often in a row the level must be wrong: an edge may be on its way."""

    def __init__(
        self, lines: Iterable[LineId], level: Callable[[LineId], bool], debouncer: Debouncer
    ) -> None:
        self._lines = tuple(lines)
        self._level = level
        self._debouncer = debouncer
        self._wrong: dict[LineId, int] = {}

    def lives(self) -> bool:
        """Look at every line once."""
        if self._debouncer.recheck_at() is not None:
            self._wrong.clear()
            return True
        self._wrong = {
            line: self._wrong.get(line, 0) + 1
            for line in self._lines
            if self._level(line) != self._debouncer.pressed(line)
        }
        return all(looks < self.LOOKS for looks in self._wrong.values())


def _interval_s(environ: Mapping[str, str]) -> float | None:
    """Half of the manager's limit, as sd_watchdog_enabled(3) advises; None: no limit for us."""
    limit_us = environ.get("WATCHDOG_USEC", "")
    if not limit_us.isdecimal() or int(limit_us) == 0:
        return None
    if environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    return int(limit_us) / 2e6
