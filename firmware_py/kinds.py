"""Values that cross the border between pins and the kiosk. Imports nothing of ours.

`at_ns` is always *table time*: nanoseconds of the kernel's boot-time clock as the table's
`TimeSource` gives them (scaled when `--fast N` is used), never the wall clock.
"""

from __future__ import annotations

from typing import NamedTuple, NewType

LineId = NewType("LineId", str)
"""`seat1`..`seat10`, `judge.next` ..., `shutdown`, `lamp1`..`lamp10`, `buzzer`."""


class Edge(NamedTuple):
    """A raw change of an input line as the pin layer stamped it; `pressed` is the logical level."""

    line: LineId
    pressed: bool
    at_ns: int


class Press(NamedTuple):
    """A debounced press."""

    line: LineId
    at_ns: int


class Release(NamedTuple):
    """A debounced release; every press has exactly one."""

    line: LineId
    at_ns: int


class LineFault(NamedTuple):
    """A line that could not be had or stopped working: what to show and the remedy (text keys).

    `details` fill the texts' placeholders, as (name, value) pairs: `pin` always, for a line that
    is held by somebody else `holder` and `overlay` too.
    """

    line: LineId
    reason: str
    remedy: str
    details: tuple[tuple[str, str], ...] = ()


class Note(NamedTuple):
    """One piezo note: pitch in Hz (None = rest), sounding time and the silence after it."""

    hz: float | None
    on_ms: int
    off_ms: int
