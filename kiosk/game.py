"""The game on the table: its session, its file, its desk, and what the screen needs of it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from firmware_py.timesource import TimeSource
from kiosk.clock import GameClock
from kiosk.clockask import ClockAsk, asked
from kiosk.desk import Scene
from kiosk.errors import RunError
from kiosk.families import Family
from kiosk.gestures import Gesture
from kiosk.journal import Journal
from kiosk.screens.frame import Standing
from kiosk.session import Session, Signer
from rules.history import Undoable
from rules.kinds import Announcement, Audience, GameMs, seconds

log = logging.getLogger(__name__)

HURRY_S: Final = 0.05
"""So long whatever tells of a press, but its lamp, waits for the disk."""


class Words(Protocol):
    """The texts of keys."""

    def __call__(self, key: str, language: str = "", **params: str | int) -> str:
        """The text of a key, in the table's language or another one."""


def _as_it_is(key: str, language: str = "", **params: str | int) -> str:
    return key


class Game:
    """One game. `ask`: nobody knows how late it is, the clock is held until the official says."""

    def __init__(
        self,
        session: Session,
        journal: Journal,
        family: Family,
        ask: ClockAsk | None,
        has_pin: Callable[[], bool] = lambda: False,
        words: Words = _as_it_is,
        *,
        reads_dice: bool = False,
    ) -> None:
        """`words` gives the text of a key, in the table's language or another one. `reads_dice`: a
        dice reader is set up.
        """
        self.session = session
        self.journal = journal
        self.family = family
        edition = session.history.edition
        self.desk = family.desk(edition)
        self.desk.commitment = session.commitment
        wants_reader = edition.values.get("dice_log") == "reader"
        self.desk.marks_hand = reads_dice or wants_reader or bool(session.commitment)
        self.dice_known = not wants_reader or bool(session.commitment)
        """Without a reader: nobody waits for dice that come by themselves."""
        self.ask = ask
        self.phase = session.view.phase
        self.looking = False
        """The table is looking at itself, for whoever asked (selftest/playing.py)."""
        self.standing: Standing | None = None
        """What it found."""
        self._has_pin = has_pin
        self._words = words
        self._unsealed = ""

    def judge(self) -> bool:
        """Let the rules judge the press that was written last; False: that is told already."""
        outcome = self.session.judge()
        if outcome is None:
            return False
        self.desk.seat_judged(outcome)
        return True

    @property
    def is_open(self) -> bool:
        """Something can still be written."""
        return not self.session.sealed

    @property
    def is_saving(self) -> bool:
        """Lines are on their way to the disk: what they say is told when they are there."""
        return self.session.waiting > 0 and self.journal.stuck_s() < HURRY_S

    def scene(self) -> Scene:
        """What the desk may look at."""
        session = self.session
        return Scene(
            session.view,
            self._undoable,
            session.game_ms,
            self._needs_pin,
            self._words,
            self.last_rule,
            session.official_now,
            session.history.undoable,
        )

    def _undoable(self, count: int) -> tuple[Undoable, ...]:
        """What the table may know can be taken back: a claim is undone at the console alone."""
        found = self.session.history.undoable()
        return tuple(one for one in found if one.audience is Audience.TABLE)[:count]

    def in_document(self, key: str) -> str:
        """The text of a key in the language of the rules; empty where the table speaks it."""
        own = self._words(key, self.family.language)
        return "" if own in (key, self._words(key)) else own

    def last_rule(self) -> str | None:
        """The rule behind the last refusal or announcement that everybody may know of."""
        for one in reversed(self.session.recall.since(GameMs(0), Audience.TABLE)):
            if isinstance(one, Announcement):
                rule = self.family.rule_of(one.id)
            else:
                rule = None if one.refusal is None else one.refusal.rule
            if rule is not None and self.family.may_read(rule):
                return rule
        return None

    def _needs_pin(self, fields: Mapping[str, Any]) -> bool:
        """The referee's alone, where he has set a PIN."""
        from kiosk.pin import needs_referee  # with the first such action, not with the table

        return self._has_pin() and needs_referee(
            fields, self.family.second_round(self.session.official_now())
        )

    def seal(self, key: Callable[[], Signer]) -> str | None:
        """Close the record if the game is over. Why it cannot be, told once: call it again."""
        if not self.session.may_seal():
            return None
        try:
            signer = key()
        except RunError as error:
            before, self._unsealed = self._unsealed, str(error)
            return None if before == self._unsealed else self._unsealed
        self.session.seal(signer)
        log.info("game %s is closed and sealed", self.session.game)
        return None

    def deadline_ns(self) -> int | None:
        """The next instant at which something happens by itself."""
        return self.session.next_deadline_ns() if self.is_open else None

    def wake_ns(self) -> int | None:
        """When a half-done gesture is decided by time alone."""
        return self.desk.wake_ns() if self.is_open else None

    def answer_clock(self, gesture: Gesture, time: TimeSource) -> None:
        """The official types how late it is, or has said it: written, and the clock runs again."""
        if self.ask is None:
            return
        answer = asked(self.ask, gesture, self.family.ends_at(self.session.view))
        if isinstance(answer, ClockAsk):
            self.ask = answer
            return
        session, now_ns = self.session, time.now_ns()
        before = session.game_ms(now_ns)
        told = {"override": "clock", "from": seconds(before), "to": seconds(answer)}
        session.note("note", {**told, "by": "official"}, now_ns)
        session.clock = GameClock.reading(answer, gesture.at_ns)
        session.note_clock(time)
        self.ask = None
        session.advance(now_ns)
