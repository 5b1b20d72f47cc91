"""What a test program in the preloaded process sees: the hand, the eye, and a table opened on it.

Run by `test_userspace_kernel.py` in a process of its own, with `userspace_gpio.c` preloaded.
"""

from __future__ import annotations

import ctypes
import os
import queue
from collections.abc import Callable
from pathlib import Path

from firmware_py.chips import KernelChip, kernel_chips
from firmware_py.gpio import open_chips
from firmware_py.kinds import Edge
from firmware_py.pinmap import PinMap, parse_pin_map
from firmware_py.table import Table
from firmware_py.timesource import SystemTime

HEADER, EXPANDER = 0, 1
ENVIRON = {"TABLESIDE_BOARD": "c03111"}
DEV = Path(os.environ["FAKE_GPIO_DEV"])

kernel = ctypes.CDLL(None)
kernel.fake_edge.restype = ctypes.c_uint64
kernel.fake_hold.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_char_p]

for offset in range(54):
    kernel.fake_rest(HEADER, offset, 1)
for offset in range(9, 28):
    if offset in (12, 18):  # outputs of the maps that are tried, pulled down at reset
        kernel.fake_rest(HEADER, offset, 0)


def chips() -> list[KernelChip]:
    """The chips of this process, through the ioctl that asks for a label."""
    return kernel_chips(DEV, DEV)


def pin_map(change: Callable[[str], str] = str) -> PinMap:
    """The map that ships, or a change of it."""
    text = Path("hardware/pins.toml").read_text(encoding="utf-8")
    return parse_pin_map(change(text), "pins.toml")


class Opened:
    """A table on these chips, with its edges."""

    def __init__(
        self,
        mapped: PinMap | None = None,
        list_chips: Callable[[], list[KernelChip]] = chips,
        on_edge: Callable[[Edge], None] | None = None,
    ) -> None:
        self.time = SystemTime()
        self.edges: queue.SimpleQueue[Edge] = queue.SimpleQueue()
        mapped = mapped or pin_map()
        opened = open_chips(mapped, self.time, ENVIRON, list_chips)
        self.table = Table(mapped, opened, self.time, on_edge or self.edges.put)

    def take(self) -> Edge:
        """The next edge; the test fails if none comes."""
        return self.edges.get(timeout=5)


def trace() -> list[list[str]]:
    """Every claim, write and release so far: what, chip, line, level, pull."""
    path = Path(os.environ["FAKE_GPIO_TRACE"])
    return [line.split() for line in path.read_text(encoding="ascii").splitlines()]
