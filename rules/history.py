"""The fold of one game: time passes, actions are judged, the last one can be taken back.

`History` is the only caller of a game's `step` and `fire`. It keeps every accepted action, and now
and then the state before one, so that an undo goes back there and folds what followed again: the
result is the state that would be had the action never been asked. Nothing is erased: the record
keeps both.

Not here: what any action means (the game's), what was written where (record.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from rules.actions import UNDO_BACK, Action, Sign, Undo, Wait
from rules.edition import Edition
from rules.errors import ActionError
from rules.kinds import (
    Announcement,
    Audience,
    GameMs,
    Refusal,
    RuleId,
    Status,
    Step,
    seconds,
)
from rules.opening import Opening
from rules.registry import game_of
from rules.value import replace

STANDS: Final = frozenset(
    ("wait", "press", "vote", "sign", "fist", "lift", "undo", "hall", "together")
)
"""What an undo passes over, by its `do`: a family's classes load with it."""

STRIDE: Final = 16
"""Every so many actions the state before is kept. All of them would make a long game slow."""

NOTHING_TO_UNDO: Final = Refusal(RuleId("TABLE-UNDO"), "nothing_to_undo")
CLOSED: Final = Refusal(RuleId("TABLE-CLOSED"), "closed")


class Outcome(NamedTuple):
    """What an action led to: announcements on the way and by it, and the refusal if it was one."""

    announcements: tuple[Announcement, ...]
    refusal: Refusal | None = None
    audience: Audience = Audience.TABLE
    """Who may be told of this action, accepted or refused."""
    dropped: tuple[Action, ...] = ()
    """What an undo took along: actions after the one taken back that do not stand without it."""
    dropped_open: int = 0
    """How many of these everybody may know of."""


class Undoable(NamedTuple):
    """An action that can be taken back, who may be told of it, and the undo's `back` for it."""

    action: Action
    audience: Audience
    back: int


class Ahead(NamedTuple):
    """What the next deadline brings to this state, worked out before it comes."""

    state: Any
    step: Step[Any]


class Refused(NamedTuple):
    """A refused action as the summary lists it."""

    at: GameMs
    do: str
    refusal: Refusal


