"""One table in a hall where everybody watches: the real composition, simulated pins, virtual time.

Everything that anybody could see or hear is kept with its instant: pictures, lamps, sounds, the
answers of `kiosk status`, what the league is told.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from firmware_py.simulated import SimulatedTable
from firmware_py.timesource import ManualTime
from kiosk import app as composition
from kiosk import late, report
from kiosk.app import App, Options, build
from kiosk.config import Config
from kiosk.console.plain import plain
from kiosk.home import Home
from kiosk.inbox import Dice, Key, Late, Look, Query, Say, Stop
from kiosk.stage import Glass as Screen
from rules.opening import parse_opening

MS = 1_000_000


class Recorder:
    """The player of the sounds: what it is asked for, and when."""

    def __init__(self, tell: Callable[[str, Any], None]) -> None:
        self._tell = tell

    def want(self, names: Collection[str]) -> None:
        self._tell("sounds wanted", sorted(names))

    def mask(self, *, on: bool) -> None:
        self._tell("mask", on)

    def schedule(self, key: str, sound: str, at_ns: int) -> None:
        self._tell("sound ahead", (key, sound, at_ns))

    def play_now(self, sound: str, key: str = "", late_ms: int = 0) -> None:
        self._tell("sound", (key, sound, late_ms))

    def cancel(self, key: str) -> None:
        self._tell("no sound", key)


class Seen(NamedTuple):
    """Something that the table, or the world, could notice at an instant."""

    at_ns: int
    what: str
    how: Any


class Hall:
    """One table in a hall where everybody watches."""

    def __init__(self, app: App, time: ManualTime) -> None:
        self.app, self.time, self.host = app, time, app.host
        self.seen: list[Seen] = []
        self.facts: list[Any] = []
        self.answers: list[Any] = []
        self._glass: Screen | None = None
        self._frame_ns: int | None = None
        self._picture = b""

    def tell(self, what: str, how: Any) -> None:
        self.seen.append(Seen(self.time.now_ns(), what, how))

    def output(self, line: str, on: bool, at_ns: int) -> None:
        self.seen.append(Seen(at_ns, line, on))

    def show_on(self, glass: Screen) -> Screen:
        self._glass = glass
        return glass

    def settle(self) -> None:
        """Everything that came is dealt with, every line is on disk, the picture is drawn."""
        host = self.host
        while True:
            item = self.app.inbox.take(0)
            if item is None and host.game is not None and host.game.session.waiting:
                item = self.app.inbox.take(10)
                assert item is not None, "the disk never answered"
            if item is None:
                break
            assert not isinstance(item, Stop), item
            getattr(host, "edge" if type(item).__name__ == "Edge" else "item")(item)
        host.pass_time(self.time.now_ns())
        if host.stale():
            self.draw()

    def draw(self) -> None:
        self._frame_ns = self.host.draw(self.time.now_ns())
        if self._glass is not None:
            picture = blake2b(self._glass.window.surface.get_buffer().raw).digest()
            if picture != self._picture:
                self._picture = picture
                self.tell("picture", picture)

    def until(self, at_ns: int) -> None:
        """Let time pass, stopping at every instant at which something is due."""
        while (now_ns := self.time.now_ns()) < at_ns:
            due = (self.host.deadline_ns(), self.host.wake_ns(), self._frame_ns)
            ahead = min((one for one in due if one is not None and one > now_ns), default=at_ns)
            self.time.advance_ns(min(ahead, at_ns) - now_ns)
            if self._frame_ns is not None and self._frame_ns <= self.time.now_ns():
                self._frame_ns = None
                self.draw()
            self.settle()

    def asked(self) -> None:
        """What `kiosk status` and the league are told now."""
        told: list[Mapping[str, Any]] = []
        self.host.item(Query(told.append))
        self.settle()
        self.tell("status", json.dumps(told, sort_keys=True))
        live = report.live(self.host.game, self.host.health, self.time.now_ns())
        self.tell("live", json.dumps(live, sort_keys=True))
        self.host.keep_house()

    def public(self, act: Sequence[Any]) -> None:
        """What everybody sees somebody do."""
        word, value = act
        now_ns = self.time.now_ns()
        pins = self.app.table
        assert isinstance(pins, SimulatedTable)
        if word == "press":
            pins.press(value)
            self.settle()
            self.until(now_ns + 80 * MS)
            pins.release(value)
        elif word == "dice":
            self.app.inbox.put(Dice(value, now_ns))
        elif word == "key":
            self.app.inbox.put(Key(value, now_ns))
        elif word == "say":
            self.app.inbox.put(Say(value, now_ns, self.answers.append))
        else:
            self.until(now_ns + value * MS)
        self.settle()

    def private(self, fields: Mapping[str, Any]) -> None:
        """What the official enters at his console. An undo takes back what only he knows of."""
        if fields["do"] == "undo":
            facts = self.look()
            own = [one for one in facts.undoable if one.audience == "official"]
            if not own:
                return
            fields = {"do": "undo", "back": own[0].back}
        self.app.inbox.put(Say(fields, self.time.now_ns(), self.answers.append))
        self.settle()

    def look(self) -> Any:
        """What the console sees."""
        self.app.inbox.put(Look(self.facts.append, 0))
        self.settle()
        plain(self.facts[-1])
        return self.facts[-1]


@contextmanager
def hall(
    home: Path, opening: Mapping[str, Any] | None, time: ManualTime | None = None, **settings: Any
) -> Iterator[Hall]:
    """The real composition; only the clock, the eyes and the ears are ours. `opening` None: the
    game that is open in this home goes on.
    """
    time = time or ManualTime()
    patch = pytest.MonkeyPatch()
    patch.setattr(composition, "SystemTime", lambda rate: time)
    # It looks through all that the process has loaded: a quarter of a second where that is pytest.
    patch.setattr(composition, "tidy", lambda: None)
    heard: list[Any] = []
    chosen: dict[str, Any] = {"width": 800, "height": 480, "console": "web"} | settings
    config = Config(table="T1", pins="simulated", screen="offscreen", **chosen)
    opened = None if opening is None else parse_opening(opening)
    options = Options(config, Home(home), opened, on_output=lambda *told: heard.append(told))
    app = build(options)
    found = Hall(app, time)
    try:
        opener = late.open_screen
        patch.setattr(late, "open_screen", lambda *args: found.show_on(opener(*args)))
        patch.setattr(late, "open_sound", lambda *args: Recorder(found.tell))
        heard.clear()
        found.app.inbox.put(Late())
        found.settle()
        yield found
        found.seen += [Seen(at_ns, str(line), on) for line, on, at_ns in heard]
    finally:
        patch.undo()
        app.close()
