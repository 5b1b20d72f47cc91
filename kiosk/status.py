"""`kiosk status` and the table's side of it: a socket in the home that answers with one JSON line.

The socket's thread knows nothing: it puts a `Query` and the loop answers from its own state.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final

from kiosk.errors import RunError
from kiosk.homesocket import HomeSocket, short_address
from kiosk.inbox import Query

NAME: Final = "kiosk.sock"
ANSWER_S: Final = 2.0


class StatusSocket(HomeSocket):
    """Answers in the home until `close`."""

    def __init__(self, home: Path, put: Callable[[Query], None]) -> None:
        """`put` takes the question to the loop."""

        def answer(peer: socket.socket) -> None:
            answers: SimpleQueue[Mapping[str, Any]] = SimpleQueue()
            put(Query(answers.put))
            with suppress(Empty):  # the loop is hung: the reader sees an empty answer
                peer.sendall(json.dumps(answers.get(timeout=ANSWER_S)).encode() + b"\n")

        super().__init__(home / NAME, "status", answer)


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
