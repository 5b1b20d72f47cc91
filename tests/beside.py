"""Tests that only compute, run by a second pytest beside this one and reported as if they ran here.

With `TABLESIDE_BESIDE` set (as `.ci/run` does) a session that has both kinds starts a pytest of low
priority for what is in `ONLY_COMPUTE`; the others, which wait for processes and for time, have
this process and the first word. In the second pytest this module is the plugin that tells.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

import pytest

WANTED: Final = "TABLESIDE_BESIDE"
TELLS: Final = "TABLESIDE_BESIDE_TELLS"
"""In the second pytest: the file descriptor that reports are written to."""
ONLY_COMPUTE: Final = (
    "tests/hardware/",
    "tests/journeys/test_mafia_laws.py",
    "tests/journeys/test_mafia_privacy.py",
    "tests/journeys/test_matador_privacy.py",
    "tests/journeys/test_privacy.py",
    "tests/kiosk/screens/",
    "tests/rules/",
    "tests/scenarios/",
    "tests/sounds/",
    "tests/test_architecture.py",
    "tests/test_docs.py",
    "tests/test_languages.py",
)
NICE: Final = 5
KEPT: Final = 4000
"""So much of the last that it said is shown when it ends too early."""


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """In the second pytest: one line for each phase of each test."""
    fd = os.environ.get(TELLS)
    if fd is not None:
        left = json.dumps(report._to_json()).encode() + b"\n"
        while left:
            left = left[os.write(int(fd), left) :]


def computes(item: pytest.Item) -> bool:
    """This test needs nothing but a processor."""
    return item.nodeid.startswith(ONLY_COMPUTE)


class Beside:
    """A plugin of the first pytest."""

    def __init__(self) -> None:
        self._second: Second | None = None

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """What is told comes last; nothing is gained where all of it is of one kind."""
        told = [item for item in items if computes(item)]
        own = [item for item in items if not computes(item)]
        if not told or not own or config.option.collectonly:
            return
        items[:] = [*own, *told]
        for item in told:
            item.add_marker(pytest.mark.timeout(0), append=False)  # the second watches the time
        files = list(dict.fromkeys(item.nodeid.partition("::")[0] for item in told))
        self._second = Second(config.rootpath, files)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
        """The second's reports stand for the test."""
        if self._second is None or not computes(item):
            return None
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        for report in self._second.reports(item):
            item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True

    def pytest_unconfigure(self) -> None:
        """Whatever happened, nothing is left running."""
        if self._second is not None:
            self._second.close()


class Second:
    """The second pytest; its reports are read as they come, so that it never waits."""

    def __init__(self, root: Path, files: list[str]) -> None:
        read, write = os.pipe()
        environ = {key: value for key, value in os.environ.items() if key not in (WANTED, "CI")}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-p", "tests.beside", "-p", "no:cacheprovider", "-q",
             *files],
            cwd=root,
            env=environ | {TELLS: str(write)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=(write,),
            start_new_session=True,
            preexec_fn=_give_way,
        )  # fmt: skip
        os.close(write)
        self._said = b""
        self._ended = False
        self._reports: dict[str, list[pytest.TestReport]] = defaultdict(list)
        self._news = threading.Condition()
        threading.Thread(target=self._hear, args=(read,), daemon=True).start()
        threading.Thread(target=self._listen, daemon=True).start()

    def reports(self, item: pytest.Item) -> list[pytest.TestReport]:
        """The reports of one test, as soon as it has ended there."""
        with self._news:
            self._news.wait_for(lambda: self._ended or self._is_whole(item.nodeid))
            found = self._reports.pop(item.nodeid, [])
        if not found or found[-1].when != "teardown":
            found.append(self._lost(item))
        return found

    def close(self) -> None:
        """End it, if it has not ended by itself."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait(30)

    def _is_whole(self, nodeid: str) -> bool:
        found = self._reports.get(nodeid, [])
        return bool(found) and found[-1].when == "teardown"

    def _hear(self, read: int) -> None:
        with os.fdopen(read, encoding="utf-8") as lines:
            for line in lines:
                data: dict[str, Any] = json.loads(line)
                report = pytest.TestReport._from_json(data)
                if isinstance(report.longrepr, list):  # why it was skipped: JSON has no tuples
                    path, place, reason = report.longrepr
                    report.longrepr = (path, place, reason)
                with self._news:
                    self._reports[report.nodeid].append(report)
                    self._news.notify_all()
        with self._news:
            self._ended = True
            self._news.notify_all()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as said:
            for line in said:
                self._said = (self._said + line)[-KEPT:]

    def _lost(self, item: pytest.Item) -> pytest.TestReport:
        said = self._said.decode(errors="replace").strip()
        why = f"the pytest beside this one ended before this test did; the last it said:\n{said}"
        return pytest.TestReport(item.nodeid, item.location, {}, "failed", why, "call")


def _give_way() -> None:
    os.nice(NICE)
