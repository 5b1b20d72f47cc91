"""The open game: the one place that changes its state. Everything else asks here.

An action is written down before it is judged: its line does not say whether it was accepted. A
seat's press is judged by `judge`, at the latest before anything else happens, so that between an
edge and the lamp's answer nothing runs but what must. Announcements are written when they are
given out, once. The order in the file is the order of the fold.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

from firmware_py.kinds import LineId
from firmware_py.timesource import TimeSource
from kiosk.clock import GameClock, clock_fields
from kiosk.recall import Recall
from rules.actions import Action, Roll, parse_action
from rules.chain import Chain
from rules.errors import ActionError
from rules.fairdice import TABLE, Cup, commitment
from rules.history import History, Outcome
from rules.kinds import Announcement, Audience, GameMs, Seat, Status, seconds
from rules.record import announced_line, seal_message, sealed_line

CLOSED: Final = frozenset((Status.FINAL, Status.VOID))

Fields = Mapping[str, Any]


class Lines(Protocol):
    """Where the record's lines go (journal.py)."""

    def append(self, data: bytes, seat: Seat | None = None) -> None:
        """Make the line durable; then `seat`'s lamp answers."""


class Signer(Protocol):
    """The table's key (seal.py)."""

    @property
    def public(self) -> str:
        """64 hex digits."""

    def sign(self, message: bytes) -> str:
        """128 hex digits."""


