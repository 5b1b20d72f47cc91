"""When the wire will have sent what it was given, reckoned from its speed. Pure.

The kernel takes bytes at once and sends them later. A timer that began when it took them would ask
too early, and a result would wait behind everything that was handed over before it: so no more than
a fifth of a second is given ahead.
"""

from __future__ import annotations

from typing import Final

BITS: Final = 10
"""Of a byte on a wire with start and stop bit (8N1)."""
LEAD_NS: Final = 200_000_000
SECOND_NS: Final = 1_000_000_000


class Pace:
    """A wire of so many baud."""

    def __init__(self, baud: int) -> None:
        self._baud = baud
        self.free_ns = 0
        """When the last byte that was given leaves the wire."""

    def has_room(self, now_ns: int) -> bool:
        """More may be given now."""
        return self.free_ns - now_ns < LEAD_NS

    def room_ns(self) -> int:
        """When more may be given."""
        return self.free_ns - LEAD_NS + 1

    def took_ns(self, size: int) -> int:
        """How long so many bytes take."""
        return size * BITS * SECOND_NS // self._baud

    def give(self, size: int, now_ns: int) -> int:
        """So many bytes go out: when the last of them leaves the wire."""
        self.free_ns = max(now_ns, self.free_ns) + self.took_ns(size)
        return self.free_ns
