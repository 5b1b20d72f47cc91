"""A serial line of so many baud: two pseudo terminals, and a process that carries bytes between
them no faster than a wire does. `python -m bench.wire BAUD LEFT RIGHT` names them by links.
"""

from __future__ import annotations

import os
import select
import sys
import time
import tty
from pathlib import Path
from typing import Final

BITS: Final = 10
CHUNK: Final = 16
"""Bytes that arrive together, 1.4 ms at 115,200 baud."""
SECOND_NS: Final = 1_000_000_000
MEMORY: Final = 256
"""What an adapter takes ahead of the wire."""


class Way:
    """One direction: each byte leaves when the one before it has left."""

    def __init__(self, source: int, target: int, baud: int) -> None:
        self.source, self.target, self.baud = source, target, baud
        self.waiting = b""
        self.arrives_ns = 0

    def take(self, now_ns: int) -> None:
        """What was written, as far as an adapter's memory goes; the rest stays with the writer."""
        data = os.read(self.source, MEMORY - len(self.waiting))
        if not self.waiting:
            self.arrives_ns = max(now_ns, self.arrives_ns) + self._took_ns(min(CHUNK, len(data)))
        self.waiting += data

    def give(self, now_ns: int) -> None:
        """Hand over what has arrived by now."""
        while self.waiting and now_ns >= self.arrives_ns:
            os.write(self.target, self.waiting[:CHUNK])
            self.waiting = self.waiting[CHUNK:]
            if self.waiting:
                self.arrives_ns += self._took_ns(min(CHUNK, len(self.waiting)))

    def _took_ns(self, count: int) -> int:
        return count * BITS * SECOND_NS // self.baud


def carry(ends: tuple[int, int], baud: int) -> None:
    """Carry for ever."""
    ways = [Way(*ends, baud), Way(*reversed(ends), baud)]
    while True:
        now_ns = time.monotonic_ns()
        for way in ways:
            way.give(now_ns)
        free = [way.source for way in ways if len(way.waiting) < MEMORY]
        due = [way.arrives_ns for way in ways if way.waiting]
        wait_s = max(0, min(due) - time.monotonic_ns()) / SECOND_NS if due else 1.0
        ready, _, _ = select.select(free, [], [], wait_s)
        for way in ways:
            if way.source in ready:
                way.take(time.monotonic_ns())


def main(words: list[str]) -> None:
    """Make the line and carry until killed."""
    baud, links = int(words[0]), words[1:3]
    ends = []
    for link in links:
        master, slave = os.openpty()
        tty.setraw(slave)
        Path(link).symlink_to(os.ttyname(slave))
        ends.append(master)
    print("ready", flush=True)
    carry((ends[0], ends[1]), baud)


if __name__ == "__main__":
    main(sys.argv[1:])
