"""What an evening does to a league: killed in mid-upload, its disk full, all tables at once."""

from __future__ import annotations

import json
import os
import random
import resource
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
import urllib3

from kiosk.uplink import LONGEST_PAUSE_S, jittered, longer
from league import enrolment
from league.carried import receive
from league.db import open_database
from league.settings import load_settings
from tests.league import games
from tests.league.conftest import Server, serving
from tests.league.games import Played
from tests.serial_line.chaos import key_of, prepare_league

KILLS = 40
TABLES = 50


def stored(home: Path) -> dict[str, int]:
    """Games and how many seats each has; the file is whole."""
    with closing(sqlite3.connect(home / "league.sqlite")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        rows = connection.execute(
            "SELECT game, (SELECT count(*) FROM seat_result AS s WHERE s.sha256 = g.sha256)"
            " FROM game_record AS g"
        )
        return dict(rows.fetchall())


@pytest.mark.sqlite
@pytest.mark.slow
@pytest.mark.timeout(120)
def test_a_league_killed_at_any_moment_of_an_upload_has_all_of_it_or_nothing(
    home: Path, token: str
) -> None:
    """What was answered is there; what is there is whole; sent again it is there once."""
    assert token
    command = [sys.executable, "-m", "tests.league.killed", str(home), str(KILLS), "7"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=80)
    assert done.returncode == 0, done.stderr
    rounds = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rounds) == KILLS + 1
    held = stored(home)
    answered = {one["game"] for one in rounds if one["answered"]}
    assert answered <= set(held)
    assert 0 < len(answered) < KILLS, f"killed at the ends alone: {len(answered)} answered"
    assert set(held.values()) == {4}, "no record without its results"
    url = f"sqlite:///{home / 'league.sqlite'}"
    with closing(open_database(url)) as database:
        for one in rounds:
            raw = games.record(Played(game=one["game"], rolls=2))
            again = receive(database, load_settings(url), raw, "http")
            assert again.status == (200 if one["game"] in held else 201)
    assert stored(home) == {one["game"]: 4 for one in rounds}


# -- the disk ------------------------------------------------------------------------------------


def refused_then_taken(server: Server, home: Path, token: str, free: Callable[[], object]) -> None:
    """Answers of a league whose disk is full make every table try again; later each is taken."""
    records = {f"G{number}": games.record(Played(game=f"G{number}")) for number in range(12)}
    http = urllib3.PoolManager(retries=False, timeout=60)
    headers = {"Authorization": f"Bearer {token}"}

    def send(raw: bytes) -> urllib3.BaseHTTPResponse:
        return http.request("POST", f"{server.url}/api/v1/games", body=raw, headers=headers)

    first = {game: send(raw) for game, raw in records.items()}
    full = [game for game, answer in first.items() if answer.status not in (200, 201)]
    assert full, "the disk was not full"
    assert {first[game].status for game in full} == {503}, "a table tries again on 5xx alone"
    assert all(first[game].json()["reasons"] for game in full)
    assert server.get("/healthz").status == 200
    free()
    again = {game: send(raw).status for game, raw in records.items()}
    assert again == {game: 201 if game in full else 200 for game in records}
    assert stored(home) == dict.fromkeys(records, 4)


@pytest.mark.sqlite
@pytest.mark.slow
@pytest.mark.timeout(120)
def test_a_league_that_can_write_no_more_answers_try_again_and_loses_nothing(
    home: Path, token: str
) -> None:
    """No file of the server may grow: to it this is a full disk."""
    with serving(home) as server:
        size = max(path.stat().st_size for path in home.glob("league.sqlite*"))
        hard = resource.RLIM_INFINITY
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size + 100_000, hard))
        refused_then_taken(
            server, home, token,
            lambda: resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard)),
        )  # fmt: skip


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of 4 MB; only root may mount one."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = os.geteuid() == 0 and not subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(place)], check=False,
        capture_output=True,
    ).returncode  # fmt: skip
    if not mounted:
        pytest.skip("a small file system cannot be mounted here")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.mark.sqlite
