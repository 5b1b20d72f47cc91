"""The league's application in the test's own process: no port, no wait for a start."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import httpx
from litestar import Litestar
from litestar.testing import TestClient

from league import enrolment, people, seasons, sessions, tokens
from league.app import create_app
from league.db import Database
from league.roles import Role
from league.settings import Settings, load_settings
from tests.league import games

SITE = "http://league.example"
OLD_LITESTAR = "ignore::litestar.exceptions.base_exceptions.LitestarDeprecationWarning"
"""What the next large Litestar will want otherwise; the server itself says it to nobody."""


@dataclass
class Inside:
    """An application that answers, and everything a test asks it with."""

    app: Litestar
    client: TestClient[Litestar]
    database: Database
    settings: Settings

    def ask(
        self,
        method: str,
        path: str,
        *,
        cookie: str = "",
        token: str = "",
        headers: Mapping[str, str] | None = None,
        **how: Any,
    ) -> httpx.Response:
        """One request, as a browser of this site (cookie) or a program (token) sends it."""
        sent = {"Origin": SITE} if method not in ("GET", "HEAD") else {}
        if cookie:
            sent["Cookie"] = f"{sessions.COOKIE}={cookie}"
        if token:
            sent["Authorization"] = f"Bearer {token}"
        self.client.cookies.clear()
        return self.client.request(
            method, path, headers={**sent, **(headers or {})}, follow_redirects=False, **how
        )

    def get(self, path: str, **how: Any) -> httpx.Response:
        return self.ask("GET", path, **how)

    def post(self, path: str, **how: Any) -> httpx.Response:
        return self.ask("POST", path, **how)

    def signed_in(self, name: str, role: Role | str | None = None, season: str = "") -> str:
        """A person with a role, and the cookie of his session."""
        with self.database.write() as connection:
            if not people.is_known(connection, name):
                people.add(connection, name, "test")
            if role is not None:
                people.grant(connection, name, role, season, "test")
            return sessions.begin(connection, name, "Mozilla/5.0 (X11; Linux) Firefox/140.0")

    def token(self, *scopes: str, season: str = "", name: str = "program") -> str:
        with self.database.write() as connection:
            return tokens.make(connection, name, scopes, season, "test")

    def table(self, table: str = "T3") -> str:
        """The token of an enrolled table."""
        with self.database.write() as connection:
            code = enrolment.new_code(connection, table, "test")
            made = enrolment.redeem(connection, code, games.public())
            assert isinstance(made, enrolment.Enrolled)
            enrolment.approve(connection, table, "test")
            return made.token

    def season(self, name: str, edition: str = "hun-2009") -> str:
        with self.database.write() as connection:
            seasons.create(connection, self.settings, name, edition, None, "test")
        return name


@contextmanager
def inside(database: Database, url: str, **changed: Any) -> Iterator[Inside]:
    """The application on a database, started and stopped."""
    settings = replace(load_settings(url), **changed)
    app = create_app(settings, database.engine)
    with TestClient(app, base_url=SITE, raise_server_exceptions=False) as client:
        yield Inside(app, client, database, settings)
