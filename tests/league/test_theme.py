"""Bright hall and dark hall: by the device, by a choice of this browser, by a board's address."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.league.conftest import Shared

GROUND = {"bright": "rgb(246, 239, 223)", "dark": "rgb(11, 32, 24)"}


def ground(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))


@pytest.fixture(params=["bright", "dark"])
def prefers(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def page(chromium: Browser, prefers: str) -> Iterator[Page]:
    """A browser on a device that prefers one of the two."""
    context = chromium.new_context(
        locale="en", color_scheme="dark" if prefers == "dark" else "light"
    )
    yield context.new_page()
    context.close()


def test_a_choice_is_kept_by_this_browser_and_can_be_taken_back(
    shared: Shared, page: Page, prefers: str
) -> None:
    other = "bright" if prefers == "dark" else "dark"
    page.goto(f"{shared.server.url}/seasons/S1?lang=hu")
    assert ground(page) == GROUND[prefers]
    page.locator(f".theme button[value={other}]").click()
    page.wait_for_url("**/seasons/S1?lang=hu")
    assert ground(page) == GROUND[other]
    page.goto(f"{shared.server.url}/")
    assert ground(page) == GROUND[other]
    assert page.locator(f".theme button[value={other}]").get_attribute("aria-pressed") == "true"
    page.locator(".theme button[value='']").click()
    page.wait_for_load_state()
    assert ground(page) == GROUND[prefers]
    assert page.context.cookies() == []


def test_a_boards_address_says_it_and_leaves_the_browser_as_it_was(
    shared: Shared, page: Page, prefers: str
) -> None:
    for theme in ("bright", "dark"):
        page.goto(f"{shared.server.url}/seasons/S1/hall?theme={theme}")
        assert ground(page) == GROUND[theme]
    page.goto(f"{shared.server.url}/?theme=dark&lang=sv")
    assert page.locator(".mark").get_attribute("href") == "/?lang=sv&theme=dark"
    page.goto(f"{shared.server.url}/?theme=pink")
    assert ground(page) == GROUND[prefers]
    assert page.context.cookies() == []


def test_paper_is_bright_and_has_nothing_to_press(shared: Shared, page: Page) -> None:
    page.goto(f"{shared.server.url}/seasons/S1?theme=dark")
    page.emulate_media(media="print")
    assert ground(page) == "rgb(255, 255, 255)"
    assert not page.locator(".theme").is_visible()
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"


def test_the_first_bytes_say_the_theme_so_that_nothing_flashes(shared: Shared) -> None:
    def head(path: str, cookie: str = "") -> str:
        sent = {"Cookie": f"tableside_theme={cookie}"} if cookie else {}
        return shared.server.get(path, **sent).data.decode()[:400]

    assert "data-theme" not in head("/seasons/S1")
    assert 'content="light dark"' in head("/seasons/S1")
    for theme, scheme in (("dark", "dark"), ("bright", "light")):
        for found in (head("/seasons/S1", theme), head(f"/seasons/S1?theme={theme}")):
            assert f'data-theme="{theme}"' in found
            assert f'content="{scheme}"' in found
    assert "data-theme" not in head("/seasons/S1", "pink")
    assert "data-theme" not in head("/seasons/S1")  # what is kept for all is kept for each theme


def test_a_choice_leads_nowhere_else_and_no_other_site_makes_it(shared: Shared) -> None:
    def chosen(back: str, **headers: str) -> tuple[int, str | None]:
        got = shared.server.http.request(
            "POST", f"{shared.server.url}/theme", fields={"theme": "dark", "back": back},
            encode_multipart=False, redirect=False, headers=headers,
        )  # fmt: skip
        return got.status, got.headers.get("Location")

    assert chosen("/seasons/S1") == (303, "/seasons/S1")
    assert chosen("https://elsewhere.example/") == (303, "/")
    assert chosen("//elsewhere.example/") == (303, "/")
    assert chosen("/", **{"Sec-Fetch-Site": "cross-site"})[0] == 403
