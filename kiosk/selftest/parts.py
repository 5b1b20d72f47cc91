"""What a self-test does one after the other. A part is begun, driven by time, and then done.

`answer` is YES or NO of whoever stands there, `skip` ends a part early; nobody waits longer than
the time that a part has. Nothing here sleeps or opens anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, Protocol

from firmware_py.kinds import Edge
from firmware_py.selftest import ButtonWait, BuzzerScale, LampWalk
from kiosk.screens.frame import Line, line
from kiosk.selftest.check import Check, failed, item_name, of_line
from kiosk.signals import heard
from kiosk.sound.bank import SCORES
from kiosk.sound.score import parse_scores
from kiosk.sound.settings import Mode

MS: Final = 1_000_000
TIMEOUT_NS: Final = 60_000 * MS
SOUND_GAP_NS: Final = 700 * MS
OPENING_NS: Final = 8_000 * MS
"""So long a loudspeaker may take to open."""
POLL_NS: Final = 100 * MS


class Showing(NamedTuple):
    """What people see of a part: a heading, what they should do, and what is being shown."""

    title: Line
    prompt: Line | None = None
    now: Line | None = None
    picture: bool = False


class Part(Protocol):
    """One part of the test."""

    @property
    def done(self) -> bool: ...
    @property
    def wake_ns(self) -> int | None: ...
    def begin(self, now_ns: int) -> None: ...
    def edge(self, edge: Edge) -> None: ...
    def answer(self, yes: bool, now_ns: int) -> None: ...
    def skip(self, now_ns: int) -> None: ...
    def pass_time(self, now_ns: int) -> None: ...
    def checks(self) -> list[Check]: ...
    def showing(self) -> Showing: ...


class Work(Protocol):
    """What an `Asked` does before it asks (firmware_py/selftest.py has two of them)."""

    @property
    def done(self) -> bool: ...
    @property
    def wake_ns(self) -> int | None: ...
    def begin(self, now_ns: int) -> None: ...
    def pass_time(self, now_ns: int) -> None: ...
    def end(self, now_ns: int) -> None: ...


class Asked:
    """Shows something, then asks whether it was seen or heard. `asks` False: nobody is there."""

    name = ""

    def __init__(self, work: Work, *, asks: bool, timeout_ns: int = TIMEOUT_NS) -> None:
        self.done = False
        self.said: bool | None = None
        self._work = work
        self._asks = asks
        self._timeout_ns = timeout_ns
        self._until_ns: int | None = None

    @property
    def wake_ns(self) -> int | None:
        """When `pass_time` has something to do."""
        if self.done:
            return None
        return self._until_ns if self._until_ns is not None else self._work.wake_ns

    def begin(self, now_ns: int) -> None:
        """Begin to show."""
        self._work.begin(now_ns)
        self.pass_time(now_ns)

    def edge(self, edge: Edge) -> None:
        """The judge's YES and NO answer."""
        if edge.pressed and edge.line in ("judge.yes", "judge.no"):
            self.answer(edge.line == "judge.yes", edge.at_ns)

    def answer(self, yes: bool, now_ns: int) -> None:
        """Also while it is still being shown: whoever has seen enough may say so."""
        if self._asks and not self.done:
            self.said = yes
            self._end(now_ns)

    def skip(self, now_ns: int) -> None:
        """Nobody answers any more."""
        self._end(now_ns)

    def pass_time(self, now_ns: int) -> None:
        """Go on showing; then wait for the answer as long as one may."""
        if self.done:
            return
        if self._until_ns is None:
            self._work.pass_time(now_ns)
            if self._work.done:
                if not self._asks:
                    self._end(now_ns)
                self._until_ns = now_ns + self._timeout_ns
        elif now_ns >= self._until_ns:
            self._end(now_ns)

    def showing(self) -> Showing:
        """The heading; what is shown; the question where somebody is asked."""
        prompt = line(f"kiosk.selftest.{self.name}.ask") if self._asks else None
        return Showing(line(f"kiosk.selftest.{self.name}.title"), prompt, self.now())

    def now(self) -> Line | None:
        """What is being shown at this moment."""
        return None

    def seen(self, item: str) -> list[Check]:
        """The failure that a person told, or that nobody told anything."""
        if not self._asks or self.said:
            return []
        return [failed(item, f"{self.name}.{'unseen' if self.said is False else 'unanswered'}")]

    def _end(self, now_ns: int) -> None:
        self._work.end(now_ns)
        self.done = True


