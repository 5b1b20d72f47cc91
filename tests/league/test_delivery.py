"""Exactly once, whatever fails: cut connections, killed servers, several senders at once."""

from __future__ import annotations

import json
import multiprocessing
import random
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import urllib3
from sqlalchemy import text

from league.db import Database
from tests.league import games
from tests.league.conftest import Enrol, Run, Server, serving
from tests.league.games import Played


def stored(database: Database) -> list[tuple[str, str]]:
    with database.read() as connection:
        rows = connection.execute(text("SELECT game, sha256 FROM game_record ORDER BY game"))
        return [(game, sha256) for game, sha256 in rows]


@contextmanager
def deaf_line(server: Server) -> Iterator[int]:
    """A line that is cut, and the server killed, when the answer's first byte comes."""
    with socket.create_server(("127.0.0.1", 0)) as door:

        def carry() -> None:
            near, _ = door.accept()
            with near, socket.create_connection(("127.0.0.1", server.port)) as far:
                pump = threading.Thread(target=_forward, args=(near, far), daemon=True)
                pump.start()
                assert far.recv(1)  # it has answered, so it has committed
                server.kill()
                near.shutdown(socket.SHUT_RDWR)
            pump.join(5)

        carrier = threading.Thread(target=carry, daemon=True)
        carrier.start()
        yield int(door.getsockname()[1])
        carrier.join(5)


def _forward(near: socket.socket, far: socket.socket) -> None:
    try:
        while data := near.recv(65536):
            far.sendall(data)
    except OSError:
        return  # the line was cut, as it should be


def send_often(
    url: str, token: str, raw: bytes, times: int, answers: multiprocessing.Queue
) -> None:
    http = urllib3.PoolManager(retries=False, timeout=10)
    for _ in range(times):
        answer = http.request(
            "POST", f"{url}/api/v1/games", body=raw, headers={"Authorization": f"Bearer {token}"}
        )
        answers.put((answer.status, answer.data))


def test_a_killed_server_had_stored_what_it_began_to_answer(
    home: Path, token: str, database: Database
) -> None:
    """Committed, the line cut before the answer, the server killed; then fifty retries from two
    processes: one row, and every answer says what the first would have said."""
    raw = games.record()
    headers = {"Authorization": f"Bearer {token}"}
    with serving(home) as first, deaf_line(first) as port:
        address = f"http://127.0.0.1:{port}/api/v1/games"
        with pytest.raises(urllib3.exceptions.HTTPError):
            first.http.request("POST", address, body=raw, headers=headers)
    assert [game for game, _ in stored(database)] == ["Q1-T3"]
    with serving(home) as second:
        answers = retried(second, token, raw, processes=2, times=25)
    assert {status for status, _ in answers} == {200}
    assert len({body for _, body in answers}) == 1
    assert json.loads(answers[0][1])["sha256"] == stored(database)[0][1]
    assert len(stored(database)) == 1


def test_two_processes_with_the_same_record_at_once_make_one_row(
    home: Path, server: Server, token: str, database: Database
) -> None:
    answers = retried(server, token, games.record(), processes=2, times=10)
    statuses = sorted(status for status, _ in answers)
    assert statuses == [200] * 19 + [201]
    assert len(stored(database)) == 1


def retried(
    server: Server, token: str, raw: bytes, processes: int, times: int
) -> list[tuple[int, bytes]]:
    context = multiprocessing.get_context("spawn")
    answers: multiprocessing.Queue = context.Queue()
    senders = [
        context.Process(target=send_often, args=(server.url, token, raw, times, answers))
        for _ in range(processes)
    ]
    for sender in senders:
        sender.start()
    found = [answers.get(timeout=15) for _ in range(processes * times)]
    for sender in senders:
        sender.join(5)
    return found


@pytest.mark.slow
@pytest.mark.timeout(60)
def test_no_answered_record_is_lost_when_the_server_is_killed_while_it_writes(
    home: Path, token: str, database: Database
) -> None:
    records = {f"G{n}": games.record(Played(game=f"G{n}", rolls=2)) for n in range(60)}
    answered: set[str] = set()
    chance = random.Random(1)
    waiting = list(records)
    for _ in range(4):
        with serving(home) as server:
            kill_after = threading.Timer(chance.uniform(0.02, 0.2), server.process.kill)
            kill_after.start()
            with ThreadPoolExecutor(8) as senders:
                done = senders.map(lambda game: (game, sent(server, records[game], token)), waiting)
                answered |= {game for game, status in done if status in (200, 201)}
            kill_after.join()
        assert answered <= {game for game, _ in stored(database)}
        waiting = [game for game in records if game not in answered]
    with serving(home) as last:
        for game in records:
            assert sent(last, records[game], token) in (200, 201)
    assert [game for game, _ in stored(database)] == sorted(records)


def sent(server: Server, raw: bytes, token: str) -> int | None:
    try:
        return server.send(raw, token).status
    except urllib3.exceptions.HTTPError:
        return None


@pytest.mark.sqlite
def test_copies_made_while_records_arrive_are_whole(
    home: Path, server: Server, token: str, run: Run, season: str, tmp_path: Path
) -> None:
    """A copy is one state: every record in it has all its seats, and proves itself."""
    records = [games.record(Played(game=f"G{n}", rolls=2)) for n in range(40)]
    with ThreadPoolExecutor(2) as senders:
        sending = senders.map(lambda raw: sent(server, raw, token), records)
        copies = [tmp_path / f"copy{number}.sqlite" for number in range(4)]
        for copy in copies:
            done = run("backup", str(copy))
            assert done.code == 0, done.err
        assert set(sending) == {201}
    for copy in copies:
        with closing(sqlite3.connect(copy)) as connection:
            games_in, seats = connection.execute(
                "SELECT (SELECT count(*) FROM game_record), (SELECT count(*) FROM seat_result)"
            ).fetchone()
        assert seats == 4 * games_in
        checked = run("verify", season, "--db", f"sqlite:///{copy}", "--json")
        assert (checked.code, len(checked.json["records"])) == (0, games_in)


def test_commands_of_several_processes_wait_for_one_another(
    home: Path, run: Run, season: str, tmp_path: Path
) -> None:
    """S9: none of them fails because another writes at the same moment."""
    files = []
    for number in range(6):
        file = tmp_path / f"r{number}.csv"
        file.write_text(
            "stage,game,player,cash,unmortgaged,mortgaged,buildings,bankrupt\n"
            f"qualifier,G{number},P{number},{number},0,0,0,0\n",
            encoding="utf-8",
        )
        files.append(file)
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "league", "import", season, str(file)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for file in files
    ]
    assert [(one.communicate(timeout=15)[1], one.returncode) for one in running] == [("", 0)] * 6
    found = run("standings", season, "--json").json["rows"]
    assert [row["player"] for row in found] == ["P5", "P4", "P3", "P2", "P1", "P0"]


def test_a_record_of_another_table_with_the_same_game_is_kept_aside(
    home: Path, server: Server, enrol: Enrol, token: str, database: Database
) -> None:
    """A device is bound to its table; a second writer of a game overwrites nothing."""
    from nacl.signing import SigningKey

    key = SigningKey(bytes(range(32)))
    other = enrol("T9", key=games.public(key))
    assert server.send(games.record(), token).status == 201
    second = server.send(games.record(Played(table="T9"), key=key), other)
    assert (second.status, second.json()["codes"]) == (409, ["other_content"])
    assert len(stored(database)) == 1
