"""An evening on the organiser's phone, in Chromium: from check-in to the picture for the chat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from league import seasons
from league.auth import add_organiser
from league.club import calendar, members
from league.db import open_database
from league.settings import load_settings
from rules.matador.evenings import Evening
from tests.league import games
from tests.league.conftest import Server, serving
from tests.league.test_club_pages import NAMES, approved
from tests.league.test_matador import HEAD, SEASON, lines_of, sealed, table_of
from tests.league.test_open_pages import Held

PHONE = (390, 844)
WALL = (1920, 1080)
MOST_TAPS = 10


@dataclass
class Hand:
    """The organiser's finger."""

    page: Page
    taps: list[str] = field(default_factory=list)

    def tap(self, what: Locator) -> None:
        self.taps.append(what.inner_text())
        what.click()


@dataclass(frozen=True)
class House:
    """A club before its second evening: a server, an organiser, a table that is enrolled."""

    server: Server
    organiser: str
    token: str

    def open(self, browser: Browser, size: tuple[int, int], lang: str) -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, locale=lang, color_scheme="light"
        )
        cookie = {"name": "tableside_organiser", "value": self.organiser, "url": self.server.url}
        context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.new_page()
        page.goto(f"{self.server.url}/seasons/S1?lang={lang}")
        return page


@pytest.fixture
def house(tmp_path: Path, db_url: str) -> Iterator[House]:
    from league.families import family_of
    from league.families.formats import read_results
    from league.imports import take

    opened = open_database(db_url)
    with opened.write() as connection:
        settings = load_settings(db_url)
        last = seasons.create(connection, settings, "S0", "ramk-2017", None, "test")
        season = seasons.create(connection, settings, "S1", "ramk-2017", "S0", "test")
        evenings = [table_of(["Champ", "Gry", "Xi"], f"R{n}", f"2016-0{n}-01") for n in range(1, 6)]
        final = {"round": "F", "date": "2017-04-28", "final": True,
                 "tables": [["Gry", "Champ", "Xi"]]}  # fmt: skip
        before = [line for lines in evenings for line in lines] + lines_of([final])
        for one, lines in ((last, before), (season, lines_of(SEASON["rounds"][:1]))):
            data = "\n".join((HEAD, *lines)).encode()
            rows = read_results(data, "r.csv", family_of(one.edition).FORM)
            take(connection, one.id, "r.csv", data, rows, {}, "test")
        for known in SEASON["rounds"]:
            made = Evening(known["round"], known["date"], final=known.get("final", False))
            calendar.put(connection, season, made, "test")
        for name in NAMES:
            members.add(connection, name, None, True, "test")
        organiser = add_organiser(connection, "Mette", "test")
        token = approved(connection, "T3", games.public())
    opened.close()
    with serving(tmp_path, db_url) as server:
        yield House(server, organiser, token)


@pytest.mark.timeout(90)
def test_an_evening_in_ten_taps(house: House, chromium: Browser) -> None:
    """RAMK-3.1A, RAMK-3.4d, RAMK-9.16: table 2 is a kiosk, table 1 a board; eight came, one new."""
    page = house.open(chromium, PHONE, "da")
    hand = Hand(page)

    hand.tap(page.get_by_role("link", name="I aften"))
    page.goto(f"{page.url.split('?')[0]}?round=R2&lang=da")  # today is not that evening
    expect(page.get_by_label("Ada")).to_be_checked()  # as last time
    hand.tap(page.locator("label.guest", has_text="Hal"))
    hand.tap(page.get_by_role("button", name="Fordel på borde"))
    expect(page.locator(".board")).to_have_count(2)
    tables = [board.locator("li").all_inner_texts() for board in page.locator(".board").all()]
    seats = next(one["tables"] for one in SEASON["seats"] if one["round"] == "R2")
    assert tables == seats
    hand.tap(page.get_by_role("button", name="Frit lejde"))
    expect(page.get_by_role("button", name="Frit lejde")).to_have_attribute("aria-pressed", "true")
    assert house.server.send(sealed("ramk-last-round"), house.token).status == 201
    # nothing is half tapped here, so the table's places come by themselves
    expect(page.get_by_text("fra bordet selv")).to_be_visible(timeout=20_000)
    form = page.locator("form.order", has=page.get_by_role("heading", name="Bord 1"))
    order = next(one["tables"][0] for one in SEASON["rounds"] if one["round"] == "R2")
    for name in order[:-1]:
        hand.tap(form.get_by_role("button", name=name))
    hand.tap(form.get_by_role("button", name="Gem placeringerne"))
    expect(page.locator("#places summary")).to_have_count(2)
    with page.expect_response("**/standings.png*") as drawn:
        hand.tap(page.get_by_role("link", name="Del stillingen"))
    assert drawn.value.headers["content-type"] == "image/png"

    assert len(hand.taps) <= MOST_TAPS, hand.taps
    rows = house.server.get("/api/v1/seasons/S1/standings").json()["rows"]
    gross = {row["player"]: row["gross"] for row in rows}
    assert gross["Ada"] == 21 + 17
    assert gross["Fin"] == 5 + 21


