"""A game's file: lines in, durable on its own thread, many with one fsync; then the lamp answers.

The writer takes whatever lines wait, writes them with one `write` and one `fsync`, lights the
answers, and reports. A disk that refuses (full, read-only, broken) costs nothing: the lines stay
queued, the file is cut back to its last durable byte, and the writer tries again; meanwhile it
reports `Saving(False)`. Readers need no lock: the file only ever grows by whole lines.
"""

from __future__ import annotations

import errno
import logging
import os
import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from kiosk.disk import Disk, write_whole
from kiosk.inbox import Durable, Saving
from rules.kinds import Seat

log = logging.getLogger(__name__)

RETRY_S: Final = 0.25
PROBE_S: Final = 1.0
CLOSE_S: Final = 5.0


class Waiting(NamedTuple):
    """A line on its way to the disk; `seat`: whose lamp answers when it is there."""

    data: bytes
    seat: Seat | None


class Journal:
    """The open record of one game. `append` and `close` belong to the loop's thread."""

    def __init__(
        self,
        path: Path,
        kept: bytes,
        report: Callable[[Durable | Saving], None],
        answer: Callable[[Seat], None],
        disk: Disk,
    ) -> None:
        """Go on behind `kept`, the bytes that are in the file already; OSError if it cannot be."""
        self.path = path
        self._kept = bytearray(kept)
        self._report = report
        self._answer = answer
        self._disk = disk
        self._fd: int | None = None
        self._ok = True
        self._left: int | None = None
        """Lines that could not be saved, once the writer has come to its end."""
        self._queue: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._busy_since: float | None = None
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._reopen()
        self._thread.start()

    def append(self, data: bytes, seat: Seat | None = None) -> None:
        """Queue one line (with its newline). Returns at once; never raises."""
        self._queue.put(Waiting(data, seat))

    def stuck_s(self) -> float:
        """How long the disk has been at the same write: 0 when it is not at one."""
        since = self._busy_since
        return 0.0 if since is None else time.monotonic() - since

    @property
    def lives(self) -> bool:
        """The writer's thread is there; one that died saves nothing any more."""
        return self._thread.is_alive()

    def close(self) -> bool:
        """Write what waits, stop the thread; False if something could not be saved."""
        self._queue.put(None)
        self._thread.join(CLOSE_S)
        return self._left == 0

    # -- the writer's thread -------------------------------------------------------------------

    def _run(self) -> None:
        waiting: list[Waiting] = []
        while True:
            last = self._collect(waiting)
            self._busy_since = time.monotonic()
            if waiting:
                self._commit(waiting)
            elif not last:
                self._probe()
            self._busy_since = None
            if last:
                self._left = len(waiting)
                self._drop_fd()
                return
            if waiting:
                time.sleep(RETRY_S)

    def _collect(self, waiting: list[Waiting]) -> bool:
        """Add every line that is there, waiting for one if none is; True: this was the last."""
        try:
            item = self._queue.get(timeout=0 if waiting else PROBE_S)
            while item is not None:
                waiting.append(item)
                item = self._queue.get_nowait()
        except queue.Empty:
            return False
        return True

    def _commit(self, waiting: list[Waiting]) -> None:
        data = waiting[0].data if len(waiting) == 1 else b"".join(line.data for line in waiting)
        try:
            fd = self._fd if self._fd is not None else self._reopen()
            self._disk.write(fd, data)
            self._disk.sync(fd)
        except OSError as error:
            self._fail(error)
            return
        seats = tuple(line.seat for line in waiting if line.seat is not None)
        for seat in seats:
            self._answer(seat)
        self._report(Durable(len(waiting), seats))
        self._kept += data
        waiting.clear()
        if not self._ok:
            self._probe()  # this one went through; the folder may still be the trouble

    def _probe(self) -> None:
        """See while nothing is written whether the next line could be."""
        try:
            fd = self._fd if self._fd is not None else self._reopen()
            self._disk.probe(self.path, fd)
        except OSError as error:
            self._fail(error)
            return
        self._recover()

    def _reopen(self) -> int:
        """Open the file behind its last durable byte; make it again if it is gone or cut short."""
        kept = bytes(self._kept)
        try:
            found = self._disk.read(self.path)
        except FileNotFoundError:
            found = b""
        if kept.startswith(found):
            if found != kept:
                write_whole(self.path, kept, self._disk)
        elif not found.startswith(kept):
            raise OSError(errno.EEXIST, "another file lies in the record's place")
        fd = self._disk.open(self.path)
        try:
            self._disk.cut(fd, len(kept))
        except OSError:
            os.close(fd)
            raise
        self._fd = fd
        return fd

    def _fail(self, error: OSError) -> None:
        # After a failed fsync the kernel may have forgotten the pages: the file is opened anew and
        # everything behind the last durable byte is written again.
        self._drop_fd()
        if self._ok:
            self._ok = False
            log.error("%s: not saved: %s", self.path, error.strerror)
            self._report(Saving(False, error.strerror or str(error)))

    def _recover(self) -> None:
        if not self._ok:
            self._ok = True
            log.warning("%s: saving again", self.path)
            self._report(Saving(True))

    def _drop_fd(self) -> None:
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None
