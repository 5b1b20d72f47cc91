"""Several servers behind one port (`league serve --processes N`): started, watched, ended together.

Each is a process of its own with the port shared by the kernel (SO_REUSEPORT). One that ends by
itself is started again; when this process goes, however it goes, they hear it and go, too.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

from league.errors import RunError
from league.settings import Settings

AGAIN_S: Final = 1.0
END_WITHIN_S: Final = 10.0
MOST: Final = 64
_LOG = logging.getLogger(__name__)


def serve_many(settings: Settings, host: str, port: int, *, found: bool = False) -> int:
    """Serve with `settings.processes` processes until SIGTERM, SIGINT or SIGHUP; `found` as in
    `serving.serve`: the first of them tells the network.
    """
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    ended: SimpleQueue[int] = SimpleQueue()
    told = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: told.set())
    with (
        held_port(host, port) as free,
        tempfile.TemporaryDirectory(prefix="tableside-league-") as counts,
    ):
        group = _Group(settings, (host, free), Path(counts), found, ended)
        try:
            group.start_all()
            print(group.ready, flush=True)  # noqa: T201 - scripts wait for it
            while not told.wait(0.1):
                group.start_again()
        finally:
            group.stop()
    return 0


@contextlib.contextmanager
def held_port(host: str, port: int) -> Iterator[int]:
    """Keep a port for this league alone, 0 a free one, while nobody listens on it yet; RunError
    where it cannot be had. Our servers listen on it beside this socket.
    """
    if port:
        with bound(host, port, socket.SO_REUSEADDR):
            pass  # refused where anybody else listens
    with bound(host, port, socket.SO_REUSEPORT) as holder:
        yield int(holder.getsockname()[1])


def bound(host: str, port: int, option: int) -> socket.socket:
    """A socket with this address and option; RunError where it cannot be had."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        made = socket.socket(family, socket.SOCK_STREAM)
        try:
            made.setsockopt(socket.SOL_SOCKET, option, 1)
            made.bind((host, port))
        except OSError:
            made.close()
            raise
    except OSError as error:
        raise RunError(
            f"{host}:{port}: {error.strerror}; choose another with --host and --port"
        ) from error
    return made


class _Group:
    def __init__(
        self,
        settings: Settings,
        address: tuple[str, int],
        counts: Path,
        found: bool,
        ended: SimpleQueue[int],
    ) -> None:
        self._settings = settings
        self._address = ("--host", address[0], "--port", str(address[1]))
        self._found = found
        self._counts = counts
        self._ended = ended
        self._running: dict[int, subprocess.Popen[str]] = {}
        self.ready = ""

    def start_all(self) -> None:
        """Start every process; RunError with what the first one that failed said."""
        for slot in range(self._settings.processes):
            self._start(slot)
        for slot, process in self._running.items():
            line = process.stdout.readline() if process.stdout else ""
            if not line.startswith("listening on "):
                raise RunError(f"process {slot + 1} of the server ended at once; see its log")
            self.ready = line.rstrip()
            threading.Thread(target=self._watch, args=(slot, process), daemon=True).start()

    def start_again(self) -> None:
        """Start those that ended by themselves."""
        with contextlib.suppress(Empty):
            slot = self._ended.get_nowait()
            _LOG.error("process %d of the server ended; it is started again", slot + 1)
            time.sleep(AGAIN_S)
            self._start(slot)
            threading.Thread(
                target=self._watch, args=(slot, self._running[slot]), daemon=True
            ).start()

    def stop(self) -> None:
        """End them all, by force those that do not hear."""
        for process in self._running.values():
            process.terminate()
        until = time.monotonic() + END_WITHIN_S
        for process in self._running.values():
            try:
                process.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()

    def _start(self, slot: int) -> None:
        before = self._running.get(slot)
        if before is not None and before.stdin is not None:
            before.stdin.close()
        options = ["--processes", str(self._settings.processes), "--slot", str(slot)]
        if slot or not self._found:
            options.append("--no-mdns")
        if self._settings.bus:
            options += ["--bus", self._settings.bus]
        self._running[slot] = subprocess.Popen(
            [sys.executable, "-m", "league", "serve", *self._address, *options,
             "--counts", str(self._counts)],
            env={**os.environ, "TABLESIDE_DB": self._settings.db_url},
            stdin=subprocess.PIPE,  # its end is how the process hears of ours
            stdout=subprocess.PIPE,
            text=True,
        )  # fmt: skip

    def _watch(self, slot: int, process: subprocess.Popen[str]) -> None:
        if process.stdout is not None:
            with contextlib.suppress(ValueError):  # closed by stop()
                process.stdout.read()
        process.wait()
        self._ended.put(slot)
