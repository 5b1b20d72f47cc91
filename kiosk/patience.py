"""Where an instant decides whose hand was there in time, it is crossed a little later.

Edges have their stamps from the kernel, but may be handed over late by a busy machine, and crossed.
Until the instant is crossed, those behind it are kept here, for others may come before it.
"""

from __future__ import annotations

from firmware_py.debounce import in_order
from firmware_py.kinds import Edge
from kiosk.game import Game


class Patience:
    """Of one table. `late_ns`: so long (table time) an edge may be on its way."""

    def __init__(self, late_ns: int) -> None:
        self.late_ns = late_ns
        self._kept: list[Edge] = []

    def ns(self, game: Game | None) -> int:
        """How long after its instant the next deadline of this game is crossed."""
        if game is None or not game.is_open or not game.desk.awaits_hands(game.session.view):
            return 0
        return self.late_ns

    def keeps(self, edge: Edge, game: Game | None, now_ns: int) -> bool:
        """Whether this edge has to wait until the next deadline is crossed."""
        due_ns = game.deadline_ns() if game is not None and self.ns(game) else None
        if due_ns is None or not due_ns <= edge.at_ns <= now_ns < due_ns + self.late_ns:
            return False
        self._kept.append(edge)
        return True

    def over(self) -> list[Edge]:
        """What was kept, by its stamps; nothing is kept any more."""
        kept, self._kept = self._kept, []
        return in_order(kept)
