"""What just happened: the last actions and announcements, with who may be told of each."""

from __future__ import annotations

from collections import deque
from typing import Final, NamedTuple

from rules.actions import Action
from rules.history import Outcome
from rules.kinds import Announcement, Audience, GameMs, Refusal

KEPT: Final = 200


class Asked(NamedTuple):
    """An action as it was judged; `refusal` None: accepted. `dropped`: what an undo took along."""

    action: Action
    refusal: Refusal | None
    audience: Audience
    dropped: tuple[Action, ...] = ()

    @property
    def at(self) -> GameMs:
        """When it was asked."""
        return self.action.at


Happened = Asked | Announcement


class Recall:
    """The last things, oldest first. Belongs to the loop's thread."""

    def __init__(self) -> None:
        self._last: deque[Happened] = deque(maxlen=KEPT)

    def judged(self, action: Action, outcome: Outcome) -> None:
        """The rules have judged an action."""
        self._last.append(Asked(action, outcome.refusal, outcome.audience, outcome.dropped))

    def told(self, announcement: Announcement) -> None:
        """An announcement was given out."""
        self._last.append(announcement)

    def since(self, at: GameMs, audience: Audience) -> tuple[Happened, ...]:
        """What happened at `at` or later and may be told to this audience, oldest first."""
        return tuple(
            one
            for one in self._last
            if one.at >= at and (audience is Audience.OFFICIAL or one.audience is Audience.TABLE)
        )
