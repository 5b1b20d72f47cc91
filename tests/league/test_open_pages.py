"""Pages that stay open, in Chromium: what comes in meanwhile takes nothing from under a finger."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.league import games
from tests.league.conftest import Shared
from tests.league.games import Played

HOUR_MS = 3_600_000
MARK = "document.querySelector('main h1').mark"
"""Set by a test on what is drawn: gone with it when it is replaced."""


class Held:
    """Requests that wait until the test lets them go."""

    def __init__(self, page: Page, url: str | re.Pattern[str]) -> None:
        self.page = page
        self.waiting: list[Route] = []
        page.route(url, lambda route: self.waiting.append(route))

    def one(self) -> Route:
        """The next that comes."""
        while not self.waiting:
            self.page.wait_for_timeout(20)
        return self.waiting.pop()


@pytest.fixture
def page(chromium: Browser, shared: Shared) -> Iterator[Page]:
    """Of an organiser: what he sees is his alone, so his page asks for what the others are told."""
    context = chromium.new_context(locale="en")
    cookie = {
        "name": "tableside_organiser",
        "value": shared.organiser,
        "url": shared.server.url,
    }
    context.add_cookies([cookie])  # type: ignore[list-item]
    page = context.new_page()
    # the page's time stands until a test lets it go on, so that no machine is too slow for a tap
    page.clock.install(time=0)
    page.clock.pause_at(HOUR_MS)
    yield page
    context.close()


def play(shared: Shared, name: str) -> None:
    assert shared.server.send(games.record(Played(game=name)), shared.token).status == 201


def standings(shared: Shared, page: Page, first: str) -> str:
    """The page of the season with this game among others, open; its address."""
    play(shared, first)
    address = f"{shared.server.url}/seasons/S1"
    page.goto(address)
    page.evaluate(f"{MARK} = 1")
    return address


def marked(page: Page) -> bool:
    return page.evaluate(f"{MARK} === 1") is True


def test_nothing_is_replaced_between_a_touch_and_its_click(shared: Shared, page: Page) -> None:
    address = standings(shared, page, "A-first")
    asked = Held(page, address)
    play(shared, "A-second")
    late = asked.one()
    page.locator("td.wide.games a", has_text="A-first").first.hover()
    page.mouse.down()
    with page.expect_request_finished(lambda one: one.url == address):
        late.continue_()
    page.clock.run_for(1000)
    assert marked(page)
    page.mouse.up()
    page.wait_for_url("**/games/A-first")


@pytest.mark.parametrize("ends", ["click", "rest"])
def test_what_was_held_back_is_drawn_when_the_tap_is_over(
    shared: Shared, page: Page, ends: str
) -> None:
    address = standings(shared, page, f"{ends}-first")
    asked = Held(page, address)
    play(shared, f"{ends}-second")
    late = asked.one()
    page.locator("main h1").hover()
    page.mouse.down()
    with page.expect_request_finished(lambda one: one.url == address):
        late.continue_()
    page.clock.run_for(400)
    assert marked(page)
    if ends == "click":
        page.mouse.up()
        page.clock.run_for(100)
    else:
        page.clock.run_for(1500)
    page.locator("td.wide.games a", has_text=f"{ends}-second").first.wait_for()
    assert not marked(page)


def test_a_page_asks_again_only_for_other_results_than_its_own(shared: Shared, page: Page) -> None:
    """The stream's first word may be of just what the page shows."""
    told: list[str] = []

    def stream(route: Route) -> None:
        told.append("")
        body = f"retry: 10\nevent: results\ndata: {said[0]}\n\n"
        route.fulfill(content_type="text/event-stream", body=body)

    server = shared.server
    address = f"{server.url}/seasons/S1"
    html = server.get("/seasons/S1").data.decode()
    found = re.search(r'data-results="([^"]+)"', html)
    assert found is not None
    said = [found[1]]
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if one.url == address else None)
    page.route("**/api/v1/events?*", stream)
    page.goto(address)
    while len(told) < 3:  # so that the first two have been heard
        page.wait_for_timeout(20)
    assert len(asked) == 1
    with page.expect_request(address):
        said[0] = "another"
