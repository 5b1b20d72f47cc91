"""The event that says that something changed brings what a page shall show; nobody asks again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from tests.league import games
from tests.league.conftest import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def events(server: Server, cookie: str = "", **page: str) -> Iterator[tuple[str, str]]:
    """The names and data of what a page hears."""
    stream = server.http.request(
        "GET",
        f"{server.url}/api/v1/events?{urlencode(page)}",
        headers={"Cookie": cookie} if cookie else {},
        preload_content=False,
    )
    name, data = "", []
    for raw in stream:
        line = raw.decode().rstrip("\n").rstrip("\r")
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            data.append(line.removeprefix("data: "))
        elif not line and data:
            yield name, "\n".join(data)
            name, data = "", []


def test_a_page_is_sent_what_it_shall_show_in_its_language(
    server: Server, token: str, season: str
) -> None:
    page = {"content": f"/seasons/{season}?lang=hu", "part": "/tables", "lang": "hu"}
    heard = events(server, **page)
    assert [next(heard)[0], next(heard)[0]] == ["part", "content"]
    assert server.send(games.record(), token).status == 201
    name, html = next(told for told in heard if told[0] != "part")
    assert name == "content"
    assert html.startswith("<main")
    assert "Bence" in html
    assert server.get(f"/seasons/{season}?lang=hu").data.decode().count(html[:200]) == 1


def test_a_page_that_is_drawn_already_is_not_sent_again(
    server: Server, token: str, season: str
) -> None:
    html = server.get(f"/seasons/{season}?lang=en").data.decode()
    mark = html.partition('data-results="')[2].partition('"')[0]
    page = {"content": f"/seasons/{season}", "lang": "en", "drawn": mark}
    heard = events(server, **page)
    assert next(heard)[0] == "tables"
    assert server.send(games.record(), token).status == 201
    assert next(told for told in heard if told[0] != "tables")[0] == "content"


@pytest.mark.parametrize(
    ("cookie", "address"),
    [
        ("tableside_session=x", "/seasons/S1"),
        ("", "/api/v1/tables"),
        ("", "/static/league.css"),
        ("", "/nowhere"),
        ("", "seasons/S1"),
        ("", "//other.example/seasons/S1"),
    ],
)
def test_only_what_everybody_sees_is_sent(
    server: Server, season: str, cookie: str, address: str
) -> None:
    heard = events(server, cookie, content=address, part=address, lang="en")
    assert [next(heard)[0], next(heard)[0]] == ["tables", "results"]


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_an_open_page_shows_a_result_without_asking_again(
    server: Server, token: str, season: str, chromium: Browser
) -> None:
    page = chromium.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(server.url)))
    with page.expect_request(lambda request: "/api/v1/events" in request.url):
        page.goto(f"{server.url}/seasons/{season}?lang=en")
    drawn = len(asked)
    assert server.send(games.record(), token).status == 201
    page.get_by_text("Bence").first.wait_for()
    again = [address for address in asked[drawn:] if not address.startswith("/static/")]
    assert again == [], "a page's picture may be late; pages are not asked for"
    page.close()
