"""Sockets in a table's home: what other programs of the same user ask a running table.

The home is locked by the table, so an old socket there is a dead one and is replaced.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

log = logging.getLogger(__name__)


class Listener:
    """Accepts until `close`, on a thread of its own; `welcome` has whoever connected, to close."""

    def __init__(self, path: Path, name: str, welcome: Callable[[socket.socket], None]) -> None:
        """`name` is the thread's."""
        self._path = path
        self._welcome = welcome
        self._server = listen(path)
        threading.Thread(target=self._run, name=name, daemon=True).start()

    def close(self) -> None:
        """Accept nobody more; harmless twice."""
        hang_up(self._server)  # not connected: only wakes the accept
        self._server.close()
        self._path.unlink(missing_ok=True)

    def _run(self) -> None:
        while True:
            try:
                peer, _ = self._server.accept()
            except OSError:  # closed
                return
            self._welcome(peer)


class HomeSocket(Listener):
    """Listens until `close`, one asker at a time."""

    def __init__(self, path: Path, name: str, answer: Callable[[socket.socket], None]) -> None:
        """`answer` deals with whoever connected; OSError or ValueError from it ends him alone.
        `name` is the thread's, and the log's.
        """
        self._name = name
        self._answer = answer
        super().__init__(path, name, self._answered)

    def _answered(self, peer: socket.socket) -> None:
        with peer:
            try:
                self._answer(peer)
            except (OSError, ValueError) as error:
                log.info("%s: %s", self._name, error)


def hang_up(connection: socket.socket) -> None:
    """Wake whoever waits for this one; harmless where it is not connected any more."""
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


def listen(path: Path) -> socket.socket:
    """A socket there for the table's own user alone; one left over by a dead table is replaced."""
    path.unlink(missing_ok=True)
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    with short_address(path) as address:
        server.bind(address)
    path.chmod(0o600)
    server.listen(8)
    return server


@contextmanager
def short_address(path: Path) -> Iterator[str]:
    """An address of this socket that is never too long (a socket's name holds 107 bytes)."""
    fd = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{fd}/{path.name}"
    finally:
        os.close(fd)
