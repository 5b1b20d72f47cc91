"""The composition root: the only place that chooses real or simulated and assembles the table."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware_py.debounce import Debouncer
from firmware_py.kinds import LineId
from firmware_py.lamps import OnOutput
from firmware_py.simulated import SimulatedTable
from firmware_py.table import Table
from firmware_py.timesource import SystemTime
from firmware_py.watchdog import PinWatch, ServiceNotifier
from kiosk import allocator, families, late, resume
from kiosk.announcer import Announcer
from kiosk.balloting import Balloting
from kiosk.config import AUTO, Config
from kiosk.console.wire import OfficialSocket
from kiosk.dicein import check_stdin, open_reader
from kiosk.disk import Disk, HomeLock
from kiosk.editions import Editions
from kiosk.errors import RunError, UserError
from kiosk.game import Game
from kiosk.hall import HallHost
from kiosk.home import Home
from kiosk.host import Host
from kiosk.inbox import Inbox, Sound, Stop
from kiosk.keypadin import open_keypad
from kiosk.lobby import Lobby
from kiosk.loop import Loop, tidy
from kiosk.official import Official
from kiosk.openings import Openings, check
from kiosk.outbox import has_receipt, waiting
from kiosk.pin import PinLock
from kiosk.pins import open_pins
from kiosk.putoff import PutOff
from kiosk.screens.frame import Delivery
from kiosk.selftest.hosted import Hosted
from kiosk.session import Session
from kiosk.spare import SpareHost
from kiosk.stage import Stage
from kiosk.status import StatusSocket
from kiosk.trace import Trace
from kiosk.twins import through_pins
from rules.edition import Edition
from rules.opening import Opening
from rules.value import Value

if TYPE_CHECKING:
    from kiosk.memberballot import Voices
    from kiosk.seal import TableKey
    from kiosk.selftest.playing import Looking
    from kiosk.selftest.selftest import SelfTest
    from kiosk.voteroad import VoteRoad

log = logging.getLogger(__name__)


class Options(Value):
    """What the command line asked for, on top of the settings."""

    config: Config
    home: Home
    opening: Opening | None = None
    opened_from: str = "--open"
    """Where the opening was read, for the message if the rules do not take it."""
    drive_fd: int | None = None
    fast: float = 1
    picture: Path | None = None
    trace: Path | None = None
    on_output: OnOutput | None = None
    """Told of each lamp and buzzer change (benchmarks); a trace is told besides."""
    disk: Disk = Disk()


class App:
    """A table put together. `close` it, whatever happens."""

    def __init__(
        self,
        stack: ExitStack,
        loop: Loop,
        host: Host,
        inbox: Inbox,
        notifier: ServiceNotifier,
    ) -> None:
        self.loop = loop
        self.host = host
        self.inbox = inbox
        self.table = host.table
        self._stack = stack
        self._notifier = notifier

    def run(self) -> Stop:
        """Take presses until something ends the table; what ended it."""
        self._notifier.ready()
        game = self.host.game
        drawn = families.drawn_by(game.session.history.edition) if game else ()
        late.load(self.inbox.put, self._stack, drawn)
        return self.loop.run()

    def close(self) -> None:
        """Lamps and buzzer off, the record flushed, everything given back. Harmless twice."""
        self._stack.close()


def build(options: Options) -> App:
    """Open everything; UserError or RunError says in one line what cannot be had."""
    allocator.settle()
    stack = ExitStack()
    try:
        return _Builder(options, stack).app()
    except BaseException:
        stack.close()
        raise


class _Builder:
    """The steps of `build`. What is opened is pushed on the stack and closed in reverse."""

    def __init__(self, options: Options, stack: ExitStack) -> None:
        self.options = options
        self.config = options.config
        self.home = options.home
        self.stack = stack
        self.time = SystemTime(options.fast)
        self.inbox = Inbox()
        self.editions = Editions(self.home.root)
        self.sounds = late.LateSounds()
        self.uplink = late.LateUplink()
        self.words = late.LateWords(options.config.language)
        self.votes: VoteRoad | None = None
        self.pin = PinLock(self.home.keys, self.config.pin)
        self.trace_from_ns = self.time.now_ns()

    def app(self) -> App:
        config, options = self.config, self.options
        self.home.prepare()
        stack = self.stack
        stack.callback(HomeLock(self.home.root).close)
        path = resume.open_game(self.home)
        opening = options.opening
        check(opening, path, self.home, self.editions, config.edition)
        table = self._table()
        put = through_pins(self.inbox.put, table)
        stage = self._stage(table)
        notifier = ServiceNotifier()
        stack.callback(notifier.close)
        debouncer = Debouncer(config.lockout_ms * 1_000_000, table.held)
        self.host = Host(
            self.time,
            table,
            debouncer,
            stage,
            cache(self._key),
            put,
            Official(config.table, config.edition, config.language),
            self.pin,
            self._open_entered,
            self.uplink,
            notifier.alive,
            self._open_late,
        )
        self._watch(notifier, table, debouncer)
        self.host.health.outbox = len(waiting(self.home))
        self.openings = Openings(
            self.host, self.home, self.editions, config, self.inbox.put, self.pin, self.words,
            options.disk,
        )  # fmt: skip
        stack.callback(self.openings.close)
        self.openings.begin(path, opening, options.opened_from)
        stack.callback(StatusSocket(self.home.root, self.inbox.put).close)
        self._console()
        stack.callback(notifier.stopping)
        self._feeder(table)
        hosted = Hosted(self.host, debouncer, self._test, self._look)
        votes = Balloting(
            hosted, self.host, debouncer, self.sounds, self._send_votes, PutOff(self.home.put_off)
        )
        spare = SpareHost(HallHost(votes, self.host), self.host, self.openings, self.home)
        loop = Loop(self.inbox, self.time, spare)
        return App(stack, loop, self.host, self.inbox, notifier)

    def _is_idle(self) -> bool:
        return self.host.game is None

    def _send_votes(self, voices: Voices) -> None:
        if self.votes is not None:
            self.votes.send(voices)

    def _test(self) -> SelfTest:
        from kiosk.selftest.oftable import test_of  # with the first test, not with the table

        return test_of(self.host, self.config, self.home, self.sounds)

    def _look(self) -> Looking:
        from kiosk.selftest.oftable import look_of

        return look_of(self.host, self.config, self.home)

    def _watch(self, notifier: ServiceNotifier, table: Table, debouncer: Debouncer) -> None:
        """Threads without which the table is dead: a start anew mends them."""
        notifier.watch("journal", lambda: self.host.game is None or self.host.game.journal.lives)
        if not table.simulated:
            inputs = [line.id for line in table.pin_map.inputs]
            notifier.watch("pins", PinWatch(inputs, table.level, debouncer).lives)

    def _console(self) -> None:
        """Let a console connect, unless private facts are to appear nowhere."""
        if self.config.console != "blind":
            official = OfficialSocket(self.home.root, self.inbox.put, self.time, self.pin)
            self.stack.callback(official.close)

    def _open_entered(self, fields: Mapping[str, Any]) -> Game:
        return self.openings.entered(fields)

    def _key(self) -> TableKey:
        from kiosk.seal import table_key  # with the first seal, not with the table

        return table_key(self.home.keys)

    def _open_late(self) -> None:
        """Screen and sound, once their modules are loaded; without a screen it ends with exit 1."""
        try:
            glass = late.open_screen(self.config, self.options.picture, self.stack)
            self.host.stage.show_on(glass)
            self.host.second = late.open_console(self.config, glass, self.stack)
        except RunError as error:
            self.inbox.put(Stop(1, str(error)))
            return
        folder, table = self.home.root / "sounds", self.host.table
        put = self.inbox.put
        try:
            player = late.open_sound(self.config, folder, self.time, table, put, self.stack)
        except (
            OSError,
            ValueError,
        ) as error:  # the score is gone or damaged: lamps and screen stay
            log.error("sound: %s", error)
            put(Sound(ok=False))
        else:
            self.sounds.begin(player)
        open_reader(self.config, self.time, put, self.stack)
        open_keypad(self.config, table.simulated, self.time, put, self.stack)
        if self.config.league != "none":
            stack, league = self.stack, self._open_with_league
            self.uplink.begin(
                late.open_uplink(self.config, self.home, self.time, put, stack, league)
            )
        elif self.config.spare_folder or self._is_enrolled():
            self._watch_sticks(self.stack)
        tidy()

    def _open_with_league(self, stack: ExitStack) -> None:
        """On the uplink's thread, when there is a way to a league: votes, and spares' sticks."""
        from kiosk.voteroad import open_road

        put, found = self.inbox.put, self.uplink.address
        self.votes = open_road(self.config, self.home, put, self._is_idle, stack, found)
        self._watch_sticks(stack)

    def _watch_sticks(self, stack: ExitStack) -> None:
        from kiosk.sticks import watch_sticks

        watch_sticks(self.home, self.config.spare_folder, self._is_idle, self.inbox.put, stack)

    # -- pins, sound, screen -------------------------------------------------------------------

    def _table(self) -> Table:
        table = open_pins(self.config, self.time, self.inbox.put, self._on_output())
        self.stack.callback(table.close)
        if self.options.fast != 1 and not table.simulated:
            raise UserError("--fast: works with --pins simulated only; the pins here are real")
        return table

    def _on_output(self) -> OnOutput | None:
        told = self.options.on_output
        if self.options.trace is None:
            return told
        trace = Trace(self.options.trace, self._trace_s)
        self.stack.callback(trace.close)
        if told is None:
            return trace.output

        def both(line: LineId, on: bool, at_ns: int) -> None:
            told(line, on, at_ns)
            trace.output(line, on, at_ns)

        return both

    def _trace_s(self, at_ns: int) -> float:
        """Game time where a game is open, else the time since the table started."""
        host = getattr(self, "host", None)
        if host is None or host.game is None:
            return max(0, at_ns - self.trace_from_ns) // 1_000_000 / 1000
        return int(host.game.session.clock.game_ms(at_ns)) / 1000

    def _stage(self, table: Table) -> Stage:
        config = self.config

        def announcer(edition: Edition) -> Announcer:
            return Announcer(
                self.sounds,
                table.lamps,
                self.time,
                document=edition.document,
                warning_minutes=families.family_of(edition).warning_minutes(edition),
            )

        return Stage(
            self.time,
            table.lamps,
            announcer,
            table=config.table,
            edition=config.edition,
            language=config.language,
            delivery=self._delivery,
            lobby=Lobby(
                self.home,
                self.editions,
                self.words,
                config.table,
                config.edition,
                spares=self._has_league(),
            ),
        )

    def _delivery(self, session: Session) -> Delivery:
        if has_receipt(self.home, session.game):
            return Delivery.SENT
        return Delivery.WAITING if self._has_league() else Delivery.NONE

    def _has_league(self) -> bool:
        """There is one to deliver to: one is set, or the table is enrolled."""
        return self._is_enrolled() if self.config.league == AUTO else self.config.league != "none"

    def _is_enrolled(self) -> bool:
        from kiosk.seal import LEAGUE_FILE  # as late as the way to the league

        return (self.home.keys / LEAGUE_FILE).exists()

    # -- the league and the hands --------------------------------------------------------------

    def _feeder(self, table: Table) -> None:
        fd = self.options.drive_fd
        if fd is None:
            return
        check_stdin(self.config)
        from kiosk.drive import Feeder

        lines = table if isinstance(table, SimulatedTable) else None
        inputs = frozenset(line.id for line in table.pin_map.inputs)
        put = through_pins(self.inbox.put, table)
        feeder = Feeder(fd, self.time, put, lines, inputs)
        self.stack.callback(feeder.stop)
        feeder.start()
