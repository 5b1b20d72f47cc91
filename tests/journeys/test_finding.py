"""S34: a table finds its league by mDNS: real programs, real multicast, between two machines made
of network namespaces. Nothing leaves this machine: the namespaces have no other wire.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from nacl.signing import SigningKey
from sqlalchemy import Connection

from bench.unseen import UNSEEN
from kiosk.errors import RunError
from kiosk.home import Home
from kiosk.status import ask
from league import enrolment, seasons
from league.db import open_database
from league.settings import load_settings
from tests.league import games
from tests.league.games import Played

HALL, LEAGUE, OTHER = "10.77.0.2", "10.77.0.1", "10.77.0.3"
PORT = "8460"


def may_make_networks() -> bool:
    if shutil.which("ip") is None or os.geteuid() != 0:
        return False
    tried = subprocess.run(["unshare", "--net", "true"], capture_output=True, check=False)
    return tried.returncode == 0


pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(not may_make_networks(), reason="only root may make network namespaces"),
]


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@contextmanager
def network(addresses: dict[str, str]) -> Iterator[None]:
    """Machines by name, each with an address on one wire (a bridge in a namespace of its own)."""
    switch = f"sw{os.getpid()}"
    try:
        ip("netns", "add", switch)
        ip("-n", switch, "link", "add", "br0", "type", "bridge")
        ip("-n", switch, "link", "set", "br0", "up")
        for number, (name, address) in enumerate(addresses.items()):
            ip("netns", "add", name)
            ip("-n", name, "link", "set", "lo", "up")
            ip("-n", name, "link", "add", "eth0", "type", "veth", "peer", f"p{number}",
               "netns", switch)  # fmt: skip
            ip("-n", switch, "link", "set", f"p{number}", "master", "br0", "up")
            ip("-n", name, "addr", "add", f"{address}/24", "dev", "eth0")
            ip("-n", name, "link", "set", "eth0", "up")
        yield
    finally:
        for name in (switch, *addresses):
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)


class Machine:
    """A home, and the namespace in which its programs run."""

    def __init__(self, program: str, home: Path, namespace: str, stack: ExitStack) -> None:
        self.program, self.home, self.stack = program, home, stack
        home.mkdir()
        self.words = ["ip", "netns", "exec", namespace, sys.executable, "-m", program]
        self.environ = os.environ | UNSEEN | {"TABLESIDE_HOME": str(home)}
        self.environ.pop("TABLESIDE_DB", None)

    def call(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*self.words, *words],
            env=self.environ, capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip

    def ask(self, *words: str) -> Any:
        done = self.call(*words, "--json")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    @contextmanager
    def books(self) -> Iterator[Connection]:
        """The league's database, for what its organiser does."""
        database = open_database(f"sqlite:///{self.home / 'league.sqlite'}")
        with database.write() as connection:
            yield connection
        database.close()

    def start(self, *words: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [*self.words, *words],
            env=self.environ, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.stack.callback(end, process)
        return process

    def serve(self, address: str) -> subprocess.Popen[str]:
        process = self.start("serve", "--host", address, "--port", PORT)
        assert process.stdout is not None
        assert process.stdout.readline().startswith("listening on ")
        return process

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """What the table says once it is so; the test's own time limit ends the wait."""
        pause = threading.Event()
        while True:
            try:
                status = ask(self.home)
            except RunError:
                status = {}
            if status and wanted(status):
                return status
            pause.wait(0.05)


def end(process: subprocess.Popen[str]) -> None:
    if process.poll() is None:
        process.terminate()
        process.communicate()


def test_a_table_finds_its_league_and_gives_another_one_nothing(tmp_path: Path) -> None:
    names = {one: f"{one}{os.getpid()}" for one in ("hall", "lg", "ot")}
    addresses = {names["hall"]: HALL, names["lg"]: LEAGUE, names["ot"]: OTHER}
    with network(addresses), ExitStack() as stack:
        table = Machine("kiosk", tmp_path / "table", names["hall"], stack)
        league = Machine("league", tmp_path / "league", names["lg"], stack)
        other = Machine("league", tmp_path / "other", names["ot"], stack)
        (table.home / "tableside.toml").write_text('[sound]\nmode = "piezo"\n')
        run = ("run", "--pins", "simulated", "--screen", "offscreen", "--league", "mdns")

        # whoever is not enrolled is told which league is here; a code leads there by itself
        server = league.serve(LEAGUE)
        kiosk = table.start(*run)
        status = table.until(lambda found: bool((found["league"] or {}).get("at")))
        assert f"({LEAGUE}:{PORT})" in status["league"]["at"]
        assert "NOT ENROLLED" in status["signs"]
        with league.books() as books:
            code = enrolment.new_code(books, "T3", "test")
        assert table.ask("enrol", code)["league"] == f"http://{LEAGUE}:{PORT}"
        with league.books() as books:
            enrolment.approve(books, "T3", "test")
        table.until(lambda found: "NOT ENROLLED" not in found["signs"])
        status = table.until(lambda found: found["league"]["at"] == f"http://{LEAGUE}:{PORT}")
        assert status["league"]["road"] == "mdns"

        # its league is gone and another one is there: nothing for it, and its name
        end(kiosk)
        end(server)
        other.serve(OTHER)
        home = Home(table.home)
        key = SigningKey(bytes.fromhex((home.keys / "table.key").read_text()))
        home.record("G1").write_bytes(games.record(Played(game="G1", table="T3"), key))
        table.start(*run)
        status = table.until(lambda found: "OTHER LEAGUE?" in found["signs"])
        assert status["league"]["at"] == ""
        assert [name[-len(f"({OTHER}:{PORT})") :] for name in status["league"]["others"]] == [
            f"({OTHER}:{PORT})"
        ]
        assert status["outbox"] == 1
        with other.books() as books:
            assert enrolment.keys(books, "T3") == []
        assert list(home.games.glob("*.receipt")) == []

        # its own comes back, at another address: found, and the record is there
        ip("-n", names["lg"], "addr", "del", f"{LEAGUE}/24", "dev", "eth0")
        ip("-n", names["lg"], "addr", "add", "10.77.0.9/24", "dev", "eth0")
        with league.books() as books:
            seasons.create(books, load_settings("sqlite://"), "S1", "hun-2009", None, "test")
        league.serve("0.0.0.0")
        status = table.until(lambda found: found["outbox"] == 0)
        assert status["league"]["at"] == f"http://10.77.0.9:{PORT}"
        assert home.receipt("G1").exists()


def test_a_table_is_enrolled_at_no_league_where_there_are_two(tmp_path: Path) -> None:
    names = {one: f"{one}b{os.getpid()}" for one in ("hall", "lg", "ot")}
    addresses = {names["hall"]: HALL, names["lg"]: LEAGUE, names["ot"]: OTHER}
    with network(addresses), ExitStack() as stack:
        table = Machine("kiosk", tmp_path / "table", names["hall"], stack)
        none = table.call("enrol", "AAAAAAAA")
        assert (none.returncode, none.stderr.count("\n")) == (1, 1)
        assert "leagues on this network: none" in none.stderr
        for name, address in (("lg", LEAGUE), ("ot", OTHER)):
            Machine("league", tmp_path / name, names[name], stack).serve(address)
        two = table.call("enrol", "AAAAAAAA")
        assert (two.returncode, two.stdout) == (1, "")
        assert f"http://{LEAGUE}:{PORT}" in two.stderr
        assert f"http://{OTHER}:{PORT}" in two.stderr
        assert "--league URL says which" in two.stderr
