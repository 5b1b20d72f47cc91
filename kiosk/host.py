"""What the table does with each thing that comes: the state of one table, on the loop's thread.

A press goes: edge -> debounce -> desk -> session (written, then judged). What follows from it, an
announcement, a new phase, a seal, is looked after here. Nothing here knows a rule.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, Protocol

from firmware_py.debounce import Debouncer
from firmware_py.kinds import Edge, Press, Release
from firmware_py.table import Table
from firmware_py.timesource import TimeSource
from kiosk import gestures, report
from kiosk.desk import is_private, roller
from kiosk.errors import UserError
from kiosk.game import Game
from kiosk.gestures import Judge, JudgeKey, SeatButton
from kiosk.health import Health
from kiosk.inbox import (
    Dice,
    Durable,
    Enter,
    Fault,
    Item,
    Key,
    Late,
    Link,
    Query,
    Saving,
    Sound,
    Stop,
    Touch,
)
from kiosk.intents import Act, Intent, Sign, TakeBack, TakeBackThrown
from kiosk.resume import Opened
from kiosk.screens import targets
from kiosk.stage import Stage
from rules.actions import Thrown
from rules.errors import ActionError
from rules.history import Outcome
from rules.kinds import Announcement, GameMs
from rules.monopoly.view import Mark

if TYPE_CHECKING:
    from kiosk.seal import TableKey

log = logging.getLogger(__name__)

STUCK_S: Final = 0.9
"""A disk that takes longer for a line is not saving."""
LATE_NS: Final = 20_000_000
"""So long (real time) an edge may be on its way: what time alone decides about a gesture waits."""

SHUTDOWN_HOLD_NS: Final = 2_000_000_000


class Delivery(Protocol):
    """The way to the league (uplink.py)."""

    def wake(self) -> None:
        """A record was sealed."""

    def live(self, state: Mapping[str, Any]) -> None:
        """The newest public state."""


class Host:
    """One table. Made by app.py; driven by loop.py."""

    def __init__(
        self,
        time: TimeSource,
        table: Table,
        debouncer: Debouncer,
        stage: Stage,
        key: Callable[[], TableKey],
        put: Callable[[Item], None],
        opener: Callable[[Mapping[str, Any], Host], Game],
        uplink: Delivery,
        alive: Callable[[], None],
        open_late: Callable[[], None],
    ) -> None:
        self.time = time
        self.table = table
        self.stage = stage
        self.health = Health(simulated=table.simulated)
        self.game: Game | None = None
        self._debouncer = debouncer
        self._key = key
        self._put = put
        self._opener = opener
        self._uplink = uplink
        self._alive = alive
        self._open_late = open_late
        self._lamp_ns: int | None = 0
        self._shutdown_ns: int | None = None
        self._late_ns = int(LATE_NS * time.rate)
        self._faults = 0
        self._asked: list[Callable[[Mapping[str, Any]], None]] = []

    def begin(self, opened: Opened) -> None:
        """A game was put on the table: write what the record must say, give out what was due."""
        game = self.game
        if game is None:
            return
        session, now_ns = game.session, self.time.now_ns()
        session.announce_missed(opened.missed, session.game_ms(now_ns))
        if not opened.new and not opened.sealed:
            if game.ask is None:  # while nobody knows how late it is, no clock may say so
                session.note_clock(self.time)
            for note in opened.notes:
                session.note("note", note, now_ns)
        self._settle(game)

    # -- what comes ----------------------------------------------------------------------------

    def edge(self, edge: Edge) -> None:
        """An input line changed."""
        for change in self._debouncer.feed(edge):
            self._change(change)

    def item(self, item: Item) -> None:
        """Anything else."""
        self._catch_up()
        match item:
            case Durable(lines, _):
                self._durable(lines)
            case Key():
                self._key_item(item)
            case Touch(x, y, at_ns, down):
                self._touch(x, y, at_ns, down)
            case Dice(values, at_ns):
                self._dice(values, at_ns)
            case Enter():
                self._enter(item)
            case Saving(ok, _):
                self.health.saving = ok
            case Sound(ok):
                self.health.sound = ok
            case Link(up, waiting, enrolled):
                self.health.link, self.health.outbox = up, waiting
                self.health.enrolled = enrolled
            case Query(reply):
                self._asked.append(reply)
            case Late():
                self._open_late()
            case Fault(where, text):
                self.stage.show_fault(where, text)
        self.stage.touch()

    def _change(self, change: Press | Release) -> None:
        self._catch_up()
        gesture = gestures.of_line(change)
        if type(gesture) is SeatButton and gesture.down:
            self._seat_down(gesture)
        elif gesture is not None:
            self._gesture(gesture)
        elif change.line == gestures.SHUTDOWN:
            self._shutdown_ns = change.at_ns if type(change) is Press else None

    def _seat_down(self, press: SeatButton) -> None:
        game = self.game
        if game is None:  # the lamp lights: a way to try the buttons
            self.table.lamps.answer(press.seat, press.at_ns)
            self._lamp_ns = self.table.lamps.tick(self.time.now_ns())
            return
        if not game.is_open or press.seat not in game.session.seats:
            return
        session = game.session
        self._let_pass(game, press.at_ns)
        fields = game.desk.seat_down(press, session.official)
        session.press(fields, press.seat, press.at_ns, press.line)

    def _catch_up(self) -> None:
        """Let the rules judge the last press, before anything else happens."""
        game = self.game
        if game is not None and game.session.unjudged:
            outcome = game.session.judge()
            if outcome is not None:
                self._after(game, outcome, None)

    def hushed(self) -> bool:
        """A press is on its way to the disk: nothing that can wait should run now."""
        return self.game is not None and self.game.session.unjudged

    def _key_item(self, key: Key) -> None:
        gesture = gestures.of_key(key)
        if type(gesture) is SeatButton and gesture.down:
            self._seat_down(gesture)
        elif gesture is not None:
            self._gesture(gesture)

    def _gesture(self, gesture: gestures.Gesture) -> None:
        game = self.game
        if type(gesture) is JudgeKey and gesture.down and self.stage.fault_seen_to():
            return
        if game is None or not game.is_open:
            return
        if game.ask is not None and type(gesture) is not SeatButton:
            game.answer_clock(gesture, self.time)
            self._settle(game)
            return
        self._let_pass(game, gesture.at_ns)
        self._do(game, game.desk.gesture(gesture, game.scene()))

    def _let_pass(self, game: Game, at_ns: int) -> None:
        """What expired or was decided before this stamp comes before it, however late we are."""
        wake_ns = game.desk.wake_ns()
        if wake_ns is not None and wake_ns <= at_ns:
            self.stage.touch()
            self._do(game, game.desk.pass_time(at_ns))

    def _touch(self, x: int, y: int, at_ns: int, down: bool) -> None:
        game = self.game
        target = self.stage.hit(x, y, game, self.health, self.time.now_ns()) if down else None
        if down and self.stage.fault_seen_to():
            return
        if game is not None and game.is_open and target is not None:
            if game.ask is not None:
                key = {targets.Yes: Judge.YES, targets.No: Judge.NO}.get(type(target))
                if key is not None:
                    self._gesture(JudgeKey(key, True, at_ns, None))
                return
            self._let_pass(game, at_ns)
            self._do(game, game.desk.touch(target, at_ns, game.scene()))

    def _dice(self, values: tuple[int, int], at_ns: int) -> None:
        game = self.game
        if game is not None and game.is_open:
            roll = {"do": "roll", "seat": roller(game.session.view), "dice": list(values)}
            self._do(game, [Act(roll, at_ns)])

    def _enter(self, entry: Enter) -> None:
        """An official's entry; a wrong one ends the table as a wrong line of `--drive` does."""
        game = self.game
        try:
            if "open" in entry.fields:
                if game is not None and game.is_open:
                    raise UserError(f"game {game.session.game!r} is open; close it first")
                self.game = self._opener(entry.fields, self)
            elif game is None or not game.is_open:
                log.warning("--drive: line %d: enter: no game is open", entry.line)
            else:
                outcome = game.session.act(entry.fields, entry.at_ns)
                self._after(game, outcome, entry.at_ns)
        except (UserError, ActionError) as error:
            self._put(Stop(2, f"--drive: line {entry.line}: enter: {error}"))

    # -- what is to be done --------------------------------------------------------------------

    def _do(self, game: Game, intents: list[Intent]) -> None:
        for intent in intents:
            match intent:
                case Act(fields, at_ns, line):
                    self._act(game, fields, at_ns, line)
                case TakeBack(at_ns, line):
                    self._act(game, {"do": "undo"}, at_ns, line)
                case TakeBackThrown(seat, at_ns):
                    last = game.session.history.would_undo()
                    if type(last) is Thrown and last.seat == seat:
                        self._act(game, {"do": "undo"}, at_ns, None)
                case Sign(seat, at_ns):
                    self._after(game, game.session.sign(seat, at_ns, None), at_ns)

    def _act(self, game: Game, fields: Mapping[str, Any], at_ns: int, line: Any) -> None:
        try:
            outcome = game.session.act(fields, at_ns, line)
        except ActionError as error:  # a seat typed that does not play, say
            log.info("not entered: %s", error)
            game.desk.tell(self.stage.wrong_entry(), at_ns)
            return
        self._after(game, outcome, at_ns)

    def _after(self, game: Game, outcome: Outcome, told_ns: int | None) -> None:
        """`told_ns`: the official may be told of a refusal, at this instant; None: nobody is."""
        refused = outcome.refusal
        if refused is not None and told_ns is not None and not is_private(refused):
            game.desk.tell(self.stage.refused(refused), told_ns)
        self._settle(game)

    def _settle(self, game: Game) -> None:
        """What follows when the game may have changed."""
        self.stage.touch()
        phase = game.session.view.phase
        if phase is not game.phase:
            game.phase = phase
            game.desk.forget(game.session.view)
        fault = game.seal(self._key)
        if fault is not None:
            self.stage.show_fault("key", fault)
        self.stage.foresee(game.session)
        self._show_lamps(game)

    def _show_lamps(self, game: Game) -> None:
        view, now_ns = game.session.view, self.time.now_ns()
        for seat in view.seats:
            lit = seat.mark in (Mark.TURN, Mark.ARMED)
            self.stage.lamp(seat.seat, lit, seat.fouls, now_ns)
        self._lamp_ns = self.table.lamps.tick(now_ns)

    def announce(self, told: Announcement, now: GameMs) -> None:
        """The session gives an announcement out (called from within it)."""
        self.stage.announce(told, now - told.at)

    def _durable(self, lines: int) -> None:
        game = self.game
        if game is None:
            return
        now_ns = self.time.now_ns()
        self.health.stuck = False
        self.stage.flash(game.session.durable(lines), now_ns)
        self._lamp_ns = self.table.lamps.tick(now_ns)
        if game.session.sealed and not game.session.waiting:
            self.health.outbox += 1
            self._uplink.wake()

    # -- time ----------------------------------------------------------------------------------

    def pass_time(self, now_ns: int) -> None:
        """Everything that is due by now."""
        self._catch_up()
        recheck_ns = self._debouncer.recheck_at()
        if recheck_ns is not None and recheck_ns <= now_ns:
            for change in self._debouncer.settle(now_ns, self.table.reread):
                self._change(change)
        game = self.game
        if game is not None and game.is_open:
            deadline_ns = game.deadline_ns()
            if deadline_ns is not None and deadline_ns <= now_ns:
                game.session.advance(now_ns)
                self._settle(game)
            self._let_pass(game, now_ns - self._late_ns)
        if self._lamp_ns is not None and self._lamp_ns <= now_ns:
            self._lamp_ns = self.table.lamps.tick(now_ns)
        self.stage.pass_time(now_ns)
        while self._asked and not self._is_saving():  # nothing is told that is not on disk
            self._asked.pop()(report.status(self.game, self.health, self.table.lamps, now_ns))
        if self._shutdown_ns is not None and now_ns - self._shutdown_ns >= SHUTDOWN_HOLD_NS:
            self._put(Stop(0))

    def deadline_ns(self) -> int | None:
        """The next instant of the game."""
        return None if self.game is None else self.game.deadline_ns()

    def wake_ns(self) -> int | None:
        """The next instant of a lockout, a gesture, a lamp or the picture's own."""
        down_ns = self._shutdown_ns
        gesture_ns = None if self.game is None else self.game.wake_ns()
        times = (
            self._debouncer.recheck_at(),
            None if gesture_ns is None else gesture_ns + self._late_ns,
            self._lamp_ns,
            self.stage.wake_ns(),
            None if down_ns is None else down_ns + SHUTDOWN_HOLD_NS,
        )
        return min((at_ns for at_ns in times if at_ns is not None), default=None)

    def keep_house(self) -> None:
        """Once a second: signs, supply, watchdog, live state."""
        self._alive()
        before = self.health.signs()
        game, sagged = self.game, self.health.under_voltage
        self.health.stuck = game is not None and game.journal.stuck_s() > STUCK_S
        if game is not None and game.session.may_seal():
            self._settle(game)
        self.health.look(self.time.wall())
        if self.health.under_voltage and not sagged and game is not None and game.is_open:
            game.session.note("note", {"under_voltage": True}, self.time.now_ns())
        if self.health.signs() != before:
            self.stage.touch()
        self._uplink.live(report.live(game, self.health, self.time.now_ns()))
        if len(self.table.faults) != self._faults:
            self._faults = len(self.table.faults)
            self.stage.show_line_faults(self.table.faults)

    # -- what is shown -------------------------------------------------------------------------

    def draw(self, now_ns: int) -> int | None:
        """Draw what changed; when the picture changes by itself."""
        return self.stage.draw(self.game, self.health, now_ns)

    def stale(self) -> bool:
        """Something may have changed the picture, and no lamp waits for its answer."""
        return self.stage.stale and not self._is_saving()

    def _is_saving(self) -> bool:
        return self.game is not None and self.health.saving and self.game.is_saving

    def poll_s(self) -> float | None:
        """How often the window is looked at."""
        return self.stage.poll(self._put, self.time.now_ns())

    def fault(self, error: Exception) -> None:
        """The loop caught this: show it."""
        open_game = self.game is not None and self.game.is_open
        self.stage.show_fault("loop", f"{type(error).__name__}: {error}", in_game=open_game)
