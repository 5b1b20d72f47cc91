"""A game that changes its table: stands between the loop and the host, as the self-test does.

A spare takes a game over and says what its official must look at; the table that lost it says where
the game went on, and takes no press for it any more.
"""

from __future__ import annotations

import logging
from typing import Final

from firmware_py.kinds import Edge
from firmware_py.patterns import OFF
from kiosk import sparesigns
from kiosk.errors import RunError, UserError
from kiosk.game import Game
from kiosk.home import Home
from kiosk.host import Host
from kiosk.inbox import Copies, Granted, Item, TakeoverSaid, WentOn
from kiosk.loop import Host as Driven
from kiosk.openings import Openings
from kiosk.screens.frame import Line, line
from rules.errors import RecordError
from rules.kinds import GameMs, Seat
from rules.record import read

log = logging.getLogger(__name__)

NOTE: Final = b'"taken_over"'


class SpareHost:
    """A host for the loop: the table's own, whose game may come from another one or go there."""

    def __init__(self, inner: Driven, host: Host, openings: Openings, home: Home) -> None:
        self._inner = inner
        self._host = host
        self._openings = openings
        self._home = home
        host.lobby.asking = home.wanted.exists()
        if host.game is not None:
            self._say_taken(host.game)
        # What a takeover has nothing to do with is the inner host's own.
        self.hushed, self.stale = inner.hushed, inner.stale
        self.make_ready, self.deadline_ns = inner.make_ready, inner.deadline_ns
        self.wake_ns, self.pass_time = inner.wake_ns, inner.pass_time
        self.draw, self.poll_s, self.fault = inner.draw, inner.poll_s, inner.fault

    def edge(self, edge: Edge) -> None:
        """An input line changed."""
        self._inner.edge(edge)
        if self._host.game is None:  # else a press is on its way to the disk
            self._look_if_wanted()

    def item(self, item: Item) -> None:
        """Anything else."""
        match item:
            case WentOn():
                self._went_on(item)
            case Granted():
                self._take(item)
            case TakeoverSaid(status, why):
                self._hear(status, why)
            case Copies(found):
                self._host.lobby.copies.found(found)
                self._host.lobby.copies.grows_older(self._host.time.wall())
                self._host.stage.touch()
            case _:
                self._inner.item(item)
                self._look_if_wanted()

    def keep_house(self) -> None:
        """Once a second; a request that the command made is seen, too."""
        self._inner.keep_house()
        if self._host.game is not None:
            return
        lobby, waits = self._host.lobby, self._home.wanted.exists()
        older = lobby.copies.offered is not None and lobby.copies.grows_older(
            self._host.time.wall()
        )
        if lobby.asking != waits or older:
            lobby.asking = waits
            self._host.stage.touch()

    def _look_if_wanted(self) -> None:
        wanted = self._host.lobby.take_takeover()
        if wanted is not None:
            self._ask(wanted)
        copy = self._host.lobby.copies.take()
        if copy is not None and copy.found is not None:
            self._take(copy.found)

    def _ask(self, wanted: bool) -> None:
        """Ask for a game, or no longer."""
        from kiosk import takeover  # of a day on which a table died

        try:
            if wanted:
                takeover.want(self._home)
            else:
                takeover.forget(self._home)
        except OSError as error:
            self._host.lobby.failed(error.strerror or str(error), self._host.time.now_ns())
        self._host.lobby.asking = self._home.wanted.exists()
        self._host.stage.touch()

    def _hear(self, status: str, why: str) -> None:
        if status == "refused":
            self._ask(False)
        if status != "asked":
            said = line(f"kiosk.spare.{status}", why=why)
            self._host.lobby.tell(said, self._host.time.now_ns())
        self._host.stage.touch()

    def _take(self, found: Granted) -> None:
        """The league gave a game, or a stick; what is played here meanwhile is not left for it."""
        host = self._host
        if host.game is not None:
            log.error("game %s was given to this table, which plays another one", found.game)
            return
        try:
            game = self._openings.taken_over(found)
        except (UserError, RunError) as error:
            self._ask(False)
            host.lobby.failed(str(error), host.time.now_ns())
            host.stage.touch()
            return
        host.lobby.asking = False
        host.lobby.opened()
        self._say_taken(game)

    def _say_taken(self, game: Game) -> None:
        """What the copy ends with, what the clock did since, and what to look at."""
        try:
            data = game.journal.path.read_bytes()
            if NOTE not in data:  # as almost always; a start waits for nothing
                return
            record = read(data)
        except (OSError, RecordError):
            return
        from kiosk import panels  # of a day on which a table died
        from kiosk.takeover import fresh_seam

        seam = fresh_seam(record)
        if seam is None:
            return
        taken, at = seam.taken, seam.at
        last, clock = panels.last_public(game), self._clock(game, at)
        shown = sparesigns.taken(taken.giver, at, taken.lines, last, clock)
        self._host.stage.show_sign(shown)

    def _clock(self, game: Game, last: GameMs) -> Line:
        """What the clock did between the copy's last line and now, by the rule of every restart."""
        session = game.session
        if game.ask is not None:
            return sparesigns.clock_asked()
        if session.history.next_deadline() is None:
            return sparesigns.clock_none()
        passed_ms = max(0, session.game_ms(self._host.time.now_ns()) - last)
        return sparesigns.clock_lost(GameMs(passed_ms))

    def _went_on(self, found: WentOn) -> None:
        host, game = self._host, self._host.game
        if game is None or game.session.game != found.game or not game.is_open:
            return
        host.leave(game)
        now_ns = host.time.now_ns()
        seats = [Seat(number) for number in game.session.history.opening.numbers]
        host.stage.show_lamps([(seat, OFF) for seat in seats], now_ns)
        host.stage.show_sign(sparesigns.went(found.taker, found.reason))
