"""The casino family as `rules/game.py` wants it: the machine, the clock and the views in one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from rules.actions import Action
from rules.casino import clock, machine
from rules.casino.state import Phase, State, facts_of, opened
from rules.casino.summary import summary
from rules.casino.view import CasinoView
from rules.casino.views import view
from rules.edition import Edition
from rules.kinds import Announcement, Audience, Status, Step
from rules.opening import Opening

_STATUS: Final = MappingProxyType(
    {
        Phase.COUNT: Status.AWAITING_SIGNATURES,
        Phase.SIGN: Status.AWAITING_SIGNATURES,
        Phase.CLOSED: Status.FINAL,
        Phase.VOID: Status.VOID,
    }
)


class CasinoGame:
    """The `ray-*` editions and what organisers make of them."""

    family = "casino"
    step = staticmethod(machine.step)
    fire = staticmethod(clock.fire)
    deadline = staticmethod(clock.deadline)
    upcoming = staticmethod(clock.upcoming)

    def open(self, opening: Opening, edition: Edition) -> Step[State]:
        """RAY-STRUCT-1: the tournament's instructions are its structure."""
        return Step(opened(facts_of(opening, edition)))

    def status(self, state: State) -> Status:
        """RAY-1-4: a result is final when the staff has signed it."""
        return _STATUS.get(state.phase, Status.OPEN)

    def view(self, state: State, audience: Audience) -> CasinoView:
        """What this audience may see."""
        return view(state, audience)

    def summary(self, state: State) -> Mapping[str, Any]:
        """The family's part of the summary."""
        return summary(state)

    def audience(self, state: State, action: Action) -> Audience:
        """Nothing at a tournament's table is secret."""
        return Audience.TABLE

    def announced(self, state: State) -> tuple[Announcement, ...]:
        """Announcements of the running attempt, in order."""
        return state.clock.announced


GAME: Final = CasinoGame()
