"""Fingers on the contacts of a simulated chip: presses whose contacts chatter, one by one.

A finger stays down until its lamp has answered, as a player's does, so a slow kernel is never
flooded. A chip hands over at most one change of a line in a tick of its kernel, and two lines that
changed in one tick have no order: a press begins when the one before it has been handed over. A
machine that stands still in mid-chatter makes a second press of it; then what was pressed before
can be compared, and the hand rests.
"""

from __future__ import annotations

import os
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from tests.pins.simchips import SimChip

CHATTER_S: Final = 0.012
CHATTERS: Final = 4
HOLD_S: Final = (0.040, 0.080)
REST_S: Final = 0.045
ANSWER_S: Final = 3.0
"""A lamp's 150 ms may pass unseen while the machine stands still; nobody waits for ever."""
TOLD_S: Final = 0.05
POLL_S: Final = 0.002
LOCKOUT_MS: Final = 30
SURE_S: Final = (LOCKOUT_MS - 2) / 1000


class Contact(NamedTuple):
    """A line of the chip, and what its lamp carries (None: it has no lamp to wait for)."""

    offset: int
    lamp: Callable[[], bool] | None = None


class Pressed(NamedTuple):
    """What a hand did: the lines in their order, of which the first `sure` are what they look."""

    lines: Sequence[str]
    sure: int


class _Finger:
    """One contact: closing or opening with chatter, then waiting to be moved again."""

    def __init__(self, chip: SimChip, contact: Contact, dice: random.Random) -> None:
        self.closed = False
        self.settled = True
        self.moves = 0
        self.answers = 0
        self.unsure: set[int] = set()
        self._chip = chip
        self._contact = contact
        self._dice = dice
        self._plan: list[tuple[float, bool]] = []
        self._press = 0
        self._count = 0
        self._moved_at = 0
        self._told_by_s = 0.0
        self._told: tuple[float, float] | None = None
        """The first change of a chatter was told after that instant, the last before this one."""
        self._looked_s = 0.0
        self._ready_s = 0.0
        self._dark = False
        self._answer_by_s: float | None = None

    def close(self, press: int, now_s: float, count: int) -> None:
        """Begin to close: the `press`-th of the hand."""
        self._press = press
        if self._contact.lamp is not None:
            self._dark, self._answer_by_s = self._contact.lamp(), now_s + ANSWER_S
        self._begin(True, now_s, count)

    def let_go(self) -> None:
        """Open without chatter, whatever was begun."""
        self._chip.let_go(self._contact.offset)

    def may_press(self, now_s: float) -> bool:
        """Is it at rest, and its lamp as it was?"""
        lamp = self._contact.lamp
        at_rest = self.settled and not self.closed and self._ready_s <= now_s
        return at_rest and (lamp is None or lamp() == self._dark or self._ready_s + 1 <= now_s)

    def work(self, now_s: float, count: int) -> None:
        """Do the moves that are due; see what has been handed over and what the lamp says."""
        self._look_at_lamp(now_s)
        if self.settled:
            if self.closed and self._ready_s <= now_s and self._answer_by_s is None:
                self._begin(False, now_s, count)
            return
        if count != self._count:
            self._count = count
            first_s = self._told[0] if self._told else self._looked_s
            self._told = (first_s, now_s)
        self._looked_s = now_s
        if self._told and now_s - self._told[0] > CHATTER_S:  # stood still: no more chatter
            del self._plan[: len(self._plan) // 2 * 2]
        if not self._plan and (count != self._moved_at or now_s >= self._told_by_s):
            self._settle(now_s)
        while self._plan and self._plan[0][0] <= now_s:
            _, closed = self._plan.pop(0)
            self._move(closed)

    def _begin(self, closed: bool, now_s: float, count: int) -> None:
        later = sorted(
            self._dice.uniform(0.0005, CHATTER_S) for _ in range(2 * self._dice.randrange(CHATTERS))
        )
        instants = [now_s, *(now_s + each for each in later)]
        self._plan = [(at_s, closed == (n % 2 == 0)) for n, at_s in enumerate(instants)]
        self.closed, self.settled = closed, False
        self._count, self._told, self._looked_s = count, None, now_s
        self.work(now_s, count)

    def _move(self, closed: bool) -> None:
        """The count is asked before and after: a tick in between may or may not have told it."""
        before = self._chip.handed_over().get(self._contact.offset, 0)
        (self._chip.press if closed else self._chip.let_go)(self._contact.offset)
        self._moved_at = self._chip.handed_over().get(self._contact.offset, 0)
        doubtful = self._moved_at != before
        self._told_by_s = time.monotonic() + (TOLD_S if doubtful else ANSWER_S)
        self.moves += 1

    def _look_at_lamp(self, now_s: float) -> None:
        lamp = self._contact.lamp
        if lamp is None or self._answer_by_s is None:
            return
        if lamp() != self._dark:
            self.answers += 1
            self._answer_by_s = None
        elif now_s >= self._answer_by_s:
            self._answer_by_s = None

    def _settle(self, now_s: float) -> None:
        self.settled = True
        if not self._told or self._told[1] - self._told[0] > SURE_S:
            self.unsure.add(self._press)
        self._ready_s = now_s + (self._dice.uniform(*HOLD_S) if self.closed else REST_S)


class Hand:
    """Fingers that are never tired."""

    def __init__(self, chip: SimChip, contacts: dict[str, Contact], dice: random.Random) -> None:
        self._chip = chip
        self._contacts = contacts
        self._dice = dice
        self._stop = threading.Event()
        self._fingers = {line: _Finger(chip, each, dice) for line, each in contacts.items()}

    @property
    def moves(self) -> int:
        """How often a contact was moved, chatter counted."""
        return sum(finger.moves for finger in self._fingers.values())

    @property
    def answers(self) -> Counter[str]:
        """How often each line's lamp was seen to answer."""
        return Counter({line: finger.answers for line, finger in self._fingers.items()})

    def stop(self) -> None:
        """Let go at once."""
        self._stop.set()

    def press(self, count: int) -> Pressed:
        """So many presses on lines by lot; fewer if the machine stood still or `stop` came."""
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))  # fingers wait for no program
        try:
            return self._press(count)
        finally:
            os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))

    def _press(self, count: int) -> Pressed:
        lines: list[str] = []
        unsure: set[int] = set()
        last: _Finger | None = None
        for finger in self._fingers.values():
            finger.unsure = unsure
        while not self._stop.is_set():
            more = len(lines) < count and not unsure
            now_s, told = time.monotonic(), self._chip.handed_over()
            for line, finger in self._fingers.items():
                finger.work(now_s, told.get(self._contacts[line].offset, 0))
            free = [line for line, each in self._fingers.items() if each.may_press(now_s)]
            if not more and len(free) == len(self._fingers):
                break
            if more and free and (last is None or last.settled):
                line = self._dice.choice(free)
                last = self._fingers[line]
                last.close(len(lines), now_s, told.get(self._contacts[line].offset, 0))
                lines.append(line)
            time.sleep(POLL_S)
        for finger in self._fingers.values():
            finger.let_go()
        return Pressed(lines, min(unsure, default=len(lines)))
