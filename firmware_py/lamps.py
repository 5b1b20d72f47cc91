"""The seat lamps: patterns, the answer to a press, and the tick that keeps them going.

Three layers for each lamp, later ones win over earlier ones while they last:

1. `show(seat, pattern)`: the seat's steady state (its turn, its fouls);
2. `signal(pattern, at_ns)`: one pattern on every lamp, a warning or a chime's twin;
3. `answer(seat, at_ns)`: what is seen is inverted for 150 ms. This is *the lamp is lit*: this
   press is on disk. The same for accepted and refused.

In each layer the last writer wins. `answer` may be called from any thread and costs one pin
write; everything is behind one lock. Nothing here makes a thread: the loop calls `tick` when the
time it returned has come (and after an acknowledgement from the journal), so that lamps and
screen change together. Patterns keep to two flashes a second; an answer is one inversion for each
press and follows the finger.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from typing import Final, Protocol

from firmware_py.errors import LineLost
from firmware_py.kinds import LineFault, LineId
from firmware_py.patterns import OFF, Pattern

ANSWER_NS: Final = 150_000_000

_log = logging.getLogger(__name__)


class Output(Protocol):
    """What a lamp needs of its device (gpiozero's `LED`)."""

    def on(self) -> None: ...
    def off(self) -> None: ...
    @property
    def is_lit(self) -> bool: ...


OnOutput = Callable[[LineId, bool, int], None]
"""(line, on, table time): told of each output change, for a trace."""


class LampBoard:
    """The lamps of seats 1 to n. A seat without a device keeps its state for the screen's echo."""

    def __init__(
        self,
        outputs: Mapping[int, Output],
        seats: int = 10,
        on_output: OnOutput | None = None,
        on_fault: Callable[[LineFault], None] | None = None,
    ) -> None:
        self._lamps = {seat: _Lamp(seat, outputs.get(seat)) for seat in range(1, seats + 1)}
        self._on_output = on_output
        self._on_fault = on_fault
        self._signal: tuple[Pattern, int] = (OFF, 0)
        self._signalling = False
        self._lock = threading.Lock()
        self._closed = False

    def show(self, seat: int, pattern: Pattern, at_ns: int) -> None:
        """The seat's state from now on. The same pattern again goes on where it is."""
        with self._lock:
            lamp = self._lamps[seat]
            if lamp.base[0] != pattern:
                lamp.base = (pattern, at_ns)
                self._refresh(lamp, at_ns)

    def signal(self, pattern: Pattern, at_ns: int) -> None:
        """One pattern on all lamps, from `at_ns`; `clear` or its end gives the lamps back."""
        with self._lock:
            self._signal, self._signalling = (pattern, at_ns), True
            for lamp in self._lamps.values():
                self._refresh(lamp, at_ns)

    def clear(self, at_ns: int) -> None:
        """Ends the signal on all lamps."""
        with self._lock:
            self._signalling = False
            for lamp in self._lamps.values():
                self._refresh(lamp, at_ns)

    def answer(self, seat: int, at_ns: int) -> None:
        """Invert this seat's lamp for 150 ms from `at_ns`: recorded. From any thread, cheap.

        A second answer within the first keeps the lamp inverted for 150 ms of its own.
        """
        with self._lock:
            lamp = self._lamps.get(seat)
            if lamp is not None:
                lamp.inverted_until_ns = at_ns + ANSWER_NS
                self._refresh(lamp, at_ns)

    def tick(self, now_ns: int) -> int | None:
        """Bring every lamp to its level of now; when to call again (None: when told otherwise)."""
        soonest: int | None = None
        with self._lock:
            for lamp in self._lamps.values():
                if lamp.next_ns is not None:
                    if lamp.next_ns <= now_ns:
                        self._refresh(lamp, now_ns)
                    if lamp.next_ns is not None and (soonest is None or lamp.next_ns < soonest):
                        soonest = lamp.next_ns
        return soonest

    def lit(self, seat: int) -> bool:
        """Is this seat's lamp on (as last written; true for a lamp that is missing too)?"""
        return self._lamps[seat].lit

    def check(self) -> None:
        """Read the lamps that are on: one whose line is dark has lost its chip, and is a fault.

        A driver may not tell of a write that failed (the expander's cable is out).
        """
        with self._lock:
            lit = [lamp for lamp in self._lamps.values() if lamp.lit and lamp.output is not None]
            for lamp in lit:
                if self._reads(lamp) is False:
                    self._lose(lamp, LineLost(lamp.line, "it was switched on and reads dark"))
            if any(lamp.output is None for lamp in lit):  # a chip that is gone is told at once
                for lamp in self._lamps.values():
                    self._reads(lamp)

    def reads(self, seat: int) -> bool | None:
        """What this lamp's line carries; None for a lamp that is missing or lost."""
        with self._lock:
            return self._reads(self._lamps[seat])

    def close(self, at_ns: int = 0) -> None:
        """All off, whatever was shown; later calls change nothing. Twice is harmless."""
        with self._lock:
            self._closed = True
            for lamp in self._lamps.values():
                lamp.next_ns = None
                self._drive(lamp, False)  # always written: an expander keeps what it had
                if lamp.lit:
                    lamp.lit = False
                    self._tell(lamp, at_ns)

    def _refresh(self, lamp: _Lamp, now_ns: int) -> None:
        if self._closed:
            return
        lit, next_in_ns = None, None
        if self._signalling:
            pattern, since_ns = self._signal
            lit, next_in_ns = pattern.at(max(now_ns - since_ns, 0))
        if lit is None:
            pattern, since_ns = lamp.base
            lit, next_in_ns = pattern.at(max(now_ns - since_ns, 0))
        lit = bool(lit)
        if now_ns < lamp.inverted_until_ns:
            lit = not lit
            left_ns = lamp.inverted_until_ns - now_ns
            next_in_ns = left_ns if next_in_ns is None else min(next_in_ns, left_ns)
        lamp.next_ns = None if next_in_ns is None else now_ns + next_in_ns
        if lit != lamp.lit:
            lamp.lit = lit
            self._drive(lamp, lit)
            self._tell(lamp, now_ns)

    def _drive(self, lamp: _Lamp, lit: bool) -> None:
        if lamp.output is None:
            return
        try:
            if lit:
                lamp.output.on()
            else:
                lamp.output.off()
        except LineLost as lost:
            self._lose(lamp, lost)

    def _reads(self, lamp: _Lamp) -> bool | None:
        if lamp.output is None:
            return None
        try:
            return bool(lamp.output.is_lit)
        except LineLost as lost:
            self._lose(lamp, lost)
            return None

    def _tell(self, lamp: _Lamp, at_ns: int) -> None:
        if self._on_output is not None:
            self._on_output(lamp.line, lamp.lit, at_ns)

    def _lose(self, lamp: _Lamp, lost: LineLost) -> None:
        """A lamp that does not obey is told once and left alone; the press counts all the same."""
        lamp.output = None
        _log.error("%s: %s", lamp.line, lost)
        if self._on_fault is not None:
            self._on_fault(
                LineFault(lamp.line, "pins.lost", "pins.lost.remedy", (("pin", lost.pin),))
            )


class _Lamp:
    __slots__ = ("base", "inverted_until_ns", "line", "lit", "next_ns", "output")

    def __init__(self, seat: int, output: Output | None) -> None:
        self.line = LineId(f"lamp{seat}")
        self.output = output
        self.base: tuple[Pattern, int] = (OFF, 0)
        self.inverted_until_ns = 0
        self.lit = False
        self.next_ns: int | None = None
