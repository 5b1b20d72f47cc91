"""What is opened once presses are possible: screen, sound and delivery, in that order.

A table that was switched on in mid-game must take presses at once; its modules for drawing and
for sound take longer to load than everything else. They are loaded on a thread, then opened by
the loop.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from firmware_py.table import Table
from firmware_py.timesource import TimeSource
from kiosk.config import Config
from kiosk.errors import RunError, UserError
from kiosk.home import Home
from kiosk.inbox import Fault, Item, Late, Sound
from kiosk.signals import heard
from kiosk.stage import Glass

if TYPE_CHECKING:
    from kiosk.announcer import Sounds
    from kiosk.console.second import SecondDisplay
    from kiosk.locale import Catalogue
    from kiosk.uplink import Uplink

log = logging.getLogger(__name__)

MODULES: Final = (
    "kiosk.window",
    "kiosk.screens.base",
    "kiosk.screens.choose",
    "kiosk.sound.player",
    "kiosk.sound.bank",
)

SERIAL: Final = "serial:"

FIRST_S: Final = 0.03
"""Presses that waited for the table are answered first: loading a library keeps the interpreter
for itself, for 20 ms at a time."""


class LateSounds:
    """Takes what is asked for before there is a player, and hands it on when there is one."""

    def __init__(self) -> None:
        self._player: Sounds | None = None
        self._asked: list[Callable[[Sounds], None]] = []

    def schedule(self, key: str, sound: str, at_ns: int) -> None:
        """Sound it at table time `at_ns`."""
        self._hand_on(lambda player: player.schedule(key, sound, at_ns))

    def play_now(self, sound: str, key: str = "", late_ms: int = 0) -> None:
        """Sound it as soon as its order allows."""
        self._hand_on(lambda player: player.play_now(sound, key, late_ms))

    def want(self, names: Collection[str]) -> None:
        """These are needed from now on."""
        self._hand_on(lambda player: player.want(names))

    def mask(self, *, on: bool) -> None:
        """The noise that covers the host's keys."""
        self._hand_on(lambda player: player.mask(on=on))

    def cancel(self, key: str) -> None:
        """It shall not sound, or no longer."""
        self._hand_on(lambda player: player.cancel(key))

    def begin(self, player: Sounds) -> None:
        """There is a player now."""
        self._player = player
        for ask in self._asked:
            ask(player)
        self._asked.clear()

    def _hand_on(self, ask: Callable[[Sounds], None]) -> None:
        if self._player is None:
            self._asked.append(ask)
        else:
            ask(self._player)


class LateUplink:
    """The way to the league, before it is loaded and where there is none."""

    def __init__(self) -> None:
        self._uplink: Uplink | None = None

    def wake(self) -> None:
        """A record was sealed."""
        if self._uplink is not None:
            self._uplink.wake()

    def live(self, state: Mapping[str, Any]) -> None:
        """The newest public state."""
        if self._uplink is not None:
            self._uplink.live(state)

    def address(self) -> str:
        """Where the league answers over HTTP, as far as it was found."""
        return "" if self._uplink is None else self._uplink.address()

    def begin(self, uplink: Uplink) -> None:
        """There is one now; it begins with what lies in the outbox."""
        self._uplink = uplink


class LateWords:
    """Texts that go into the record, or are in a document's language; loaded with the first one."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._catalogue: Catalogue | None = None

    def __call__(self, key: str, language: str = "", **params: str | int) -> str:
        """The text of a key, in the table's language or another one."""
        if self._catalogue is None:
            from kiosk.locale import Catalogue

            self._catalogue = Catalogue()
        return self._catalogue.texts(language or self._language).text(key, **params)


def load(put: Callable[[Item], None], stack: ExitStack, also: Sequence[str] = ()) -> None:
    """Load the modules, and these, on a thread, which `stack` waits for; then comes a `Late`."""

    def work() -> None:
        time.sleep(FIRST_S)
        try:
            for name in (*MODULES, *also):
                import_module(name)
        except ImportError as error:
            put(Fault("start", f"{error}; run ./setup.sh run again"))
            return
        put(Late())

    thread = threading.Thread(target=work, name="load")
    thread.start()
    stack.callback(thread.join)  # an interpreter that ends must not find it importing


def open_uplink(
    config: Config,
    home: Home,
    time: TimeSource,
    put: Callable[[Item], None],
    stack: ExitStack,
    besides: Callable[[ExitStack], None],
) -> Uplink:
    """Delivery to the league of the settings, started; what it needs loads on its own thread, and
    there it opens `besides` what a table has that has a league.
    """
    from kiosk.carrier import Carrier
    from kiosk.errands import SpareErrands
    from kiosk.seal import Membership, membership
    from kiosk.uplink import Uplink

    def member() -> Membership | None:
        try:
            return membership(home.keys)
        except UserError as error:  # a damaged file: the sign says that the table is not enrolled
            log.error("%s", error)
            return None

    def connect() -> Carrier | None:
        from kiosk.roads import open_road

        carrier = open_road(config, home, member, uplink.wake, closing)
        if carrier is not None:
            besides(closing)
        return carrier

    uplink = Uplink(home, connect, put, clocks=time, errands=SpareErrands(home, put))
    stack.callback(uplink.close)
    closing = stack.enter_context(ExitStack())  # first: whoever waits for an answer gets none
    uplink.start()
    return uplink


def open_screen(config: Config, picture: Path | None, stack: ExitStack) -> Glass:
    """The screen; RunError says in one line why it cannot be had."""
    from kiosk.locale import Catalogue
    from kiosk.picture import PictureFile
    from kiosk.screens.base import Painter
    from kiosk.screens.errors import FontError, TextsError
    from kiosk.window import open_window

    window = open_window(config.screen, (config.width, config.height))
    stack.callback(window.close)
    try:
        painter = Painter(window.surface, Catalogue())
    except (FontError, TextsError) as error:
        raise RunError(str(error)) from None
    if picture is None:
        return Glass(window, painter, None)
    file = PictureFile(picture)
    stack.callback(file.close)
    return Glass(window, painter, file)


def open_console(config: Config, glass: Glass, stack: ExitStack) -> SecondDisplay | None:
    """The official's second display, where one is wanted and connected: `display`, or `auto` on a
    table whose own screen fills the first one.
    """
    wanted = config.console == "display"
    if not wanted and not (config.console == "auto" and glass.window.fills):
        return None
    from kiosk.console.second import open_second

    found = open_second(config.console_language or config.language, wanted=wanted)
    if found is not None:
        stack.callback(found.close)
        glass.window.other = found.window
    return found


def open_sound(
    config: Config,
    folder: Path,
    time: TimeSource,
    table: Table,
    put: Callable[[Item], None],
    stack: ExitStack,
) -> Sounds:
    """The player, started; it opens the loudspeaker on its own thread."""
    from kiosk.sound.bank import SCORES, SoundBank
    from kiosk.sound.player import Player
    from kiosk.sound.score import table_number

    settings = config.sound
    voice = settings.voice or table_number(config.table)
    bank = SoundBank(SCORES.read_text(encoding="utf-8"), voice, folder, settings.volume_db)
    player = Player(
        bank,
        settings,
        time,
        table.buzzer,
        names=sorted(heard("HUN")),
        on_no_sound=lambda no_sound: put(Sound(not no_sound)),
    )
    stack.callback(player.close)
    player.start()
    return player
