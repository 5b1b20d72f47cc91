"""Two games that differ only in what the official alone may know are one game to the table.

A whole table, put together as `kiosk run` does it, on simulated pins and virtual time: the same
presses, keys and dice at the same instants, but in one game claims and debts are entered, asked in
vain or taken back, and a console and a second display watch. Every picture, lamp, sound, answer of
`kiosk status` and report to the league, and its instant, is the same (HUN-9, HUN-G-RENT-NOPROMPT).
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import pygame
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from firmware_py.simulated import SimulatedTable
from firmware_py.timesource import ManualTime
from kiosk import app as composition
from kiosk import late, report
from kiosk.app import App, Options, build
from kiosk.config import Config
from kiosk.console.glass import Glass
from kiosk.console.plain import plain
from kiosk.console.second import SecondDisplay
from kiosk.gestures import KEY_NAMES
from kiosk.home import Home
from kiosk.inbox import Dice, Key, Late, Look, Query, Say, Stop
from kiosk.locale import Catalogue
from kiosk.screens.base import FONT_DIR
from kiosk.stage import Glass as Screen
from rules.opening import parse_opening

MS = 1_000_000
OPENING = {
    "edition": "hun-2009", "season": "S1", "round": "Q1", "game": "G1", "table": "T1",
    "seats": [{"seat": n, "player": f"P{n:02}", "name": f"Player {n}"} for n in range(1, 5)],
}  # fmt: skip
LONGEST_MS = 1_500_000
"""No warning comes before: a warning's picture moves in real time, which no test can hold."""


class Recorder:
    """The player of the sounds: what it is asked for, and when."""

    def __init__(self, tell: Callable[[str, Any], None]) -> None:
        self._tell = tell

    def want(self, names: Collection[str]) -> None:
        self._tell("sounds wanted", sorted(names))

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
def hall(home: Path) -> Iterator[Hall]:
    """The real composition; only the clock, the eyes and the ears are ours."""
    time = ManualTime()
    patch = pytest.MonkeyPatch()
    patch.setattr(composition, "SystemTime", lambda rate: time)
    heard: list[Any] = []
    config = Config(
        table="T1", pins="simulated", screen="offscreen", width=800, height=480, console="web"
    )
    options = Options(
        config, Home(home), parse_opening(OPENING), on_output=lambda *told: heard.append(told)
    )
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


class Elsewhere:
    """The window of the official's second display."""

    def flip(self) -> None:
        """Nobody at the table sees it."""


def second_display() -> SecondDisplay:
    surface = pygame.Surface((800, 480), depth=32)
    return SecondDisplay(Elsewhere(), Glass(surface, Catalogue(), "hu", FONT_DIR))


def seen(home: Path, acts: Sequence[Any], secrets: Mapping[int, Sequence[Any]]) -> list[Seen]:
    """Everything that anybody could notice of this game."""
    home.mkdir()
    with hall(home) as found:
        if secrets:
            found.host.second = second_display()
        for place, act in enumerate(acts):
            found.until(max(found.time.now_ns(), (place + 1) * 1_000 * MS + 1_000_000_000))
            for secret in secrets.get(place, ()):
                found.private(secret)
            if secrets and place % 3 == 0:
                found.look()
            if found.time.now_ns() < LONGEST_MS * MS:
                found.public(act)
            found.asked()
    return sorted(found.seen, key=lambda one: (one.at_ns, one.what))


