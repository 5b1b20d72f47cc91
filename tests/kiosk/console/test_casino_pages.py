"""The page of a tournament's table in a real Chromium: requests, several out, new stakes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from kiosk.locale import Catalogue
from tests.journeys.conftest import RunningTable, Start, until
from tests.journeys.test_casino import opening
from tests.kiosk.console.conftest import Wire, lines_of
from tests.kiosk.console.test_pages import Open, Tablet, tablets

__all__ = ["tablets"]

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

LEVELS = [{"small": 25 * n, "big": 50 * n, "minutes": 20} for n in range(1, 5)]
GAME = opening(
    "rebuy", seats=5, fee=55, house_share=5, start_points=10000, rebuy_when="zero",
    rebuy_minutes=60, levels=LEVELS,
) | {"game": "Q1-T3"}  # fmt: skip

Wires = Callable[[], Wire]


@pytest.fixture
def table(start: Start, tmp_path: Path) -> RunningTable:
    """A rebuy tournament's table in real time, before the entries."""
    (tmp_path / "opening.json").write_text(json.dumps(GAME), encoding="utf-8")
    running = start(fast=1)
    running.up()
    return running


def word(tablet: Tablet, key: str) -> str:
    """A text as the page shows it."""
    return Catalogue().texts(tablet.language).text(key)


@pytest.mark.parametrize(("size", "language"), [("phone", "sv"), ("tablet", "en"), ("wide", "sv")])
def test_requests_are_answered_on_the_page_which_fits_and_is_readable(
    table: RunningTable, wires: Wires, tablets: Open, size: str, language: str
) -> None:
    tablet, wire = tablets(size, language), wires()
    tablet.looks_right("casino-entry")
    table.send("tap seat2 80")
    claims = tablet.page.locator("#part-private .claim")
    expect(claims).to_have_count(1)
    tablet.touch("#part-private .key.now")
    until("seat 2 has paid", lambda: lines_of(table, "enter"))
    for seat in (1, 3, 4, 5):
        wire.do("enter", seat=seat)
    wire.do("start")
    wire.do("bust", seats=[3])
    table.send("tap seat3 80", "wait 300", "tap seat4 80")
    expect(claims).to_have_count(2)
    tablet.looks_right("casino-requests")
    tablet.touch("#part-private .key.now >> nth=0")
    until("seat 3 has bought", lambda: lines_of(table, "rebuy"))
    assert lines_of(table, "rebuy")[0]["seat"] == 3
    expect(claims).to_have_count(1)
    tablet.touch("#part-private .key:not(.now)")
    expect(claims).to_have_count(0)
    assert [line["seats"] for line in lines_of(table, "bust")] == [[3]], "NO is no bust"


def test_several_out_and_new_stakes_are_said_on_the_page(
    table: RunningTable, wires: Wires, tablets: Open
) -> None:
    tablet, wire = tablets("tablet", "en"), wires()
    wire.do("start")
    tablet.touch("#keys [data-verb=bust]")
    tablet.looks_right("casino-bust")
    for seat in (2, 4):
        tablet.seat(seat)
    tablet.key(word(tablet, "console.say.ok"))
    until("two are out", lambda: lines_of(table, "bust"))
    assert lines_of(table, "bust")[0]["seats"] == [2, 4]
    tablet.verb(word(tablet, "console.verb.stakes_minutes"))
    tablet.digits("15")
    tablet.key(word(tablet, "console.word.reason.late_hour"))
    until("new stakes", lambda: lines_of(table, "stakes"))
    changed = lines_of(table, "stakes")[0]
    assert [level["minutes"] for level in changed["levels"]] == [20, 15, 15, 15]
    assert changed["reason"] == word(tablet, "console.word.reason.late_hour")
