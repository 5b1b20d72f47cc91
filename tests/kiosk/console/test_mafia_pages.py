"""The host's page of a Mafia table in a real Chromium: roles, the night, fouls, the count."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from kiosk.locale import Catalogue
from tests.journeys.conftest import RunningTable, Start, until
from tests.kiosk.console.conftest import Wire, lines_of
from tests.kiosk.console.test_pages import Open, Tablet, tablets

__all__ = ["tablets"]

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

NAMES = ("Барон", "Северина", "Клещ", "Одиннадцатый", "Мадам Жозефина", "Шум", "Лиса",
         "Доктор Хаос", "Ёжик", "Щука")  # fmt: skip
ROLES = ("red", "red", "mafia", "sheriff", "red", "red", "red", "don", "red", "mafia")
OPENING = {
    "edition": "mafia-aktau-2015", "season": "S1", "round": "3", "game": "Q1-T3", "table": "T4",
    "seats": [{"seat": n, "player": f"P{n:02}", "name": name} for n, name in enumerate(NAMES, 1)],
    "officials": {"host": "Р. Ахметов"},
}  # fmt: skip
SIZES = ("phone", "tablet")
LANGUAGES = ("en", "ru")
FAST = 10

Wires = Callable[[], Wire]


@pytest.fixture
def table(start: Start, tmp_path: Path) -> RunningTable:
    """A Mafia table, ten times as fast, before the night."""
    (tmp_path / "opening.json").write_text(json.dumps(OPENING), encoding="utf-8")
    running = start(fast=FAST)
    running.up()
    return running


def word(tablet: Tablet, key: str, **params: Any) -> str:
    """A text as the page shows it."""
    return Catalogue().texts(tablet.language).text(key, **params)


def roles(wire: Wire) -> None:
    """The night of dealing, and day 1."""
    wire.do("night")
    wire.do("roles", roles={str(seat): role for seat, role in enumerate(ROLES, 1)})
    wire.do("day")


def foul(wire: Wire, seat: int) -> None:
    """A foul; the same one again so soon is asked about, and given."""
    if wire.do("foul", seat=seat).get("asked"):
        wire.ask(hand="yes")


def nominated(wire: Wire) -> None:
    """2 and 5 stand for the vote."""
    wire.do("speech", seat=1)
    wire.do("nominate", seat=1, whom=2)
    wire.do("speech", seat=2)
    wire.do("nominate", seat=2, whom=5)


def voted_out(wire: Wire) -> None:
    """Seat 2 leaves by the host's count, and has his minute; then the night."""
    wire.do("voting")
    wire.do("tally", votes={"2": [1, 3, 4, 5, 6, 7], "5": [2, 8, 9, 10]})
    wire.do("next")
    wire.do("speech", seat=2)
    wire.do("yield", seat=2)
    wire.do("night")


def shown(tablet: Tablet, phase: str) -> None:
    """The page has come to this phase."""
    said = word(tablet, f"console.phase.{phase}")
    expect(tablet.page.locator("#part-now .phase")).to_have_text(said)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_every_page_of_a_host_fits_is_readable_and_can_be_touched(
    table: RunningTable, wires: Wires, tablets: Open, size: str, language: str
) -> None:
    tablet, wire = tablets(size, language), wires()
    tablet.looks_right("mafia-setup")
    wire.do("night")
    shown(tablet, "night")
    tablet.looks_right("mafia-deal")
    tablet.touch("#part-private [data-verb=roles]")
    tablet.looks_right("mafia-roles")
    for role in ROLES:
        tablet.key(word(tablet, f"console.word.roles.{role}"))
    assert lines_of(table, "roles")[0]["roles"]["4"] == "sheriff"
    expect(tablet.page.locator(".seat .role.don")).to_be_visible()
    wire.do("day")
    nominated(wire)
    for seat in (3, 3, 3, 9):
        foul(wire, seat)
    shown(tablet, "day")
    expect(tablet.page.locator("#part-seats .fouls i:not(.free)")).to_have_count(4)
    tablet.looks_right("mafia-day")
    for name, key in (("nominate", "[data-verb=nominate]"), ("more", "[data-panel=more]"),
                      ("undo", "[data-panel=undo]")):  # fmt: skip
        tablet.touch(f"#keys {key}")
        expect(tablet.page.locator("#panel .key").nth(1)).to_be_visible()
        tablet.looks_right(f"mafia-{name}")
        tablet.page.keyboard.press("Escape")
    tablet.touch(".player:nth-child(3) .plus")
    tablet.looks_right("mafia-fourth-foul")
    tablet.page.keyboard.press("Escape")
    wire.do("voting")
    wire.do("tally", votes={"2": [1, 3, 4, 5, 6, 7], "5": [2, 8, 9]})
    shown(tablet, "voted")
    tablet.looks_right("mafia-voted")
    tablet.touch("#part-private [data-verb=tally]")
    tablet.looks_right("mafia-tally")
    tablet.page.keyboard.press("Escape")
    wire.do("next")
    shown(tablet, "minutes")
    tablet.looks_right("mafia-minutes")
    wire.do("speech", seat=2)
    wire.do("yield", seat=2)
    wire.do("night")
    shown(tablet, "night")
    wire.do("shot", whom=5)
    wire.do("don_check", whom=4)
    expect(tablet.page.locator(".entries .done")).to_have_count(2)
    tablet.looks_right("mafia-night")
    for name in ("days", "remarks"):
        tablet.page.eval_on_selector(f"#log-{name}", "one => { one.open = true; }")
    tablet.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    tablet.looks_right("mafia-log")
    tablet.page.evaluate("scrollTo(0, 0)")
    wire.do("team_loss", seat=3, reason="x")
    shown(tablet, "over")
    tablet.looks_right("mafia-over")