class History:
    """One game from its opening to now."""

    def __init__(self, opening: Opening, edition: Edition) -> None:
        """Open the game; options of the opening apply. Raises EditionError, ActionError."""
        self.opening = opening
        self.edition = edition.with_options(opening.options) if opening.options else edition
        self._game = game_of(edition.game)
        self.family = self._game.family
        self._refused: list[Refused] = []
        self._actions: list[Action] = []
        self._before: list[Any] = []  # the state before every STRIDE-th action
        self._undoable: list[int] = []  # positions in _actions, the last to go first
        self._undone: set[int] = set()
        self._private: set[int] = set()  # positions of what the official alone may know
        self._now = GameMs(0)
        first = self._game.open(opening, self.edition)
        self.opened: tuple[Announcement, ...] = first.announcements
        self._state: Any = first.state
        self._due: GameMs | None = self._game.deadline(first.state)
        self._ahead: Ahead | None = None

    @property
    def now(self) -> GameMs:
        """The last instant at which something happened: an action, or a deadline crossed."""
        return self._now

    @property
    def status(self) -> Status:
        """open, awaiting_signatures, final, void."""
        return self._game.status(self._state)

    @property
    def refused(self) -> Sequence[Refused]:
        """Every refused action, in order."""
        return tuple(self._refused)

    @property
    def announced(self) -> Sequence[Announcement]:
        """The announcements of the running attempt, each with its own instant."""
        return self._game.announced(self._state)

    def next_deadline(self) -> GameMs | None:
        """The next instant at which something happens by itself, or None."""
        return self._due

    def make_ready(self) -> tuple[Announcement, ...]:
        """What the next deadline brings if nothing comes before it: crossing it then costs less."""
        if self._due is None:
            return ()
        if self._ahead is None or self._ahead.state is not self._state:
            self._ahead = Ahead(self._state, self._game.fire(self._state, self._due))
        return self._ahead.step.announcements

    def advance(self, to: GameMs) -> tuple[Announcement, ...]:
        """Cross every deadline up to and with `to`, one by one; `now` is the last one crossed.

        An action at an instant between that deadline and `to` may still come: a press is stamped
        before the loop wakes.
        """
        told: list[Announcement] = []
        while self._due is not None and self._due <= to:
            at = self._due
            ahead, self._ahead = self._ahead, None
            if ahead is not None and ahead.state is self._state:
                step = ahead.step
            else:
                step = self._game.fire(self._state, at)
            self._become(step.state)
            self._now = max(self._now, at)
            told.extend(step.announcements)
        return tuple(told)

    def apply(self, action: Action) -> Outcome:
        """Let time pass to `action.at`, then judge the action.

        Raises ActionError when time would go back; everything else that is wrong is a refusal.
        """
        at = action.at
        if at < self._now:
            raise ActionError(f"t: found {seconds(at)}, allowed {seconds(self._now)} or later")
        told = self.advance(at) if self._due is not None and self._due <= at else ()
        self._now = at
        kind = type(action)
        if kind is Wait:
            return Outcome(told)
        if type(action) is Undo:
            return self._undo(action, told)
        state = self._state
        audience = self._game.audience(state, action)
        step = self._game.step(state, action)
        if isinstance(step, Refusal):
            if audience is not step.audience:
                step = replace(step, audience=audience)
            self._refused.append(Refused(at, action.do, step))
            return Outcome(told, step, audience)
        place = len(self._actions)
        if audience is Audience.OFFICIAL:
            self._private.add(place)
        if action.do not in STANDS:
            self._undoable.append(place)
        if place % STRIDE == 0:
            self._before.append(state)
        self._actions.append(action)
        self._state = step.state
        self._due = self._game.deadline(step.state)
        told = (*told, *step.announcements) if told else step.announcements
        return Outcome(told, None, audience)

    def would_undo(self) -> Action | None:
        """The action an `undo` would take back now, or None."""
        found = self.undoable(1)
        return found[0].action if found else None

    def undoable(self, count: int = UNDO_BACK) -> tuple[Undoable, ...]:
        """What an `undo` can take back now, the last first, at most `count`."""
        if self.status is Status.FINAL:
            return ()
        return tuple(
            Undoable(self._actions[place], self._audience(place), back)
            for back, place in enumerate(reversed(self._undoable[-count:]), 1)
        )

    def accepted(self) -> Iterator[tuple[Action, bool]]:
        """Every action that was accepted, in order, and whether it still stands."""
        return ((one, at not in self._undone) for at, one in enumerate(self._actions))

    @property
    def known(self) -> int:
        """How many actions were accepted that everybody may know of."""
        return len(self._actions) - len(self._private)

    def upcoming(self) -> tuple[Announcement, ...]:
        """What will be announced by itself if nothing is done, in order, as far as it is known."""
        return self._game.upcoming(self._state)

    def view(self, audience: Audience) -> Any:
        """What this audience may see; a frozen value of the game's own."""
        return self._game.view(self._state, audience)

    def summary(self, events: int, head: str) -> dict[str, Any]:
        """The game summary (docs/rules/record.md); `events` and `head` are the record's."""
        opening = self.opening
        common: dict[str, Any] = {
            "edition": opening.edition,
            "season": opening.season,
            "round": opening.round,
            "game": opening.game,
            "table": opening.table,
            "status": self.status.value,
        }
        told = [{"t": seconds(told.at), "id": told.id} for told in self.announced]
        return {
            **common,
            **self._game.summary(self._state),
            "announcements": told,
            "refused": [_refused_fields(refused) for refused in self._refused],
            "record": {"events": events, "head": head},
        }

    def _become(self, state: Any) -> None:
        self._state = state
        self._due = self._game.deadline(state)

    def _undo(self, action: Undo, told: tuple[Announcement, ...]) -> Outcome:
        if action.back == 1 and self._taken_back(action):
            return Outcome(told)
        if len(self.undoable()) < action.back:
            closed = self._undoable and self.status is Status.FINAL
            refusal = CLOSED if closed else NOTHING_TO_UNDO
            self._refused.append(Refused(action.at, action.do, refusal))
            return Outcome(told, refusal)
        before = Counter(self.announced)
        at = self._undoable.pop(-action.back)
        self._undone.update((at, *self._signed_upon(at)))
        dropped = self._refold(at)
        # Without the action a deadline may lie in the past (a game that goes on after all).
        again = [one for one in self.announced if before.subtract((one,)) or before[one] < 0]
        return Outcome(
            (*told, *again),
            None,
            self._audience(at),
            tuple(self._actions[place] for place in dropped),
            sum(place not in self._private for place in dropped),
        )

    def _taken_back(self, action: Undo) -> bool:
        """What happened by itself since the last action that everybody knows of goes first, so that
        an undo tells nothing of the others; it is then an action of its own, to be folded again.
        """
        take_back = getattr(self._game, "take_back", None)
        if take_back is None or self.status is Status.FINAL:
            return False
        known = [place for place in self._undoable if place not in self._private]
        since = self._actions[known[-1]].at if known else GameMs(0)
        state = take_back(self._state, since)
        if state is None:
            return False
        place = len(self._actions)
        if place % STRIDE == 0:
            self._before.append(self._state)
        self._actions.append(action)
        self._become(state)
        return True

    def _audience(self, place: int) -> Audience:
        return Audience.OFFICIAL if place in self._private else Audience.TABLE

    def _signed_upon(self, at: int) -> list[int]:
        """The signatures under a count that is taken back: nobody has signed the one before it."""
        count: Any = self._actions[at]
        if count.do != "count":
            return []
        later = enumerate(self._actions[at + 1 :], at + 1)
        return [n for n, one in later if type(one) is Sign and one.seat == count.seat]

    def _refold(self, since: int) -> list[int]:
        """Fold again what may have stood on action `since`, up to now. What is refused this time
        is dropped; it was accepted when it was asked, so the summary does not list it as refused.
        Where in `_actions` that is.
        """
        now = self._now
        dropped: list[int] = []
        first = since // STRIDE
        self._become(self._before[first])
        del self._before[first:]
        for place in range(first * STRIDE, len(self._actions)):
            action = self._actions[place]
            self.advance(action.at)
            if place % STRIDE == 0:
                self._before.append(self._state)
            if place in self._undone:
                continue
            step = self._game.step(self._state, action)
            if not isinstance(step, Refusal):
                self._become(step.state)
            elif action.do not in STANDS:
                self._undone.add(place)
                self._undoable.remove(place)
                dropped.append(place)
        self.advance(now)
        self._now = now
        return dropped


def _refused_fields(refused: Refused) -> Mapping[str, Any]:
    return {
        "t": seconds(refused.at),
        "do": refused.do,
        "rule": refused.refusal.rule,
        "why": refused.refusal.why,
    }
