"""The official's second display: what it shows, that it fits, and when there is one."""

from __future__ import annotations

import logging
from contextlib import ExitStack
from typing import Any

import pygame
import pytest

from kiosk import late, stage
from kiosk.config import Config
from kiosk.console import second
from kiosk.console.family import NextKey
from kiosk.console.glass import Glass
from kiosk.console.logbook import NOTHING
from kiosk.console.plain import plain
from kiosk.console.rendering import parts
from kiosk.console.second import open_second
from kiosk.console.wording import announced, game_time
from kiosk.families.monopoly.console import CONSOLE, owed, running_auction
from kiosk.locale import Catalogue
from kiosk.official import Facts
from kiosk.recall import Asked
from kiosk.screens.base import FONT_DIR
from kiosk.screens.brush import TextDrawn
from kiosk.screens.frame import Sign, SignId
from kiosk.screens.theme import contrast
from kiosk.selftest.samples import standings
from kiosk.window import Window
from rules.actions import parse_action
from rules.kinds import Audience, GameMs
from tests.kiosk.conftest import Folded

NOTED: dict[str, Any] = {"owed": []}
SIZES = [(800, 480), (1280, 720), (1920, 1080), (1024, 600)]


def facts(folded: Folded, **changes: Any) -> Facts:
    history = folded.history
    view = history.view(Audience.OFFICIAL)
    known: dict[str, Any] = {
        "revision": 7, "now_ms": GameMs(9_000), "table": "T3", "language": "en",
        "edition": "hun-2009", "game_kind": "monopoly", "game": "Q1-T3",
        "phase": view.phase.value, "remaining_s": 5391.2, "view": view,
        "signs": (Sign(SignId.SIMULATED), Sign(SignId.NOT_SENT, 2)),
    }  # fmt: skip
    return Facts(**known | changes)


def asked(folded: Folded, do: str, **fields: Any) -> Asked:
    """The same as the game's own recall keeps of an action."""
    history = folded.history
    action = parse_action({"t": 9, "do": do, **fields}, history.opening, history.family)
    outcome = history.apply(action)
    return Asked(action, outcome.refusal, outcome.audience)


def drawn(shown: Facts, debts: list[Any], size: tuple[int, int], language: str) -> list[TextDrawn]:
    return glass_texts(shown, {"owed": debts}, size, language)


def glass_texts(
    shown: Facts, noted: Any, size: tuple[int, int] = SIZES[0], language: str = "en"
) -> list[TextDrawn]:
    texts: list[TextDrawn] = []
    glass = Glass(pygame.Surface(size, depth=32), Catalogue(), language, FONT_DIR)
    glass.watch(texts.append)
    assert glass.draw(shown, noted)
    return texts


