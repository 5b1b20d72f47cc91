"""The self-test on a running table: stands between the loop and the host while it lasts.

Only a table without a game can begin one. While it runs, edges and keys are the test's; whatever
else comes (status, league, console) is the host's as ever.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from firmware_py.debounce import Debouncer
from firmware_py.kinds import Edge
from kiosk.config import Config
from kiosk.home import Home
from kiosk.host import Host
from kiosk.inbox import Item, Key, Test, Touch
from kiosk.late import LateSounds

if TYPE_CHECKING:  # loaded with the first test, not with the table
    from kiosk.selftest.parts import Sounding
    from kiosk.selftest.selftest import SelfTest

SHOWN_NS: Final = 300_000_000_000
"""So long the result stays, unless somebody presses a key."""


class Hosted:
    """A host for the loop: the table's own, with a self-test before it while one runs."""

    def __init__(self, host: Host, debouncer: Debouncer, make: Callable[[], SelfTest]) -> None:
        """`make` gives a test of this table, not begun yet."""
        self._host = host
        self._debouncer = debouncer
        self._make = make
        self._test: SelfTest | None = None
        self._over_ns: int | None = None
        # What a test has nothing to do with is the host's own.
        self.hushed, self.stale = host.hushed, host.stale
        self.make_ready, self.deadline_ns = host.make_ready, host.deadline_ns
        self.keep_house, self.fault = host.keep_house, host.fault
        self.draw, self.poll_s = host.draw, host.poll_s

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
        times = (mine, self._over_ns, self._host.wake_ns())
        return min((at_ns for at_ns in times if at_ns is not None), default=None)

    def _begin_if_asked(self) -> None:
        if self._host.lobby.take_test():
            self.begin()

    def _show(self) -> None:
        self._host.stage.show_test(None if self._test is None else self._test.shown())

    def _leave(self) -> None:
        self._test = self._over_ns = None
        self._show()


def test_of(host: Host, config: Config, home: Home, sounds: LateSounds) -> SelfTest:
    """A self-test of a running table, with its own screen and loudspeaker."""
    from kiosk.selftest import machine
    from kiosk.selftest.selftest import SelfTest

    aside = machine.Aside(
        (
            lambda: machine.link(config.league, home),
            lambda: machine.clock(host.time.wall()),
            lambda: machine.disk(home),
            machine.supply,
        )
    )
    return SelfTest(
        host.table,
        sounding=_sounding(host, config, sounds),
        screen=lambda: machine.screen(host.stage.window, wanted=config.screen != "offscreen"),
        facts=lambda: aside.found,
        simulated_wanted=config.pins == "simulated",
    )


def _sounding(host: Host, config: Config, sounds: LateSounds) -> Sounding:
    from kiosk.selftest.check import failed, passed
    from kiosk.selftest.parts import Sounding, heard_lengths, wants_speaker

    mode = config.sound.mode
    if not wants_speaker(mode):
        unwanted = passed("speaker", "speaker.unwanted", mode=str(mode.value))
        return Sounding((), sounds.play_now, lambda: unwanted, wanted=False)
    is_open, gone = passed("speaker", "speaker.open"), failed("speaker", "speaker.gone")
    return Sounding(
        heard_lengths(), sounds.play_now, lambda: is_open if host.health.sound else gone
    )
