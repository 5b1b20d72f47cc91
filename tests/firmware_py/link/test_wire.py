"""The same sessions over a serial port (pyserial, on pseudo terminals), TCP and a loop; and what
happens when a line is pulled out, taken by somebody else, or not read at the other end.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import socket
import termios
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from queue import Empty, SimpleQueue

import pytest

from firmware_py.link.end import Changed, Down, Event, Message, Up
from firmware_py.link.gatewayend import GatewayEnd
from firmware_py.link.lines import Line, Loop, open_line
from firmware_py.link.messages import ASKING, LIVE, RESULTS
from firmware_py.link.quality import LineState
from firmware_py.link.tableend import TableEnd
from firmware_py.link.wire import Wire

BAUD = 921_600
PATIENCE_S = 15.0
Opener = Callable[[], Line]


class Told:
    """Events, and waiting for one."""

    def __init__(self) -> None:
        self.queue: SimpleQueue[Event] = SimpleQueue()

    def until(self, holds: Callable[[Event], bool]) -> Event:
        end = time.monotonic() + PATIENCE_S
        while True:
            try:
                event = self.queue.get(timeout=max(0.0, end - time.monotonic()))
            except Empty:
                raise AssertionError("never told") from None
            if holds(event):
                return event

    def is_up(self) -> Up:
        event = self.until(lambda event: isinstance(event, Up))
        assert isinstance(event, Up)
        return event

    def message(self) -> bytes:
        event = self.until(lambda event: isinstance(event, Message))
        assert isinstance(event, Message)
        return event.data

    def state(self, state: LineState) -> str:
        event = self.until(lambda event: isinstance(event, Changed) and event.state is state)
        assert isinstance(event, Changed)
        return event.why


class Cable:
    """Two pseudo terminals, wired to one another by a thread; their names last."""

    def __init__(self, folder: Path) -> None:
        self.names = (folder / "tty-table", folder / "tty-league")
        self.masters: list[int] = []
        self.slaves: list[int] = []
        self.is_carrying = True
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self.plug()
        self._thread = threading.Thread(target=self._carry, daemon=True)
        self._thread.start()

    def plug(self) -> None:
        with self._lock:
            for name in self.names:
                master, slave = pty.openpty()
                tty.setraw(slave)
                os.set_blocking(master, False)
                self.masters.append(master)
                self.slaves.append(slave)
                name.symlink_to(os.ttyname(slave))

    def pull(self) -> None:
        with self._lock:
            for name, fd, other in zip(self.names, self.masters, self.slaves, strict=True):
                name.unlink()
                os.close(fd)
                os.close(other)
            self.masters.clear()
            self.slaves.clear()

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        if self.masters:
            self.pull()

    def _carry(self) -> None:
        while not self._stop.is_set():
            with self._lock:
                for source, target in zip(self.masters, reversed(self.masters), strict=True):
                    while self.is_carrying and select.select([source], [], [], 0)[0]:
                        try:
                            os.write(target, os.read(source, 1024))
                        except OSError:
                            break
            self._stop.wait(0.001)


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[Cable]:
    cable = Cable(tmp_path)
    yield cable
    cable.close()


def by_port(stack: ExitStack, folder: Path) -> tuple[Opener, Opener]:
    cable = Cable(folder)
    stack.callback(cable.close)
    table, league = map(str, cable.names)
    return (lambda: open_line(table, BAUD)), (lambda: open_line(league, BAUD))


def by_tcp(stack: ExitStack, folder: Path) -> tuple[Opener, Opener]:
    door = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
    url = f"socket://127.0.0.1:{door.getsockname()[1]}"
    return (lambda: open_line(url)), (lambda: Loop(door.accept()[0]))


def by_loop(stack: ExitStack, folder: Path) -> tuple[Opener, Opener]:
    one, other = Loop.pair()
    return (lambda: one), (lambda: other)


class Ends:
    """A table's and a gateway's end, each on its thread."""

    def __init__(self, stack: ExitStack, openers: tuple[Opener, Opener], *, bus: bool = False):
        self.table_told, self.league_told = Told(), Told()
        self.table = Wire(TableEnd(BAUD), openers[0], self.table_told.queue.put, "table")
        self.league = Wire(GatewayEnd(BAUD, bus=bus), openers[1], self.league_told.queue.put)
        for wire in (self.table, self.league):
            stack.callback(wire.close)
            wire.start()

    def up(self) -> None:
        self.table_told.is_up()
        self.league_told.is_up()


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.mark.parametrize("bus", [False, True], ids=["two ends", "bus"])
@pytest.mark.parametrize("way", [by_port, by_tcp, by_loop], ids=["port", "tcp", "loop"])
def test_messages_go_both_ways_whatever_the_line_is(
    stack: ExitStack,
    tmp_path: Path,
    way: Callable[[ExitStack, Path], tuple[Opener, Opener]],
    bus: bool,
) -> None:
    ends = Ends(stack, way(stack, tmp_path), bus=bus)
    ends.up()
    sent = [bytes((number,)) * (1 + 700 * number) for number in range(12)]
    for message in sent:
        ends.table.ask(lambda end, message=message: end.send(RESULTS, message))
    assert [ends.league_told.message() for _ in sent] == sent
    ends.league.ask(lambda end: end.send(1, ASKING, b"receipt"))
    assert ends.table_told.message() == b"receipt"


def test_k39_a_line_that_is_pulled_out_is_told_and_found_again_by_its_name(
    stack: ExitStack, cable: Cable
) -> None:
    table, league = map(str, cable.names)
    ends = Ends(stack, ((lambda: open_line(table, BAUD)), (lambda: open_line(league, BAUD))))
    ends.up()
    cable.is_carrying = False
    ends.table.ask(lambda end: end.send(RESULTS, b"r" * 5_000))
    cable.pull()
    assert ends.table_told.state(LineState.NO_PORT)
    assert ends.league_told.state(LineState.NO_PORT)
    cable.is_carrying = True
    cable.plug()
    assert ends.league_told.message() == b"r" * 5_000
    ends.table.ask(lambda end: end.send(RESULTS, b"next"))
    assert ends.league_told.message() == b"next", "and only once"


def test_k39_a_port_that_is_away_costs_next_to_nothing(stack: ExitStack, tmp_path: Path) -> None:
    told = Told()
    name = str(tmp_path / "tty-nowhere")
    wire = Wire(TableEnd(BAUD), lambda: open_line(name, BAUD), told.queue.put)
    stack.callback(wire.close)
    wire.start()
    told.state(LineState.NO_PORT)
    before, began = time.process_time(), time.monotonic()
    threading.Event().wait(1.5)
    assert time.process_time() - before < 0.2 * (time.monotonic() - began)


def test_k39_a_peer_that_never_reads_costs_next_to_nothing(stack: ExitStack) -> None:
    """What is said waits here, and the processor rests."""
    here, there = Loop.pair()
    stack.callback(there.close)
    with suppress(BlockingIOError):
        while True:
            os.write(here.fileno(), b"\0" * 4096)
    wire = Wire(GatewayEnd(BAUD), lambda: here, Told().queue.put)
    stack.callback(wire.close)
    wire.start()
    threading.Event().wait(1.2)  # it has asked who is there, and would ask again
    before, began = time.process_time(), time.monotonic()
    threading.Event().wait(1.5)
    assert time.process_time() - before < 0.2 * (time.monotonic() - began)


def test_a_port_belongs_to_one_program(stack: ExitStack, cable: Cable) -> None:
    name = str(cable.names[0])
    line = open_line(name, BAUD)
    stack.callback(line.close)
    with pytest.raises(OSError, match="another program has it"):
        open_line(name, BAUD)
    told = Told()
    wire = Wire(TableEnd(BAUD), lambda: open_line(name, BAUD), told.queue.put)
    stack.callback(wire.close)
    wire.start()
    assert "another program has it" in told.state(LineState.NO_PORT)
    line.close()
    told.state(LineState.WAITING)


def test_a_peer_that_does_not_read_holds_up_nobody(stack: ExitStack, cable: Cable) -> None:
    table, league = map(str, cable.names)
    ends = Ends(stack, ((lambda: open_line(table, BAUD)), (lambda: open_line(league, BAUD))))
    ends.up()
    cable.is_carrying = False
    ends.table.ask(lambda end: end.send(LIVE, b"x" * 200_000))
    ends.table_told.until(lambda event: isinstance(event, Down))
    asked: SimpleQueue[bool] = SimpleQueue()
    ends.table.ask(lambda end: asked.put(end.is_up))
    assert asked.get(timeout=PATIENCE_S) is False
    ends.table.close()


def test_a_port_is_opened_without_a_hand_on_rts_and_dtr(
    cable: Cable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RTS may enable a transceiver's driver: it is the kernel's, never ours."""
    from serial import serialposix

    asked: list[int] = []
    really = fcntl.ioctl

    def ioctl(fd: int, request: int, *rest: object) -> object:
        asked.append(request)
        return really(fd, request, *rest)

    monkeypatch.setattr(serialposix.fcntl, "ioctl", ioctl)
    hands = {serialposix.TIOCMBIS, serialposix.TIOCMBIC, serialposix.TIOCMSET}
    serialposix.Serial(str(cable.names[0]), BAUD).close()
    assert hands & set(asked), "pyserial alone does it"
    asked.clear()
    open_line(str(cable.names[0]), BAUD).close()
    assert not hands & set(asked)


