"""The game on the table: its session, its file, its desk, and what the screen needs of it."""

from __future__ import annotations

from kiosk.clockask import ClockAsk
from kiosk.desk import Desk, Scene
from kiosk.journal import Journal
from kiosk.session import Session


class Game:
    """One game. `ask`: nobody knows how late it is, the clock is held until the official says."""

    def __init__(
        self, session: Session, journal: Journal, desk: Desk, ask: ClockAsk | None
    ) -> None:
        self.session = session
        self.journal = journal
        self.desk = desk
        self.ask = ask
        self.phase = session.view.phase

    @property
    def is_open(self) -> bool:
        """Something can still be written."""
        return not self.session.sealed

    def scene(self) -> Scene:
        """What the desk may look at."""
        session = self.session
        return Scene(session.view, session.history.would_undo, session.game_ms)

    def deadline_ns(self) -> int | None:
        """The next instant at which something happens by itself."""
        return self.session.next_deadline_ns() if self.is_open else None

    def wake_ns(self) -> int | None:
        """When a half-done gesture is decided by time alone."""
        return self.desk.wake_ns() if self.is_open else None
