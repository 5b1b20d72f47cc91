"""Which game is on the table: the open one, the one asked for, the one entered; or none."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kiosk import families, resume
from kiosk.clockask import ClockAsk
from kiosk.config import Config
from kiosk.dicein import reads_dice
from kiosk.disk import Disk, write_new
from kiosk.editions import Editions
from kiosk.errors import RunError, UserError
from kiosk.game import Game, Words
from kiosk.home import Home
from kiosk.host import Host
from kiosk.inbox import Granted, Item
from kiosk.journal import Journal
from kiosk.pin import PinLock
from kiosk.session import Session
from rules.kinds import Seat
from rules.opening import Opening, parse_opening

log = logging.getLogger(__name__)


def check(
    wanted: Opening | None, path: Path | None, home: Home, editions: Editions, edition: str
) -> None:
    """`--open` with the open game resumes it; with another it is refused. `path`: the open game's
    record, `edition`: the settings', which must be there where nothing is opened.
    """
    if wanted is None:
        editions.need(edition)
    elif path is not None and path != home.record(wanted.game):
        raise UserError(
            f"--open: found game {wanted.game!r}, but {path.stem!r} is open here; "
            "close it first, or start without --open to go on with it"
        )


class Openings:
    """Puts games on one table."""

    def __init__(
        self,
        host: Host,
        home: Home,
        editions: Editions,
        config: Config,
        put: Callable[[Item], None],
        pin: PinLock,
        words: Words,
        disk: Disk,
    ) -> None:
        self._host = host
        self._home = home
        self._editions = editions
        self._config = config
        self._put = put
        self._pin = pin
        self._words = words
        self._disk = disk

    def begin(self, path: Path | None, wanted: Opening | None, opened_from: str) -> None:
        """Go on with the open game, or open the one asked for, or stay idle."""
        editions, time = self._editions, self._host.time
        if path is not None:
            try:
                game = self._start(resume.bring_back(path, editions, time))
                self._say_what_differs(game, wanted, opened_from)
                return
            except resume.Lost as lost:
                self._host.stage.show_fault("record", str(lost))
        if wanted is None:
            return
        record = self._home.record(wanted.game)
        if self._home.taken(wanted.game).exists():
            log.warning("--open: game %r went on at another table; nothing opens", wanted.game)
        elif path is None and record.exists():
            log.warning("--open: game %r is closed; it is shown, and nothing is added", wanted.game)
            self._start(resume.shown_again(record, editions, time))
        elif path is None and self._home.removed(wanted.game).exists():
            log.warning("--open: game %r was played and delivered here; nothing opens", wanted.game)
        else:
            try:
                self._new(wanted)
            except UserError as error:
                raise UserError(f"{opened_from}: {error}") from None

    def entered(self, fields: Mapping[str, Any]) -> Game:
        """A game opened by the official's entry."""
        self.close()
        return self._new(parse_opening(fields["open"]))

    def taken_over(self, found: Granted) -> Game:
        """Another table's game, which this one goes on with; UserError or RunError if it cannot."""
        from kiosk.takeover import put_down  # of a day on which a table died

        self.close()
        try:
            path = put_down(self._home, found)
        except OSError as error:
            raise RunError(f"{self._home.games}: cannot be written: {error.strerror}") from None
        return self._start(resume.bring_back(path, self._editions, self._host.time))

    def close(self) -> None:
        """Everything of the game on the table is on disk, or the log says so. Harmless twice."""
        game = self._host.game
        if game is not None and not game.journal.close():
            log.error("%s: not everything could be saved", game.journal.path)

    def _say_what_differs(self, game: Game, wanted: Opening | None, opened_from: str) -> None:
        if wanted is not None and wanted != game.session.history.opening:
            log.warning(
                "%s: differs from how game %r was opened; the record counts",
                opened_from,
                wanted.game,
            )

    def _new(self, opening: Opening) -> Game:
        throws = self._config.dice == "table"
        time = self._host.time
        return self._start(
            resume.new_game(self._home, opening, self._editions, time, throws=throws)
        )

    def _start(self, opened: resume.Opened) -> Game:
        host, lamps, time = self._host, self._host.table.lamps, self._host.time

        def answer(seat: Seat) -> None:
            lamps.answer(seat, time.now_ns())

        try:
            if opened.new:
                write_new(opened.path, opened.kept, self._disk)
            put: Any = self._put
            journal = Journal(opened.path, opened.kept, put, answer, self._disk)
        except OSError as error:
            raise RunError(f"{opened.path}: cannot be written: {error.strerror}") from None
        session = Session(
            opened.history,
            opened.chain,
            journal,
            opened.clock,
            host.announce,
            events=opened.events,
            recorded=opened.recorded,
            sealed=opened.sealed,
            cup=opened.cup,
        )
        edition = opened.history.edition
        host.stage.begin(edition)
        last = session.history.now
        ask = ClockAsk(max(last, opened.clock.game_ms(0)), opened.proposed) if opened.asks else None
        family = families.family_of(edition)
        reads, is_set = reads_dice(self._config), self._pin.is_set
        game = Game(session, journal, family, ask, is_set, self._words, reads_dice=reads)
        host.health.dice = (host.health.dice if reads else game.dice_known) and not opened.dice_lost
        host.game = game
        host.begin(opened)
        return game
