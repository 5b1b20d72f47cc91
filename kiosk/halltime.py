"""The hall's clock as a table can know it: from answers that were on the way for a while. Pure.

The league says what its clock shows and how long it worked on the answer; the rest of the time was
the way, there and back. Nobody's wall clock is in it. The quickest of the last answers says most.
"""

from __future__ import annotations

from collections import deque
from typing import Final, NamedTuple

MS: Final = 1_000_000
KEPT: Final = 8
"""So many answers are compared."""
WANDER_PPM: Final = 200
"""Two clocks of which each may be off by 100 ppm."""
STEP_NS: Final = 50 * MS
"""An answer that differs by more than it can err, and this: the hall's clock is another one now."""


class Sample(NamedTuple):
    """At table time `at_ns` the hall's clock was table time and `ahead_ns`, give or take
    `error_ns`.
    """

    at_ns: int
    ahead_ns: int
    error_ns: int


def sample(sent_ns: int, got_ns: int, hall_ms: int, took_ms: int) -> Sample:
    """What an answer says of the hall's clock: it was read as the answer left, half the way ago."""
    way_ns = max(0, got_ns - sent_ns - took_ms * MS)
    at_ns = got_ns - way_ns // 2
    return Sample(at_ns, hall_ms * MS + MS // 2 - at_ns, way_ns // 2 + MS // 2)


class HallTime:
    """The hall's clock, as far as it was heard of."""

    def __init__(self) -> None:
        self._samples: deque[Sample] = deque(maxlen=KEPT)

    def hear(self, new: Sample) -> None:
        """An answer came."""
        best = self._best(new.at_ns)
        if best is not None:
            apart = abs(new.ahead_ns - best.ahead_ns)
            if apart > new.error_ns + _error(best, new.at_ns) + STEP_NS:
                self._samples.clear()
        self._samples.append(new)

    def now_ms(self, at_ns: int) -> int | None:
        """What it shows at this table time; None: nothing was heard."""
        best = self._best(at_ns)
        return None if best is None else (at_ns + best.ahead_ns) // MS

    def at_ns(self, hall_ms: int, now_ns: int) -> int | None:
        """The table time at which it shows this."""
        best = self._best(now_ns)
        return None if best is None else hall_ms * MS - best.ahead_ns

    def _best(self, at_ns: int) -> Sample | None:
        return min(self._samples, key=lambda one: _error(one, at_ns), default=None)


def _error(one: Sample, at_ns: int) -> int:
    """What a sample may be wrong by, the older the more."""
    return one.error_ns + max(0, at_ns - one.at_ns) * WANDER_PPM // 1_000_000