class Session:
    """One game at this table. Belongs to the loop's thread."""

    def __init__(
        self,
        history: History,
        chain: Chain,
        lines: Lines,
        clock: GameClock,
        announce: Callable[[Announcement, GameMs], None],
        *,
        events: int = 0,
        recorded: Mapping[Seat, int] | None = None,
        sealed: bool = False,
        cup: Cup | None = None,
    ) -> None:
        """`announce` is called at once for what is given out, with the game time of now. `cup`: the
        table throws the dice of this game itself.
        """
        self.history = history
        self.clock = clock
        self.sealed = sealed
        self.recorded = Counter(recorded or {})
        """Presses made durable and answered, by seat."""
        self._cup = cup
        self._chain = chain
        self._lines = lines
        self._announce = announce
        self._events = events
        self._waiting: deque[Seat | None] = deque()
        self._latest = history.now
        self._unjudged: dict[str, Any] | None = None
        self._ready: tuple[Announcement, Fields] | None = None
        self.view: Any = history.view(Audience.TABLE)
        """The public view of now; the same value until something changes. Made while the disk
        works, so that the next press finds it ready."""
        self.official: Any = history.view(Audience.OFFICIAL)
        """The same with what the official alone may know. Nothing of it reaches the table. What a
        private action changed in it is only in `official_now()`: no press waits for that."""
        self._official_stale = False
        self.recall = Recall()
        """What just happened, since the table was switched on."""

    @property
    def family(self) -> str:
        """The family of the game's edition."""
        return self.history.family

    @property
    def game(self) -> str:
        """The game's name, which is also its file's."""
        return self.history.opening.game

    @property
    def seats(self) -> frozenset[int]:
        """The seats that play."""
        return self.history.opening.numbers

    @property
    def commitment(self) -> str:
        """To the seed of the dice that the table throws itself; empty if it throws none."""
        return "" if self._cup is None else commitment(self._cup.seed)

    def official_now(self) -> Any:
        """The official's view with everything private in it."""
        if self._official_stale:
            self.official, self._official_stale = self.history.view(Audience.OFFICIAL), False
        return self.official

    def game_ms(self, at_ns: int) -> GameMs:
        """Game time of a stamp. Never before what is written already: `t` does not decrease."""
        return max(self._latest, self.clock.game_ms(at_ns))

    @property
    def unjudged(self) -> bool:
        """A press was written that the rules have not seen."""
        return self._unjudged is not None

    @property
    def waiting(self) -> int:
        """Lines that are not on disk yet."""
        return len(self._waiting)

    @property
    def saved(self) -> int:
        """Actions of the record that are on disk (those on the way are not counted yet). Only what
        everybody may know of: the number stands on the table's screen.
        """
        return max(0, self.history.known - len(self._waiting))

    def may_seal(self) -> bool:
        """The game is over and its record not sealed yet."""
        return not self.sealed and self.history.status in CLOSED

    def next_deadline_ns(self) -> int | None:
        """Table time of the next instant at which something happens by itself."""
        due = self.history.next_deadline()
        return None if due is None else self.clock.at_ns(due)

    def make_ready(self) -> None:
        """A deadline is near: work out ahead what it will bring, and how its line will read."""
        for told in self.history.make_ready()[:1]:
            self._ready = (told, announced_line(told))
            self._chain.make_ready(self._ready[1])

    def advance(self, now_ns: int) -> None:
        """Cross what is due by now: each announcement is written and given out, once, in order."""
        now = self.clock.game_ms(now_ns)
        due = self.history.next_deadline()
        if due is not None and due <= now:
            self._give_out(self.history.advance(now), now)

    def press(self, fields: dict[str, Any], seat: Seat, at_ns: int, line: LineId | None) -> None:
        """A seat's press: written, answered by its lamp when durable; `judge` folds it."""
        if fields.get("by") == TABLE:
            fields = self._thrown(fields, at_ns)
        self._write(fields, at_ns, line, seat, None if line is None else seat)

    def judge(self) -> Outcome | None:
        """What the rules say of the press that was written last; None if that is told already."""
        stamped = self._unjudged
        if stamped is None:
            return None
        self._unjudged = None
        action = parse_action(stamped, self.history.opening, self.family)
        outcome = self.history.apply(action)
        self.recall.judged(action, outcome)
        if outcome.announcements:
            self._give_out(outcome.announcements, None)
        elif outcome.refusal is None:
            if outcome.audience is Audience.TABLE or outcome.dropped:
                self._look()
            else:  # no view of the table may show it, so none is made anew
                self._official_stale = True
        return outcome

    def act(self, fields: Fields, at_ns: int, line: LineId | None = None) -> Outcome:
        """An official's action; ActionError (and nothing written) if `fields` are none."""
        if fields.get("by") == TABLE:
            fields = self._thrown(fields, at_ns)
        elif fields.get("throw") is not None:
            raise ActionError(f"throw: allowed only with by = {TABLE!r}, whose throws are numbered")
        self.parse(fields, at_ns)
        self._write(dict(fields), at_ns, line, None, None)
        return self._judged()

    def sign(self, seat: Seat, at_ns: int, line: LineId | None) -> Outcome:
        """A seat signed by holding its button, which is counted already; its lamp answers."""
        self._write({"do": "sign", "seat": seat}, at_ns, line, seat, None)
        return self._judged()

    def parse(self, fields: Fields, at_ns: int) -> Action:
        """The action of an entry without `t`; raises ActionError."""
        stamped = {"t": seconds(self.game_ms(at_ns)), **fields}
        return parse_action(stamped, self.history.opening, self.family)

    def note(self, kind: str, fields: Fields, at_ns: int) -> None:
        """A line of the table's own: `clock` or `note`."""
        self._append({"t": seconds(self.game_ms(at_ns)), kind: fields}, None, None)

    def note_clock(self, time: TimeSource) -> None:
        """Write which game time is which table time: what a restart computes from."""
        at = self.game_ms(time.now_ns())
        at_ns = self.clock.at_ns(at)
        if at_ns is not None:
            self._append({"t": seconds(at), "clock": clock_fields(time, at_ns)}, None, None)

    def durable(self, lines: int) -> list[Seat]:
        """The oldest `lines` lines are on disk: count their presses; whose they were."""
        answered = []
        for _ in range(lines):
            seat = self._waiting.popleft()
            if seat is not None:
                self.recorded[seat] += 1
                answered.append(seat)
        return answered

    def announce_missed(self, told: Sequence[Announcement], at: GameMs) -> None:
        """What came due while the table was away (resume.py): written and given out late."""
        self._give_out(told, at)

    def seal(self, key: Signer) -> Mapping[str, Any] | None:
        """Close the record if the game is over; its summary, None if there is nothing to seal."""
        if not self.may_seal():
            return None
        head = self._chain.head
        summary = self.history.summary(self._events, head)
        signature = key.sign(seal_message(head, summary))
        seed = None if self._cup is None else self._cup.seed.hex()
        self._append(sealed_line(summary, head, key.public, signature, seed), None, None)
        self.sealed = True
        return summary

    def _thrown(self, fields: Fields, at_ns: int) -> dict[str, Any]:
        """The roll that the table was asked for, with its dice; ActionError if it throws none."""
        asked = self.parse({**fields, "dice": [1, 1]}, at_ns)
        if self._cup is None or type(asked) is not Roll:
            raise ActionError(f"by: found {TABLE!r}, allowed where the table throws the dice")
        number, dice = self._cup.throw(self.history, asked.seat, asked.at)
        return {**fields, "dice": list(dice), "throw": number}

    def _judged(self) -> Outcome:
        outcome = self.judge()
        if outcome is None:
            raise RuntimeError("an action that was just written must be there to be judged")
        return outcome

    def _write(
        self,
        fields: dict[str, Any],
        at_ns: int,
        line: LineId | None,
        lamp: Seat | None,
        counted: Seat | None,
    ) -> None:
        if self.sealed or self._unjudged is not None:
            raise RuntimeError("nothing is written behind a seal or an action not judged yet")
        at = self.game_ms(at_ns)
        due = self.history.next_deadline()
        if due is not None and due <= at:
            self.advance(at_ns)
        stamped = {"t": seconds(at), **fields}
        if line is not None:
            stamped["line"] = line
        self._append(stamped, lamp, counted)
        self._events += 1
        self._latest = at
        self._unjudged = stamped

    def _append(self, fields: Fields, lamp: Seat | None, counted: Seat | None) -> None:
        self._waiting.append(counted)
        self._lines.append(self._chain.line(fields), lamp)

    def _give_out(self, told: Iterable[Announcement], now: GameMs | None) -> None:
        """`now` None: an action told it just now, whatever instant it is of; none is late."""
        for one in told:
            self._append(self._line_of(one), None, None)
            self._announce(one, one.at if now is None else now)
            self.recall.told(one)
        self._latest = max(self._latest, self.history.now)
        self._look()

    def _line_of(self, told: Announcement) -> Fields:
        ready, self._ready = self._ready, None
        return ready[1] if ready is not None and ready[0] is told else announced_line(told)

    def _look(self) -> None:
        self.view = self.history.view(Audience.TABLE)
        self.official, self._official_stale = self.history.view(Audience.OFFICIAL), False
