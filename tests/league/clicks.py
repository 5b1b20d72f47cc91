"""An organiser's hand on a phone in real Chromium, before a server of its own and its tables."""

from __future__ import annotations

import argparse
import json
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import urllib3
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from league import enrolment, seasons
from league.auth import add_organiser
from league.db import open_database
from league.settings import load_settings
from rules.edition import Edition
from tests.league import games
from tests.league.conftest import Server, serving
from tests.league.desks import key_of

PHONE = (390, 844)
WALL = (1920, 1080)
PATIENCE_MS = 60_000
"""How long a page may take on a machine that has other work, too."""


@dataclass
class Hand:
    """A server with an organiser and its tables, and the organiser's phone."""

    server: Server
    organiser: str
    tokens: Mapping[str, str]
    rules: Edition
    page: Page
    season: str
    languages: Sequence[str]
    pictures: Path | None = None
    clicks: int = 0
    records: int = 0
    looked_at: int = 0
    said: list[str] = field(default_factory=list)
    """What the browser's console complained of."""

    def go(self, path: str = "") -> None:
        """A page of the season."""
        self.page.goto(f"{self.server.url}/seasons/{self.season}/{path}".rstrip("/"))

    def click(self, what: Locator) -> None:
        """Something that leads to a page: it is there afterwards."""
        with self.page.expect_navigation():
            what.click()
        self.clicks += 1

    def tap(self, name: str, exact: bool = True) -> None:
        """A button that sends its form."""
        self.click(self.page.get_by_role("button", name=name, exact=exact).first)

    def open(self, name: str, within: Locator | None = None) -> None:
        """A part that is folded away."""
        (within or self.page.locator("body")).locator("summary", has_text=name).first.click()
        self.clicks += 1

    def send(self, raw: bytes, table: str) -> None:
        """A table's sealed record."""
        answer = self.server.send(raw, self.tokens[table])
        assert answer.status == 201, answer.data
        self.records += 1

    def openings(self, round_name: str) -> list[dict[str, Any]]:
        """What the tables of a round open."""
        found = self.api(f"/api/v1/seasons/{self.season}/rounds/{round_name}/openings")
        return [one["open"] for one in found]

    def api(self, path: str) -> Any:
        """What everybody's programs get."""
        got = self.server.get(path)
        assert got.status == 200, f"{path}: {got.status} {got.data[:300]!r}"
        return json.loads(got.data)

    def standings(self) -> list[dict[str, Any]]:
        """The rows that count now."""
        rows: list[dict[str, Any]] = self.api(f"/api/v1/seasons/{self.season}/standings")["rows"]
        return rows

    def look(self) -> None:
        """The page as a reader has it: as wide as the screen, no key of a text, no complaint."""
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
            f"{self.page.url} is wider than {self.page.viewport_size}"
        )
        found = re.search(r"\b(league|rules)\.\w+\.\w+", self.page.inner_text("body"))
        assert found is None, f"{self.page.url}: {found}"
        assert self.said == [], self.said
        self.looked_at += 1

    def picture(self, name: str, *paths: str) -> None:
        """The page (or others) on the phone and on the wall, looked at in each language; kept as
        pictures where somebody wants them.
        """
        before = self.page.url
        for at, path in enumerate(paths or (before.partition("#")[0],), 1):
            address = path if "://" in path else f"{self.server.url}/seasons/{self.season}{path}"
            for lang in self.languages:
                sign = "&" if "?" in address else "?"
                for size in (PHONE, WALL):
                    self.page.set_viewport_size({"width": size[0], "height": size[1]})
                    got = self.page.goto(f"{address}{sign}lang={lang}")
                    assert got is not None
                    assert got.ok, f"{address}: {got.status}"
                    self.look()
                    if self.pictures is not None:
                        number = f"-{at}" if len(paths) > 1 else ""
                        file = self.pictures / f"{name}{number}-{size[0]}-{lang}.png"
                        self.page.screenshot(path=file, full_page=size == PHONE)
        self.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        self.page.goto(before)

    def sign_in(self, path: str, heading: str) -> None:
        """The organiser, by his token, on a page that is his alone."""
        self.go(path)
        self.page.locator("details summary").click()
        self.page.locator("input[name=token]").fill(self.organiser)
        self.click(self.page.locator("form:has(input[name=token]) button"))
        expect(self.page.locator("h1")).to_contain_text(heading)

    def figures(self) -> dict[str, int]:
        """What it took."""
        return {"records": self.records, "clicks": self.clicks, "looked_at": self.looked_at}


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's browser."""
    path = shutil.which("chromium")
    assert path is not None, "Debian's chromium is missing: ./setup.sh test installs it"
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield started
        finally:
            started.close()


@contextmanager
def hand(
    folder: Path,
    browser: Browser,
    season: str,
    edition: str,
    tables: int,
    *,
    languages: Sequence[str] = ("en",),
    pictures: Path | None = None,
) -> Iterator[Hand]:
    """A league in `folder` with one season of an edition (or of a file of rules)."""
    url = f"sqlite:///{folder / 'league.sqlite'}"
    settings = load_settings(url)
    opened = open_database(url)
    with opened.write() as connection:
        made_season = seasons.create(connection, settings, season, edition, None, "test")
        organiser = add_organiser(connection, "Kata", "test")
        tokens = {}
        for name in (f"T{number}" for number in range(1, tables + 1)):
            code = enrolment.new_code(connection, name, "test")
            made = enrolment.redeem(connection, code, games.public(key_of(name)))
            enrolment.approve(connection, name, "test")
            tokens[name] = made.token  # type: ignore[union-attr]
    opened.close()
    with serving(folder) as server:
        server.http = urllib3.PoolManager(retries=False, timeout=PATIENCE_MS / 1000)
        context = browser.new_context(
            viewport={"width": PHONE[0], "height": PHONE[1]}, locale="en", has_touch=True
        )
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        found = Hand(
            server, organiser, tokens, made_season.edition, page, season, languages, pictures
        )
        page.on("pageerror", lambda error: found.said.append(str(error)))
        yield found
        context.close()


Size = TypeVar("Size")


def command(
    text: str, sizes: tuple[Size, Size], play: Callable[[Path, Browser, Size, Any], dict[str, Any]]
) -> int:
    """`[--small] [--pictures FOLDER]`: play it and print what came of it, with the seconds."""
    parser = argparse.ArgumentParser(description=text.partition("\n")[0])
    parser.add_argument("--small", action="store_true", help="the size of the suite")
    parser.add_argument("--pictures", type=Path, help="keep pictures of each page here")
    args = parser.parse_args()
    if args.pictures:
        args.pictures.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        found = play(Path(folder), browser, sizes[0 if args.small else 1], args.pictures)
    print(json.dumps({**found, "seconds": round(time.monotonic() - began, 1)}, ensure_ascii=False))
    return 0
