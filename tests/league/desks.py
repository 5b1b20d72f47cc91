"""An organiser's hand at a competition's pages: the application in this process, forms as sent."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any

from litestar.exceptions import LitestarDeprecationWarning
from litestar.testing import TestClient
from nacl.signing import SigningKey
from sqlalchemy.engine import make_url

from league import enrolment, seasons
from league.app import create_app
from league.auth import add_organiser
from league.db import make_engine, open_database
from league.settings import load_settings
from rules.edition import Edition
from tests.league import games
from tests.league.games import Played, Sheet

OWN = """extends = "hun-2009"

[edition]
name = "Magyar Monopoly Bajnokság"

[entry]
born_by = "2009-05-01"
register_by = "2999-12-31"

[counts]
semi_final_places = {places}
reserves = {reserves}
"""
"""The championship's rules for entrants of today; `places` and `reserves` of the semi-final."""


def words(html: str) -> str:
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", html).split()))


def key_of(table: str) -> SigningKey:
    return SigningKey(sha256(f"the key of {table}".encode()).digest())


@dataclass
class Desk:
    """A league with one season, its organiser signed in."""

    client: TestClient[Any]
    url: str
    organiser: str
    tables: Mapping[str, str]
    rules: Edition
    season: str = "H"

    def get(self, path: str, *, signed: bool = True, lang: str = "en") -> tuple[int, str]:
        sign = "&" if "?" in path else "?"
        got = self.client.get(
            f"/seasons/{self.season}/{path}{sign}lang={lang}", headers=self._headers(signed)
        )
        return got.status_code, got.text

    def read(self, path: str, **how: Any) -> str:
        status, html = self.get(path, **how)
        assert status == 200, words(html)
        return words(html)

    def do(self, act: str, signed: bool = True, **form: Any) -> tuple[int, str]:
        """Send a form; the status and what the page says."""
        got = self.client.post(
            f"/seasons/{self.season}/{act}?lang=en",
            data=form,
            headers=self._headers(signed),
            follow_redirects=False,
        )
        return got.status_code, words(got.text)

    def done(self, act: str, **form: Any) -> None:
        status, told = self.do(act, **form)
        assert status == 303, told

    def refused(self, act: str, **form: Any) -> str:
        status, told = self.do(act, **form)
        assert status == 422, told
        return told.partition("Not done")[2][:300]

    def openings(self, round_name: str) -> list[dict[str, Any]]:
        path = f"/api/v1/seasons/{self.season}/rounds/{round_name}/openings"
        return [one["open"] for one in self.client.get(path).json()]

    def play(self, opening: Mapping[str, Any], cash: Mapping[str, int], **more: Any) -> int:
        """A simulated table plays an opening and sends its sealed record."""
        raw = record(opening, cash, rules=self.rules, **more)
        return self.send(raw, opening["table"])

    def send(self, raw: bytes, table: str) -> int:
        headers = {"Authorization": f"Bearer {self.tables[table]}"}
        return self.client.post("/api/v1/games", content=raw, headers=headers).status_code

    def standings(self, stage: str = "") -> list[dict[str, Any]]:
        asked = f"?stage={stage}" if stage else ""
        path = f"/api/v1/seasons/{self.season}/standings{asked}"
        rows: list[dict[str, Any]] = self.client.get(path).json()["rows"]
        return rows

    def _headers(self, signed: bool) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.organiser}"} if signed else {}


def record(
    opening: Mapping[str, Any],
    cash: Mapping[str, int],
    *,
    excluded: Sequence[int] = (),
    rules: Edition,
    **seal: Any,
) -> bytes:
    """The sealed record of a drawn game in which everybody ends with so much cash."""
    players = [(seat["player"], seat["name"]) for seat in opening["seats"]]
    played = Played(
        game=opening["game"],
        season=opening["season"],
        round=opening["round"],
        table=opening["table"],
        final=opening["final"],
        players=players,
        sheets=[Sheet(cash[name]) for name, _ in players],
        rolls=len(players),
        excluded=excluded,
        rules=rules,
    )
    return games.record(played, key_of(opening["table"]), **seal)


def own_rules(places: int = 72, reserves: int = 6) -> str:
    return OWN.format(places=places, reserves=reserves)


@contextmanager
def a_desk(
    url: str, folder: Path, *, toml: str = "", tables: int = 12, edition: str = ""
) -> Iterator[Desk]:
    """A league on that database; the season has the rules of `toml`, or an edition's."""
    own = folder / "own.toml"
    own.write_text(toml or own_rules(), encoding="utf-8")
    settings = load_settings(url)
    opened = open_database(url)
    with opened.write() as connection:
        made_season = seasons.create(connection, settings, "H", edition or str(own), None, "test")
        organiser = add_organiser(connection, "Kata", "test")
        tokens = {}
        for number in range(1, tables + 1):
            name = f"T{number}"
            code = enrolment.new_code(connection, name, "test")
            made = enrolment.redeem(connection, code, games.public(key_of(name)))
            enrolment.approve(connection, name, "test")
            tokens[name] = made.token  # type: ignore[union-attr]
    opened.close()
    with warnings.catch_warnings():
        # said once a program, when the first application is made
        warnings.simplefilter("ignore", LitestarDeprecationWarning)
        app = create_app(settings, make_engine(make_url(url)))
    with TestClient(app) as client:
        yield Desk(client, url, organiser, tokens, made_season.edition)
