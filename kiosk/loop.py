"""The one thread that owns the state: wait, take what came, let time pass, draw what changed.

It waits for the inbox, the next deadline, a line to be read again, a lamp, a half-done gesture or
the next frame, whichever comes first. A frame is begun only when no deadline is near: a deadline
never waits for a picture. A sleep ends late, so the last moment before a deadline is watched awake.
The loop never waits for a disk, a network or a sound card.
"""

from __future__ import annotations

import gc
import logging
import sys
import time as real
from collections import deque
from typing import Final, Protocol

from firmware_py.debounce import in_order
from firmware_py.kinds import Edge
from firmware_py.timesource import TimeSource
from kiosk.inbox import Inbox, Item, Stop

log = logging.getLogger(__name__)

FRAME_GAP_S: Final = 0.010
"""No frame starts this close before a deadline (real time)."""

SLOW_FRAMES: Final = 60
"""Nor in less than the longest of so many frames took and half as much again, up to this:"""

LONGEST_GAP_S: Final = 0.250

WATCH_S: Final = 0.001
"""So long before a deadline the loop is awake: it looks in short naps for what comes."""

NAP_S: Final = 0.00002
LAST_S: Final = 0.0002
"""In the last moment it naps no more, and so cannot lose the interpreter to another thread."""

HUSH_S: Final = 0.002
SWITCH_S: Final = 0.0005
"""How long a thread may keep the interpreter from another one that waits for it."""

LEAST_FRAME_S: Final = 0.04
HOUSEKEEPING_S: Final = 1.0
FAULT_PAUSE_S: Final = 1.0


class Host(Protocol):
    """What the loop drives (host.py)."""

    def edge(self, edge: Edge) -> None:
        """An input line changed."""

    def item(self, item: Item) -> None:
        """Anything else that came."""

    def hushed(self) -> bool:
        """A press is on its way to the disk: whatever can wait waits for its answer."""

    def pass_time(self, now_ns: int) -> None:
        """Deadlines, lockouts, lamps and questions that are due by now."""

    def make_ready(self) -> None:
        """The next instant of the game is near."""

    def deadline_ns(self) -> int | None:
        """The next instant of the game."""

    def wake_ns(self) -> int | None:
        """The next other instant, in table time."""

    def keep_house(self) -> None:
        """Once a second, in real time."""

    def draw(self, now_ns: int) -> int | None:
        """Draw what changed; when the picture changes by itself (table time)."""

    def stale(self) -> bool:
        """Something may have changed the picture since the last `draw`."""

    def fault(self, error: Exception) -> None:
        """The loop's own top caught this: show it."""

    def poll_s(self) -> float | None:
        """How often the window must be looked at; None: there is none."""


