"""Where the tests on pins run: simulated pins here, a kernel's chips here or on another kernel."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_py.pinmap import PinMap, parse_pin_map
from tests.pins import simchips
from tests.pins.benches import Bench, KernelBench, SimulatedBench
from tests.pins.relay import HERE, ROOT, RUN, Kernel

WHY = f"needs a kernel's GPIO chips that a test can press: {RUN}=<its run script>"
LIMIT_S = 60.0
"""The other kernel is slow; each of its tests may take this long unless it says otherwise."""

KERNEL = pytest.StashKey[Kernel]()
ITEMS = pytest.StashKey[list[pytest.Item]]()
LIMITS = pytest.StashKey[float]()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "kernel: needs a kernel's GPIO chips; see tests/pins")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    mine = [item for item in items if _needs_kernel(item)]
    for item in mine:
        if item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(LIMIT_S))
    config.stash[ITEMS] = mine
    config.stash[LIMITS] = sum(_limit_s(item) for item in mine)
    for item in mine:
        if RUN in os.environ:  # the other kernel watches the time of each
            item.add_marker(pytest.mark.timeout(0), append=False)
        elif not (HERE in os.environ and simchips.there_are()):
            item.add_marker(pytest.mark.skip(reason=WHY))


def _limit_s(item: pytest.Item) -> float:
    mark = item.get_closest_marker("timeout")
    return LIMIT_S if mark is None else float(mark.args[0])


def _needs_kernel(item: pytest.Item) -> bool:
    spec = getattr(item, "callspec", None)
    on_kernel = spec is not None and spec.params.get("bench") == "kernel"
    return on_kernel or item.get_closest_marker("kernel") is not None


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> bool | None:
    """A test for the other kernel: its reports stand for it."""
    script = os.environ.get(RUN)
    if not script or not _needs_kernel(item):
        return None
    stash = item.config.stash
    if KERNEL not in stash:
        stash[KERNEL] = Kernel(script, stash[ITEMS], stash[LIMITS])
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for report in stash[KERNEL].reports(item):
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_unconfigure(config: pytest.Config) -> None:
    if KERNEL in config.stash:
        config.stash[KERNEL].close()


@pytest.fixture(scope="session")
def pin_map() -> PinMap:
    text = (ROOT / "hardware" / "pins.toml").read_text(encoding="utf-8")
    return parse_pin_map(text, "pins.toml")


@pytest.fixture(params=["simulated", "kernel"])
def bench(request: pytest.FixtureRequest, pin_map: PinMap) -> Iterator[Bench]:
    """A table's pins with a finger and an eye outside of it."""
    made: Bench = SimulatedBench(pin_map) if request.param == "simulated" else KernelBench(pin_map)
    yield made
    made.close()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An empty home of a table."""
    folder = tmp_path / "home"
    folder.mkdir()
    return folder
