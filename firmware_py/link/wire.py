"""The thread that works one end of a line: opens it, reads, writes, and opens it again.

It alone touches the port, so whoever owns the end (the table, the gateway) never waits for a wire.
Whatever ends a line, an unplugged adapter, a hang-up, somebody else's lock, is one thing here: it
is told, and tried again after half a second by the port's own name.
"""

from __future__ import annotations

import logging
import os
import select
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Generic, TypeVar

from firmware_py.link.end import Event, Node
from firmware_py.link.lines import LOST, Line

log = logging.getLogger(__name__)

RETRY_S: Final = 0.5
HELD_UP_MS: Final = 500
"""What was said and nobody takes is looked at so often; nothing else can be said before it."""
CHUNK: Final = 4096
MS: Final = 1_000_000

End = TypeVar("End", bound=Node)


class Wire(Generic[End]):
    """Works until `close`. `on_event` is called on the thread, never with a lock held."""

    def __init__(
        self,
        node: End,
        open_line: Callable[[], Line],
        on_event: Callable[[Event], None],
        name: str = "wire",
        now_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._node = node
        self._open_line = open_line
        self._on_event = on_event
        self._now_ns = now_ns
        self._asked: deque[Callable[[End], object]] = deque()
        self._stop = threading.Event()
        self._pipe = threading.Lock()
        """Held to wake the thread: the number of a pipe that was closed is soon another file's."""
        self._is_closed = False
        self._wake, self._waker = os.pipe()
        os.set_blocking(self._waker, False)
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Open the line."""
        self._thread.start()

    def ask(self, work: Callable[[End], object]) -> None:
        """Have `work` done to the end on its thread; from any thread, returns at once."""
        self._asked.append(work)
        self._nudge()

    def close(self) -> None:
        """Nothing is said or told after this. Twice is harmless."""
        if self._stop.is_set():
            return
        self._stop.set()
        self._nudge()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()
        with self._pipe:
            self._is_closed = True
            os.close(self._wake)
            os.close(self._waker)

    def _nudge(self) -> None:
        with self._pipe, suppress(BlockingIOError):  # it is awake already
            if not self._is_closed:
                os.write(self._waker, b".")

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                line = self._open_line()
                try:
                    self._node.opened(self._now_ns())
                    self._work(line)
                finally:
                    line.close()
            except LOST as error:
                self._lost(str(error))
            except Exception as error:
                log.exception("the line's thread caught a fault and goes on")
                self._lost(str(error))

    def _work(self, line: Line) -> None:
        """Read and write until the line is lost (raises) or `close` comes."""
        node, fd = self._node, line.fileno()
        waiting = select.poll()
        waiting.register(self._wake, select.POLLIN)
        out = b""
        while not self._stop.is_set():
            self._do_what_was_asked()
            if out:
                node.look(self._now_ns())  # nobody takes it: sessions end all the same
            else:
                out = node.take(self._now_ns())
            self._tell()
            waiting.register(fd, select.POLLIN | (select.POLLOUT if out else 0))
            ready = dict(waiting.poll(HELD_UP_MS if out else self._wait_ms()))
            if self._wake in ready:
                os.read(self._wake, CHUNK)
            said = ready.get(fd, 0)
            if said & ~select.POLLOUT:  # bytes, or a hang-up, which reading tells
                self._read(fd)
            if said & select.POLLOUT:
                out = out[_written(fd, out) :]

    def _wait_ms(self) -> int:
        now_ns = self._now_ns()
        return max(0, -((now_ns - self._node.due_ns(now_ns)) // MS))

    def _read(self, fd: int) -> None:
        try:
            data = os.read(fd, CHUNK)
        except BlockingIOError:
            return
        if not data:
            raise OSError("it was unplugged or closed")
        self._node.feed(data, self._now_ns())

    def _do_what_was_asked(self) -> None:
        while self._asked:
            self._asked.popleft()(self._node)

    def _tell(self) -> None:
        for event in self._node.events():
            self._on_event(event)

    def _lost(self, why: str) -> None:
        self._node.lost(why)
        self._tell()
        until_ns = self._now_ns() + int(RETRY_S * 1000) * MS
        while not self._stop.is_set() and (left_ns := until_ns - self._now_ns()) > 0:
            waiting = select.poll()
            waiting.register(self._wake, select.POLLIN)
            if waiting.poll(left_ns // MS + 1):
                os.read(self._wake, CHUNK)
            self._node.look(self._now_ns())  # sessions end while there is no line, too
            self._do_what_was_asked()
            self._tell()


def _written(fd: int, data: bytes) -> int:
    try:
        return os.write(fd, data)
    except BlockingIOError:
        return 0
