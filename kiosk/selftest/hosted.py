"""The self-test on a running table: stands between the loop and the host while it lasts.

Only a table without a game can begin one. While it runs, edges and keys are the test's; whatever
else comes (status, league, console) is the host's as ever.

A table with a game is only looked over (playing.py), when its menu or the official's console asks:
everything stays the host's, and what was found is told to whoever asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from firmware_py.debounce import Debouncer
from firmware_py.kinds import Edge
from firmware_py.timesource import earliest
from kiosk.dialogue import Checking
from kiosk.host import Host
from kiosk.inbox import Item, Key, LookOver, Test, Touch
from rules.value import replace

if TYPE_CHECKING:  # loaded with the first test, not with the table
    from kiosk.game import Game
    from kiosk.selftest.playing import Looking
    from kiosk.selftest.selftest import SelfTest

SHOWN_NS: Final = 300_000_000_000
"""So long the result stays, unless somebody presses a key."""
KEPT_MS: Final = 300_000
"""So long the console tells what was found of a table that plays."""


class Hosted:
    """A host for the loop: the table's own, with a self-test before it while one runs."""

    def __init__(
        self,
        host: Host,
        debouncer: Debouncer,
        make: Callable[[], SelfTest],
        look: Callable[[], Looking],
    ) -> None:
        """`make` gives a test of this table, not begun yet; `look` one that disturbs no game."""
        self._host = host
        self._debouncer = debouncer
        self._make = make
        self._look = look
        self._looking: tuple[Game, Looking] | None = None
        self._asked_ns: int | None = None
        self._test: SelfTest | None = None
        self._over_ns: int | None = None
        # What a test has nothing to do with is the host's own.
        self.hushed, self.stale = host.hushed, host.stale
        self.make_ready, self.deadline_ns = host.make_ready, host.deadline_ns
        self.draw, self.poll_s, self.fault = host.draw, host.poll_s, host.fault

    @property
    def testing(self) -> bool:
        """A test runs, or its result is on the screen."""
        return self._test is not None

    def begin(self) -> bool:
        """Begin a test; False while there is a game on the table, or one runs already."""
        if self._test is not None or self._host.game is not None:
            return False
        self._test, self._over_ns = self._make(), None
        self._test.begin(self._host.time.now_ns())
        self._show()
        return True

    def edge(self, edge: Edge) -> None:
        """An input line changed."""
        if self._test is None:
            self._host.edge(edge)
            self._begin_if_asked()
            self._look_if_asked()
            return
        self._debouncer.feed(edge)  # so that it knows the line when the test is over
        if not self._test.done:
            self._test.edge(edge)
            self._show()
        elif edge.pressed:
            self._leave()

    def item(self, item: Item) -> None:
        """Anything else."""
        if type(item) is Test:
            self.begin()
        elif type(item) is LookOver:
            self.look_over()
        elif self._test is None or not isinstance(item, Key | Touch):
            self._host.item(item)
        elif item.down and self._test.done:
            self._leave()
        elif type(item) is Key and item.down:
            self._test.key(item.name, item.at_ns)
            self._show()
        self._begin_if_asked()
        if self._test is not None and self._host.game is not None:  # opened from elsewhere
            self._test.end(self._host.time.now_ns())
            self._leave()
        self._look_if_asked()

    def look_over(self) -> None:
        """Look the table over, once at a time; nothing without a game: there the test does it."""
        game = self._host.game
        if game is not None and (self._looking is None or self._looking[0] is not game):
            game.standing, game.looking = None, True
            self._looking = (game, self._look())
            self._tell()

    def keep_house(self) -> None:
        """Once a second: a look that was asked for goes on; an old one is forgotten."""
        self._host.keep_house()
        host, game = self._host, self._host.game
        if game is None:
            self._looking = None
            return
        now, found = game.session.game_ms(host.time.now_ns()), game.standing
        if self._looking is not None and self._looking[0] is game:
            found = self._looking[1].step(now)
            if found is None:
                return
            elsewhere = host.official.watched or host.second is not None
            game.standing, game.looking = replace(found, elsewhere=elsewhere), False
            self._looking = None
            self._tell()
        elif found is not None and now - found.at >= KEPT_MS:
            game.standing = None
            self._tell()

    def pass_time(self, now_ns: int) -> None:
        """Everything that is due by now."""
        test = self._test
        if test is not None:
            wake_ns = test.wake_ns
            if wake_ns is not None and wake_ns <= now_ns:
                test.pass_time(now_ns)
                self._show()
            if test.done and self._over_ns is None:
                self._over_ns = now_ns + SHOWN_NS
            if self._over_ns is not None and self._over_ns <= now_ns:
                self._leave()
        self._host.pass_time(now_ns)

    def wake_ns(self) -> int | None:
        """The next instant of the test or of the table."""
        mine = self._over_ns if self._test is None else self._test.wake_ns
        return earliest(mine, self._over_ns, self._host.wake_ns())

    def _begin_if_asked(self) -> None:
        if self._host.lobby.take_test():
            self.begin()

    def _look_if_asked(self) -> None:
        """The menu's entry was chosen."""
        game = self._host.game
        open_ = None if game is None else game.desk.talk.dialogue
        if type(open_) is Checking and open_.at_ns != self._asked_ns:
            self._asked_ns = open_.at_ns
            self.look_over()

    def _tell(self) -> None:
        self._host.stage.touch()
        self._host.official.touch()

    def _show(self) -> None:
        self._host.stage.show_test(None if self._test is None else self._test.shown())

    def _leave(self) -> None:
        self._test = self._over_ns = None
        self._show()