class Lamps(Asked):
    """Each lamp in turn."""

    name = "lamps"

    def __init__(self, walk: LampWalk, *, asks: bool, timeout_ns: int = TIMEOUT_NS) -> None:
        super().__init__(walk, asks=asks, timeout_ns=timeout_ns)
        self._walk = walk

    def now(self) -> Line | None:
        """Whose lamp is lit."""
        seat = self._walk.seat
        return None if seat is None else item_name(f"lamp{seat}")

    def checks(self) -> list[Check]:
        """Each line's, and what was seen."""
        return [of_line(result) for result in self._walk.results()] + self.seen("lamps")


class BuzzerPart(Asked):
    """Six rising notes."""

    name = "buzzer"

    def __init__(self, scale: BuzzerScale, *, asks: bool, timeout_ns: int = TIMEOUT_NS) -> None:
        super().__init__(scale, asks=asks, timeout_ns=timeout_ns)
        self._scale = scale

    def checks(self) -> list[Check]:
        """The line's own fault first; else what was heard."""
        found = [of_line(result) for result in self._scale.results()]
        return found if not found[0].ok else self.seen("buzzer") or found


class Speaker(Asked):
    """Every sound of the table, each with its name on the screen."""

    name = "speaker"

    def __init__(self, sounding: Sounding, *, asks: bool, timeout_ns: int = TIMEOUT_NS) -> None:
        super().__init__(sounding, asks=asks and sounding.wanted, timeout_ns=timeout_ns)
        self._sounding = sounding

    def now(self) -> Line | None:
        """Which sound is playing."""
        name = self._sounding.playing
        return None if name is None else line("kiosk.selftest.speaker.sound", name=name)

    def checks(self) -> list[Check]:
        """Whether there is one; then what was heard."""
        found = self._sounding.check()
        return [found] if not found.ok else self.seen("speaker") or [found]


class ScreenPart(Asked):
    """The test picture."""

    name = "screen"

    def __init__(self, check: Callable[[], Check], *, asks: bool) -> None:
        super().__init__(Nothing(), asks=asks)
        self._check = check

    def showing(self) -> Showing:
        """The picture itself."""
        return super().showing()._replace(picture=True)

    def checks(self) -> list[Check]:
        """Whether there is one that anybody can see; then what was seen."""
        found = self._check()
        return [found] if not found.ok else self.seen("screen") or [found]


class Buttons:
    """Every button, in any order; without hands only whether each is at rest."""

    def __init__(self, wait: ButtonWait, *, hands: bool) -> None:
        self._wait = wait
        self._hands = hands
        self._rest: list[Check] | None = None

    @property
    def done(self) -> bool:
        return self._rest is not None if not self._hands else self._wait.done

    @property
    def wake_ns(self) -> int | None:
        return None if self.done else self._wait.wake_ns

    def begin(self, now_ns: int) -> None:
        if self._hands:
            self._wait.begin(now_ns)
        else:
            self._rest = [of_line(result) for result in self._wait.at_rest()]

    def edge(self, edge: Edge) -> None:
        self._wait.edge(edge)

    def answer(self, yes: bool, now_ns: int) -> None:
        """Nobody was asked."""

    def skip(self, now_ns: int) -> None:
        self._wait.end(now_ns)

    def pass_time(self, now_ns: int) -> None:
        self._wait.pass_time(now_ns)

    def checks(self) -> list[Check]:
        if self._rest is not None:
            return self._rest
        return [of_line(result) for result in self._wait.results()]

    def showing(self) -> Showing:
        """Which are missing."""
        prompt = line("kiosk.selftest.buttons.ask", count=len(self._wait.waiting))
        return Showing(line("kiosk.selftest.buttons.title"), prompt)

    @property
    def waiting(self) -> tuple[str, ...]:
        """The lines that nobody has pressed yet."""
        return self._wait.waiting if self._hands else ()


