"""What the table does with each thing that comes: the state of one table, on the loop's thread.

A press goes: edge -> debounce -> desk -> session (written, then judged). What follows from it, an
announcement, a new phase, a seal, is looked after here. Nothing here knows a rule.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from firmware_py.debounce import Debouncer
from firmware_py.kinds import Edge, Press, Release
from firmware_py.table import Table
from firmware_py.timesource import TimeSource, earliest
from kiosk import gestures, pin, report
from kiosk.game import Game
from kiosk.gestures import Gesture, SeatButton
from kiosk.health import Health
from kiosk.inbox import Condition, Durable, Fault, Item, Late, Look, Query, Stop
from kiosk.intake import Intake
from kiosk.intents import Act, CheckPin, Intent, Note, Sign, TakeBack, Tell
from kiosk.official import Official, why
from kiosk.patience import Patience
from kiosk.resume import Opened
from kiosk.screens import targets
from kiosk.screens.frame import line
from kiosk.stage import Stage
from rules.errors import ActionError
from rules.history import Outcome
from rules.kinds import Announcement, Audience, GameMs

if TYPE_CHECKING:
    from kiosk.console.second import SecondDisplay
    from kiosk.pin import PinLock
    from kiosk.seal import TableKey

log = logging.getLogger(__name__)

STUCK_S: Final = 0.9
"""A disk that takes longer for a line is not saving."""
LATE_NS: Final = 20_000_000
"""So long (real time) an edge may be on its way: what time alone decides about a gesture waits."""

SHUTDOWN_HOLD_NS: Final = 2_000_000_000
SECOND_GAP_NS: Final = 60_000_000


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
        official: Official,
        lock: PinLock,
        opener: Callable[[Mapping[str, Any]], Game],
        uplink: report.Delivery,
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
        self.official = official
        self.lobby = stage.lobby
        self.second: SecondDisplay | None = None
        self._lock = lock
        self.intake = Intake(self, put, opener)
        self._uplink = uplink
        self._alive = alive
        self._open_late = open_late
        self._lamp_ns: int | None = 0
        self._shutdown_ns: int | None = None
        self._late_ns = int(LATE_NS * time.rate)
        self._asked: list[Callable[[Mapping[str, Any]], None]] = []
        self._patience = Patience(self._late_ns)

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
        self.settle(game)

    # -- what comes ----------------------------------------------------------------------------

    def edge(self, edge: Edge) -> None:
        """An input line changed."""
        if self._patience.keeps(edge, self.game, self.time.now_ns()):
            return
        for change in self._debouncer.feed(edge):
            self._change(change)

    def item(self, item: Item) -> None:
        """Anything else."""
        self._catch_up()
        match item:
            case Durable(lines, _):
                self._durable(lines)
            case Query(reply):
                self._asked.append(reply)
            case Late():
                self._open_late()
            case Fault(where, text):
                self.stage.show_fault(where, text)
            case Look(reply, since):
                self.official.look(reply, since)
                return
            case _ if isinstance(item, Condition):
                self.health.hear(item)
            case _:
                self.intake.take(item)
        self._touched()

    def _touched(self) -> None:
        """Something may have changed for the screen or the console."""
        self.stage.touch()
        self.official.touch()

    def _change(self, change: Press | Release) -> None:
        self._catch_up()
        gesture = gestures.of_line(change)
        if gesture is not None:
            self.intake.gesture(gesture)
            if self.game is None or type(gesture) is not SeatButton:
                self._touched()  # nothing is folded that would tell of a change: a question, say
        elif change.line == gestures.SHUTDOWN:
            self._shutdown_ns = change.at_ns if type(change) is Press else None

    def seat_down(self, press: SeatButton) -> None:
        """A seat's button: written before anything else."""
        game = self.game
        if game is None:  # the lamp lights: a way to try the buttons
            self.table.lamps.answer(press.seat, press.at_ns)
            self._lamp_ns = self.table.lamps.tick(self.time.now_ns())
            return
        if not game.is_open or press.seat not in game.session.seats:
            return
        session = game.session
        self.let_pass(game, press.at_ns)
        fields = game.desk.seat_down(press, session.official)
        session.press(fields, press.seat, press.at_ns, press.line)

    def leave(self, game: Game) -> None:
        """A closed game, all of it on disk, is taken off the table: the next one may come."""
        game.journal.close()
        self.game = None
        self.lobby.opened()
        self.lobby.look()
        self._touched()

    def _catch_up(self) -> None:
        """Let the rules judge the last press, before anything else happens."""
        game = self.game
        if game is not None and game.judge():
            self.settle(game)

    def hushed(self) -> bool:
        """A press is on its way to the disk: nothing that can wait should run now."""
        return self.game is not None and self.game.session.unjudged

    def let_pass(self, game: Game, at_ns: int) -> None:
        """What expired or was decided before this stamp comes before it, however late we are."""
        wake_ns = game.desk.wake_ns()
        if wake_ns is not None and wake_ns <= at_ns:
            self._touched()
            self.do(game, game.desk.pass_time(at_ns))
            self._show_lamps(game)

    def hit(self, x: int, y: int) -> targets.Target | None:
        """What a touch means as the table stands now."""
        return self.stage.hit(x, y, self.game, self.health, self.time.now_ns())

    def fault_seen_to(self) -> bool:
        """Somebody pressed a key at the fault screen: away with it. False: there was none."""
        return self.stage.fault_seen_to()

    def answer_clock(self, game: Game, gesture: Gesture) -> None:
        """Nobody knows how late it is: the gesture may say so."""
        game.answer_clock(gesture, self.time)
        self.settle(game)

    # -- what is to be done --------------------------------------------------------------------

    def do(self, game: Game, intents: list[Intent]) -> None:
        """Do what the desk asks for."""
        for intent in intents:
            match intent:
                case Act():
                    self._act(game, intent)
                case TakeBack(at_ns, by, back):
                    which = {"back": back} if back > 1 else {}
                    self._act(game, Act({"do": "undo", **which}, at_ns, by))
                case Sign(seat, at_ns):
                    self.after(game, game.session.sign(seat, at_ns, None), at_ns)
                case CheckPin(typed):
                    pin.look_at(self._lock, typed, self._put)
                case Tell(word, at_ns):
                    self.stage.tell(word, at_ns, game)
                case Note(fields, at_ns):
                    game.session.note("note", fields, at_ns)

    def _act(self, game: Game, act: Act) -> None:
        try:
            fields = game.desk.spelled(act.fields, game.session.view)
            outcome = game.session.act(fields, act.at_ns, act.line)
        except ActionError as error:  # a seat typed that does not play, say
            log.info("not entered: %s", error)
            game.desk.tell(line("kiosk.notice.wrong_entry"), act.at_ns)
            return
        self.after(game, outcome, act.at_ns)
        game.desk.judged(act, outcome, game.scene())

    def after(self, game: Game, outcome: Outcome, told_ns: int | None) -> None:
        """`told_ns`: the table's screen may tell of a refusal, at this instant; None: a seat's
        press, of which it never does. What is the official's alone only the console tells.
        """
        refused = outcome.refusal
        if refused is not None and told_ns is not None and refused.audience is Audience.TABLE:
            game.desk.tell(why(refused), told_ns)
        if outcome.dropped_open and told_ns is not None:
            game.desk.tell(line("kiosk.notice.dropped_too", count=outcome.dropped_open), told_ns)
        self.settle(game)

    def settle(self, game: Game) -> None:
        """What follows when the game may have changed."""
        self._touched()
        phase = game.session.view.phase
        self.stage.by_night(phase)
        if phase is not game.phase:
            game.phase = phase
            game.desk.forget(game.session.view)
        fault = game.seal(self._key)
        if fault is not None:
            self.stage.show_fault("key", fault)
        self.stage.foresee(game.session, game.desk.foreseen())
        if game.is_open:
            self.do(game, game.desk.settled(game.scene(), self.time.now_ns()))
        self._show_lamps(game)

    def _show_lamps(self, game: Game) -> None:
        now_ns = self.time.now_ns()
        lamps = game.family.lamps(game.session.view, game.desk, now_ns)
        self.stage.show_lamps(lamps, now_ns)
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
        recheck_ns = self._debouncer.recheck_at()
        if recheck_ns is not None and recheck_ns <= now_ns:
            for change in self._debouncer.settle(now_ns, self.table.reread):
                self._change(change)
        game = self.game
        if game is not None and game.is_open:
            changed = game.judge()  # before anything is due: it came before
            deadline_ns = self.deadline_ns()
            if deadline_ns is not None and deadline_ns <= now_ns:
                patience_ns = self._patience.ns(game)
                if patience_ns:  # what a hand did before it is decided by its stamp
                    self.let_pass(game, deadline_ns - patience_ns)
                game.session.advance(now_ns)
                changed = True
            if changed:
                self.settle(game)
            for edge in self._patience.over():
                self.edge(edge)
            self.let_pass(game, now_ns - self._late_ns)
        elif game is None and self.lobby.pass_time(now_ns):
            self._touched()
        if self._lamp_ns is not None and self._lamp_ns <= now_ns:
            self._lamp_ns = self.table.lamps.tick(now_ns)
        self.stage.pass_time(now_ns)
        if not self._is_saving():  # nothing is told that is not on disk
            while self._asked:
                lamps, copies = self.table.lamps, self.lobby.copies
                self._asked.pop()(report.status(self.game, self.health, lamps, now_ns, copies))
            self.official.answer(self.game, self.health, now_ns)
        if self._shutdown_ns is not None and now_ns - self._shutdown_ns >= SHUTDOWN_HOLD_NS:
            self._put(Stop(0, power_off=True))

    def make_ready(self) -> None:
        """The next instant of the game is near: nothing shall be left to do then but to tell it."""
        if self.game is not None and self.game.is_open and not self.game.session.unjudged:
            self.game.session.make_ready()

    def deadline_ns(self) -> int | None:
        """The next instant of the game; a little later where hands may be on their way to it."""
        due_ns = None if self.game is None else self.game.deadline_ns()
        return None if due_ns is None else due_ns + self._patience.ns(self.game)

    def wake_ns(self) -> int | None:
        """The next instant of a lockout, a gesture, a lamp or the picture's own."""
        down_ns = self._shutdown_ns
        gesture_ns = None if self.game is None else self.game.wake_ns()
        lobby_ns = self.lobby.wake_ns() if self.game is None else None
        return earliest(
            lobby_ns,
            self._debouncer.recheck_at(),
            None if gesture_ns is None else gesture_ns + self._late_ns,
            self._lamp_ns,
            self.stage.wake_ns(),
            None if down_ns is None else down_ns + SHUTDOWN_HOLD_NS,
        )

    def keep_house(self) -> None:
        """Once a second: signs, supply, watchdog, live state."""
        self._alive()
        before = self.health.signs()
        game, sagged = self.game, self.health.under_voltage
        self.health.stuck = game is not None and game.journal.stuck_s() > STUCK_S
        if game is not None and game.session.may_seal():
            self.settle(game)
        self.health.look(self.time.wall())
        if self.health.under_voltage and not sagged and game is not None and game.is_open:
            game.session.note("note", {"under_voltage": True}, self.time.now_ns())
        if self.health.signs() != before or (game is None and self.lobby.look()):
            self._touched()
        self._uplink.live(report.live(game, self.health, self.time.now_ns()))
        self._look_at_lines()

    def _look_at_lines(self) -> None:
        self.table.check()
        faults, before = (*self.table.faults, *self.table.jammed), self.health.dead_lines
        self.health.dead_lines = len(faults)
        if len(faults) != before:
            self._touched()
        if len(faults) > before:
            self.stage.show_line_faults(faults)

    # -- what is shown -------------------------------------------------------------------------

    def draw(self, now_ns: int) -> int | None:
        """Draw what changed; when the picture changes by itself."""
        due_ns = self.stage.draw(self.game, self.health, now_ns)
        if self.second is not None and not self._is_saving() and not self._is_near(now_ns):
            self.second.show(self.official.facts(self.game, self.health, now_ns), self.game)
        return due_ns

    def _is_near(self, now_ns: int) -> bool:
        """A deadline comes so soon that only the table's own picture is drawn before it."""
        due_ns = self.deadline_ns()
        return due_ns is not None and due_ns - now_ns < SECOND_GAP_NS * self.time.rate

    def stale(self) -> bool:
        """Something may have changed the picture, and no lamp waits for its answer."""
        stale = self.stage.stale
        if self.second is not None:
            stale = stale or self.second.is_stale(self.official.revision)
        return stale and not self._is_saving()

    def _is_saving(self) -> bool:
        return self.game is not None and self.health.saving and self.game.is_saving

    def poll_s(self) -> float | None:
        """How often the window is looked at."""
        return self.stage.poll(self._put, self.time.now_ns())

    def fault(self, error: Exception) -> None:
        """The loop caught this: show it."""
        open_game = self.game is not None and self.game.is_open
        self.stage.show_fault("loop", f"{type(error).__name__}: {error}", in_game=open_game)
