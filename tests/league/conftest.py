"""A league in a folder of its own: its commands, its server, a table that is enrolled.

Whatever asks for `home` or `shared` runs on each database of `$TABLESIDE_DATABASES` (SQLite alone
where that is not set; `./setup.sh test` sets both). A test of SQLite's own files says
`@pytest.mark.sqlite`, one of PostgreSQL's own ways `@pytest.mark.postgresql`.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import urllib3

from league.__main__ import main
from league.db import Database, open_database
from league.settings import load_settings
from tests.league import databases, games
from tests.league.databases import Dbms
from tests.programs import Popen


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Done]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "dbms" in metafunc.fixturenames:
        names = databases.wanted(metafunc.definition)
        metafunc.parametrize("dbms", names, indirect=True, scope="session")


@pytest.fixture(scope="session")
def systems() -> Iterator[Callable[[str], Dbms]]:
    """The database system of a name, opened when it is first asked for, until the session ends."""
    with ExitStack() as opened:
        yield cache(lambda name: opened.enter_context(databases.opened(name)))


@pytest.fixture(scope="session")
def dbms(request: pytest.FixtureRequest, systems: Callable[[str], Dbms]) -> Dbms:
    """SQLite, or a PostgreSQL cluster of the tests' own."""
    return systems(request.param)


@pytest.fixture
def home(tmp_path: Path, db_url: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("TABLESIDE_HOME", str(folder))
    monkeypatch.setenv("TABLESIDE_DB", db_url)
    return folder


@pytest.fixture
def db_url(tmp_path: Path, dbms: Dbms) -> Iterator[str]:
    """The URL of a database of the newest shape that is this test's alone."""
    folder = tmp_path / "home"
    folder.mkdir()
    with dbms.database(folder) as url:
        yield url


@pytest.fixture
def run(home: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*words: str) -> Done:
        capsys.readouterr()
        code = main(words)
        said = capsys.readouterr()
        return Done(code, said.out, said.err)

    return command


@pytest.fixture
def season(run: Run) -> str:
    assert run("season", "create", "S1", "--edition", "hun-2009").code == 0
    return "S1"


@pytest.fixture
def database(home: Path, db_url: str) -> Iterator[Database]:
    opened = open_database(db_url)
    yield opened
    opened.close()


class Server:
    """`league serve` as a process of its own."""

    def __init__(self, home: Path, url: str | None = None, *options: str) -> None:
        database = {} if url is None else {"TABLESIDE_DB": url}
        self.process = Popen(
            [sys.executable, "-m", "league", "serve", "--port", "0", "--no-mdns", *options],
            env={**os.environ, "TABLESIDE_HOME": str(home), **database},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = ""
        try:
            line = self.process.stdout.readline()
        finally:  # a test that ran out of time here leaves no server behind
            if not line.startswith("listening on http://"):
                self.kill()
        self.url = line.split()[-1]
        self.http = urllib3.PoolManager(retries=False, timeout=10)

    @property
    def port(self) -> int:
        return int(self.url.rsplit(":", 1)[1])

    def get(self, path: str, **headers: str) -> urllib3.BaseHTTPResponse:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.http.request("GET", self.url + path, headers=sent)

    def send(self, raw: bytes, token: str | None) -> urllib3.BaseHTTPResponse:
        headers = {"Content-Type": "application/jsonl"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        return self.http.request("POST", f"{self.url}/api/v1/games", body=raw, headers=headers)

    def post(self, path: str, body: Any, token: str | None = None) -> urllib3.BaseHTTPResponse:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self.http.request("POST", self.url + path, json=body, headers=headers)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(10)

    def close(self) -> None:
        self.http.clear()
        if self.process.poll() is None:
            self.kill()
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def serving(home: Path, url: str | None = None, *options: str) -> Iterator[Server]:
    """A server on `url`, else on `$TABLESIDE_DB`, else on the SQLite file of `home`."""
    server = Server(home, url, *options)
    try:
        yield server
    finally:
        server.close()


@pytest.fixture
def server(home: Path) -> Iterator[Server]:
    with serving(home) as started:
        yield started


@dataclass(frozen=True)
class Shared:
    """A server that the tests of a module share, the token of its table T3, an organiser's."""

    server: Server
    token: str
    organiser: str


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, dbms: Dbms) -> Iterator[Shared]:
    """For tests that leave nothing behind: a process for each would be most of their time."""
    from league import enrolment, seasons
    from league.auth import add_organiser

    home = tmp_path_factory.mktemp("shared")
    with dbms.database(home) as url:
        opened = open_database(url)
        with opened.write() as connection:
            seasons.create(connection, load_settings(url), "S1", "hun-2009", None, "test")
            code = enrolment.new_code(connection, "T3", "test")
            token = enrolment.redeem(connection, code, games.public()).token
            enrolment.approve(connection, "T3", "test")
            organiser = add_organiser(connection, "Anna", "test")
        opened.close()
        with serving(home, url) as server:
            yield Shared(server, token, organiser)


@dataclass(frozen=True)
class Enrol:
    """Enrols tables with the test key's relatives."""

    run: Run
    database: Database
    keys: dict[str, str] = field(default_factory=dict)

    def __call__(self, table: str = "T3", key: str | None = None, approve: bool = True) -> str:
        from league.enrolment import redeem

        code = self.run("enrol", table, "--json").json["code"]
        with self.database.write() as connection:
            token = redeem(connection, code, key or games.public()).token
        if approve:
            assert self.run("enrol", table, "--approve").code == 0
        return token


@pytest.fixture
def enrol(run: Run, database: Database) -> Enrol:
    return Enrol(run, database)


@pytest.fixture
def token(enrol: Enrol) -> str:
    return enrol()