def test_the_deck_is_entered_seat_by_seat_with_one_key_each_and_nothing_of_it_is_shown(
    table: RunningTable, wires: Wires, tablets: Open
) -> None:
    tablet, wire = tablets("phone"), wires()
    wire.do("night")
    tablet.touch("#part-private [data-verb=roles]")
    tablet.key("Don")
    tablet.key("Undo")  # the step back
    for role in ROLES[:9]:
        tablet.key(word(tablet, f"console.word.roles.{role}"))
        assert role not in tablet.page.locator("#panel .dots").inner_text()
    expect(tablet.page.locator("#panel .asked")).to_have_text("10 Щука")
    tablet.key("red")  # eight reds: refused, and asked for again
    tablet.says("MAF-P-1")
    tablet.touch("#toast .key", "#part-private [data-verb=roles]")
    for role in ROLES:
        tablet.key(word(tablet, f"console.word.roles.{role}"))
    expect(tablet.page.locator("#part-private")).to_contain_text("7 red, 3 black")


def test_a_night_is_three_touches_with_the_answers_for_the_host(
    table: RunningTable, wires: Wires, tablets: Open
) -> None:
    tablet, wire = tablets("phone"), wires()
    roles(wire)
    nominated(wire)
    voted_out(wire)
    expect(tablet.page.locator(".pad10 .key")).to_have_count(11)
    entries = tablet.page.locator(".entries li")
    tablet.touch(".pad10 .wide")  # a miss
    expect(entries.nth(1)).to_have_class("active")
    tablet.touch(".pad10 .key >> nth=3")  # the Don asks about the Sheriff
    expect(entries.nth(1)).to_contain_text("is the Sheriff")
    expect(entries.nth(2)).to_have_class("active")
    tablet.touch(".pad10 .key >> nth=0")  # the Sheriff asks about a red
    expect(entries.nth(2)).to_contain_text("red")
    assert lines_of(table, "shot")[0]["whom"] is None
    assert lines_of(table, "don_check")[0]["whom"] == 4
    assert lines_of(table, "sheriff_check")[0]["whom"] == 1
    expect(tablet.page.locator("#next")).to_have_text("DAY", timeout=30_000)
    tablet.touch("#next")
    shown(tablet, "day")


def test_a_foul_is_one_touch_and_a_fourth_is_asked_about(
    table: RunningTable, wires: Wires, tablets: Open
) -> None:
    tablet, wire = tablets("phone"), wires()
    roles(wire)
    nominated(wire)
    for _ in range(3):
        foul(wire, 9)
    expect(tablet.page.locator(".player:nth-child(9) .fouls i:not(.free)")).to_have_count(3)
    tablet.touch(".player:nth-child(9) .plus")
    expect(tablet.page.locator("#panel .warning")).to_contain_text("9 · Ёжик")
    tablet.key("✗ No")
    assert len(lines_of(table, "foul")) == 3
    tablet.touch(".player:nth-child(9) .plus")
    tablet.key("✓ Yes, do it")
    assert until("a fourth", lambda: lines_of(table, "foul")[3:])[0]["seat"] == 9


def test_the_speaker_nominates_with_two_touches(
    table: RunningTable, wires: Wires, tablets: Open
) -> None:
    tablet, wire = tablets("phone"), wires()
    roles(wire)
    wire.do("speech", seat=1)
    expect(tablet.page.locator("#part-now .turn")).to_contain_text("Барон")
    tablet.touch("#keys [data-verb=nominate]")
    tablet.seat(7)
    nominated_now = lines_of(table, "nominate")[0]
    assert (nominated_now["seat"], nominated_now["whom"]) == (1, 7)
    tablet.says("1 Барон › 7 Лиса")


def test_the_count_is_corrected_before_it_is_announced(
    table: RunningTable, wires: Wires, tablets: Open
) -> None:
    tablet, wire = tablets("phone"), wires()
    roles(wire)
    nominated(wire)
    wire.do("voting")
    wire.do("tally", votes={"2": [1, 3, 4, 5, 6, 7], "5": [2, 8, 9, 10]})
    shown(tablet, "voted")
    tablet.touch("#part-private [data-verb=tally]")
    tablet.key("5 · 4")
    tablet.key("1 Барон › 2")
    tablet.key("Done")
    tallied = until("two counts", lambda: lines_of(table, "tally")[1:])
    assert tallied[0]["votes"] == {"2": [3, 4, 5, 6, 7], "5": [1, 2, 8, 9, 10]}
    expect(tablet.page.locator(".count li").nth(1)).to_contain_text("1 2 8 9 10")
    tablet.touch("#next")
    shown(tablet, "crash")
