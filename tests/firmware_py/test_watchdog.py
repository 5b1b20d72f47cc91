"""The service manager's socket, a real one: what it is told, and that it never stops a game."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_py.watchdog import ServiceNotifier


class Manager:
    """The other end: a bound datagram socket."""

    def __init__(self, address: str) -> None:
        self.environ = {"NOTIFY_SOCKET": address.replace("\0", "@")}
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address)
        self.socket.settimeout(5)

    def told(self) -> list[str]:
        return self.socket.recv(4096).decode().split("\n")


@pytest.fixture(params=["file", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Manager]:
    name = f"\0tableside-test-{os.getpid()}" if request.param == "abstract" else "notify"
    made = Manager(name if request.param == "abstract" else str(tmp_path / name))
    yield made
    made.socket.close()


def test_ready_alive_and_stopping_reach_the_manager(manager: Manager) -> None:
    notifier = ServiceNotifier(manager.environ)
    notifier.ready("table 3")
    assert manager.told() == ["READY=1", "STATUS=table 3"]
    notifier.alive()
    assert manager.told() == ["WATCHDOG=1"]
    notifier.status("two\nlines")
    assert manager.told() == ["STATUS=two lines"]
    notifier.stopping()
    assert manager.told() == ["STOPPING=1"]
    notifier.close()
    notifier.close()
    notifier.alive()
    manager.socket.setblocking(False)
    with pytest.raises(BlockingIOError):
        manager.told()


def test_without_a_manager_nothing_happens() -> None:
    notifier = ServiceNotifier({})
    notifier.ready()
    notifier.alive()
    notifier.close()
    assert notifier.interval_s is None


@pytest.mark.parametrize(
    ("environ", "interval_s"),
    [
        ({"WATCHDOG_USEC": "10000000"}, 5.0),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": str(os.getpid())}, 5.0),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_life_is_shown_twice_in_the_managers_limit(
    environ: dict[str, str], interval_s: float | None
) -> None:
    assert ServiceNotifier({"NOTIFY_SOCKET": "/x", **environ}).interval_s == interval_s


def test_a_manager_that_is_gone_is_logged_and_no_crash(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    notifier = ServiceNotifier({"NOTIFY_SOCKET": str(tmp_path / "nobody")})
    with caplog.at_level(logging.WARNING):
        notifier.alive()
    notifier.close()
    assert "did not take ['WATCHDOG=1']" in caplog.text


def test_a_manager_that_does_not_read_does_not_block_the_table(manager: Manager) -> None:
    notifier = ServiceNotifier(manager.environ)
    for _ in range(2000):  # far more than the socket's queue holds
        notifier.alive()
    notifier.close()
