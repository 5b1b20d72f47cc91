"""What a line is like that carries no session: silent, or full of noise. Pure.

Two ends at different speeds hear bytes and never a frame. A bad line loses frames, but not each of
them: so no frame at all for some seconds, with bytes in them, is probably a wrong speed.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

SECOND_NS: Final = 1_000_000_000
GARBLED_NS: Final = 2_500_000_000
GARBLED_BYTES: Final = 4
"""A port at 9,600 baud hears two bytes a second of a gateway at 115,200 that asks who is there."""
NOISE_NS: Final = 400_000_000
"""So long a table hears bytes and no frame until it says something itself (tableend.py)."""
QUIET_NS: Final = 3 * SECOND_NS


class LineState(StrEnum):
    """How it is with the line, for a sign and a log."""

    NO_PORT = "no_port"
    """It cannot be opened: unplugged, or somebody else has it."""
    SILENT = "silent"
    """Nothing comes: the other end is off, or a wire is open."""
    GARBLED = "garbled"
    """Bytes come and never a frame: probably another speed."""
    OTHER_VERSION = "other_version"
    """The other end speaks no version that this one does."""
    WAITING = "waiting"
    """It is open; there is no session yet."""
    UP = "up"


class Quality:
    """Counts what comes."""

    def __init__(self, now_ns: int) -> None:
        self._bytes = 0
        self._first_ns: int | None = None
        self._last_ns = now_ns

    def heard(self, size: int, frames: int, now_ns: int) -> None:
        """So many bytes came, and so many frames ended in them, another session's among them."""
        self._last_ns = now_ns
        if frames:
            self._bytes, self._first_ns = 0, None
        elif self._first_ns is None:
            self._bytes, self._first_ns = size, now_ns
        else:
            self._bytes += size

    def noise_ns(self) -> int | None:
        """Since when it is plain that bytes come and no frame; None: nothing of the kind."""
        return None if self._first_ns is None else self._first_ns + NOISE_NS

    def state(self, now_ns: int) -> LineState:
        """`SILENT`, `GARBLED` or neither, which is `WAITING`."""
        if now_ns - self._last_ns >= QUIET_NS:
            self._bytes, self._first_ns = 0, None
            return LineState.SILENT
        garbled_ns = self._garbled_ns()
        return (
            LineState.GARBLED
            if garbled_ns is not None and now_ns >= garbled_ns
            else LineState.WAITING
        )

    def _garbled_ns(self) -> int | None:
        if self._first_ns is None or self._bytes < GARBLED_BYTES:
            return None
        return self._first_ns + GARBLED_NS
