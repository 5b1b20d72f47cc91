"""What is seen and heard: drawn when something changed, told once, and never a clock of its own."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import pygame
import pytest

from firmware_py import patterns
from firmware_py.kinds import LineFault, LineId
from firmware_py.lamps import LampBoard
from firmware_py.patterns import Pattern
from firmware_py.timesource import ManualTime, Wall
from kiosk import dialogue as say
from kiosk import stage as staging
from kiosk.announcer import Announcer
from kiosk.clock import GameClock
from kiosk.editions import Editions
from kiosk.families.monopoly import MonopolyFamily
from kiosk.families.monopoly.verbs import MENU
from kiosk.game import Game
from kiosk.gestures import Source
from kiosk.health import Health
from kiosk.home import Home
from kiosk.inbox import Link
from kiosk.lobby import Lobby
from kiosk.questions import Asked
from kiosk.screens.frame import Delivery, Frame, Line, line
from kiosk.screens.targets import OpenDice, Target
from kiosk.session import Session
from kiosk.stage import Glass, Stage
from rules.chain import Chain
from rules.edition import Edition
from rules.history import History
from rules.kinds import Announcement, Audience, GameMs, Seat
from rules.opening import Opening

S = 1_000_000_000
MS = 1_000_000
NOWHERE = Home(Path("nowhere"))


def _words(key: str, language: str = "", **params: str | int) -> str:
    return key


class Sounds:
    """What is asked of the player."""

    def __init__(self) -> None:
        self.scheduled: dict[str, int] = {}
        self.played: list[str] = []

    def want(self, names: Collection[str]) -> None:
        assert "fault" in names

    def mask(self, *, on: bool) -> None:
        raise AssertionError("no night falls here")

    def schedule(self, key: str, sound: str, at_ns: int) -> None:
        self.scheduled[key] = at_ns

    def play_now(self, sound: str, key: str = "", late_ms: int = 0) -> None:
        self.played.append(sound)

    def cancel(self, key: str) -> None:
        self.scheduled.pop(key, None)


class Lines:
    """A journal that is at once at its end."""

    def append(self, data: bytes, seat: Seat | None = None) -> None:
        pass


class Screen:
    """A window and a painter that write down what they are given."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.flips = 0
        self.repaints = 0
        self.exposed = False
        self.poll_s = 0.02
        self.surface = pygame.Surface((8, 8))

    def pump(self, put: Any, now_ns: int) -> None:
        put("event")

    def flip(self, rects: list[pygame.Rect]) -> None:
        self.flips += 1

    def draw(self, frame: Frame) -> list[pygame.Rect]:
        changed = not self.frames or frame != self.frames[-1]
        self.frames.append(frame)
        return [pygame.Rect(0, 0, 1, 1)] if changed else []

    def hit(self, x: int, y: int, frame: Frame) -> Target | None:
        self.frames.append(frame)
        return OpenDice()

    def repaint(self) -> None:
        self.repaints += 1


class Table:
    """A stage, its game, and everything it works on."""

    def __init__(self, opening: Opening, edition: Edition) -> None:
        self.time = ManualTime()
        self.sounds = Sounds()
        self.lamps = LampBoard({})
        self.screen = Screen()
        self.health = Health(simulated=False)
        self.stage = Stage(
            self.time,
            self.lamps,
            lambda edition: Announcer(
                self.sounds,
                self.lamps,
                self.time,
                document=edition.document,
                warning_minutes=MonopolyFamily().warning_minutes(edition),
            ),
            table="T3",
            edition="hun-2009",
            language="hu",
            delivery=lambda session: Delivery.SENT,
            lobby=Lobby(NOWHERE, Editions(), _words, "T3", "hun-2009"),
        )
        clock = GameClock(self.time.now_ns())
        self.session = Session(
            History(opening, edition), Chain(), Lines(), clock, lambda told, now: None
        )
        journal: Any = None
        self.game = Game(self.session, journal, MonopolyFamily(), None)

    def glass(self) -> Glass:
        screen: Any = self.screen
        return Glass(screen, screen, None)

    def draw(self) -> tuple[Frame, int | None]:
        due_ns = self.stage.draw(self.game, self.health, self.time.now_ns())
        return self.screen.frames[-1], due_ns

    def roll(self) -> None:
        self.session.act({"do": "roll", "seat": 1, "dice": [1, 2]}, self.time.now_ns())


