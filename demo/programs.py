"""The two programs as the demo uses them: started, asked and ended from outside, as anybody would.

Nothing of the project is imported here: what the demo knows, it knows from commands and HTTP.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final

PROGRAMS: Final = Path(sys.executable).parent
PATIENCE_S: Final = 30.0
POLL_S: Final = 0.05


class DemoError(RuntimeError):
    """The demo did not go as it should: says what was expected and what came."""


class Answer:
    """An HTTP answer: status, headers (names in lower case), body."""

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class Program:
    """`kiosk` or `league` with its own home; `call` runs one command, `start` a lasting one."""

    def __init__(self, name: str, home: Path, logs: Path) -> None:
        self.name = name
        self.home = home
        self._log = logs / f"{name}.log"
        self._path = str(PROGRAMS / name)
        self._environ = os.environ | {"TABLESIDE_HOME": str(home)}
        home.mkdir(parents=True, exist_ok=True)

    def call(self, *words: str) -> str:
        """What the command prints; DemoError with its own line if it fails."""
        done = subprocess.run(
            [self._path, *words], env=self._environ, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            call = " ".join((self.name, *words))
            raise DemoError(f"`{call}` ended with {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def ask(self, *words: str) -> Any:
        """What the command prints with `--json`."""
        return json.loads(self.call(*words, "--json"))

    def start(self, *words: str) -> Running:
        """The command as a process that lasts; its complaints go to a log file."""
        return Running(self, [self._path, *words], self._environ, self._log)


class Running:
    """A started program. Leaving the `with` block ends it."""

    def __init__(
        self, program: Program, command: list[str], environ: Mapping[str, str], log: Path
    ) -> None:
        self.program = program
        self._log = log
        self._file = log.open("wb")
        self._process = subprocess.Popen(
            command, env=environ, stdin=subprocess.PIPE, stdout=self._file, stderr=self._file
        )

    @property
    def stdin(self) -> IO[bytes]:
        """Its standard input, not buffered by us."""
        if self._process.stdin is None:
            raise DemoError(f"{self.program.name} has no standard input")
        return self._process.stdin

    def check(self) -> None:
        """DemoError with the end of its log if it is not running any more."""
        code = self._process.poll()
        if code is not None:
            raise DemoError(f"{self.program.name} ended with {code}: {self._last_words()}")

    def end(self) -> int:
        """Ask it to end, as a service manager does; its exit code."""
        self._process.terminate()
        try:
            return self._process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise DemoError(f"{self.program.name} did not end when asked to") from None

    def __enter__(self) -> Running:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._file.close()

    def _last_words(self) -> str:
        return " / ".join(self._log.read_text(errors="replace").splitlines()[-5:])


def get(url: str, token: str | None = None) -> Answer:
    """GET; statuses of refusal are answers too. OSError when nobody answers."""
    request = urllib.request.Request(url)
    if token is not None:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return Answer(answer.status, _lower(answer.headers.items()), answer.read())
    except urllib.error.HTTPError as refused:
        with refused:
            return Answer(refused.code, _lower(refused.headers.items()), refused.read())


def _lower(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers}


def wait_for(url: str, server: Running) -> None:
    """Until the server answers 200 there."""
    limit = time.monotonic() + PATIENCE_S
    while time.monotonic() < limit:
        server.check()
        try:
            if get(url).status == 200:
                return
        except OSError:  # not listening yet
            pass
        time.sleep(POLL_S)
    raise DemoError(f"{url} does not answer")
