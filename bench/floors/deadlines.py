"""A bare deadline loop: sleep until each instant in a queue's time-out, note how late it woke."""

import queue
import time
from contextlib import suppress


def measure(count: int, every_ns: int) -> list[int]:
    """Nanoseconds late for each of `count` instants of the monotonic clock, in order."""
    inbox: queue.SimpleQueue[None] = queue.SimpleQueue()
    late, instant = [], time.monotonic_ns()
    for _ in range(count):
        instant += every_ns
        while (left := instant - time.monotonic_ns()) > 0:
            with suppress(queue.Empty):
                inbox.get(timeout=left / 1e9)
        late.append(time.monotonic_ns() - instant)
    return late
