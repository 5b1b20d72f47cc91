"""The referee's page of games that change their table, its API, and the command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from nacl.signing import SigningKey
from sqlalchemy import select

from league import enrolment
from league.db import Database
from league.roles import Role
from league.tables import audit
from tests.league import games
from tests.league.conftest import Run
from tests.league.inside import OLD_LITESTAR, Inside, inside

pytestmark = pytest.mark.filterwarnings(OLD_LITESTAR)

SPARE = SigningKey(bytes(range(5, 37)))
GAME = "Q1-T3"


@pytest.fixture
def house(database: Database, db_url: str) -> Iterator[Inside]:
    with inside(database, db_url) as found:
        yield found


def enrolled(house: Inside, table: str, key: SigningKey) -> str:
    with house.database.write() as connection:
        code = enrolment.new_code(connection, table, "test")
        made = enrolment.redeem(connection, code, games.public(key))
        assert isinstance(made, enrolment.Enrolled)
        enrolment.approve(connection, table, "test")
    return made.token


def told(house: Inside, token: str, table: str = "T3", **more: Any) -> Any:
    mark = games.public(SPARE)[:16]
    piece = {"game": GAME, "first": 0, "lines": 9, "head": "ab" * 32, "data": "c2VhbGVk",
             "wraps": {mark: "d3JhcA=="}, "wraps_mark": "m"}  # fmt: skip
    return house.post(f"/api/v1/tables/{table}/copy", token=token, json={**piece, **more})


def test_a_referee_gives_a_game_to_the_spare_that_asks(house: Inside) -> None:
    old, spare = enrolled(house, "T3", games.KEY), enrolled(house, "T7", SPARE)
    referee = house.signed_in("Vera", Role.REFEREE)
    assert told(house, old).json()["lines"] == 9
    asked = {"ask": "a1", "reason": "it is dark"}
    where = "/api/v1/tables/T7/takeover"
    assert house.post(where, token=spare, json=asked).json() == {"status": "asked"}
    page = house.get("/takeovers?lang=en", cookie=referee).text
    for part in ("Table T7 asks for a game", "it is dark", f'value="{GAME}"', "9 lines"):
        assert part in page
    form = {"taker": "T7", "game": GAME, "approve": "1", "reason": ""}
    refused = house.post("/takeovers?lang=en", cookie=referee, data=form)
    assert refused.status_code == 422
    in_danish = house.post("/takeovers?lang=da", cookie=referee, data=form).text
    assert "Skriv på én linje" in in_danish
    assert "Say in one line why" in refused.text
    done = house.post("/takeovers", cookie=referee, data={**form, "reason": "power supply"})
    assert (done.status_code, done.headers["location"]) == (303, "/takeovers")
    found = house.post(where, token=spare, json=asked).json()
    assert (found["status"], found["wrap"], found["pieces"]) == (
        "granted",
        "d3JhcA==",
        ["c2VhbGVk"],
    )
    assert (found["takeover"]["number"], found["takeover"]["from"]) == (1, "T3")
    assert len(found["takeover"]["sig"]) == 128
    late = told(house, old, first=9, lines=2).json()
    assert late["taken"]["to"] == "T7"
    page = house.get("/takeovers?lang=en", cookie=referee).text
    assert "from T3 to T7, behind line 9" in page
    assert "2 more lines came after the game had gone on elsewhere" in page
    with house.database.read() as connection:
        said = connection.execute(select(audit.c.who, audit.c.what, audit.c.why)).all()
    assert ("referee:Vera", "takeover.approve", "power supply") in said
    assert ("table:T7", "takeover.ask", "it is dark") in said


def test_who_may_not(house: Inside) -> None:
    old, spare = enrolled(house, "T3", games.KEY), enrolled(house, "T7", SPARE)
    told(house, old)
    assert told(house, old, table="T7").status_code == 403
    assert told(house, "").status_code == 401
    assert (
        house.post("/api/v1/tables/T3/takeover", token=spare, json={"ask": "1"}).status_code == 403
    )
    banker = house.signed_in("Bela", Role.BANKER)
    assert house.get("/takeovers", cookie=banker).status_code == 403
    assert house.get("/takeovers").status_code == 401
    form = {"taker": "T7", "game": GAME, "approve": "1", "reason": "mine"}
    assert house.post("/takeovers", cookie=banker, data=form).status_code == 403
    for season in ("S1", "S2"):
        house.season(season)
    elsewhere = house.signed_in("Eva", Role.REFEREE, "S2")
    house.post("/api/v1/tables/T3/live", token=old, json={"game": GAME, "season": "S1"})
    assert house.post("/takeovers", cookie=elsewhere, data=form).status_code == 403
    here = house.signed_in("Ida", Role.REFEREE, "S1")
    assert house.post("/takeovers", cookie=here, data=form).status_code == 303
    for body in ({"lines": -1}, {"data": "no base64!"}, {"game": "../x"}, {"game": 7}):
        assert told(house, old, **body).status_code in (400, 422)


@pytest.mark.parametrize("language", ["en", "da", "hu", "ru", "sv"])
def test_the_page_speaks_every_language(house: Inside, language: str) -> None:
    old, spare = enrolled(house, "T3", games.KEY), enrolled(house, "T7", SPARE)
    told(house, old)
    house.post("/api/v1/tables/T7/takeover", token=spare, json={"ask": "1"})
    cookie = house.signed_in("Vera", Role.REFEREE)
    page = house.get(f"/takeovers?lang={language}", cookie=cookie).text
    assert "league.takeover" not in page, "a text is missing"
    assert GAME in page


def test_the_command_lists_gives_and_refuses(house: Inside, run: Run) -> None:
    assert "nobody asks" in run("takeover").out
    old, spare = enrolled(house, "T3", games.KEY), enrolled(house, "T7", SPARE)
    told(house, old)
    house.post("/api/v1/tables/T7/takeover", token=spare, json={"ask": "1"})
    assert run("takeover").out.splitlines() == [
        "T7 asks for a game",
        f"{GAME}  open at T3, 9 lines",
    ]
    assert run("takeover", "T7", "--refuse", "--reason", "not now").code == 0
    answer = house.post("/api/v1/tables/T7/takeover", token=spare, json={"ask": "1"})
    assert answer.json() == {"status": "refused", "reason": "not now"}
    assert run("takeover", "T7", "--approve").code == 2
    assert run("takeover", "T7", "G9", "--approve", "--reason", "x").code == 2
    done = run("takeover", "T7", GAME, "--approve", "--reason", "dead", "--json")
    assert (done.code, json.loads(done.out)["to"]) == (0, "T7")