SEATS = st.integers(1, 4)
DICE = st.tuples(st.integers(1, 6), st.integers(1, 6))
ENTRIES = (
    {"do": "foul", "seat": 3},
    {"do": "bankrupt", "seat": 2, "to": "bank"},
    {"do": "jail", "seat": 1},
    {"do": "end", "reason": "agreed"},
    {"do": "reset", "reason": "false start"},
    {"do": "count", "seat": 1, "cash": 5, "deeds": []},
    {"do": "roll", "seat": 4, "dice": [1, 1]},
)
"""What everybody is told of at once, though it is entered at the console."""
PUBLIC = st.one_of(
    st.tuples(st.just("dice"), DICE),
    st.tuples(st.just("press"), st.builds("seat{}".format, SEATS)),
    st.tuples(
        st.just("press"),
        st.sampled_from(
            ("judge.next", "judge.undo", "judge.yes", "judge.no", "judge.foul", "judge.confirm")
        ),
    ),
    st.tuples(st.just("key"), st.sampled_from(KEY_NAMES)),
    st.tuples(st.just("say"), st.sampled_from(ENTRIES)),
    st.tuples(st.just("wait"), st.sampled_from((30, 700, 4_500, 11_000, 61_000))),
)
SECRET = st.one_of(
    st.builds(lambda seat, of: {"do": "claim", "seat": seat, "from": of}, SEATS, SEATS),
    st.builds(
        lambda seat, to, amount: {"do": "owe", "seat": seat, "to": to, "amount": amount},
        SEATS, st.one_of(SEATS, st.just("bank")), st.integers(0, 2_000),
    ),
    st.builds(lambda seat, of: {"do": "demand", "seat": seat, "from": of}, SEATS, SEATS),
    st.just({"do": "undo"}),
)  # fmt: skip
BEGUN = [("press", "judge.next"), ("dice", (1, 2)), ("dice", (3, 4))]
CLAIM = {"do": "claim", "seat": 4, "from": 2}
DEBT = {"do": "owe", "seat": 2, "to": 4, "amount": 164}


@pytest.fixture
def homes(tmp_path: Path) -> Callable[[], Path]:
    numbers = itertools.count()
    return lambda: tmp_path / str(next(numbers))


GAMES = st.lists(PUBLIC, min_size=2, max_size=14)
SECRETS = st.dictionaries(
    st.integers(0, 16), st.lists(SECRET, min_size=1, max_size=3), min_size=1, max_size=6
)
UNDO = ("press", "judge.undo")


@pytest.mark.slow
@pytest.mark.timeout(300)
@settings(
    max_examples=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(acts=GAMES, secrets=SECRETS)
@example(
    acts=[("press", "seat4"), UNDO, ("press", "judge.yes")],
    secrets={3: [CLAIM, DEBT], 5: [{"do": "undo"}]},
)
@example(acts=[UNDO, ("wait", 11_000), UNDO], secrets={3: [DEBT] * 7, 5: [DEBT] * 3})
@example(acts=[("wait", 700), UNDO, UNDO], secrets={3: [DEBT] * 101})
@example(  # dice that are half typed and dropped, with a debt entered meanwhile
    acts=[("key", "3"), ("key", "Escape"), ("wait", 700)], secrets={4: [DEBT]}
)
@example(  # the same, and the dice are another seat's
    acts=[*(("key", each) for each in "34"), ("key", "5"), ("key", "Enter")], secrets={4: [DEBT]}
)
@example(  # a roll taken back takes a claim along, or none
    acts=[("dice", (5, 5)), ("press", "seat1"), UNDO, UNDO],
    secrets={3: [{"do": "demand", "seat": 1, "from": 2}], 4: [CLAIM], 6: [{"do": "undo"}]},
)
def test_games_that_differ_only_in_private_facts_are_the_same_to_everybody(
    homes: Callable[[], Path], acts: list[Any], secrets: dict[int, list[Any]]
) -> None:
    played = [*BEGUN, *acts]
    plain_game = seen(homes(), played, {})
    assert seen(homes(), played, secrets) == plain_game


def test_what_this_watches_is_what_there_is_to_see(homes: Callable[[], Path]) -> None:
    """The same watch does tell two games apart that differ in what all may know."""
    first = seen(homes(), [*BEGUN, ("press", "seat3")], {})
    kinds = {one.what for one in first}
    assert kinds >= {"picture", "status", "live", "lamp1", "lamp3", "sound", "sound ahead"}
    for other in ([*BEGUN, ("press", "seat1")], [*BEGUN[:2], ("dice", (3, 5)), ("press", "seat3")]):
        assert seen(homes(), other, {}) != first
    foul = {3: [{"do": "foul", "seat": 3}]}
    assert seen(homes(), [*BEGUN, ("press", "seat3")], foul) != first


def test_the_console_does_see_what_nobody_else_does(tmp_path: Path) -> None:
    with hall(tmp_path) as found:
        for act in BEGUN:
            found.public(act)
        for secret in (CLAIM, DEBT):
            found.private(secret)
        facts = found.look()
        assert [(one.seat, one.of) for one in facts.view.official.claims] == [(4, 2)]
        done = [one.action.do for one in facts.happened if hasattr(one, "action")]
        assert done[-2:] == ["claim", "owe"]
        assert all(answer.accepted for answer in found.answers)
