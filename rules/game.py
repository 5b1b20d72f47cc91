"""What a game module gives the rest of the house. `rules/registry.py` lists the modules.

A game is a fold: `open` makes the first state, `step` applies one action, `fire` one deadline that
was crossed. All three are pure; the state is an immutable value. `History` (history.py) is the only
caller of `step` and `fire`: it lets time pass, keeps undo, and collects what was refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from rules.actions import Action
from rules.edition import Edition
from rules.kinds import Announcement, Audience, GameMs, Refusal, Status, Step
from rules.opening import Opening


class Game(Protocol):
    """A game family. States are opaque to the caller.

    A game may have `take_back(state, since)`, too: the state without what came by itself after that
    instant, which an `undo` takes first; None where there is nothing of the kind.
    """

    family: str
    """`monopoly`, `mafia`, `casino`: a key of `rules.actions.FAMILIES`."""

    def open(self, opening: Opening, edition: Edition) -> Step[Any]:
        """The state before anybody did anything; a wrong number of seats is an EditionError."""

    def step(self, state: Any, action: Action) -> Step[Any] | Refusal:
        """Apply one action at `action.at`; everything not allowed is a Refusal with its rule."""

    def deadline(self, state: Any) -> GameMs | None:
        """The next instant at which something happens by itself, or None."""

    def fire(self, state: Any, at: GameMs) -> Step[Any]:
        """What happens by itself at exactly `at`, which `deadline` named."""

    def status(self, state: Any) -> Status:
        """open, awaiting_signatures, final, void."""

    def view(self, state: Any, audience: Audience) -> Any:
        """A frozen value for screens; nothing an audience may not know is in it."""

    def summary(self, state: Any) -> Mapping[str, Any]:
        """The family's part of the game summary (docs/rules/record.md)."""

    def audience(self, state: Any, action: Action) -> Audience:
        """Who may know that this is asked now, and whether it was refused.

        What is the official's alone announces nothing and changes nothing in the table's view.
        """

    def upcoming(self, state: Any) -> tuple[Announcement, ...]:
        """What will be announced by itself if nothing is done, in order, as far as it is known."""

    def announced(self, state: Any) -> tuple[Announcement, ...]:
        """Announcements of the running attempt, in order."""
