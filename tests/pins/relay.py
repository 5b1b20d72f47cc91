"""Tests that need a kernel's GPIO chips, run on another kernel and reported as if they ran here.

`TABLESIDE_GPIO_SIM` names a script: `SCRIPT [-t SECONDS] 'COMMAND'` runs a command on a kernel that
has the chips, sees this machine's files, and has a /tmp of its own. There this module is a plugin
that writes each test's report to standard output; here `Kernel` reads them.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

RUN: Final = "TABLESIDE_GPIO_SIM"
HERE: Final = "TABLESIDE_TEST_PINS"
PASSED_ON: Final = ("TABLESIDE_PRESSES", "TABLESIDE_PACE")
ROOT: Final = Path(__file__).parents[2]
MARK: Final = "@report "
START_S: Final = 60
KEPT_LINES: Final = 40

_out = os.dup(1) if HERE in os.environ else None  # before pytest takes standard output away


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """On the other kernel: one line for each phase of each test."""
    if _out is not None:
        data = report._to_json()
        os.write(_out, f"\n{MARK}{json.dumps(data)}\n".encode())


class Kernel:
    """The other kernel, started with the first test that is asked for."""

    def __init__(self, script: str, items: Sequence[pytest.Item], limit_s: float) -> None:
        self._tail: list[str] = []
        words = [sys.executable, "-m", "pytest", "-p", "tests.pins.relay", "-p", "no:cacheprovider"]
        words += ["-q", *(item.nodeid for item in items)]
        root = shlex.quote(str(ROOT))
        command = "; ".join(
            (
                # A checkout in /tmp is hidden by the other kernel's own /tmp.
                f"[ -e {root}/pyproject.toml ] || "
                f"{{ mkdir -p {root} && mount -t hostfs none {root} -o {root}; }}",
                f"cd {root}",
                f"export {HERE}=1 PYTHONDONTWRITEBYTECODE=1 HOME=/tmp",
                *(f"export {name}={os.environ[name]}" for name in PASSED_ON if name in os.environ),
                shlex.join(words),
            )
        )
        environ = {name: value for name, value in os.environ.items() if name != RUN}
        self._process = subprocess.Popen(
            [script, "-t", str(int(limit_s + START_S)), command],
            cwd="/",
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        self._reports: dict[str, list[pytest.TestReport]] = {}

    def reports(self, item: pytest.Item) -> list[pytest.TestReport]:
        """The reports of one test, as soon as it has ended there."""
        for report in self._read(item.nodeid):
            self._reports.setdefault(report.nodeid, []).append(report)
        found = self._reports.pop(item.nodeid, [])
        if not found or found[-1].when != "teardown":
            found.append(self._lost(item))
        return found

    def close(self) -> None:
        """End it, if it has not ended by itself."""
        if self._process.poll() is None:  # its kernel, too, which a script's end leaves running
            os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait(30)
        if self._process.stdout is not None:
            self._process.stdout.close()

    def _read(self, wanted: str) -> Iterator[pytest.TestReport]:
        known = self._reports.get(wanted, [])
        if any(report.when == "teardown" for report in known) or self._process.stdout is None:
            return
        for line in self._process.stdout:
            if not line.startswith(MARK):
                self._tail = [*self._tail[1 - KEPT_LINES :], line]
                continue
            data: dict[str, Any] = json.loads(line.removeprefix(MARK))
            report = pytest.TestReport._from_json(data)
            yield report
            if report.nodeid == wanted and report.when == "teardown":
                return

    def _lost(self, item: pytest.Item) -> pytest.TestReport:
        said = "".join(self._tail).strip()
        return pytest.TestReport(
            item.nodeid,
            item.location,
            {},
            "failed",
            f"the kernel of {RUN} ended before this test did; the last it said:\n{said}",
            "call",
        )
