"""Lamp patterns: what one lamp does over time, as data. No meaning by colour, only by rhythm.

A pattern is a list of (on, ms) steps, played once or repeated. None flashes more than twice a
second (people with photosensitive epilepsy): `Pattern` refuses to be built otherwise.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Final

_MS: Final = 1_000_000
_LEAST_BETWEEN_FLASHES_MS: Final = 500


class Pattern:
    """Steps of (lit, ms). `repeat`: from the start again for ever; else over after the last step.

    A pattern of one step with 0 ms is steady.
    """

    __slots__ = ("_ends_ns", "repeat", "steps")

    def __init__(self, steps: tuple[tuple[bool, int], ...], repeat: bool = False) -> None:
        if not steps or (any(ms <= 0 for _, ms in steps) and len(steps) > 1):
            raise ValueError(f"steps = {steps}; write (lit, ms) with ms above 0")
        if _flashes_too_fast(steps, repeat):
            raise ValueError(f"steps = {steps}; at most two flashes a second are allowed")
        self.steps: Final = steps
        self.repeat: Final = repeat
        self._ends_ns: Final = tuple(accumulate(ms * _MS for _, ms in steps))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pattern):
            return NotImplemented
        return (self.steps, self.repeat) == (other.steps, other.repeat)

    def __hash__(self) -> int:
        return hash((self.steps, self.repeat))

    def __repr__(self) -> str:
        return f"Pattern({self.steps}, repeat={self.repeat})"

    @property
    def length_ms(self) -> int | None:
        """How long it plays; None: for ever."""
        return None if self.repeat or self.steady else self._ends_ns[-1] // _MS

    @property
    def steady(self) -> bool:
        """One level for ever."""
        return self._ends_ns[-1] == 0

    def at(self, since_ns: int) -> tuple[bool | None, int | None]:
        """(lit, ns until it changes) this long after its start; (None, None): it is over."""
        if self.steady:
            return self.steps[0][0], None
        whole_ns = self._ends_ns[-1]
        if since_ns >= whole_ns:
            if not self.repeat:
                return None, None
            since_ns %= whole_ns
        for (lit, _), end_ns in zip(self.steps, self._ends_ns, strict=True):
            if since_ns < end_ns:
                return lit, end_ns - since_ns
        return None, None


def on_for(ms: int) -> Pattern:
    """Lit for so long, once."""
    return Pattern(((True, ms),))


def off_for(ms: int) -> Pattern:
    """Dark for so long, once."""
    return Pattern(((False, ms),))


def flashes(count: int) -> Pattern:
    """So many flashes, 250 ms on and 250 off (the warnings: 1 to 5)."""
    return Pattern(((True, 250), (False, 250)) * count)


def gaps(count: int) -> Pattern:
    """A lit lamp with so many short gaps (ten, thirty, sixty seconds left)."""
    return Pattern((*((True, 250), (False, 250)) * count, (True, 250)))


def blink_for(ms: int) -> Pattern:
    """Fast blink for about so long."""
    return flashes(max(1, ms // 500))


def fouls(count: int) -> Pattern:
    """A seat with one to three fouls: lit, with so many short gaps, again and again."""
    if not 1 <= count <= 3:
        raise ValueError(f"count = {count}; write 1 to 3")
    return Pattern((*((False, 250), (True, 250)) * (count - 1), (False, 250), (True, 2250)), True)


def _flashes_too_fast(steps: tuple[tuple[bool, int], ...], repeat: bool) -> bool:
    """Two flashes a second: from one lighting-up to the next at least half a second."""
    at_ms, last_ms, lit_before = 0, -_LEAST_BETWEEN_FLASHES_MS, False
    for lit, ms in steps * 2 if repeat else steps:
        if lit and not lit_before:
            if at_ms - last_ms < _LEAST_BETWEEN_FLASHES_MS:
                return True
            last_ms = at_ms
        lit_before = lit
        at_ms += ms
    return False


# After the check that building them calls.
OFF: Final = Pattern(((False, 0),))
ON: Final = Pattern(((True, 0),))
FAST: Final = Pattern(((True, 250), (False, 250)), repeat=True)
SLOW: Final = Pattern(((True, 500), (False, 500)), repeat=True)
TWO_LONG: Final = Pattern(((True, 750), (False, 500), (True, 750), (False, 250)))
THREE_SHORT_ONE_LONG: Final = Pattern((*((True, 250), (False, 250)) * 3, (True, 1000)))
TWO_SHORT_ONE_LONG: Final = Pattern((*((True, 250), (False, 250)) * 2, (True, 1000)))
THREE_DOUBLE: Final = Pattern(
    ((True, 250), (False, 250), (True, 250), (False, 750)) * 3,
)
