"""Who sounds when: turns a crowd of wanted sounds into a plan. Pure; knows no card and no clock.

* Order: `end`; the ballot's `closed` `open` `yes` `no`; `fault`; then classes A, B, C, D. A higher
  sound stops a lower one; of two equal ones the newer stops the older.
* A lower one waits up to 2 s, then it is dropped; screen and lamps stay.
* An older message never sounds after a newer one began: of two due at once only the later sounds.
* After a `warn-*` nothing of classes B to D for 6 s: the banker is speaking.
* What comes more than 10 s late is not sounded.

Times are real nanoseconds of the boot clock.
"""

from __future__ import annotations

from typing import Final, NamedTuple

LONGEST_WAIT_NS: Final = 2_000_000_000
LATEST_NS: Final = 10_000_000_000
QUIET_AFTER_WARNING_NS: Final = 6_000_000_000
_OVERDUE_NS: Final = 250_000_000
"""Beyond this a sound missed its instant: of several such ones only the last is worth hearing."""

_BEFORE_CLASSES: Final = {"end": 0, "closed": 1, "open": 1, "yes": 1, "no": 1, "fault": 2}
_CLASSES: Final = {"A": 3, "B": 4, "C": 5, "D": 6}


def rank(sound: str, klass: str) -> int:
    """0 is the highest."""
    return _BEFORE_CLASSES.get(sound, _CLASSES[klass])


class Ask(NamedTuple):
    """A sound wanted at an instant. `key` names this one asking: asked twice, it sounds once."""

    key: str
    sound: str
    klass: str
    instant_ns: int
    length_ns: int
    ahead: bool = False
    """Asked before its instant by somebody who knows the future: may have a pre-roll."""

    @property
    def rank(self) -> int:
        return rank(self.sound, self.klass)

    @property
    def warns(self) -> bool:
        return self.sound.startswith("warn-")


class Planned(NamedTuple):
    """A sound with its place; `end_ns` is where it ends, or is stopped by a higher one."""

    ask: Ask
    start_ns: int
    end_ns: int
    started: bool


class Dropped(NamedTuple):
    ask: Ask
    why: str
    """`late`, `waited`, `superseded`."""


class _Entry:
    __slots__ = ("ask", "order", "ready_ns", "start_ns")

    def __init__(self, ask: Ask, ready_ns: int, order: int) -> None:
        self.ask, self.ready_ns, self.order = ask, ready_ns, order
        self.start_ns: int | None = None

    @property
    def precedence(self) -> tuple[int, int, int]:
        return (self.ask.rank, -self.ask.instant_ns, -self.order)


class Agenda:
    """All sounds that are wanted, waiting, or sounding."""

    def __init__(self) -> None:
        self._entries: dict[str, _Entry] = {}
        self._asked = 0
        self._warned_ns = -QUIET_AFTER_WARNING_NS
        """When the last warning that has sounded ended."""

    def ask(self, ask: Ask, now_ns: int) -> None:
        """Want a sound; a second asking with the same key moves it unless it already sounds."""
        known = self._entries.get(ask.key)
        if known is not None and known.start_ns is not None:
            return
        self._asked += 1
        self._entries[ask.key] = _Entry(ask, max(ask.instant_ns, now_ns), self._asked)

    def cancel(self, key: str) -> Ask | None:
        """Want it no longer; returns the sound if it had begun and must be stopped."""
        entry = self._entries.pop(key, None)
        return entry.ask if entry is not None and entry.start_ns is not None else None

    def started(self, key: str, start_ns: int) -> None:
        """The sound was given out and begins at `start_ns` (its samples may lie ahead)."""
        self._entries[key].start_ns = start_ns

    def plan(self, now_ns: int) -> tuple[tuple[Planned, ...], tuple[Dropped, ...]]:
        """The plan in order of time, and what was dropped for good since the last call."""
        self._forget_ended(now_ns)
        placed: list[Planned] = []
        dropped: list[Dropped] = []
        latest_overdue = self._latest_overdue(now_ns)
        for entry in sorted(self._entries.values(), key=lambda e: e.precedence):
            found = self._place(entry, placed, now_ns, latest_overdue)
            if isinstance(found, Dropped):
                dropped.append(found)
                del self._entries[entry.ask.key]
            else:
                placed.append(found)
        return tuple(sorted(placed, key=lambda p: p.start_ns)), tuple(dropped)

    def _place(
        self, entry: _Entry, placed: list[Planned], now_ns: int, latest_overdue: int
    ) -> Planned | Dropped:
        ask = entry.ask
        if entry.start_ns is not None:
            return _until_stopped(ask, entry.start_ns, placed, started=True)
        start = max(ask.instant_ns, now_ns)
        if start - ask.instant_ns > LATEST_NS:
            return Dropped(ask, "late")
        if start - ask.instant_ns > _OVERDUE_NS and ask.instant_ns < latest_overdue:
            return Dropped(ask, "superseded")
        for other in sorted(placed, key=lambda p: p.start_ns):
            quiet_ns = QUIET_AFTER_WARNING_NS if other.ask.warns and ask.klass != "A" else 0
            if other.start_ns <= start < other.end_ns + quiet_ns:
                if ask.instant_ns <= other.ask.instant_ns:
                    return Dropped(ask, "superseded")
                start = other.end_ns + quiet_ns
        if ask.klass != "A":
            start = max(start, self._warned_ns + QUIET_AFTER_WARNING_NS)
        if start - max(entry.ready_ns, now_ns if start == now_ns else 0) > LONGEST_WAIT_NS:
            return Dropped(ask, "waited")
        return _until_stopped(ask, start, placed, started=False)

    def _latest_overdue(self, now_ns: int) -> int:
        waiting = (e.ask.instant_ns for e in self._entries.values() if e.start_ns is None)
        return max((at for at in waiting if now_ns - at > _OVERDUE_NS), default=0)

    def _forget_ended(self, now_ns: int) -> None:
        for key, entry in list(self._entries.items()):
            if entry.start_ns is None or entry.start_ns + entry.ask.length_ns > now_ns:
                continue
            if entry.ask.warns:
                self._warned_ns = entry.start_ns + entry.ask.length_ns
            del self._entries[key]


def _until_stopped(ask: Ask, start_ns: int, higher: list[Planned], *, started: bool) -> Planned:
    end = start_ns + ask.length_ns
    stops = (p.start_ns for p in higher if start_ns < p.start_ns < end)
    return Planned(ask, start_ns, min(stops, default=end), started)
