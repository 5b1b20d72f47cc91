"""`kiosk status` and the table's side of it: a socket in the home that answers with one JSON line.

The socket's thread knows nothing: it puts a `Query` and the loop answers from its own state.
"""

from __future__ import annotations

import json
import logging
import os
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final

from kiosk.errors import RunError
from kiosk.inbox import Query

log = logging.getLogger(__name__)

NAME: Final = "kiosk.sock"
ANSWER_S: Final = 2.0


class StatusSocket:
    """Listens in the home until `close`."""

    def __init__(self, home: Path, put: Callable[[Query], None]) -> None:
        """The home is locked by this table, so an old socket there is a dead one."""
        self._path = home / NAME
        self._put = put
        self._server = listen(self._path)
        threading.Thread(target=self._run, name="status", daemon=True).start()

    def close(self) -> None:
        """Stop answering; harmless twice."""
        with suppress(OSError):  # not connected: only wakes the accept
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        self._path.unlink(missing_ok=True)

    def _run(self) -> None:
        while True:
            try:
                peer, _ = self._server.accept()
            except OSError:  # closed
                return
            with peer:
                try:
                    self._answer(peer)
                except OSError as error:
                    log.info("status: a reader went away: %s", error)

    def _answer(self, peer: socket.socket) -> None:
        answers: SimpleQueue[Mapping[str, Any]] = SimpleQueue()
        self._put(Query(answers.put))
        with suppress(Empty):  # the loop is hung: the reader sees an empty answer
            peer.sendall(json.dumps(answers.get(timeout=ANSWER_S)).encode() + b"\n")


def ask(home: Path) -> dict[str, Any]:
    """The running table's status; RunError when none runs with this home or it does not answer."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(ANSWER_S + 1)
        try:
            with short_address(home / NAME) as address:
                client.connect(address)
            data = b"".join(iter(lambda: client.recv(65_536), b""))
        except OSError:
            raise RunError(f"no table is running with {home}; start one with `kiosk run`") from None
    if not data:
        raise RunError(f"the table in {home} does not answer; look at its log")
    answer: dict[str, Any] = json.loads(data)
    return answer


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
