"""What a table's machine can say of itself without anybody: link, clock, disk, supply, screen.

Each check looks once and answers with a `Check`; those that may take seconds (a disk, a league)
are run by `Aside` on a thread of their own.
"""

from __future__ import annotations

import os
import stat
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from firmware_py.timesource import Wall
from kiosk.disk import Disk
from kiosk.errors import KioskError
from kiosk.health import THROTTLED, under_voltage
from kiosk.home import Home
from kiosk.selftest.check import Check, failed, passed

if TYPE_CHECKING:
    from kiosk.window import Window

LINES: Final = 20
SLOW_MS: Final = 900
"""A disk that takes longer for a line shows NOT SAVING in a game."""
LEAST_MB: Final = 100
LINK_S: Final = 5.0
OLDEST_MS: Final = 1_767_225_600_000
"""2026-01-01: no clock of a table that was built since may say less."""


class Aside:
    """Checks that take their time, on a thread; `found` is None until all have answered."""

    def __init__(self, checks: Sequence[Callable[[], Check]]) -> None:
        self.found: Sequence[Check] | None = None
        self._checks = checks
        threading.Thread(target=self._run, name="selftest", daemon=True).start()

    def _run(self) -> None:
        self.found = [check() for check in self._checks]


def disk(home: Home, disk: Disk | None = None) -> Check:
    """Can the record be written, how fast is a line safe, and is there room?"""
    disk = disk or Disk()
    path = home.games / ".selftest"
    try:
        home.prepare()
        path.write_bytes(b"")
        fd = disk.open(path)
        try:
            ms = sorted(_timed_ms(disk, fd) for _ in range(LINES))[LINES // 2]
        finally:
            os.close(fd)
            path.unlink()
        space = os.statvfs(home.games)
    except (OSError, KioskError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        return failed("disk", "disk.refused", folder=str(home.games), why=str(why))
    free_mb = _free_mb(space)
    if ms > SLOW_MS:
        return failed("disk", "disk.slow", ms=ms)
    if free_mb < LEAST_MB:
        return failed("disk", "disk.full", free=free_mb)
    return passed("disk", "disk.ok", free=free_mb, ms=ms)


def _timed_ms(disk: Disk, fd: int) -> int:
    began = time.monotonic_ns()
    disk.write(fd, b"a line of a record\n")
    disk.sync(fd)
    return -(-(time.monotonic_ns() - began) // 1_000_000)


def room(home: Home, *, saving: bool) -> Check:
    """The disk of a table that plays: nothing is written to try it, its record tells enough."""
    if not saving:
        return failed("disk", "disk.unsaved")
    try:
        space = os.statvfs(home.games)
    except OSError as error:
        why = str(error.strerror)
        return failed("disk", "disk.refused", folder=str(home.games), why=why)
    free_mb = _free_mb(space)
    if free_mb < LEAST_MB:
        return failed("disk", "disk.full", free=free_mb)
    return passed("disk", "disk.room", free=free_mb)


def _free_mb(space: os.statvfs_result) -> int:
    return space.f_bavail * space.f_frsize // 1_000_000


def clock(wall: Wall) -> Check:
    """Does anything vouch for the wall clock?"""
    shown = time.strftime("%Y-%m-%d %H:%M", time.localtime(wall.ms // 1000))
    if wall.ms < OLDEST_MS:
        return failed("clock", "clock.dead", shown=shown)
    if not wall.synced:
        return failed("clock", "clock.unset", shown=shown)
    return passed("clock", "clock.ok", shown=shown)


def supply(throttled: Path = THROTTLED) -> Check:
    """Has the supply sagged since the machine was switched on?"""
    if not throttled.exists():
        return passed("supply", "supply.unknown")
    if under_voltage(throttled):
        return failed("supply", "supply.weak")
    return passed("supply", "supply.ok")


def screen(window: Window | None, *, wanted: bool = True) -> Check:
    """Is there a screen that somebody can see? `wanted` False: off screen was asked for."""
    if window is not None and window.shown:
        import pygame

        width, height = window.surface.get_size()
        size = f"{width}x{height}"
        return passed("screen", "screen.ok", size=size, driver=pygame.display.get_driver())
    return failed("screen", "screen.none") if wanted else passed("screen", "screen.unwanted")


def link(url: str, home: Home) -> Check:
    """Does the league answer, and does it know this table?"""
    if url == "auto":
        return _as_enrolled(home)
    if url == "none":
        return passed("link", "link.none")
    if url.startswith("serial:"):
        return _port(url.removeprefix("serial:"))
    if not url.startswith("http"):
        return passed("link", "link.later", url=url)
    why = _unreachable(url)
    if why:
        return failed("link", "link.down", url=url, why=why)
    return _enrolled(url, home)


def _as_enrolled(home: Home) -> Check:
    """By the road of its enrolment; a league that moved is found by the table that runs."""
    from kiosk.seal import membership

    try:
        member = membership(home.keys)
    except KioskError as error:
        return failed("link", "link.damaged", why=str(error))
    if member is None:
        return passed("link", "link.none")
    found = link(member.url or "mdns", home)
    return found if found.ok else passed("link", "link.later", url=member.url)


def _unreachable(url: str) -> str:
    """Why the league does not answer; empty if it does."""
    import urllib3

    ready = f"{url.rstrip('/')}/readyz"
    pool = urllib3.PoolManager(retries=False, timeout=urllib3.Timeout(LINK_S))
    try:
        answer = pool.request("GET", ready, redirect=False)
    except urllib3.exceptions.HTTPError as error:
        return _short(error, urlsplit(url).hostname or url)
    finally:
        pool.clear()
    return "" if answer.status == 200 else f"HTTP {answer.status}"


def _short(error: Exception, host: str) -> str:
    """The last words of a chain of causes, which are the cause."""
    words = str(error).rpartition(": ")[2] or type(error).__name__
    return f"{host}: {words}"


def _enrolled(url: str, home: Home) -> Check:
    from kiosk.seal import membership

    try:
        member = membership(home.keys)
    except KioskError as error:
        return failed("link", "link.damaged", why=str(error))
    if member is None:
        return failed("link", "link.unknown", url=url)
    return passed("link", "link.ok", url=url, table=member.table)


def _port(port: str) -> Check:
    try:
        mode = Path(port).stat().st_mode
    except OSError as error:
        return failed("link", "link.port", port=port, why=str(error.strerror))
    if not stat.S_ISCHR(mode):
        return failed("link", "link.no_port", port=port)
    if not os.access(port, os.R_OK | os.W_OK):
        return failed("link", "link.group", port=port)
    return passed("link", "link.serial", port=port)
