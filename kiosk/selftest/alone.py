"""The self-test without a running table: its own pins, screen, sounds and loop.

It takes the home's lock, so no table can start meanwhile, and no running table is disturbed. What
it asks and finds is told to `tell` line by line, and drawn on the table's screen.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Final

from firmware_py.kinds import Edge
from firmware_py.pinlines import SEATS
from firmware_py.table import Table
from firmware_py.timesource import SystemTime
from kiosk import late
from kiosk.config import Config
from kiosk.disk import HomeLock
from kiosk.errors import RunError
from kiosk.home import Home
from kiosk.inbox import Inbox, Item, Key, Stop
from kiosk.locale import Catalogue, Texts
from kiosk.pins import open_pins
from kiosk.screens.frame import Frame, Line, Tested
from kiosk.selftest import machine
from kiosk.selftest.check import Check, failed, passed
from kiosk.selftest.parts import Sounding, heard_lengths, wants_speaker
from kiosk.selftest.selftest import SelfTest
from kiosk.signals import heard
from kiosk.sound.bank import SCORES, SoundBank
from kiosk.sound.player import Player
from kiosk.sound.score import table_number
from kiosk.sound.settings import SoundSettings
from kiosk.sound.speaker import Speaker, SpeakerError
from kiosk.stage import Glass
from kiosk.twins import through_pins

log = logging.getLogger(__name__)

POLL_S: Final = 0.05
REACH: Final = "end it first, or test there: its menu has the self-test (docs/pins.md)"


class Options:
    """What the command line asked for."""

    def __init__(
        self, config: Config, home: Home, *, hands: bool, seats: int, timeout_s: int
    ) -> None:
        self.config = config
        self.home = home
        self.hands = hands
        self.seats = SEATS[:seats]
        self.timeout_ns = timeout_s * 1_000_000_000


class Alone:
    """The test put together. `run` it once; `close` gives everything back."""

    def __init__(self, options: Options, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._told = 0
        self._titled: Line | None = None
        self._asked = ""
        self._stack = ExitStack()
        self.time = SystemTime()
        self.inbox = Inbox()
        try:
            self._open(options)
        except BaseException:
            self._stack.close()
            raise

    def _open(self, options: Options) -> None:
        config, home = options.config, options.home
        home.prepare()
        try:
            self._stack.callback(HomeLock(home.root).close)
        except RunError as error:
            if "another kiosk" not in str(error):
                raise
            raise RunError(f"{home.root}: a table is running with this home; {REACH}") from None
        self.texts: Texts = Catalogue().texts(config.language)
        self.table: Table = open_pins(config, self.time, self.inbox.put)
        self._stack.callback(self.table.close)
        self._put = through_pins(self.inbox.put, self.table)
        self._glass: Glass = late.open_screen(config, None, self._stack)
        aside = machine.Aside(
            (
                lambda: machine.link(config.league, home),
                lambda: machine.clock(self.time.wall()),
                lambda: machine.disk(home),
                machine.supply,
            )
        )
        self.test = SelfTest(
            self.table,
            sounding=self._sounding(config, home),
            screen=lambda: machine.screen(self._glass.window, wanted=config.screen != "offscreen"),
            facts=lambda: aside.found,
            hands=options.hands,
            seats=options.seats,
            simulated_wanted=config.pins == "simulated",
            timeout_ns=options.timeout_ns,
        )

    def run(self) -> Sequence[Check]:
        """Until the test is done, or a signal ends it."""
        self.test.begin(self.time.now_ns())
        while not self.test.done:
            self._show()
            item = self.inbox.take(self._wait_s())
            now_ns = self.time.now_ns()
            if type(item) is Edge:
                self.test.edge(item)
            elif type(item) is Key and item.down:
                self.test.key(item.name, item.at_ns)
            elif type(item) is Stop:
                self.test.end(now_ns)
            self.test.pass_time(now_ns)
            self._glass.window.pump(self._put, now_ns)
            self.table.lamps.tick(now_ns)
        self._show()
        return self.test.checks()

    def say(self, text: Line) -> str:
        """A text in the table's language."""
        params = {
            name: self.say(value) if isinstance(value, Line) else value
            for name, value in text.params
        }
        return self.texts.text(text.key, text.count, **params)

    def close(self) -> None:
        """Dark, silent, and everything given back. Twice is harmless."""
        self._stack.close()

    def _wait_s(self) -> float:
        wake_ns = self.test.wake_ns
        wait_s = POLL_S if wake_ns is None else min(POLL_S, self.time.wait_s(wake_ns))
        return max(0.001, wait_s)

    def _show(self) -> None:
        shown = self.test.shown()
        self._tell_of(shown)
        window, painter, _ = self._glass
        rects = painter.draw(Frame(language=self.texts.language, tested=shown))
        if rects:
            window.flip(rects)

    def _tell_of(self, shown: Tested) -> None:
        """New headings and questions, then what was found since."""
        found = [item for item in shown.items if item.ok is not None]
        for item in found[self._told :]:
            mark = "kiosk.selftest.mark.ok" if item.ok else "kiosk.selftest.mark.failed"
            what = "" if item.found is None else self.say(item.found)
            self._tell(f"{self.texts.text(mark)}  {self.say(item.name)}: {what}")
            if item.remedy is not None:
                self._tell(f"        {self.say(item.remedy)}")
        self._told = max(self._told, len(found))
        if not shown.done and shown.title != self._titled:
            self._titled = shown.title
            self._tell(f"\n{self.say(shown.title)}")
        if not shown.done and shown.prompt is not None and shown.prompt.key != self._asked:
            self._asked = shown.prompt.key
            self._tell(self.say(shown.prompt))

    def _sounding(self, config: Config, home: Home) -> Sounding:
        settings = config.sound
        if not wants_speaker(settings.mode):
            unwanted = passed("speaker", "speaker.unwanted", mode=str(settings.mode.value))
            return Sounding((), lambda name: None, lambda: unwanted, wanted=False)
        opened = _Opened()
        voice = settings.voice or table_number(config.table)
        bank = SoundBank(
            SCORES.read_text(encoding="utf-8"), voice, home.root / "sounds", settings.volume_db
        )
        names = sorted(heard("HUN"))
        player = Player(
            bank, settings, self.time, self.table.buzzer, names=names, open_speaker=opened.open
        )
        self._stack.callback(player.close)
        player.start()
        return Sounding(heard_lengths(), player.play_now, lambda: opened.check)


class _Opened:
    """Opens the loudspeaker for the player, and keeps what came of it."""

    def __init__(self) -> None:
        self.check: Check | None = None

    def open(self, settings: SoundSettings) -> Speaker:
        try:
            speaker = Speaker(settings.device, keep_awake=settings.keep_awake)
        except SpeakerError as wrong:
            self.check = failed("speaker", "speaker.none", why=str(wrong))
            raise
        self.check = passed("speaker", "speaker.ok", driver=speaker.driver)
        return speaker


def listen(
    put: Callable[[Item], None], lines: Callable[[], str], now_ns: Callable[[], int]
) -> None:
    """Lines of a terminal as keys: `y`, `n`, nothing for Enter, `q` for the end."""
    names = {"": "Enter", "q": "Escape"}

    def read() -> None:
        while text := lines():
            word = text.strip().lower()
            put(Key(names.get(word, word[:1]), now_ns()))

    threading.Thread(target=read, name="terminal", daemon=True).start()
