"""Announcement -> sound, lamps, screen: one meaning, given out in one place, to the table alone.

What the official alone may know never gets here onto lamps, sound or the table's screen. Every
signal has all three forms, so that nobody is shut out; silent mode takes away the sound and
nothing else.

Sounds whose instant is known are asked for ahead (`prepare`): they sound at their instant even if
the loop is busy then, and `announce` does not sound them again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple, Protocol

from firmware_py.patterns import Pattern
from firmware_py.timesource import TimeSource
from kiosk.signals import FAULT, MASK, Signal, heard, is_masked, signal_of
from rules.kinds import Announcement, Audience

LATEST_MS: Final = 10_000
"""What comes later than this (in real time) is shown and recorded, not signalled."""

FAULT_AGAIN_MS: Final = 60_000
FAULT_TIMES: Final = 5

FAULT_AFTER_DAY_MS: Final = 2_000
"""The sound of the day is heard out first."""

WAKING: Final = frozenset(("day", "game-over"))
"""What ends a night."""

_MS: Final = 1_000_000
_SAME_INSTANT_NS: Final = 50 * _MS


class Sounds(Protocol):
    """What the announcer needs of `sound.player.Player`."""

    def schedule(self, key: str, sound: str, at_ns: int) -> None: ...
    def play_now(self, sound: str, key: str = "", late_ms: int = 0) -> None: ...
    def cancel(self, key: str) -> None: ...
    def want(self, names: Collection[str]) -> None: ...
    def mask(self, *, on: bool) -> None: ...


class Lamps(Protocol):
    """What the announcer needs of `firmware_py.lamps.LampBoard`."""

    def signal(self, pattern: Pattern, at_ns: int) -> None: ...
    def clear(self, at_ns: int) -> None: ...


class Shown(NamedTuple):
    """What the screen shows of the last announcement; times are real, also in a fast game."""

    announcement: Announcement
    signal: Signal
    since_boot_ns: int

    def shown_ms(self, boot_ns: int) -> int:
        """For how long it has been shown."""
        return (boot_ns - self.since_boot_ns) // _MS


class Announcer:
    """Gives out announcements of one game. Belongs to the loop's thread; nothing in it waits."""

    def __init__(
        self,
        sounds: Sounds,
        lamps: Lamps,
        time: TimeSource,
        *,
        document: str = "",
        warning_minutes: Sequence[int] = (),
    ) -> None:
        """`document` and `warning_minutes` are the edition's: what is heard, and which warning."""
        self._sounds = sounds
        self._lamps = lamps
        self._time = time
        self._heard = heard(document)
        sounds.want(self._heard | ({MASK} if is_masked(document) else frozenset()))
        self._warning_minutes = tuple(warning_minutes)
        self._prepared: dict[str, int] = {}
        self._night = False
        self._fault_keys: tuple[str, ...] = ()
        self._fault_waits = False
        self.shown: Shown | None = None
        """The last signal given to the table; the screen knows how long it stays."""

    def announce(self, announcement: Announcement, late_ms: int = 0) -> Shown | None:
        """Give it out now; due `late_ms` of game time ago. None: nothing at the table shows it.

        A warning, the end and the like sounded already if they were prepared.
        """
        if announcement.audience is not Audience.TABLE:
            return None
        begun = self._has_begun(announcement.id)
        signal = signal_of(announcement.id, self._warning_minutes)
        if signal is None:
            return None
        if signal.sound == "night":
            self._fall_asleep()
        elif signal.sound in WAKING:
            self._wake()
        self.shown = Shown(announcement, signal, self._time.boot_ns())
        real_late_ms = int(late_ms / self._time.rate)
        if real_late_ms <= LATEST_MS:
            self._light(signal)
            if not begun and self._sounds_now(signal):
                self._sounds.play_now(signal.sound, announcement.id, real_late_ms)
        if self._fault_waits and not self._night:
            self._call(FAULT_AFTER_DAY_MS)
        return self.shown

    def prepare(self, upcoming: Iterable[tuple[str, int]]) -> None:
        """All announcements that will come by themselves, as (id, table time), as far as known.

        Call it again whenever that changes: what is no longer in it will not sound.
        """
        wanted = dict(upcoming)
        for gone in self._prepared.keys() - wanted.keys():
            self._sounds.cancel(gone)
            del self._prepared[gone]
        for word, at_ns in wanted.items():
            signal = signal_of(word, self._warning_minutes)
            known = self._prepared.get(word) == at_ns
            if signal is None or known or at_ns <= self._time.now_ns():
                continue
            if self._sounds_now(signal):
                self._prepared[word] = at_ns
                self._sounds.schedule(word, signal.sound, at_ns)

    def by_night(self, asleep: bool) -> None:
        """It is night at the table, or not, whatever was told of it: a restart comes at night, an
        undo takes the night back.
        """
        if asleep and not self._night:
            self._fall_asleep()
        elif not asleep and self._night:
            self._wake()
            if self._fault_waits:
                self._call(FAULT_AFTER_DAY_MS)

    def fault(self) -> None:
        """Call for somebody: at once and every minute, five times, until `fault_seen_to`."""
        if self._night:
            self._fault_waits = True  # a night plays one thing; it sounds when day comes
        elif not self._fault_keys:
            self._call(0)

    def fault_seen_to(self) -> None:
        """Somebody is there: it calls no more."""
        for key in self._fault_keys:
            self._sounds.cancel(key)
        if self._fault_keys:
            self._lamps.clear(self._time.now_ns())
        self._fault_keys, self._fault_waits = (), False

    def _call(self, after_ms: int) -> None:
        self._fault_waits = False
        self._light(FAULT)
        now_ns = self._time.now_ns()
        self._fault_keys = tuple(f"fault-{number + 1}" for number in range(FAULT_TIMES))
        for number, key in enumerate(self._fault_keys):
            in_ms = after_ms + number * FAULT_AGAIN_MS
            at_ns = now_ns + int(in_ms * _MS * self._time.rate)
            self._sounds.schedule(key, FAULT.sound, at_ns)

    def _fall_asleep(self) -> None:
        calls = bool(self._fault_keys)
        self.fault_seen_to()
        if not self._night:
            self._sounds.mask(on=True)
        self._night, self._fault_waits = True, calls

    def _wake(self) -> None:
        if self._night:
            self._sounds.mask(on=False)
        self._night = False

    def _has_begun(self, word: str) -> bool:
        """Whether the sound was asked for ahead and is sounding by now."""
        at_ns = self._prepared.pop(word, None)
        return at_ns is not None and at_ns <= self._time.now_ns() + _SAME_INSTANT_NS

    def _light(self, signal: Signal) -> None:
        if signal.frees_lamps:
            self._lamps.clear(self._time.now_ns())
        elif signal.lamps is not None and not signal.asked:
            self._lamps.signal(signal.lamps, self._time.now_ns())

    def _sounds_now(self, signal: Signal) -> bool:
        return signal.sound in self._heard and (not self._night or signal.sound == "night")
