"""A real table, its private socket, and `kiosk console` beside it, each a process of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, cast

import pytest
import urllib3

from kiosk.console.wire import address
from kiosk.homesocket import short_address
from tests.journeys.conftest import RunningTable, Start, start, until
from tests.programs import Popen

__all__ = ["start"]

NAMES = ("Bakos Réka", "Nagy Péter", "Kovács Anna", "Szentgyörgyi Gy.")
OPENING = {
    "edition": "hun-2009", "season": "S1", "round": "Q1", "game": "Q1-T3", "table": "T3",
    "seats": [{"seat": n, "player": f"P{n:02}", "name": name} for n, name in enumerate(NAMES, 1)],
    "officials": {"banker": "B"},
}  # fmt: skip


class Wire:
    """One connection to a table's private socket."""

    def __init__(self, home: Path) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(10)
        with short_address(address(home)) as path:
            self.socket.connect(path)
        self._lines = self.socket.makefile("rb")
        self._number = 0
        self._before_answer: list[dict[str, Any]] = []
        """What was told between the last entry and its answer; facts are told once."""

    def send(self, **asked: Any) -> None:
        self.socket.sendall(json.dumps(asked).encode() + b"\n")

    def read(self) -> dict[str, Any]:
        line = self._lines.readline()
        assert line, "the table ended the connection"
        found: dict[str, Any] = json.loads(line)
        return found

    def until(self, holds: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The first line that holds."""
        while True:
            told = self.read()
            if holds(told):
                return told

    def facts(self, holds: Callable[[dict[str, Any]], Any] = lambda _: True) -> dict[str, Any]:
        """The first facts that hold, from the last entry on; `watch` first."""
        before, self._before_answer = self._before_answer, []
        for at, one in enumerate(before):
            if "facts" in one and holds(one["facts"]):
                self._before_answer = before[at + 1 :]
                return cast("dict[str, Any]", one["facts"])
        told = self.until(lambda one: "facts" in one and holds(one["facts"]))
        return cast("dict[str, Any]", told["facts"])

    def ask(self, **asked: Any) -> dict[str, Any]:
        """An entry and its answer."""
        self._number += 1
        number = str(self._number)
        self.send(**asked, id=number)
        self._before_answer = before = []
        while (told := self.read()).get("answer") != number:
            before.append(told)
        return told

    def do(self, do: str, **fields: Any) -> dict[str, Any]:
        """An entry without PIN."""
        return self.ask(do={"do": do, **fields})

    def close(self) -> None:
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self._lines.close()
        self.socket.close()


@pytest.fixture
def table(start: Start, tmp_path: Path) -> RunningTable:
    """A table in real time with four named players, before START."""
    (tmp_path / "opening.json").write_text(json.dumps(OPENING), encoding="utf-8")
    running = start(fast=1)
    running.up()
    return running


@pytest.fixture
def wires(tmp_path: Path) -> Iterator[Callable[[], Wire]]:
    """Opens connections; closes them all."""
    opened: list[Wire] = []

    def one() -> Wire:
        opened.append(Wire(tmp_path))
        return opened[-1]

    yield one
    for each in opened:
        each.close()


class Console:
    """`kiosk console` as a process, and a browser's memory of it."""

    def __init__(self, home: Path, *words: str) -> None:
        self._home = home
        command = [sys.executable, "-m", "kiosk", "console", "--host", "127.0.0.1", "--port", "0"]
        self.process = Popen(
            [*command, *words],
            env=os.environ | {"TABLESIDE_HOME": str(home)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said: list[str] = []
        self._news = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("listening on http://"), self.process.stderr
        self.url = line.split()[-1]
        self.http = urllib3.PoolManager(retries=False, timeout=10)
        self.cookie = ""
        self.form_key = ""

    def _listen(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            with self._news:
                self.said.append(line.strip())
                self._news.notify_all()

    def get(self, path: str, **headers: str) -> urllib3.BaseHTTPResponse:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.http.request("GET", self.url + path, headers=self._with_cookie(sent))

    def post(self, path: str, body: bytes = b"", **headers: str) -> urllib3.BaseHTTPResponse:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.http.request(
            "POST", self.url + path, body=body, headers=self._with_cookie(sent), redirect=False
        )

    def do(self, number: str, **asked: Any) -> dict[str, Any]:
        """An entry as the page makes it."""
        body = json.dumps({**asked, "number": number}).encode()
        answer = self.post("/do", body, X_Form_Key=self.form_key)
        assert answer.status == 200, answer.data
        found: dict[str, Any] = answer.json()
        return found

    def codes(self) -> list[str]:
        """The codes that the terminal has shown."""
        return re.findall(r"pair the tablet with ([\d ]+)", "\n".join(self.said))

    def code(self) -> str:
        """The newest code, once the terminal shows one."""
        with self._news:
            assert self._news.wait_for(self.codes, 10)
        return self.codes()[-1].replace(" ", "")

    def pair(self, code: str | None = None) -> urllib3.BaseHTTPResponse:
        """Type a code; without one, the one that the terminal shows."""
        if code is None:
            self.get("/")
            code = self.code()
        form = {"Content_Type": "application/x-www-form-urlencoded"}
        answer = self.post("/pair", f"code={code}".encode(), **form)
        if answer.status == 303:
            self.cookie = answer.headers["set-cookie"].partition(";")[0]
            page = self.get("/").data.decode()
            found = re.search(r'name="form-key" content="(\w+)"', page)
            assert found is not None, page
            self.form_key = found[1]
            if address(self._home).exists():
                self._hear()
        return answer

    def _hear(self) -> None:
        """Wait until the console, which has just begun, has heard of its table."""
        with closing(
            self.http.request(
                "GET", f"{self.url}/events", headers=self._with_cookie({}), preload_content=False
            )
        ) as stream:
            assert any(line.strip() == b"event: state" for line in stream)

    def end(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(10)

    def close(self) -> None:
        self.http.clear()
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()

    def _with_cookie(self, headers: dict[str, str]) -> dict[str, str]:
        return {**headers, "Cookie": self.cookie} if self.cookie else headers


@pytest.fixture
def consoles(tmp_path: Path) -> Iterator[Callable[..., Console]]:
    """Starts consoles in the table's home; ends them all."""
    started: list[Console] = []

    def one(*words: str) -> Console:
        started.append(Console(tmp_path, *words))
        return started[-1]

    yield one
    for each in started:
        each.close()


def lines_of(table: RunningTable, do: str) -> list[dict[str, Any]]:
    """The record's lines of one word, waited for."""
    found: list[dict[str, Any]] = until(
        f"a line {do}", lambda: [line for line in table.record() if line.get("do") == do]
    )
    return found
