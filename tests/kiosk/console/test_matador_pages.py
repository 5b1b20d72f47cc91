"""The keeper's page of a Matador table in a real Chromium: turns, a vote, deeds, the end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from kiosk.locale import Catalogue
from tests.journeys import matadorhands as hands
from tests.journeys.conftest import RunningTable, Start, until
from tests.kiosk.console.conftest import Wire
from tests.kiosk.console.test_pages import Open, Tablet, tablets

__all__ = ["tablets"]

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

SIZES = ("phone", "tablet")
LANGUAGES = ("en", "da")

Wires = Callable[[], Wire]


@pytest.fixture
def table(start: Start, tmp_path: Path) -> RunningTable:
    """An evening with loans, before the start."""
    hands.write_opening(tmp_path, 5, playing_time=7_200, loan_evening=True, free_pass_evening=True)
    running = start(fast=1)
    running.up()
    return running


def entered(table: RunningTable, do: str) -> list[dict[str, Any]]:
    return [line for line in table.record(hands.GAME) if line.get("do") == do]


def word(tablet: Tablet, key: str, **params: Any) -> str:
    return Catalogue().texts(tablet.language).text(key, **params)


def playing(wire: Wire) -> None:
    """Seat 1 has rolled; loans, a share, a bankrupt, somebody in jail."""
    wire.do("start")
    wire.do("loan", seat=1, amount=10_000)
    wire.do("roll", seat=1, dice=[3, 4])
    wire.do("moved", seat=1)
    wire.do("buy", seat=2, what="H2")
    wire.do("jail", seat=3)
    wire.do("bankrupt", seat=5, to="bank")
    wire.do("pot", amount=7_500)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_every_page_of_a_keeper_fits_is_readable_and_can_be_touched(
    table: RunningTable, wires: Wires, tablets: Open, size: str, language: str
) -> None:
    tablet, wire = tablets(size, language), wires()
    page = tablet.page
    tablet.looks_right("matador-setup")
    playing(wire)
    expect(page.locator("#part-now")).to_contain_text("7")
    expect(page.locator(".seat.out")).to_be_visible()
    tablet.looks_right("matador-play")
    for name, key in (("accuse", "[data-verb=accuse]"), ("more", "[data-panel=more]")):
        tablet.touch(f"#keys {key}")
        expect(page.locator("#panel .key").nth(1)).to_be_visible()
        tablet.looks_right(f"matador-{name}")
        page.keyboard.press("Escape")
    tablet.verb(word(tablet, "console.verb.auction"))
    expect(page.locator("#panel .deeds .key").first).to_be_visible()
    tablet.looks_right("matador-auction")
    assert page.locator("#panel .deeds .band").all_inner_texts()[:4] == ["2", "4", "5", "6"]
    grounds = page.eval_on_selector_all(
        "#panel .deeds .band",
        "(all) => all.map((one) => getComputedStyle(one).backgroundColor)",
    )
    assert "rgba(0, 0, 0, 0)" not in grounds
    page.keyboard.press("Escape")
    wire.do("accuse", seat=1, accused=2)
    closes = word(tablet, "console.verb.close_vote").upper()
    expect(page.locator("#next")).to_have_text(closes, ignore_case=True)
    tablet.looks_right("matador-vote")
    page.eval_on_selector("#log-dice", "one => { one.open = true; }")
    tablet.looks_right("matador-dice")


def test_the_keeper_enters_what_the_table_says_and_a_vote_is_not_shown(
    table: RunningTable, wires: Wires, tablets: Open
) -> None:
    tablet, wire = tablets("tablet", "en"), wires()
    page = tablet.page
    playing(wire)
    tablet.verb("Binding offer")
    tablet.seat(2)
    tablet.seat(1)
    page.click("#panel .deeds .key[aria-label^='H2 ']")
    until("the offer", lambda: entered(table, "offer"))
    assert entered(table, "offer")[0]["what"] == "Rådhuspladsen"
    tablet.verb("Share in income")
    tablet.seat(4)
    tablet.seat(1)
    tablet.key("10 %")
    tablet.key(word(tablet, "console.say.skip"))
    until("the share", lambda: entered(table, "share"))
    assert entered(table, "share")[0]["percent"] == 10
    tablet.touch("#keys [data-verb=accuse]")
    tablet.seat(1)
    tablet.seat(4)
    until("the accusation", lambda: entered(table, "accuse"))
    before = page.locator("#part-seats").inner_html()
    tablet.verb("Vote")
    tablet.seat(2)
    tablet.key("yes")
    until("the vote", lambda: entered(table, "vote"))
    assert page.locator("#part-seats").inner_html() == before
    assert "yes" not in page.locator("#part-now").inner_text().lower()
    page.evaluate("busyUntil = 0")
    tablet.touch("#next")
    until("closed", lambda: entered(table, "next"))