@pytest.fixture
def table(opening: Opening, edition: Edition) -> Table:
    return Table(opening, edition)


@pytest.fixture
def real_s(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The real clock of signals, set by the test."""
    now = [1000.0]
    monkeypatch.setattr(staging.real, "monotonic", lambda: now[0])
    return now


def warning(minute: int = 30) -> Announcement:
    return Announcement(f"warn-{minute}", GameMs(minute * 60_000))


# -- the screen ----------------------------------------------------------------------------------


def test_without_a_screen_nothing_is_drawn_hit_or_polled(table: Table) -> None:
    now_ns = table.time.now_ns()
    assert not table.stage.stale
    assert table.stage.draw(table.game, table.health, now_ns) is None
    assert table.stage.hit(1, 1, table.game, table.health, now_ns) is None
    assert table.stage.poll(lambda item: None, now_ns) is None


def test_a_picture_is_wanted_once_for_each_change(table: Table) -> None:
    table.stage.show_on(table.glass())
    assert table.stage.stale
    table.draw()
    assert (table.stage.stale, table.screen.flips) == (False, 1)
    table.stage.touch()
    table.draw()
    assert table.screen.flips == 1, "an equal frame flips nothing"


def test_a_window_that_was_covered_is_painted_anew(table: Table) -> None:
    table.stage.show_on(table.glass())
    table.draw()
    table.screen.exposed = True
    items: list[Any] = []
    assert table.stage.poll(items.append, 0) == 0.02
    assert (items, table.screen.repaints, table.stage.stale) == (["event"], 1, True)


def test_a_touch_is_read_on_the_picture_as_the_table_stands_now(table: Table) -> None:
    table.stage.show_on(table.glass())
    table.draw()
    table.roll()
    assert table.stage.hit(1, 1, table.game, table.health, table.time.now_ns()) == OpenDice()
    assert table.screen.frames[-1].view.last_roll is not None


def test_without_a_game_a_table_that_is_not_approved_shows_the_words_of_its_key(
    table: Table,
) -> None:
    table.stage.show_on(table.glass())
    for enrolled, words in ((False, "acorn kettle melon zipper"), (True, "")):
        table.health.hear(Link(True, 0, enrolled, key_words=words))
        table.stage.touch()
        table.stage.draw(None, table.health, table.time.now_ns())
        idle = table.screen.frames[-1].idle
        assert idle is not None
        assert idle.key_words == words


def test_the_next_picture_is_due_with_the_clocks_next_second(table: Table) -> None:
    table.stage.show_on(table.glass())
    assert table.draw()[1] is None, "no clock runs"
    table.roll()
    table.stage.touch()
    frame, due_ns = table.draw()
    assert due_ns == table.time.now_ns() + S
    table.time.advance_ms(400)
    later, due_ns = table.draw()
    assert due_ns == table.time.now_ns() + 600 * MS
    assert later.now_ms == frame.now_ms + 400


def test_what_counts_down_is_drawn_each_second_and_what_is_held_twenty_times(table: Table) -> None:
    table.stage.show_on(table.glass())
    talk, now_ns = table.game.desk.talk, table.time.now_ns()
    talk.questions.ask(Asked(now_ns, text=line("kiosk.sure.end")))
    assert table.draw()[1] == now_ns + S
    talk.questions.no()
    talk.dialogue = say.Paging(now_ns, Source.KEYPAD)
    table.stage.touch()
    assert table.draw()[1] == now_ns + S
    talk.dialogue = say.Holding(now_ns, Source.KEYPAD, MENU.verbs["reset"], {}, now_ns - S)
    table.stage.touch()
    frame, due_ns = table.draw()
    assert frame.panel is not None
    assert (frame.panel.hold, due_ns) == (200, now_ns + 50 * MS)


def test_the_wall_clock_is_a_label_that_stands_only_while_it_is_set(table: Table) -> None:
    table.stage.show_on(table.glass())
    table.health.look(Wall(0, synced=False))
    assert table.draw()[0].wall_text is None
    table.health.look(Wall(0, synced=True))
    table.stage.touch()
    text = table.draw()[0].wall_text
    assert text is not None
    assert len(text) == len("11:02")


# -- what is told --------------------------------------------------------------------------------


def test_chimes_that_are_known_ahead_are_asked_for_at_their_instants(table: Table) -> None:
    table.stage.begin(table.session.history.edition)
    table.stage.foresee(table.session)
    assert table.sounds.scheduled == {}
    table.roll()
    table.stage.foresee(table.session)
    began_ns = table.time.now_ns()
    minutes = {key: (at_ns - began_ns) // S // 60 for key, at_ns in table.sounds.scheduled.items()}
    assert minutes == {
        "warn-30": 30, "warn-60": 60, "warn-75": 75, "warn-80": 80, "warn-85": 85, "end": 90,
    }  # fmt: skip


def test_k28_what_is_taken_back_sounds_no_more(table: Table) -> None:
    table.stage.begin(table.session.history.edition)
    table.roll()
    table.stage.foresee(table.session)
    table.session.act({"do": "undo"}, table.time.now_ns())
    table.stage.foresee(table.session)
    assert table.sounds.scheduled == {}


def test_the_same_future_is_not_asked_for_twice(table: Table) -> None:
    table.stage.begin(table.session.history.edition)
    table.roll()
    table.stage.foresee(table.session)
    table.sounds.scheduled.clear()
    table.session.act({"do": "roll", "seat": 2, "dice": [1, 3]}, table.time.now_ns())
    table.stage.foresee(table.session)
    assert table.sounds.scheduled == {}


def test_a_warning_fills_the_screen_for_its_time_in_real_seconds(
    table: Table, real_s: list[float]
) -> None:
    table.stage.show_on(table.glass())
    table.stage.begin(table.session.history.edition)
    table.roll()
    table.time.advance_ms(30 * 60_000)
    table.session.advance(table.time.now_ns())
    table.stage.announce(warning(), 0)
    frame, due_ns = table.draw()
    assert frame.signal is not None
    assert (frame.signal.number, frame.signal.minutes, frame.signal.shown_ms) == (1, 60, 0)
    assert due_ns == table.time.now_ns() + 100 * MS
    real_s[0] += 7.3
    table.stage.pass_time(table.time.now_ns())
    assert table.draw()[0].signal is None


def test_a_warning_that_comes_too_late_is_no_news(table: Table, real_s: list[float]) -> None:
    table.stage.show_on(table.glass())
    table.stage.begin(table.session.history.edition)
    table.roll()
    table.time.advance_ms(30 * 60_000)
    table.session.advance(table.time.now_ns())
    table.stage.announce(warning(), 8_000)
    assert table.draw()[0].signal is None


def test_what_comes_after_a_warning_takes_its_place(table: Table, real_s: list[float]) -> None:
    table.stage.show_on(table.glass())
    table.stage.begin(table.session.history.edition)
    table.stage.announce(warning(), 0)
    table.stage.announce(Announcement("end", GameMs(0)), 0)
    assert table.draw()[0].signal is None


def test_what_is_the_officials_alone_is_neither_heard_nor_lit(table: Table) -> None:
    table.stage.begin(table.session.history.edition)
    table.stage.announce(Announcement("start", GameMs(0), Audience.OFFICIAL), 0)
    assert table.sounds.played == []
    assert not any(table.lamps.lit(seat) for seat in range(1, 11))


def test_a_card_is_inverted_as_long_as_its_lamp(table: Table) -> None:
    table.stage.show_on(table.glass())
    now_ns = table.time.now_ns()
    table.stage.flash([Seat(2)], now_ns)
    assert table.stage.wake_ns() == now_ns + staging.ANSWER_NS
    assert table.draw()[0].flash == {2}
    table.stage.pass_time(now_ns + staging.ANSWER_NS)
    assert table.draw()[0].flash == frozenset()


def test_the_lamps_show_what_the_family_says(table: Table) -> None:
    shown: list[tuple[Seat, Pattern]] = [(Seat(1), patterns.ON), (Seat(2), patterns.OFF)]
    table.stage.show_lamps(shown, 0)
    assert (table.lamps.lit(1), table.lamps.lit(2)) == (True, False)


# -- faults --------------------------------------------------------------------------------------


def test_a_fault_calls_until_somebody_is_there(table: Table) -> None:
    table.stage.show_on(table.glass())
    table.stage.begin(table.session.history.edition)
    table.stage.show_fault("key", "the table's key is damaged")
    frame = table.draw()[0]
    assert frame.fault is not None
    assert frame.fault.code == "KEY"
    assert table.sounds.scheduled
    assert table.stage.fault_seen_to()
    assert table.sounds.scheduled == {}
    assert not table.stage.fault_seen_to()
    assert table.draw()[0].fault is None


def test_a_fault_before_any_game_calls_when_there_is_one_to_call_with(table: Table) -> None:
    table.stage.show_fault("start", "no sound")
    assert table.sounds.scheduled == {}
    table.stage.begin(table.session.history.edition)
    assert table.sounds.scheduled


def test_in_a_game_the_fault_says_what_is_safe_as_far_as_that_is_true(table: Table) -> None:
    table.stage.show_on(table.glass())
    table.roll()
    table.session.durable(table.session.waiting)
    table.stage.show_fault("loop", "IndexError", in_game=True)
    fault = table.draw()[0].fault
    assert fault is not None
    assert fault.safe == line("kiosk.fault.safe", count=1)
    assert fault.detail == line("kiosk.fault.detail"), "the cause is the log's"
    table.health.saving = False
    table.stage.touch()
    fault = table.draw()[0].fault
    assert fault is not None
    assert fault.safe is None


def lost(line_id: str, reason: str = "pins.lost", **details: str) -> LineFault:
    facts = (("pin", "BCM 7 (pin 26)"), *details.items())
    return LineFault(LineId(line_id), reason, f"{reason}.remedy", facts)


def test_dead_lines_are_named_seats_first_with_what_is_wrong_and_what_to_do(table: Table) -> None:
    table.stage.show_on(table.glass())
    busy = lost("seat3", "pins.busy", holder="spi0 CS1", overlay="dtparam=spi=on")
    table.stage.show_line_faults([lost("lamp6"), lost("seat10", "pins.held"), busy])
    fault = table.draw()[0].fault
    assert fault is not None
    assert (fault.code, dict(fault.title.params)["seats"]) == ("PINS-3", "3, 10")
    assert fault.detail == line("kiosk.pins.held", pin="BCM 7 (pin 26)")
    assert [step.key for step in fault.steps] == [
        "kiosk.pins.held.remedy",
        "kiosk.pins.busy.remedy",
        "kiosk.fault.pins.others",
    ]


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        ([f"lamp{n}" for n in range(1, 11)], line("kiosk.fault.pins.lamps")),
        (["lamp10", "lamp2"], line("kiosk.fault.pins.dark", 2, seats="2, 10")),
        (["buzzer"], line("kiosk.fault.pins.some", names="buzzer")),
        (["lamp1", "judge.undo"], line("kiosk.fault.pins.some", names="judge.undo")),
    ],
)
def test_what_a_table_misses_most_is_the_title(table: Table, lines: list[str], title: Line) -> None:
    table.stage.show_on(table.glass())
    table.stage.show_line_faults([lost(name) for name in lines])
    fault = table.draw()[0].fault
    assert fault is not None
    assert fault.title == title


def test_the_same_fault_again_and_again_is_one_line_of_the_log(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(3):
        table.stage.show_fault("loop", "IndexError")
    assert [record.message for record in caplog.records] == ["loop: IndexError"]
