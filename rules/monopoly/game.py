"""The Monopoly family as `rules/game.py` wants it: the machine, the clock and the views in one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from rules.actions import Action
from rules.edition import Edition
from rules.kinds import Announcement, Audience, GameMs, Status, Step
from rules.monopoly import claims, clock, machine
from rules.monopoly.facts import facts_of
from rules.monopoly.state import State, opened
from rules.monopoly.summary import summary
from rules.monopoly.view import MonopolyView, Phase
from rules.monopoly.views import view
from rules.opening import Opening

_STATUS: Final = MappingProxyType(
    {
        Phase.COUNT: Status.AWAITING_SIGNATURES,
        Phase.SIGN: Status.AWAITING_SIGNATURES,
        Phase.CLOSED: Status.FINAL,
        Phase.VOID: Status.VOID,
    }
)


class MonopolyGame:
    """`hun-2009` and what organisers make of it."""

    family = "monopoly"
    step = staticmethod(machine.step)
    fire = staticmethod(clock.fire)

    def open(self, opening: Opening, edition: Edition) -> Step[State]:
        """HUN-6: names on their places; EditionError for more players than a table has."""
        return Step(opened(facts_of(opening, edition)))

    def deadline(self, state: State) -> GameMs | None:
        """HUN-4.2: the next mark, or the end."""
        return state.clock.due

    def status(self, state: State) -> Status:
        """HUN-8: a round ends only when player and banker have signed."""
        return _STATUS.get(state.phase, Status.OPEN)

    def view(self, state: State, audience: Audience) -> MonopolyView:
        """What this audience may see."""
        return view(state, audience)

    def summary(self, state: State) -> Mapping[str, Any]:
        """The family's part of the summary."""
        return summary(state)

    def audience(self, state: State, action: Action) -> Audience:
        """HUN-G-RENT-NOPROMPT: a debt, and who asks for it, is the official's alone to see."""
        return Audience.OFFICIAL if type(action) in claims.UNSEEN else Audience.TABLE

    def upcoming(self, state: State) -> tuple[Announcement, ...]:
        """HUN-4.1, HUN-4.2: the warnings that are left, and the end."""
        return clock.upcoming(state)

    def announced(self, state: State) -> tuple[Announcement, ...]:
        """Announcements of the running attempt, in order."""
        return state.clock.announced


GAME: Final = MonopolyGame()
