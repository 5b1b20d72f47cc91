"""When a picture that counts down or fills changes: by what it counts, not by when it was drawn.

Were it drawn again a second after the last time, an entry that nobody at the table may know of
would shift every later picture, and so be seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kiosk.desk import Desk

SECOND_NS: Final = 1_000_000_000
HOLD_STEP_NS: Final = 50_000_000


def seconds_left(until_ns: int, now_ns: int) -> int:
    """Whole seconds as they are shown, 1 at the least: what is over goes away, it never says 0.

    (What expires is taken away a moment late; until then nothing about it may change.)
    """
    return max(1, -(-(until_ns - now_ns) // SECOND_NS))


def held(since_ns: int, now_ns: int) -> int:
    """The instant up to which a hold is shown: in steps from its beginning."""
    return since_ns + max(0, now_ns - since_ns) // HOLD_STEP_NS * HOLD_STEP_NS


def next_second(untils_ns: Iterable[int], now_ns: int) -> int | None:
    """The next instant at which one of these countdowns shows another second, or is over."""
    counting = [until_ns for until_ns in untils_ns if until_ns > now_ns]
    return min(
        (until_ns - (until_ns - now_ns - 1) // SECOND_NS * SECOND_NS for until_ns in counting),
        default=None,
    )


def next_held(since_ns: int, now_ns: int, rate: Fraction) -> int:
    """The next instant at which a hold shows more; `rate`: table seconds in one that passes."""
    step_ns = HOLD_STEP_NS * max(1, round(rate))
    return since_ns + (max(0, now_ns - since_ns) // step_ns + 1) * step_ns


def steps_of(desk: Desk, now_ns: int, rate: Fraction) -> list[int]:
    """When the picture of this desk changes next by itself, its clocks apart."""
    since_ns, second_ns = desk.fills_since(), next_second(desk.counts_to(now_ns), now_ns)
    found = [] if since_ns is None else [next_held(since_ns, now_ns, rate)]
    return found if second_ns is None else [*found, second_ns]