@pytest.mark.timeout(90)
def test_a_tap_on_the_picture_is_not_undone_by_a_tables_places(
    house: House, chromium: Browser
) -> None:
    page = house.open(chromium, PHONE, "en")
    page.goto(f"{house.server.url}/seasons/S1/tonight?round=R2&lang=en")
    picture = Held(page, "**/standings.png*")
    page.get_by_role("link", name="Share the standings").click(no_wait_after=True)
    opening = picture.one()
    with page.expect_response("**/tonight?*"):
        assert house.server.send(sealed("ramk-last-round"), house.token).status == 201
    opening.continue_()
    page.wait_for_url("**/standings.png*")


@pytest.mark.timeout(90)
@pytest.mark.parametrize("lang", ["en", "da"])
@pytest.mark.parametrize("size", [PHONE, WALL], ids=["phone", "wall"])
def test_no_page_is_wider_than_its_screen_and_none_complains(
    house: House, chromium: Browser, size: tuple[int, int], lang: str
) -> None:
    page = house.open(chromium, size, lang)
    said: list[str] = []
    page.on("console", lambda one: said.append(one.text) if one.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    for name in ("", "/tonight?round=R1", "/tonight?round=F", "/needs", "/calendar", "/members",
                 "/proposals"):  # fmt: skip
        joint = "&" if "?" in name else "?"
        page.goto(f"{house.server.url}/seasons/S1{name}{joint}lang={lang}")
        for closed in page.locator("details").all():
            closed.evaluate("one => { one.open = true; }")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        assert "league." not in page.inner_text("main"), name
        small = page.eval_on_selector_all(
            "button, .guest, .tap, a.do",
            "all => all.map(one => one.getBoundingClientRect()).filter(one => one.height > 0"
            " && one.height < 38).length",
        )
        assert small == 0, f"{name}: {small} targets are too low for a thumb"
    assert said == []


@pytest.mark.timeout(90)
def test_places_can_be_tapped_again_and_work_without_a_script(
    house: House, chromium: Browser
) -> None:
    page = house.open(chromium, PHONE, "en")
    page.goto(f"{house.server.url}/seasons/S1/tonight?round=R1&lang=en")
    page.locator("#places summary").click()
    page.get_by_role("button", name="Start over").click()
    for name in ("Bo", "Ada"):
        page.locator("form.order").get_by_role("button", name=name).click()
    page.locator("form.order").get_by_role("button", name="Ada").click()  # taken back
    shown = [one.get_attribute("data-place") for one in page.locator(".tap").all()]
    assert sorted(one for one in shown if one) == ["1"]
    context = chromium.new_context(java_script_enabled=False)
    cookie = {"name": "tableside_organiser", "value": house.organiser, "url": house.server.url}
    context.add_cookies([cookie])  # type: ignore[list-item]
    plain = context.new_page()
    plain.goto(f"{house.server.url}/seasons/S1/tonight?round=R1&lang=en")
    plain.locator("#places summary").click()
    boxes = plain.locator("form.order input[type=number]")
    expect(boxes).to_have_count(7)
    for place, box in enumerate(boxes.all(), 1):
        box.fill(str(8 - place))
    plain.get_by_role("button", name="Save the places").click()
    rows = house.server.get("/api/v1/seasons/S1/standings").json()["rows"]
    assert {row["player"]: row["gross"] for row in rows}["Ada"] == 4
