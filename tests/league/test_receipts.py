"""Receipts are the league's signature; a league that was put back asks for what it lost."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from nacl.signing import VerifyKey

from league.db import Database
from league.receipts import public_key
from rules.identity import receipt_message
from tests.league import games
from tests.league.conftest import Enrol, Run, Server, serving
from tests.league.games import Played


def test_a_receipt_is_signed_and_the_same_each_time(
    server: Server, database: Database, season: str, token: str
) -> None:
    raw = games.record()
    first, again = (server.send(raw, token).json() for _ in range(2))
    assert (first.pop("status"), again.pop("status")) == ("stored", "already")
    assert first == again
    with database.read() as connection:
        league = public_key(connection)
    said = receipt_message("Q1-T3", sha256(raw).hexdigest())
    VerifyKey(bytes.fromhex(league)).verify(said, bytes.fromhex(first["sig"]))


def test_a_table_learns_the_key_of_its_league_when_it_enrols(
    server: Server, database: Database, run: Run
) -> None:
    code = run("enrol", "T3", "--json").json["code"]
    told = server.post("/api/v1/enrol", {"code": code, "key": games.public()}).json()
    with database.read() as connection:
        assert told["league"] == public_key(connection)


def test_two_leagues_have_two_keys(database: Database, tmp_path: Path) -> None:
    from league.db import open_database

    other = open_database(f"sqlite:///{tmp_path / 'other.sqlite'}")
    with database.read() as one, other.read() as two:
        assert public_key(one) != public_key(two)
    other.close()


def test_s24_a_league_that_was_put_back_says_what_it_has_lost(
    home: Path, run: Run, season: str, token: str, tmp_path: Path
) -> None:
    kept, lost = games.record(Played(game="G1")), games.record(Played(game="G2"))
    copy = str(tmp_path / "copy.sqlite")
    with serving(home) as server:
        assert server.send(kept, token).status == 201
        assert run("backup", copy).code == 0
        assert server.send(lost, token).status == 201
    assert run("restore", copy).code == 0
    marks = [sha256(raw).hexdigest()[:16] for raw in (kept, lost)]
    with serving(home) as server:
        path = "/api/v1/tables/T3/delivered"
        answer = server.post(path, {"records": marks}, token)
        assert (answer.status, answer.json()) == (200, {"missing": marks[1:]})
        assert server.send(lost, token).status == 201
        assert server.post(path, {"records": marks}, token).json() == {"missing": []}


def test_a_table_asks_for_itself_alone_and_by_hashes(
    server: Server, season: str, enrol: Enrol, token: str
) -> None:
    path = "/api/v1/tables/T4/delivered"
    assert server.post(path, {"records": []}, token).status == 403
    assert server.post(path, {"records": []}).status == 401
    path = "/api/v1/tables/T3/delivered"
    for wrong in (["short"], "all", ["0" * 16] * 1001):
        assert server.post(path, {"records": wrong}, token).status == 400
