"""A table becomes known once, by a code, a key and a person; tokens and codes are hashes here."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from league.auth import caller_of
from league.db import Database
from league.enrolment import CODE_LASTS_MS, redeem
from league.refusals import Refused
from tests.league import games
from tests.league.conftest import Enrol, Run

OTHER = games.public(SigningKey(bytes(range(32))))


def code_for(run: Run, table: str = "T3") -> str:
    return str(run("enrol", table, "--json").json["code"])


def refused(database: Database, code: str, key: str) -> tuple[int, str]:
    with pytest.raises(Refused) as caught, database.write() as connection:
        redeem(connection, code, key)
    return caught.value.status, caught.value.reasons[0].code


def test_a_code_is_good_once(run: Run, database: Database) -> None:
    code = code_for(run)
    with database.write() as connection:
        assert redeem(connection, f" {code.lower()} ", games.public()).table == "T3"
    assert refused(database, code, games.public()) == (401, "used_code")


def test_a_code_of_yesterday_is_too_old(run: Run, database: Database, home: Path) -> None:
    code = code_for(run)
    with closing(sqlite3.connect(home / "league.sqlite")) as connection, connection:
        connection.execute("UPDATE enrol_code SET expires_ms = expires_ms - ?", (CODE_LASTS_MS,))
    assert refused(database, code, games.public()) == (401, "old_code")


@pytest.mark.parametrize("key", ["", "00", "zz" * 32, "AB" * 32, "00" * 33])
def test_a_key_is_32_bytes_in_hex_and_a_wrong_one_uses_up_no_code(
    run: Run, database: Database, key: str
) -> None:
    code = code_for(run)
    assert refused(database, code, key) == (422, "key")
    with database.write() as connection:
        assert not redeem(connection, code, games.public()).approved


def test_a_key_belongs_to_one_table(run: Run, database: Database, enrol: Enrol) -> None:
    """T35: a table that was enrolled elsewhere before is told so."""
    enrol("T3")
    assert refused(database, code_for(run, "T4"), games.public()) == (409, "key_taken")


def test_a_table_enrolled_again_with_its_own_key_needs_no_second_approval(
    run: Run, database: Database, enrol: Enrol
) -> None:
    """A card that lost its token: the key was compared once."""
    old, code = enrol("T3"), code_for(run)
    with database.write() as connection:
        again = redeem(connection, code, games.public())
    assert again.approved
    with database.read() as connection:
        assert caller_of(connection, f"Bearer {again.token}").table == "T3"
        with pytest.raises(Refused) as caught:
            caller_of(connection, f"Bearer {old}")
    assert caught.value.reasons[0].code == "unknown_token"


def test_a_new_key_retires_the_old_token_when_it_is_approved(
    run: Run, database: Database, enrol: Enrol
) -> None:
    old = enrol("T3")
    new = enrol("T3", key=OTHER, approve=False)
    with database.read() as connection:
        assert caller_of(connection, f"Bearer {old}").table == "T3"
        with pytest.raises(Refused, match="waits for approval: league enrol T3 --approve"):
            caller_of(connection, f"Bearer {new}")
    assert run("enrol", "T3", "--approve", "--json").json["key"] == OTHER
    with database.read() as connection:
        assert caller_of(connection, f"Bearer {new}").table == "T3"
        with pytest.raises(Refused, match="enrolled again; this token is no longer good"):
            caller_of(connection, f"Bearer {old}")


@pytest.mark.parametrize("header", [None, "", "Bearer", "Bearer ", "Basic eDp5", "bearer nobody"])
def test_who_is_nobody_is_nobody(database: Database, header: str | None) -> None:
    with database.read() as connection, pytest.raises(Refused) as caught:
        caller_of(connection, header)
    assert caught.value.status == 401


def test_neither_a_token_nor_a_code_stands_in_the_database(
    run: Run, database: Database, enrol: Enrol, home: Path
) -> None:
    secrets = [enrol("T3"), code_for(run, "T4"), run("organiser", "zita", "--json").json["token"]]
    with database.write() as connection:
        connection.exec_driver_sql("SELECT 1")
    held = b"".join(path.read_bytes() for path in home.glob("league.sqlite*"))
    assert len(held) > 10_000
    for secret in secrets:
        assert secret.encode() not in held


def test_an_organiser_is_made_once(run: Run) -> None:
    assert run("organiser", "zita").code == 0
    done = run("organiser", "zita")
    assert (done.code, done.err) == (
        2,
        "league: organiser 'zita': an organiser of this name exists already; choose another name\n",
    )
