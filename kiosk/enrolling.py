"""Enrolment by the table that has the line: `kiosk enrol` asks it over a socket in the home.

A serial port belongs to one program, so while the table runs it redeems the code itself. The
token never travels over this socket: the table keeps what the league answered.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from kiosk.errors import KioskError, RunError
from kiosk.homesocket import HomeSocket, short_address
from kiosk.seal import Membership

NAME: Final = "enrol.sock"
LINE_S: Final = 2.0
ANSWER_S: Final = 75.0
"""Longer than the road itself waits for the league's answer (serialroad.py)."""
MOST_BYTES: Final = 4096


class EnrolSocket(HomeSocket):
    """Redeems in the home until `close`."""

    def __init__(self, home: Path, url: str, redeem: Callable[[str], Membership]) -> None:
        """`url` is this table's road; `redeem` takes a code and raises RunError in one line."""
        self._url = url
        self._redeem = redeem
        super().__init__(home / NAME, "enrol", self._serve)

    def _serve(self, peer: socket.socket) -> None:
        peer.settimeout(LINE_S)
        answer = self._redeemed(_line(peer))
        peer.sendall(json.dumps(answer).encode() + b"\n")

    def _redeemed(self, asked: dict[str, Any]) -> dict[str, str]:
        if asked.get("url") != self._url:
            return {"road": self._url}
        try:
            member = self._redeem(str(asked.get("code", "")))
        except KioskError as error:
            return {"error": str(error)}
        return {"table": member.table, "league": member.url}


def redeem_there(home: Path, url: str, code: str) -> Membership | None:
    """Have the running table redeem the code; None where no table has this line. RunError in one
    line where it is not taken. The token stays at the table.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(ANSWER_S)
        try:
            with short_address(home / NAME) as address:
                client.connect(address)
        except OSError:
            return None
        try:
            client.sendall(json.dumps({"url": url, "code": code}).encode() + b"\n")
            answer = _line(client)
        except (OSError, ValueError) as error:
            raise RunError(f"{url}: the running table gave no answer ({error})") from None
    if "error" in answer:
        raise RunError(str(answer["error"]))
    if "road" in answer:
        return None  # that table uses another line; this one is free
    return Membership(str(answer["league"]), str(answer["table"]), "")


def _line(peer: socket.socket) -> dict[str, Any]:
    """One line with a JSON object; ValueError or OSError where there is none."""
    data = b""
    while not data.endswith(b"\n") and len(data) < MOST_BYTES:
        more = peer.recv(MOST_BYTES)
        if not more:
            break
        data += more
    found = json.loads(data)
    if not isinstance(found, dict):
        raise ValueError("no object")
    return found
