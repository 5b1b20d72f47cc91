"""Hands on the vote pads: which lie on them, and when one counts as lifted. Pure, from stamps.

A hand bounces: off its pad for less than 150 ms it never was off. Who has voted and whose hand is
off longer while the window runs has lifted it (MAFN-VOTE-11); a hand that goes just before "thank
you" and is not off so long by then is no foul.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from kiosk.intents import Act
from rules.kinds import Seat

LIFTED_NS: Final = 150_000_000


class Pads:
    """The hands at one table."""

    def __init__(self) -> None:
        self._down: set[Seat] = set()
        self._off: dict[Seat, int] = {}

    def pressed(self, seat: Seat) -> bool:
        """A fist came down. True: it only bounced, the hand never was off."""
        self._down.add(seat)
        return self._off.pop(seat, None) is not None

    def released(self, seat: Seat, at_ns: int, *, voted: bool) -> None:
        """A hand went up; `voted`: it has just voted in the window that runs."""
        self._down.discard(seat)
        if voted:
            self._off[seat] = at_ns

    def lying(self, eligible: Iterable[Seat]) -> tuple[Seat, ...]:
        """Whose fist lies on the pad already, of these."""
        return tuple(seat for seat in eligible if seat in self._down)

    def closed(self) -> None:
        """The window is closed: a hand may go."""
        self._off.clear()

    def pass_time(self, now_ns: int) -> list[Act]:
        """The hands that count as lifted by now, each at its own instant, in order."""
        due = sorted(
            (at_ns + LIFTED_NS, seat)
            for seat, at_ns in self._off.items()
            if at_ns + LIFTED_NS <= now_ns
        )
        for _, seat in due:
            del self._off[seat]
        return [Act({"do": "lift", "seat": seat}, at_ns) for at_ns, seat in due]

    def wake_ns(self) -> int | None:
        """When `pass_time` has something to do."""
        return min(self._off.values(), default=-LIFTED_NS) + LIFTED_NS if self._off else None