class Facts:
    """What the machine knows of itself; somebody else is finding out (machine.py)."""

    def __init__(self, ask: Callable[[], Sequence[Check] | None]) -> None:
        self._ask = ask
        self._found: Sequence[Check] | None = None
        self._look_ns = 0

    @property
    def done(self) -> bool:
        return self._found is not None

    @property
    def wake_ns(self) -> int | None:
        return None if self.done else self._look_ns

    def begin(self, now_ns: int) -> None:
        self.pass_time(now_ns)

    def edge(self, edge: Edge) -> None:
        """Nobody was asked."""

    def answer(self, yes: bool, now_ns: int) -> None:
        """Nobody was asked."""

    def skip(self, now_ns: int) -> None:
        """What takes long is waited for all the same: it has its own limits."""

    def pass_time(self, now_ns: int) -> None:
        self._found = self._ask()
        self._look_ns = now_ns + POLL_NS

    def checks(self) -> list[Check]:
        return list(self._found or ())

    def showing(self) -> Showing:
        return Showing(line("kiosk.selftest.machine.title"))


class Sounding:
    """The sounds of a table, one after the other. `ready` None: the loudspeaker is being opened."""

    def __init__(
        self,
        names: Sequence[tuple[str, int]],
        play: Callable[[str], None],
        ready: Callable[[], Check | None],
        *,
        wanted: bool = True,
    ) -> None:
        """`names` with their lengths in ms; `wanted` False: silence is chosen, or the piezo."""
        self.done = False
        self.wanted = wanted
        self.playing: str | None = None
        self._left = list(names)
        self._play = play
        self._ready = ready
        self._found: Check | None = None
        self._due_ns = 0
        self._until_ns = 0

    @property
    def wake_ns(self) -> int | None:
        """When the next sound is due."""
        return None if self.done else self._due_ns

    def begin(self, now_ns: int) -> None:
        """Wait for the loudspeaker, then play."""
        self._due_ns, self._until_ns = now_ns, now_ns + OPENING_NS

    def pass_time(self, now_ns: int) -> None:
        """The next sound, when the one before is over."""
        if self.done or now_ns < self._due_ns:
            return
        if self._found is None:
            self._found = self._ready()
            if self._found is None and now_ns >= self._until_ns:
                self._found = failed("speaker", "speaker.slow")
            self._due_ns = now_ns + POLL_NS
            if self._found is None:
                return
        if not self._left or not self._found.ok:
            self.done, self.playing = True, None
            return
        self.playing, length_ms = self._left.pop(0)
        self._play(self.playing)
        self._due_ns = now_ns + length_ms * MS + SOUND_GAP_NS

    def end(self, _now_ns: int) -> None:
        """No further one."""
        self._left.clear()
        self.playing = None

    def check(self) -> Check:
        """What was found of the loudspeaker."""
        return self._found or failed("speaker", "speaker.slow")


def wants_speaker(mode: Mode) -> bool:
    """Whether a loudspeaker is wanted at all."""
    return mode in (Mode.AUTO, Mode.SPEAKER, Mode.BOTH)


def heard_lengths() -> list[tuple[str, int]]:
    """The sounds that a table plays, with their lengths in ms."""
    book = parse_scores(SCORES.read_text(encoding="utf-8"))
    return [(name, book.sounds[name].buffer_ms) for name in sorted(heard("HUN"))]


class Nothing:
    """Shows what is there already."""

    done = True
    wake_ns = None

    def begin(self, now_ns: int) -> None: ...
    def pass_time(self, now_ns: int) -> None: ...
    def end(self, now_ns: int) -> None: ...
