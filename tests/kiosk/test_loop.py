"""The loop: what wakes it, what it never lets wait, and that it goes on after a fault."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable
from typing import Any

import pytest

from firmware_py.kinds import Edge, LineId
from firmware_py.timesource import ManualTime, SystemTime, TimeSource
from kiosk.inbox import Inbox, Item, Key, Stop
from kiosk.loop import FRAME_GAP_S, Loop, tidy

MS = 1_000_000
SEAT = LineId("seat1")


class Table:
    """A host that writes down what the loop does with it, and when."""

    def __init__(self, time: TimeSource, inbox: Inbox) -> None:
        self.time = time
        self.inbox = inbox
        self.log: list[tuple[str, int]] = []
        self.due: int | None = None
        self.wake: int | None = None
        self.picture_due: int | None = None
        self.is_stale = False
        self.is_hushed = False
        self.on_edge: Callable[[Edge], None] = lambda edge: None
        self.on_item: Callable[[Item], None] = lambda item: None
        self.on_ready: Callable[[], None] = lambda: None
        self.on_due: Callable[[], None] = lambda: None
        self.draw_ms = 0
        self.edges: list[int] = []
        self.faults: list[Exception] = []
        self.houses = 0
        self.turns = 0
        self.on_first_turn: Callable[[], None] | None = None

    def note(self, what: str) -> None:
        self.log.append((what, self.time.now_ns()))

    def times(self, what: str) -> list[int]:
        return [at for name, at in self.log if name == what]

    def edge(self, edge: Edge) -> None:
        self.note("edge")
        self.edges.append(edge.at_ns)
        self.on_edge(edge)

    def item(self, item: Item) -> None:
        self.note("item")
        self.is_hushed = False
        self.on_item(item)

    def hushed(self) -> bool:
        return self.is_hushed

    def pass_time(self, now_ns: int) -> None:
        self.turns += 1
        if self.on_first_turn is not None:
            self.on_first_turn()
            self.on_first_turn = None
        if self.due is not None and self.due <= now_ns:
            self.note("due")
            self.on_due()
            self.due = None
            self.is_stale = True
        if self.wake is not None and self.wake <= now_ns:
            self.note("wake")
            self.wake = None

    def make_ready(self) -> None:
        self.note("ready")
        self.on_ready()

    def deadline_ns(self) -> int | None:
        return self.due

    def wake_ns(self) -> int | None:
        return self.wake

    def keep_house(self) -> None:
        self.houses += 1

    def draw(self, now_ns: int) -> int | None:
        self.note("draw")
        self.is_stale = False
        if self.draw_ms:
            threading.Event().wait(self.draw_ms / 1000)
        return self.picture_due

    def stale(self) -> bool:
        return self.is_stale

    def fault(self, error: Exception) -> None:
        self.faults.append(error)

    def poll_s(self) -> float | None:
        return None


class Creeping(ManualTime):
    """Moves on a little with each look at it."""

    def now_ns(self) -> int:
        return self.advance_ns(10_000)

    def wait_s(self, until_ns: int) -> float:
        self.advance_ns(10_000)
        return super().wait_s(until_ns)


def running_until_due(prepare: Callable[[Table], Any], time: TimeSource) -> Table:
    """A loop that ran until its deadline was crossed, however long that takes the machine."""
    inbox = Inbox()
    table = Table(time, inbox)
    prepare(table)
    table.on_due = lambda: inbox.put(Stop(3))
    assert Loop(inbox, time, table).run() == Stop(3)
    return table


def running(prepare: Callable[[Table], Any], stop_ms: int) -> Table:
    """A loop that ran for so long after its first turn (before it, it collects garbage)."""
    time, inbox = SystemTime(), Inbox()
    table = Table(time, inbox)
    prepare(table)
    timer = threading.Timer(stop_ms / 1000, lambda: inbox.put(Stop(3)))
    table.on_first_turn = timer.start
    assert Loop(inbox, time, table).run() == Stop(3)
    timer.join()
    return table


def test_a_deadline_wakes_it_and_the_picture_follows_at_once() -> None:
    due = SystemTime().now_ns() + 150 * MS

    def prepare(table: Table) -> None:
        table.due = due

    table = running(prepare, 400)
    (crossed,) = table.times("due")
    assert crossed >= due
    after = [at for at in table.times("draw") if at >= crossed]
    assert after, "0:00 is shown when it sounds"


def test_no_picture_is_begun_shortly_before_a_deadline() -> None:
    due = SystemTime().now_ns() + 200 * MS

    def prepare(table: Table) -> None:
        table.due = due
        table.draw_ms = 4
        table.on_item = lambda _: setattr(table, "is_stale", True)

        def press() -> None:
            while table.due is not None:
                table.inbox.put(Key("1", 0))
                threading.Event().wait(0.002)

        threading.Thread(target=press).start()

    table = running(prepare, 400)
    near = [at for at in table.times("draw") if due - FRAME_GAP_S * 1e9 < at < due]
    assert table.times("draw")
    assert near == []


def test_a_deadline_is_made_ready_for_and_nothing_comes_between() -> None:
    time = Creeping()

    def prepare(table: Table) -> None:
        table.due = time.now_ns() + MS // 2
        table.wake = table.due - 50_000
        table.is_stale = True

    log = [name for name, _ in running_until_due(prepare, time).log]
    assert log[:3] == ["ready", "due", "wake"]


def test_what_comes_while_a_deadline_is_awaited_is_taken_before_it() -> None:
    """A press stamped before the end, on its way while the loop watches the clock."""
    time = Creeping()

    def prepare(table: Table) -> None:
        table.due = time.now_ns() + MS // 2

        def ready() -> None:
            table.on_ready = lambda: None
            table.inbox.put(Edge(SEAT, True, 0))

        table.on_ready = ready

    log = [name for name, _ in running_until_due(prepare, time).log]
    assert log[:4] == ["ready", "edge", "ready", "due"]


def test_a_picture_that_takes_long_is_not_begun_before_a_deadline_it_would_delay() -> None:
    """A whole screen may take longer than the ten milliseconds in which none is begun."""
    slow_ms = 60
    dues: list[int] = []

    def prepare(table: Table) -> None:
        table.draw_ms = slow_ms
        table.is_stale = True
        table.on_item = lambda _: setattr(table, "is_stale", True)

        def press() -> None:
            while len(table.times("draw")) < 2:  # by now it is known how long one takes
                table.inbox.put(Key("1", 0))
                threading.Event().wait(0.005)
            table.due = table.time.now_ns() + 300 * MS
            dues.append(table.due)
            while table.due is not None:
                table.inbox.put(Key("1", 0))
                threading.Event().wait(0.005)

        threading.Thread(target=press).start()

    table = running(prepare, 800)
    begun = [at for at in table.times("draw") if at < dues[0]]
    assert len(begun) > 2
    assert max(begun) <= dues[0] - slow_ms * MS


def test_what_came_is_taken_before_a_deadline_is_crossed() -> None:
    """A press stamped before the end must not lose against a loop that woke late."""
    now = SystemTime().now_ns()

    def prepare(table: Table) -> None:
        table.due = now
        table.inbox.put(Edge(SEAT, True, now - 1))

    table = running(prepare, 400)
    assert [name for name, _ in table.log if name in ("edge", "due")] == ["edge", "due"]


def test_s21_edges_that_wait_are_taken_by_their_stamps_and_not_past_what_stands_between() -> None:
    def prepare(table: Table) -> None:
        for at_ns in (30, 10, 20):
            table.inbox.put(Edge(SEAT, True, at_ns))
        table.inbox.put(Key("Enter", 0))
        for at_ns in (7, 5):
            table.inbox.put(Edge(SEAT, True, at_ns))

    assert running(prepare, 50).edges == [10, 20, 30, 5, 7]


def test_while_a_press_is_on_its_way_nothing_is_drawn() -> None:
    def prepare(table: Table) -> None:
        table.is_hushed = True
        table.is_stale = True
        table.inbox.put(Edge(SEAT, True, 0))
        threading.Timer(0.0015, lambda: table.inbox.put(Key("1", 0))).start()

    table = running(prepare, 400)
    names = [name for name, _ in table.log]
    assert names.index("edge") < names.index("draw")


def test_k11_five_thousand_edges_during_a_stalled_picture_are_all_taken() -> None:
    def prepare(table: Table) -> None:
        table.is_stale = True
        table.draw_ms = 300

        def burst() -> None:
            for number in range(5000):
                table.inbox.put(Edge(SEAT, number % 2 == 0, number))

        threading.Timer(0.05, burst).start()

    table = running(prepare, 500)
    assert len(table.times("edge")) == 5000


def test_k10_a_fault_is_shown_and_the_next_press_works() -> None:
    def prepare(table: Table) -> None:
        def item(_: Item) -> None:
            if not table.faults:
                raise ZeroDivisionError("broken on purpose")
            table.note("worked")

        table.on_item = item
        table.inbox.put(Key("1", 0))
        table.inbox.put(Key("2", 0))

    table = running(prepare, 1500)
    assert [str(error) for error in table.faults] == ["broken on purpose"]
    assert len(table.times("worked")) == 1


def test_k10_a_fault_in_one_of_many_edges_loses_neither_the_others_nor_what_came_behind() -> None:
    seen: list[str] = []

    def prepare(table: Table) -> None:
        def edge(edge: Edge) -> None:
            if not table.faults:
                raise ZeroDivisionError("broken on purpose")
            seen.append(edge.line)

        table.on_edge = edge
        table.on_item = lambda item: seen.append(type(item).__name__)
        for number in (1, 2, 3):
            table.inbox.put(Edge(LineId(f"seat{number}"), True, number))
        table.inbox.put(Key("1", 0))

    running(prepare, 1500)
    assert seen == ["seat2", "seat3", "Key"]


def test_k34_a_fault_of_every_turn_fills_no_log(caplog: pytest.LogCaptureFixture) -> None:
    def prepare(table: Table) -> None:
        def fail(item: Item) -> None:
            raise ValueError("the same again")

        table.on_item = fail
        for _ in range(3):
            table.inbox.put(Key("Enter", 0))

    assert len(running(prepare, 2_500).faults) == 3
    assert caplog.text.count("Traceback") == 1


def test_k18_an_idle_loop_sleeps_and_keeps_house_once_a_second() -> None:
    table = running(lambda table: None, 1300)
    assert table.houses == 2
    assert len(table.log) <= 2
    assert table.turns <= 6, "it wakes for its house, for the picture and for the end"


def test_it_gives_the_garbage_collector_back() -> None:
    assert gc.isenabled()
    running(lambda table: None, 20)
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_what_loading_left_behind_is_collected_once_it_is_over() -> None:
    class Left:
        def __init__(self) -> None:
            self.me = self

    gone = weakref.ref(Left())
    gc.freeze()  # as a loop does that begins before everything is loaded
    try:
        gc.collect()
        assert gone() is not None
        tidy()
        assert gone() is None
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()
