"""What holds for every test: a skipped test fails a CI run unless skips.toml gives the reason."""

from __future__ import annotations

import os
import resource
import shutil
import sys
import tomllib
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SKIPS = Path(__file__).parent / "skips.toml"

# The tests start hundreds of programs: each would compile every module again where the machine
# tells Python to keep nothing of it.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


class SkipGuard:
    """Collects the tests that did not run and fails the session for those nobody allowed."""

    def __init__(self, allowed: dict[str, str]) -> None:
        self.allowed = allowed
        self.unlisted: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and not self._is_allowed(report.nodeid):
            self.unlisted.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped and not self._is_allowed(report.nodeid):
            self.unlisted.append(report.nodeid)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.unlisted and session.exitstatus in (
            pytest.ExitCode.OK,
            pytest.ExitCode.NO_TESTS_COLLECTED,
        ):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for nodeid in self.unlisted:
            terminalreporter.write_line(
                f"skipped without a reason in {SKIPS.name}: {nodeid}", red=True
            )

    def _is_allowed(self, nodeid: str) -> bool:
        return any(nodeid.startswith(prefix) for prefix in self.allowed)


FILES = 8192
"""The painters of all screen sizes and languages at once hold 1,500 font files open."""


FIRST = 10
"""So much lower is the nice value of a test that has to keep up with real time."""


def pytest_configure(config: pytest.Config) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    if os.environ.get("CI") == "true" and not is_worker(config):
        skips = tomllib.loads(SKIPS.read_text(encoding="utf-8"))
        config.pluginmanager.register(SkipGuard(skips), "skip-guard")


def is_worker(config: pytest.Config) -> bool:
    """One of the processes of `-n`; what they find is judged and told by the one above them."""
    return hasattr(config, "workerinput")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """`-n auto`: two for each processor, for half of what the tests do is to wait."""
    return 2 * (os.cpu_count() or 1)


COSTS_S = {"chromium": 2.0, "consoles": 1.0, "server": 1.0, "start": 1.0, "dbms": 0.2}
"""What a test takes at least that asks for one of these."""


def likely_s(items: list[pytest.Item]) -> float:
    """How long a file of tests may take: as its tests say, or by what they ask for."""
    marks = [item.get_closest_marker("timeout") for item in items]
    said = [float(mark.args[0]) for mark in marks if mark is not None and mark.args]
    asked = [COSTS_S.keys() & set(getattr(item, "fixturenames", ())) for item in items]
    return max(
        [*said, sum(max([COSTS_S[name] for name in names], default=0.02) for names in asked)]
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Side by side, the files of tests that may take longest begin first."""
    if not is_worker(config):
        return
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    longest = {path: likely_s(those) for path, those in files.items()}
    items.sort(key=lambda item: -longest[item.path])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Side by side, a test that is marked `in_time` has the processor first, where root runs it."""
    if not is_worker(item.config) or item.get_closest_marker("in_time") is None:
        return (yield)
    before = os.getpriority(os.PRIO_PROCESS, 0)
    with suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, before - FIRST)
    try:
        return (yield)
    finally:
        os.setpriority(os.PRIO_PROCESS, 0, before)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Debian's browser, one a module: while it is open no test may run an event loop."""
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium")
    assert path is not None, "Debian's chromium is missing: ./setup.sh test installs it"
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield started
        started.close()
