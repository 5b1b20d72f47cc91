"""A table that plays is looked over: what it finds, and that nobody at the table notices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero import Button

from firmware_py.debounce import Debouncer
from firmware_py.kinds import Edge, LineId
from firmware_py.pinlines import SEATS
from firmware_py.pinmap import INPUTS, PinMap, parse_pin_map
from firmware_py.simulated import SimulatedTable, simulated_chips
from firmware_py.table import Table
from firmware_py.timesource import ManualTime
from kiosk import dialogue as say
from kiosk.app import App, Options, build
from kiosk.config import Config
from kiosk.home import Home
from kiosk.inbox import Key, LookOver
from kiosk.panels import panel_of, standing_panel
from kiosk.screens.frame import Line, Standing, line
from kiosk.selftest import machine
from kiosk.selftest.check import failed, item_name, passed
from kiosk.selftest.hosted import KEPT_MS, Hosted
from kiosk.selftest.oftable import look_of
from kiosk.selftest.playing import LONGEST, LOOKS, Looking, standing
from rules.kinds import GameMs
from rules.opening import parse_opening
from rules.value import replace
from tests.journeys.conftest import until
from tests.kiosk.conftest import FIELDS

ROOT = Path(__file__).parents[2]
NOW = GameMs(61_000)
PARTS = (passed("speaker", "speaker.open"), passed("screen", "screen.unwanted"))


@pytest.fixture(scope="module")
def pin_map() -> PinMap:
    text = (ROOT / "hardware" / "pins.toml").read_text(encoding="utf-8")
    return parse_pin_map(text, "pins.toml")


@pytest.fixture
def table(pin_map: PinMap) -> Iterator[SimulatedTable]:
    def driven(*_: Any) -> None:
        raise AssertionError("an output was driven")

    made = SimulatedTable(pin_map, ManualTime(), lambda edge: None, driven, environ={})
    yield made
    made.lamps._on_output = None
    made.close()


def looked(table: Table, aside: Callable[[], Any] = lambda: (), **options: Any) -> Standing:
    """All looks, one after the other."""
    looking = Looking(table, lambda: PARTS, aside, **{"simulated_wanted": True, **options})
    for _ in range(LONGEST):
        found = looking.step(NOW)
        if found is not None:
            return found
    raise AssertionError("it never ends")


def wrong(found: Standing) -> list[str]:
    return [item.found.key for item in found.items[: found.failed] if item.found is not None]


def test_it_looks_at_every_line_and_drives_none(table: SimulatedTable) -> None:
    found = looked(table, lambda: [passed("link", "link.none")])
    assert wrong(found) == []
    assert found.at == NOW
    lamps = [f"lamp{seat}" for seat in SEATS]
    names = ["pins", *lamps, *INPUTS, "buzzer", "speaker", "screen", "link"]
    assert len(found.items) == len(names)
    assert all(item.ok and item.remedy is None for item in found.items)


def test_a_button_that_was_pressed_at_one_look_is_no_fault(table: SimulatedTable) -> None:
    looking = Looking(table, lambda: (), lambda: (), simulated_wanted=True)
    table.press(LineId("seat3"))
    table.press(LineId("judge.no"))
    assert looking.step(NOW) is None
    table.release(LineId("seat3"))
    for _ in range(LOOKS - 2):
        assert looking.step(NOW) is None
    found = looking.step(NOW)
    assert found is not None
    assert wrong(found) == ["kiosk.pins.down"]
    assert found.items[0].name == item_name("judge.no")
    assert found.items[0].remedy == line("kiosk.pins.down.remedy", pin="BCM 27 (pin 13)")


def test_a_lamp_that_nobody_lit_and_that_is_lit_is_one(table: SimulatedTable) -> None:
    assert table.chips.expander is not None
    table.chips.expander.pin(table.pin_map.lamp(2).node)._state = True
    found = looked(table)
    assert wrong(found) == ["kiosk.pins.stuck"]
    assert found.items[0].name == item_name("lamp2")


def test_lines_that_cannot_be_had_come_with_their_remedies(pin_map: PinMap) -> None:
    time = ManualTime()
    chips = simulated_chips(time, {})
    held = Button(pin_map.lines[LineId("seat7")].bcm, pin_factory=chips.header)
    with Table(pin_map, chips._replace(expander=None), time, lambda edge: None) as table:
        found = looked(table)
    held.close()
    assert sorted(set(wrong(found))) == ["kiosk.pins.no_chip", "kiosk.pins.refused"]
    assert found.failed == len(SEATS) + 1
    assert all(item.remedy is not None for item in found.items[: found.failed])


def test_simulated_pins_are_a_fault_where_nobody_asked_for_them(table: SimulatedTable) -> None:
    assert wrong(looked(table, simulated_wanted=False)) == ["kiosk.selftest.pins.none"]


def test_what_does_not_answer_is_said_and_not_waited_for(table: SimulatedTable) -> None:
    answers = iter([None] * (LOOKS + 1) + [[failed("disk", "disk.full", free=3)]] * 9)
    assert wrong(looked(table, lambda: next(answers))) == ["kiosk.selftest.disk.full"]
    assert wrong(looked(table, lambda: None)) == ["kiosk.selftest.slow"]


@pytest.mark.parametrize(("saving", "key"), [(True, "room"), (False, "unsaved")])
def test_the_disk_of_a_table_that_plays_is_not_written_to(
    tmp_path: Path, saving: bool, key: str
) -> None:
    home = Home(tmp_path)
    home.prepare()
    before = home.games.stat().st_mtime_ns
    check = machine.room(home, saving=saving)
    assert (check.ok, check.found.key) == (saving, f"kiosk.selftest.disk.{key}")
    assert home.games.stat().st_mtime_ns == before
    assert machine.room(Home(tmp_path / "gone"), saving=True).found.key.endswith("disk.refused")


# -- the panel -------------------------------------------------------------------------------------


def keys(found: Standing | None) -> list[Any]:
    panel = standing_panel(found)
    hint = panel.hint and (panel.hint.key, panel.hint.count)
    return [hint, *(row.text for row in panel.rows)]


def test_the_panel_says_what_failed_each_fault_once(table: SimulatedTable) -> None:
    assert keys(None) == [("kiosk.check.looking", None)]
    well = standing([passed("disk", "disk.room", free=9), *PARTS], NOW)
    assert keys(well) == [("kiosk.selftest.passed", 3)]
    few = [failed("disk", "disk.full", free=free) for free in (1, 2, 3)]
    other = failed("supply", "supply.weak")
    first, second = standing_panel(standing([*PARTS, *few, other], NOW)).rows
    assert first.text == line(
        "kiosk.check.items",
        what=line("kiosk.selftest.item.disk"),
        more=2,
        found=few[0].found,
        remedy=few[0].remedy or "",
    )
    assert isinstance(second.text, Line)
    assert second.text.key == "kiosk.check.item"
    assert keys(replace(standing([other], NOW), elsewhere=True)) == [("kiosk.check.console", None)]


def test_more_faults_than_the_plate_holds_are_counted() -> None:
    checks = [failed(*each) for each in (
        ("supply", "supply.weak"), ("screen", "screen.none"), ("speaker", "speaker.gone"),
        ("test", "slow"), ("disk", "disk.unsaved"),
    )]  # fmt: skip
    assert keys(standing(checks, NOW))[-1] == line("kiosk.check.more", count=2)


# -- on a table ------------------------------------------------------------------------------------


class Playing:
    """A table that is put together, with a game, as the loop drives it."""

    def __init__(self, app: App, config: Config, home: Home) -> None:
        self.app, self.host, self.home = app, app.host, home
        self.hosted = Hosted(
            app.host,
            Debouncer(30_000_000, ()),
            lambda: pytest.fail("no test over a game"),
            lambda: look_of(app.host, config, home),
        )

    def key(self, name: str) -> None:
        for down in (True, False):
            self.hosted.item(Key(name, self.host.time.now_ns(), down))

    def record(self) -> str:
        """What is on disk, once all of it is."""
        game = self.host.game
        assert game is not None

        def safe() -> bool:
            while (item := self.app.inbox.take(0)) is not None:
                self.hosted.item(item) if type(item) is not Edge else self.hosted.edge(item)
            return not game.session.waiting

        until("the disk", safe)
        return self.home.record(game.session.game).read_text(encoding="utf-8")

    def found(self) -> Standing:
        """Seconds pass until it has been looked over."""
        assert self.host.game is not None
        game = self.host.game

        def passes() -> Standing | None:
            self.hosted.keep_house()
            return game.standing

        found: Standing = until("what was found", passes)
        assert not game.looking
        return found


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    config = Config(table="T3", pins="simulated", screen="offscreen", league="none", language="en")
    home = Home(tmp_path)
    app = build(Options(config, home, parse_opening(dict(FIELDS))))
    try:
        yield Playing(app, config, home)
    finally:
        app.close()


def choose_check(playing: Playing) -> None:
    """The entry behind all others of the menu."""
    game = playing.host.game
    assert game is not None
    pages = game.desk.talk.book().pages
    for _ in pages:
        playing.key(".")
    playing.key(str(len(pages[-1])))
    assert isinstance(game.desk.talk.dialogue, say.Checking)


def test_a_table_is_looked_over_once_at_a_time(playing: Playing) -> None:
    """However often somebody asks meanwhile: each look has threads of its own."""
    began: list[str] = []
    look = playing.hosted._look
    hosted = Hosted(
        playing.host,
        Debouncer(30_000_000, ()),
        lambda: pytest.fail("no test over a game"),
        lambda: began.append("") or look(),  # type: ignore[func-returns-value]
    )
    for _ in range(3):
        hosted.item(LookOver())
    assert len(began) == 1
    playing.hosted = hosted
    playing.found()
    hosted.item(LookOver())
    assert len(began) == 2


def test_the_menu_of_a_table_with_a_game_looks_it_over(playing: Playing) -> None:
    game = playing.host.game
    assert game is not None
    choose_check(playing)
    now_ns = playing.host.time.now_ns()
    panel = panel_of(game, now_ns)
    assert panel is not None
    assert (panel.hint, panel.of_s) == (line("kiosk.check.looking"), 30)
    record = playing.record()
    found = playing.found()
    assert not found.elsewhere, "no console is there to be told"
    assert found.failed == sum(not item.ok for item in found.items)
    assert playing.record() == record, "nothing of it is in the record"
    shown = panel_of(game, now_ns)
    assert shown is not None
    assert shown == replace(standing_panel(found), left_s=shown.left_s, of_s=30)
    before = game.standing
    playing.key("F2")
    playing.hosted.keep_house()
    assert game.standing is before, "it looks once for one choice"


def test_a_press_in_the_middle_of_it_is_the_games(playing: Playing) -> None:
    game = playing.host.game
    assert game is not None
    choose_check(playing)
    playing.hosted.keep_house()
    table = playing.host.table
    assert isinstance(table, SimulatedTable)
    table.press(LineId("seat2"))
    table.release(LineId("seat2"))
    until("its edge", lambda: '"line":"seat2"' in playing.record())
    assert game.looking
    playing.found()


def test_a_console_asks_and_is_told_and_it_is_forgotten_later(playing: Playing) -> None:
    game, host = playing.host.game, playing.host
    assert game is not None
    told: list[Any] = []
    host.official.look(told.append, host.official.revision)
    playing.hosted.item(LookOver())
    host.official.answer(game, host.health, host.time.now_ns())
    assert told[-1].looking
    host.official.look(told.append, host.official.revision)
    assert playing.found().elsewhere
    host.official.answer(game, host.health, host.time.now_ns())
    assert (told[-1].looking, told[-1].standing) == (False, game.standing)
    assert game.desk.talk.dialogue is None, "the table's own screen shows nothing of it"
    assert game.standing is not None
    game.standing = replace(game.standing, at=GameMs(game.standing.at - KEPT_MS))
    playing.hosted.keep_house()
    assert game.standing is None


def test_without_a_game_the_console_asks_in_vain(tmp_path: Path) -> None:
    config = Config(table="T3", pins="simulated", screen="offscreen", league="none")
    app = build(Options(config, Home(tmp_path)))
    try:
        playing = Playing(app, config, Home(tmp_path))
        playing.hosted.item(LookOver())
        playing.hosted.keep_house()
        assert not playing.hosted.testing
    finally:
        app.close()


def test_speaker_and_screen_are_told_as_they_are(playing: Playing) -> None:
    found = {item.name.key.rpartition(".")[2]: item.found for item in playing_found(playing)}
    assert found["speaker"] is not None
    assert found["speaker"].key == "kiosk.selftest.speaker.open"
    playing.host.health.sound = False
    found = {item.name.key.rpartition(".")[2]: item.found for item in playing_found(playing)}
    assert found["speaker"] is not None
    assert found["speaker"].key == "kiosk.selftest.speaker.gone"
    assert found["screen"] is not None
    assert found["screen"].key == "kiosk.selftest.screen.unwanted"


def playing_found(playing: Playing) -> Any:
    playing.hosted.look_over()
    return playing.found().items