def test_opening_a_port_leaves_its_dtr_alone_when_it_is_closed(cable: Cable) -> None:
    line = open_line(str(cable.names[0]), BAUD)
    try:
        assert not termios.tcgetattr(line.fileno())[2] & termios.HUPCL
        assert fcntl.fcntl(line.fileno(), fcntl.F_GETFL) & os.O_NONBLOCK
    finally:
        line.close()


@pytest.mark.parametrize(
    ("port", "message"),
    [
        ("/nowhere/tty", "could not open port"),
        ("/dev/null", "Could not configure port|Inappropriate ioctl"),
        ("socket://127.0.0.1:9", "refused"),
    ],
)
def test_what_cannot_be_opened_is_one_kind_of_error(port: str, message: str) -> None:
    with pytest.raises(OSError, match=message):
        open_line(port)


def test_a_fault_in_an_end_is_told_and_the_line_is_opened_again(stack: ExitStack) -> None:
    told = Told()
    loops = [end for _ in range(2) for end in Loop.pair()]
    for loop in loops:
        stack.callback(loop.close)
    lines = iter(loops[::2])
    wire = Wire(TableEnd(BAUD), lambda: next(lines), told.queue.put)
    stack.callback(wire.close)
    wire.start()
    told.state(LineState.WAITING)
    wire.ask(lambda end: 1 // 0)
    assert told.state(LineState.NO_PORT)
    told.state(LineState.WAITING)


def test_closing_twice_is_harmless() -> None:
    here, there = Loop.pair()
    wire = Wire(TableEnd(BAUD), lambda: here, lambda event: None)
    wire.start()
    wire.close()
    wire.close()
    wire.ask(lambda end: None)
    here.close()
    there.close()


def test_what_is_asked_after_the_end_goes_into_nobody_elses_file(tmp_path: Path) -> None:
    """A number that was the pipe's is given to the next file that is opened: a database, say."""
    here, there = Loop.pair()
    wire = Wire(TableEnd(BAUD), lambda: here, lambda event: None)
    wire.close()
    with ExitStack() as stack:
        for number in range(8):
            stack.enter_context((tmp_path / f"{number}").open("wb"))
        wire.ask(lambda end: None)
    assert {path.stat().st_size for path in tmp_path.iterdir()} == {0}
    here.close()
    there.close()
