"""A table that runs is enrolled over its serial line: three real programs and a cable."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from bench.unseen import UNSEEN
from kiosk.errors import RunError
from kiosk.status import ask
from tests import programs
from tests.serial_line.cable import cable

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]


class Place:
    """A home in which `kiosk` or `league` is called or runs."""

    def __init__(self, program: str, home: Path, stack: ExitStack) -> None:
        self.program, self.home, self.stack = program, home, stack
        home.mkdir()
        (home / "tableside.toml").write_text('[sound]\nmode = "piezo"\n')
        self.environ = os.environ | UNSEEN | {"TABLESIDE_HOME": str(home)}
        self.environ.pop("TABLESIDE_DB", None)

    def call(self, *words: str) -> subprocess.CompletedProcess[str]:
        return programs.run(
            [sys.executable, "-m", self.program, *words],
            env=self.environ, capture_output=True, text=True, check=False, timeout=90,
        )  # fmt: skip

    def start(self, *words: str) -> subprocess.Popen[str]:
        process: subprocess.Popen[str] = programs.Popen(
            [sys.executable, "-m", self.program, *words],
            env=self.environ, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.stack.callback(process.communicate)
        self.stack.callback(process.kill)
        return process


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def until(table: Place, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """What the table says once it is so; the test's own time limit ends the wait."""
    pause = threading.Event()
    while True:
        try:
            status = ask(table.home)
        except RunError:
            status = {}
        if status and wanted(status):
            return status
        pause.wait(0.05)


def said(process: subprocess.Popen[str], begin: str) -> str:
    assert process.stdout is not None
    for row in process.stdout:
        if row.startswith(begin):
            return row.strip()
    raise AssertionError(f"it ended without {begin!r}")


def test_a_running_table_is_enrolled_over_its_line(stack: ExitStack, tmp_path: Path) -> None:
    here, there = cable(stack, tmp_path)
    table = Place("kiosk", tmp_path / "table", stack)
    league = Place("league", tmp_path / "league", stack)
    url = f"serial:{here}"
    gateway = league.start("gateway", "--serial", str(there))
    table.start("run", "--pins", "simulated", "--screen", "offscreen", "--league", url)
    status = until(table, lambda found: "NOT ENROLLED" in found["signs"])
    assert status["league"] == {"road": "serial", "at": str(here), "others": []}

    code = json.loads(league.call("enrol", "T7", "--json").stdout)["code"]
    wrong = table.call("enrol", "AAAAAAAA", "--league", url)
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert wrong.stderr.count("\n") == 1
    assert "not taken (401)" in wrong.stderr
    done = table.call("enrol", code, "--league", url, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    words = json.loads(done.stdout)["words"]
    assert json.loads(done.stdout)["table"] == "T7"

    # four words, the same on both sides: the table's screen, the organiser's
    assert until(table, lambda found: bool(found.get("key_words")))["key_words"] == words
    assert said(gateway, "T7 offers a key") == f"T7 offers a key: {words}"
    assert words in league.call("enrol", "T7", "--keys").stdout
    assert league.call("enrol", "T7", "--approve", "--words", words).returncode == 0
    assert said(gateway, "T7 is here")
    until(table, lambda found: "NOT ENROLLED" not in found["signs"])


def test_a_line_that_no_table_has_is_opened_by_the_command(
    stack: ExitStack, tmp_path: Path
) -> None:
    """The table runs without a league, so the line is free."""
    here, there = cable(stack, tmp_path)
    table = Place("kiosk", tmp_path / "table", stack)
    league = Place("league", tmp_path / "league", stack)
    league.start("gateway", "--serial", str(there))
    table.start("run", "--pins", "simulated", "--screen", "offscreen", "--league", "none")
    until(table, lambda found: found["phase"] == "idle")
    code = json.loads(league.call("enrol", "T8", "--json").stdout)["code"]
    done = table.call("enrol", code, "--league", f"serial:{here}", "--json")
    assert (done.returncode, json.loads(done.stdout)["table"]) == (0, "T8")
