"""The Mafia family as `rules/game.py` wants it: the machine, the clock and the views in one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from rules.actions import Action, Award, BestMove, DonCheck, Roles, SheriffCheck, Shot
from rules.edition import Edition
from rules.kinds import Announcement, Audience, GameMs, Status, Step
from rules.mafia import clock, conduct, machine
from rules.mafia.facts import facts_of
from rules.mafia.state import State, opened
from rules.mafia.summary import summary
from rules.mafia.view import MafiaView, Phase
from rules.mafia.views import view
from rules.opening import Opening

_STATUS: Final = MappingProxyType(
    {
        Phase.OVER: Status.AWAITING_SIGNATURES,
        Phase.CLOSED: Status.FINAL,
        Phase.VOID: Status.VOID,
    }
)
_PRIVATE: Final = frozenset((Roles, Shot, DonCheck, SheriffCheck, BestMove, Award))


class MafiaGame:
    """`mafia-nuances`, `mafia-aktau-2015`, and what clubs make of them."""

    family = "mafia"
    step = staticmethod(machine.step)
    fire = staticmethod(clock.fire)

    def open(self, opening: Opening, edition: Edition) -> Step[State]:
        """MAFA-TIME-2: ten players; MAF-P-1: a whole deck, where the opening says the roles."""
        return Step(opened(facts_of(opening, edition)))

    def deadline(self, state: State) -> GameMs | None:
        """MAFN-DAY-1, MAFN-VOTE-1, MAFA-GAME-4: marks, windows, checks."""
        return clock.deadline(state)

    def status(self, state: State) -> Status:
        """MAFA-JUDGE-4: final when the host has confirmed."""
        return _STATUS.get(state.phase, Status.OPEN)

    def view(self, state: State, audience: Audience) -> MafiaView:
        """What this audience may see."""
        return view(state, audience)

    def summary(self, state: State) -> Mapping[str, Any]:
        """The family's part of the summary."""
        return summary(state)

    def audience(self, state: State, action: Action) -> Audience:
        """Roles, shots, checks and what is said of them are the host's alone."""
        return Audience.OFFICIAL if type(action) in _PRIVATE else Audience.TABLE

    def upcoming(self, state: State) -> tuple[Announcement, ...]:
        """MAFN-DAY-1, MAFN-VOTE-1: what is left of a speech, a window, a night."""
        return clock.upcoming(state)

    def announced(self, state: State) -> tuple[Announcement, ...]:
        """Announcements of the running attempt, in order."""
        return state.announced

    def take_back(self, state: State, since: GameMs) -> State | None:
        """MAFN-VOTE-11: what an undo takes back before it comes to an action of `since`."""
        return conduct.take_back(state, since)


GAME: Final = MafiaGame()