@pytest.mark.slow
@pytest.mark.timeout(120)
def test_a_league_on_a_really_full_file_system_loses_nothing(small_disk: Path) -> None:
    home = small_disk / "league"
    prepare_league(home, ["T1"])
    url = f"sqlite:///{home / 'league.sqlite'}"
    with closing(open_database(url)) as database, database.write() as connection:
        code = enrolment.new_code(connection, "T3", "test")
        done = enrolment.redeem(connection, code, games.public())
        assert isinstance(done, enrolment.Enrolled)
        enrolment.approve(connection, "T3", "test")
    filler = small_disk / "filler"
    with serving(home) as server:
        with filler.open("wb", buffering=0) as file:
            size = 1 << 16
            while size:
                try:
                    file.write(b"x" * size)
                except OSError:
                    size //= 2
        refused_then_taken(server, home, done.token, filler.unlink)


# -- all at once -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_two_uploads_of_one_game_at_once_leave_one_stored_and_one_aside(
    home: Path, server: Server, token: str
) -> None:
    """Not the same record: a copied card. Whichever came first counts, the other is kept."""
    pairs = [
        (games.record(Played(game=f"G{n}", rolls=2)), games.record(Played(game=f"G{n}", rolls=3)))
        for n in range(8)
    ]
    for one, other in pairs:
        both = threading.Barrier(2)

        def send(raw: bytes, both: threading.Barrier = both) -> int:
            http = urllib3.PoolManager(retries=False, timeout=10)
            both.wait(10)
            headers = {"Authorization": f"Bearer {token}"}
            answer = http.request("POST", f"{server.url}/api/v1/games", body=raw, headers=headers)
            return answer.status

        with ThreadPoolExecutor(2) as senders:
            assert sorted(senders.map(send, (one, other))) == [201, 409]
        again = sorted(server.send(raw, token).status for raw in (one, other))
        assert again == [200, 409], "each gets its first answer again"


@pytest.mark.sqlite
@pytest.mark.slow
@pytest.mark.timeout(120)
def test_fifty_tables_that_come_back_in_one_second_are_all_taken_once(tmp_path: Path) -> None:
    """The league was away; its tables find it again at the same instant, results and states."""
    home = tmp_path / "league"
    names = [f"T{number}" for number in range(1, TABLES + 1)]
    members = prepare_league(home, names)
    records = {
        name: games.record(Played(game=f"G-{name}", table=name, rolls=2), key_of(name))
        for name in names
    }
    with serving(home) as server:
        together = threading.Barrier(TABLES)

        def come_back(name: str) -> list[int]:
            http = urllib3.PoolManager(retries=False, timeout=30)
            headers = {"Authorization": f"Bearer {members[name].token}"}
            together.wait(30)
            url = f"{server.url}/api/v1"
            answers = [
                http.request("POST", f"{url}/games", body=records[name], headers=headers),
                http.request("POST", f"{url}/tables/{name}/live", json={"game": None},
                             headers=headers),
                http.request("POST", f"{url}/games", body=records[name], headers=headers),
            ]  # fmt: skip
            return [answer.status for answer in answers]

        with ThreadPoolExecutor(TABLES) as tables:
            found = list(tables.map(come_back, names))
    assert {(first, again) for first, _, again in found} == {(201, 200)}
    assert {state for _, state, _ in found} <= {200, 204}
    assert stored(home) == {f"G-{name}": 4 for name in names}


def test_tables_that_lost_the_league_together_come_back_apart() -> None:
    """Each waits half of a pause to all of it: after a few tries they are spread over it."""
    dice = random.Random(11)
    tries: list[Counter[int]] = []
    at_s, pauses_s = [0.0] * TABLES, [0.0] * TABLES
    for _ in range(8):  # a quarter of an hour without a league
        for table in range(TABLES):
            pauses_s[table] = longer(pauses_s[table])
            at_s[table] += jittered(pauses_s[table], dice.random())
        tries.append(Counter(int(at) for at in at_s))
    assert max(tries[0].values()) == TABLES, "the first try is still together"
    assert max(tries[-1].values()) <= TABLES // 5
    spread = max(tries[-1]) - min(tries[-1])
    assert spread >= LONGEST_PAUSE_S / 2
