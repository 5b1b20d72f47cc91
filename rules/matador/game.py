"""The Matador family as `rules/game.py` wants it: the machine, the clocks and the views in one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from rules.actions import Action, Vote
from rules.edition import Edition
from rules.kinds import Announcement, Audience, GameMs, Status, Step
from rules.matador import clock, machine
from rules.matador.cheating import closes
from rules.matador.facts import facts_of
from rules.matador.state import State, opened
from rules.matador.summary import summary
from rules.matador.view import MatadorView, Phase
from rules.matador.views import view
from rules.opening import Opening

_STATUS: Final = MappingProxyType(
    {
        Phase.COUNT: Status.AWAITING_SIGNATURES,
        Phase.SIGN: Status.AWAITING_SIGNATURES,
        Phase.CLOSED: Status.FINAL,
        Phase.VOID: Status.VOID,
    }
)


class MatadorGame:
    """`ramk-2017` and what clubs make of it."""

    family = "monopoly"
    step = staticmethod(machine.step)
    fire = staticmethod(clock.fire)

    def open(self, opening: Opening, edition: Edition) -> Step[State]:
        """RAMK-9.16: names on their places; EditionError for more players than a table has."""
        return Step(opened(facts_of(opening, edition)))

    def deadline(self, state: State) -> GameMs | None:
        """RAMK-9.26, RAMK-3.2: the next mark of a time-out or of the evening."""
        return clock.deadline(state)

    def status(self, state: State) -> Status:
        """RAMK-9.16: final when all have signed and the keeper has confirmed."""
        return _STATUS.get(state.phase, Status.OPEN)

    def view(self, state: State, audience: Audience) -> MatadorView:
        """What this audience may see."""
        return view(state, audience)

    def summary(self, state: State) -> Mapping[str, Any]:
        """The family's part of the summary."""
        return summary(state)

    def audience(self, state: State, action: Action) -> Audience:
        """RAMK-4.1: how somebody votes is nobody's business before the ballot is closed.

        The voice that closes it is everybody's: with it the verdict is known.
        """
        if type(action) is not Vote or closes(state, action):
            return Audience.TABLE
        return Audience.OFFICIAL

    def upcoming(self, state: State) -> tuple[Announcement, ...]:
        """RAMK-9.26, RAMK-3.2: what is left of a time-out and of the evening."""
        return clock.upcoming(state)

    def announced(self, state: State) -> tuple[Announcement, ...]:
        """Announcements of the running attempt, in order."""
        return state.clock.announced


GAME: Final = MatadorGame()
