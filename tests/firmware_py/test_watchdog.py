"""The service manager's socket, a real one: what it is told, and that it never stops a game."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_py.debounce import DEFAULT_LOCKOUT_NS, Debouncer
from firmware_py.kinds import Edge, LineId
from firmware_py.watchdog import PinWatch, ServiceNotifier


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


def test_alive_is_said_only_while_everything_watched_lives(
    manager: Manager, caplog: pytest.LogCaptureFixture
) -> None:
    notifier = ServiceNotifier(manager.environ)
    alive = {"journal": True, "pins": True}
    for what in alive:
        notifier.watch(what, lambda what=what: alive[what])
    notifier.alive()
    assert manager.told() == ["WATCHDOG=1"]
    alive["pins"] = False
    for _ in range(3):
        notifier.alive()
    manager.socket.setblocking(False)
    with pytest.raises(BlockingIOError):
        manager.told()
    assert [record.message for record in caplog.records] == [
        "pins: does not live; the service manager will start the table again"
    ], "once, not once a second"
    alive["pins"] = True
    notifier.alive()
    assert manager.told() == ["WATCHDOG=1"]
    notifier.close()


def test_without_a_manager_nothing_is_asked() -> None:
    notifier = ServiceNotifier({})
    notifier.watch("journal", lambda: pytest.fail("asked"))
    notifier.alive()


SEAT1, SEAT2 = LineId("seat1"), LineId("seat2")


class Wires:
    """Two lines as the kernel sees them, and what their edges said."""

    def __init__(self, held: tuple[LineId, ...] = ()) -> None:
        self.pressed = dict.fromkeys((SEAT1, SEAT2), False) | dict.fromkeys(held, True)
        self.debouncer = Debouncer(held=held)
        self.watch = PinWatch((SEAT1, SEAT2), self.pressed.__getitem__, self.debouncer)
        self.now_ns = 0

    def move(self, line: LineId, pressed: bool, *, edge: bool = True) -> None:
        self.pressed[line] = pressed
        if edge:
            self.debouncer.feed(Edge(line, pressed, self.now_ns))

    def looks(self, count: int) -> list[bool]:
        found = []
        for _ in range(count):
            self.now_ns += 1_000_000_000
            self.debouncer.settle(self.now_ns)
            found.append(self.watch.lives())
        return found


def test_a_level_that_no_edge_told_of_is_a_thread_that_hangs() -> None:
    wires = Wires()
    assert wires.looks(5) == [True] * 5
    wires.move(SEAT1, True)
    assert wires.looks(5) == [True] * 5, "held for long is no fault"
    wires.move(SEAT2, True, edge=False)
    assert wires.looks(4) == [True, True, False, False]
    wires.move(SEAT2, True)
    assert wires.looks(1) == [True], "its edge was only late"


def test_a_jammed_button_is_no_fault() -> None:
    assert Wires(held=(SEAT1,)).looks(5) == [True] * 5


def test_two_wrong_looks_and_a_tap_that_nobody_saw_are_no_fault() -> None:
    wires = Wires()
    for _ in range(5):
        wires.move(SEAT1, True, edge=False)
        assert wires.looks(2) == [True, True]
        wires.move(SEAT1, False, edge=False)
        assert wires.looks(1) == [True]


def test_while_a_wire_flickers_nothing_is_concluded() -> None:
    wires = Wires()
    for _ in range(10):
        wires.now_ns += 1_000_000_000
        wires.move(SEAT1, True)
        wires.move(SEAT1, False)
        wires.pressed[SEAT1] = True  # it closed again, within the lockout
        assert wires.debouncer.recheck_at() == wires.now_ns + DEFAULT_LOCKOUT_NS
        assert wires.watch.lives()