def tidy() -> None:
    """Collect once what loading left behind, when all is loaded; the first press waits for less."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


class Loop:
    """Runs a host until a `Stop` comes."""

    def __init__(self, inbox: Inbox, time: TimeSource, host: Host) -> None:
        self._inbox = inbox
        self._time = time
        self._host = host
        self._frame_due_ns: int | None = 0
        self._frame_at = 0.0
        self._frames_s = deque((0.0,), SLOW_FRAMES)
        self._house_at = 0.0
        self._told = ""
        self._due_ns: int | None = None
        """The next deadline, as far as it was asked for in this turn."""
        self._taken: deque[Item] = deque()

    def run(self) -> Stop:
        """The `Stop` that ended it."""
        switch_s = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_S)
        gc.disable()  # collected in housekeeping: never between an edge and its line
        gc.freeze()  # what is loaded stays: only what comes is looked through
        try:
            while True:
                try:
                    stop = self._turn()
                except Exception as error:  # noqa: BLE001 - the top: shown, logged, it goes on
                    self._log(error)
                    self._host.fault(error)
                    real.sleep(FAULT_PAUSE_S)
                    continue
                if stop is not None:
                    return stop
        finally:
            gc.enable()
            gc.unfreeze()
            sys.setswitchinterval(switch_s)

    def _log(self, error: Exception) -> None:
        """With its traceback the first time; a fault of every turn must not fill the disk."""
        told, self._told = self._told, repr(error)
        if told != self._told:
            log.exception("the loop caught a fault and goes on")

    def _turn(self) -> Stop | None:
        item = self._take(self._wait_s())
        while True:
            stop = self._deal_with(item)
            if stop is not None:
                return stop
            self._host.pass_time(self._time.now_ns())
            self._due_ns = due_ns = self._host.deadline_ns()
            if due_ns is None or not 0 < self._time.wait_s(due_ns) <= WATCH_S:
                break
            self._host.make_ready()
            item = self._watch(due_ns)
        self._draw()
        if real.monotonic() >= self._house_at:
            self._house_at = real.monotonic() + HOUSEKEEPING_S
            self._host.keep_house()
            if self._is_quiet():
                gc.collect(0)
        return None

    def _deal_with(self, item: Item | None) -> Stop | None:
        """This, and whatever else is there by then."""
        while item is not None:
            if type(item) is Edge:
                self._host.edge(item)
            elif type(item) is Stop:
                return item
            else:
                self._host.item(item)
            item = self._take(self._hush_s() if self._host.hushed() else 0.0)
        return None

    def _take(self, timeout_s: float) -> Item | None:
        """The next item; edges that wait together come by their stamps.

        Two lines' edges may come crossed from the pin library. What was taken ahead to sort them is
        kept here, so that a fault in one of them loses none of the others.
        """
        if self._taken:
            return self._taken.popleft()
        item = self._inbox.take(timeout_s)
        if type(item) is not Edge:
            return item
        behind = self._inbox.take(0)
        if behind is None:
            return item
        edges = [item]
        while type(behind) is Edge:
            edges.append(behind)
            behind = self._inbox.take(0)
        self._taken.extend(in_order(edges))
        if behind is not None:
            self._taken.append(behind)
        return self._taken.popleft()

    def _watch(self, due_ns: int) -> Item | None:
        """Await a deadline that is near, or what comes before it."""
        item = None
        while item is None and (left_s := self._time.wait_s(due_ns)) > 0:
            item = self._take(NAP_S if left_s > LAST_S else 0)
        return item

    def _hush_s(self) -> float:
        """How long to leave the interpreter to the journal's thread."""
        return HUSH_S if self._due_ns is None else min(HUSH_S, self._before_s(self._due_ns))

    def _wait_s(self) -> float:
        waits = [self._house_at - real.monotonic()]
        due_ns, wake_ns = self._host.deadline_ns(), self._host.wake_ns()
        self._due_ns = due_ns
        if due_ns is not None:
            waits.append(self._before_s(due_ns))
        if wake_ns is not None:
            waits.append(self._time.wait_s(wake_ns))
        frame_s = self._frame_wait_s()
        if frame_s is not None:
            waits.append(frame_s)
        poll_s = self._host.poll_s()
        if poll_s is not None:
            waits.append(poll_s)
        return max(0.0, min(waits))

    def _before_s(self, due_ns: int) -> float:
        """Real seconds until a deadline is watched."""
        return max(0.0, self._time.wait_s(due_ns) - WATCH_S)

    def _frame_wait_s(self) -> float | None:
        """Real seconds until a frame may be drawn; None if none is wanted or a deadline is near."""
        if not self._is_quiet():
            return None
        if self._host.stale():
            wanted_s = 0.0
        elif self._frame_due_ns is not None:
            wanted_s = self._time.wait_s(self._frame_due_ns)
        else:
            return None
        return max(wanted_s, self._frame_at + LEAST_FRAME_S - real.monotonic())

    def _draw(self) -> None:
        wait_s = self._frame_wait_s()
        if wait_s is None or wait_s > 0:
            return
        self._frame_at = real.monotonic()
        self._frame_due_ns = self._host.draw(self._time.now_ns())
        self._frames_s.append(real.monotonic() - self._frame_at)

    def _is_quiet(self) -> bool:
        """No deadline before a frame would be drawn."""
        due_ns = self._host.deadline_ns()
        if due_ns is None:
            return True
        gap_s = max(FRAME_GAP_S, 1.5 * max(self._frames_s))
        return self._time.wait_s(due_ns) > min(gap_s, LONGEST_GAP_S)