@pytest.mark.parametrize("language", ["en", "hu"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_everything_private_stands_there_fits_and_is_readable(
    folded: Folded, size: tuple[int, int], language: str
) -> None:
    folded.to_play()
    happened = (
        asked(folded, "claim", seat=3, **{"from": 1}),
        asked(folded, "owe", seat=1, to=3, amount=1640),
        asked(folded, "incident", seat=4, reason="telephone"),
        asked(folded, "foul", seat=4),
        asked(folded, "pause"),
    )
    shown = facts(folded, happened=happened)
    texts = drawn(shown, owed(folded.history), size, language)
    said = "\n".join(one.text for one in texts)
    rent = {"en": "! Seat 3 claims of seat 1 · 0:07", "hu": "! 3. szék kéri 1. széktől · 0:07"}
    assert rent[language] in said
    assert {"en": "1,640", "hu": "1\u202f640"}[language] in said
    assert "HUN-4.3" in said
    assert "telephone" in said
    assert "89:52" in said
    for one in texts:
        assert not one.cut, one.text
        assert one.clip.contains(one.ink), one.text
        assert contrast(one.colour, one.ground) >= 4.5, one.text


@pytest.mark.parametrize(
    ("announcement", "words"),
    [
        ("start", "elindult a játék"),
        ("warn-30", "30"),
        ("left-5", "5"),
        ("level:7", "7"),
        ("no-such-thing", "no-such-thing"),
    ],
)
def test_what_was_announced_is_said_in_words(announcement: str, words: str) -> None:
    said = announced(Catalogue().texts("hu"), announcement)
    assert words in said
    assert said == announcement if words == announcement else announcement not in said


def test_the_auction_that_runs_stands_there_until_it_is_over(folded: Folded) -> None:
    def said() -> str:
        found = glass_texts(facts(folded), {"owed": [], "running": running_auction(folded.history)})
        return "\n".join(one.text for one in found)

    folded.to_play()
    assert "C2" not in said()
    folded.act("auction", what="C2")
    assert "C2: no bid yet" in said()
    folded.act("bid", seat=1, amount=60)
    folded.act("bid", seat=3, amount=1100)
    assert "C2: seat 3 offers 1,100" in said()
    folded.act("cannot_pay", seat=3)
    assert "C2: seat 1 offers 60" in said()
    folded.act("sold")
    assert "C2" not in said()
    assert folded.history.summary(0, "")["auctions"][0]["winner"] == 1


def test_the_large_key_says_what_an_auction_waits_for(folded: Folded) -> None:
    def key() -> NextKey | None:
        noted = CONSOLE.noted(folded.history)
        return CONSOLE.next_key(Catalogue().texts("en"), plain(facts(folded)), noted)

    folded.to_play()
    assert key() == NextKey("DICE HAVE FALLEN", do={"do": "thrown", "seat": 2}, said="2 Player 2")
    folded.act("auction", what="C2")
    assert key() == NextKey("BID", "bid")
    folded.act("bid", seat=3, amount=1100)
    sold = key()
    assert sold == NextKey("SOLD", do={"do": "sold"}, said="C2 · 3: 1,100")
    assert folded.ask(dict(sold.do)).refusal is None
    thrown = key()
    assert thrown is not None
    assert thrown.label == "DICE HAVE FALLEN"


def test_times_of_the_console_are_those_that_the_table_shows(folded: Folded) -> None:
    folded.act("start")
    folded.ms = 60_000
    early = asked(folded, "press", seat=2)
    folded.act("roll", seat=1, dice=[1, 2])
    folded.ms = 60_000 + 62 * 60_000
    folded.act("claim", seat=3, **{"from": 1})
    now = facts(folded, happened=(early,))
    said = "\n".join(one.text for one in glass_texts(now, CONSOLE.noted(folded.history)))
    assert "62:00" in said
    assert "63:01" not in said
    assert "−0:52" in said  # at 9 s, before the first dice at 61 s
    noted = CONSOLE.noted(folded.history)
    log = {**NOTHING, **folded.history.summary(0, ""), **noted}
    made = parts(Catalogue().texts("en"), plain(now), log)
    assert "62:00" in made["private"]
    assert "<dt>Began</dt><dd>0:00</dd>" in made["times"]


@pytest.mark.parametrize(
    ("t", "from_s", "shown"),
    [
        (None, 0, "–"),
        (62.9, 0, "1:02"),
        (62.9, 61.5, "0:01"),
        (61.4, 61.5, "−0:01"),
        (0, 0, "0:00"),
    ],
)
def test_a_game_time_counts_from_where_the_table_counts(
    t: float | None, from_s: float, shown: str
) -> None:
    assert game_time(t, from_s) == shown


@pytest.mark.parametrize("language", ["en", "hu"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_what_a_table_that_plays_found_of_itself_stands_there_whole(
    folded: Folded, size: tuple[int, int], language: str
) -> None:
    folded.to_play()
    found = dict(standings())["failed"]
    assert found is not None
    texts = drawn(facts(folded, standing=found), [], size, language)
    said = " ".join(one.text for one in texts)
    catalogue = Catalogue().texts(language)
    for key in ("kiosk.selftest.disk.unsaved", "kiosk.pins.down.remedy", "kiosk.pins.lost.remedy"):
        assert catalogue.text(key) in said
    assert not any(one.cut for one in texts)
    looking = drawn(facts(folded, looking=True), [], size, language)
    assert catalogue.text("kiosk.check.looking") in [one.text for one in looking]


def test_it_is_drawn_again_only_where_it_looks_different(folded: Folded) -> None:
    folded.to_play()
    glass = Glass(pygame.Surface((1280, 720), depth=32), Catalogue(), "en", FONT_DIR)
    assert glass.draw(facts(folded), NOTED)
    assert not glass.draw(
        facts(folded, revision=8, now_ms=GameMs(9_400), remaining_s=5391.1), NOTED
    )
    assert glass.draw(facts(folded, remaining_s=5390.9), NOTED)
    assert glass.draw(
        facts(folded, remaining_s=5390.9),
        {"owed": [{"t": 9, "seat": 1, "to": 2, "amount": 5}]},
    )


def test_a_table_without_a_game_says_so(folded: Folded) -> None:
    idle = facts(folded, view=None, game=None, phase="idle", remaining_s=None, signs=())
    assert "No game is open at this table." in [
        one.text for one in drawn(idle, [], (1280, 720), "en")
    ]


@pytest.fixture
def display() -> Any:
    pygame.display.init()
    yield
    pygame.display.quit()


def test_where_only_one_display_is_connected_it_is_said(
    display: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert open_second("en", wanted=False, sizes=[(1280, 720)]) is None
        assert caplog.messages == []
        assert open_second("en", wanted=True, sizes=[(1280, 720)]) is None
    (said,) = caplog.messages
    assert said.startswith("console display: only one display is connected; connect a second one")


@pytest.mark.parametrize(
    ("console", "fills", "asked"),
    [
        ("display", False, True),
        ("auto", True, True),
        ("auto", False, False),
        ("web", True, False),
        ("blind", True, False),
    ],
)
def test_auto_takes_it_only_where_the_tables_own_screen_fills_the_first(
    console: str, fills: bool, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[bool] = []
    monkeypatch.setattr(second, "open_second", lambda _, *, wanted: opened.append(wanted))
    window = Window(pygame.Surface((8, 8)), shown=False, fills=fills)
    screen: Any = stage.Glass(window, None, None)  # type: ignore[arg-type]
    with ExitStack() as stack:
        assert late.open_console(Config(console=console), screen, stack) is None
    assert opened == ([console == "display"] if asked else [])


def test_a_second_display_gets_the_whole_of_it(display: Any, folded: Folded) -> None:
    folded.to_play()
    found = open_second("en", wanted=False, sizes=[(1280, 720), (800, 480)])
    assert found is not None
    assert found.window.size == (800, 480)
    assert found.is_stale(7)
    found.show(facts(folded), None)
    assert not found.is_stale(7)
    found.close()


def test_a_touch_on_the_second_display_is_none_on_the_tables_screen(display: Any) -> None:
    screen = Window(pygame.display.set_mode((640, 360)), shown=True)
    other = pygame.Window("console", (320, 240))
    screen.other = other
    put: list[Any] = []
    for window in (other, None):
        where = {} if window is None else {"window": window}
        event = {"pos": (10, 10), "button": 1, "touch": False, "window": None} | where
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, event))
    screen.pump(put.append, 5)
    assert len(put) == 1
    other.destroy()
