"""What the desk wants done: actions for the record, and little else. Values only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware_py.kinds import LineId
from kiosk.gestures import Source
from rules.kinds import Seat
from rules.value import Value


class Act(Value):
    """Write this action down and let the rules judge it; `fields` without `t`."""

    fields: Mapping[str, Any]
    at_ns: int
    line: LineId | None = None
    source: Source = Source.CONSOLE


class TakeBack(Value):
    """`undo` of the `back`-th from the end, after it was asked about."""

    at_ns: int
    line: LineId | None = None
    back: int = 1


class Sign(Value):
    """The seat held its button long enough; the press itself is written already."""

    seat: Seat
    at_ns: int


class CheckPin(Value):
    """Somebody typed the referee's PIN: look at it elsewhere, it takes its time."""

    pin: str


class Note(Value):
    """Mark this place in the record."""

    fields: Mapping[str, Any]
    at_ns: int


class Tell(Value):
    """Give this signal out at the table, due at this stamp. It is the table's own, not the rules':
    nothing is written of it.
    """

    word: str
    at_ns: int


Intent = Act | TakeBack | Sign | CheckPin | Note | Tell
