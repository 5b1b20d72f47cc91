"""A table becomes known once, by a code, a key and a person; tokens and codes are hashes here."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from nacl.signing import SigningKey
from sqlalchemy import make_url, text

from league.auth import caller_of, keys_of
from league.db import Database
from league.enrolment import CODE_LASTS_MS, MOST_TRIES, redeem
from league.refusals import Refused
from rules.identity import enrol_message, key_words
from tests.league import games
from tests.league.conftest import Enrol, Run
from tests.league.databases import Dbms

OTHER = games.public(SigningKey(bytes(range(32))))


def code_for(run: Run, table: str = "T3") -> str:
    return str(run("enrol", table, "--json").json["code"])


def proof(code: str, key: SigningKey = games.KEY) -> str:
    return key.sign(enrol_message(code, games.public(key))).signature.hex()


def refused(database: Database, code: str, key: str, proof: str = "") -> tuple[int, str]:
    """As a table is answered; a wrong code stays noted."""
    try:
        with database.write() as connection:
            found = redeem(connection, code, key, proof)
    except Refused as raised:
        found = raised
    assert isinstance(found, Refused)
    return found.status, found.reasons[0].code


def test_a_code_is_good_once(run: Run, database: Database) -> None:
    code = code_for(run)
    with database.write() as connection:
        assert redeem(connection, f" {code.lower()} ", games.public()).table == "T3"
    assert refused(database, code, games.public()) == (401, "used_code")


def test_a_code_of_ten_minutes_ago_is_too_old(run: Run, database: Database, home: Path) -> None:
    code = code_for(run)
    with database.write() as connection:
        connection.execute(text(f"UPDATE enrol_code SET expires_ms = expires_ms - {CODE_LASTS_MS}"))
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
        again = redeem(connection, code, games.public(), proof(code))
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
        with pytest.raises(Refused, match="enrolled again or revoked; this token"):
            caller_of(connection, f"Bearer {old}")


@pytest.mark.parametrize("header", [None, "", "Bearer", "Bearer ", "Basic eDp5", "bearer nobody"])
def test_who_is_nobody_is_nobody(database: Database, header: str | None) -> None:
    with database.read() as connection, pytest.raises(Refused) as caught:
        caller_of(connection, header)
    assert caught.value.status == 401


def held_by(database: Database, home: Path, dbms: Dbms) -> bytes:
    """All that the database keeps, as whoever steals it would read it."""
    if dbms.name == "sqlite":
        return b"".join(path.read_bytes() for path in home.glob("league.sqlite*"))
    url = make_url(str(database.engine.url.render_as_string(hide_password=False)))
    dumped = subprocess.run(
        ["pg_dump", url.set(drivername="postgresql").render_as_string(hide_password=False)],
        capture_output=True,
        check=True,
    )
    return dumped.stdout


def test_neither_a_token_nor_a_code_stands_in_the_database(
    run: Run, database: Database, enrol: Enrol, home: Path, dbms: Dbms
) -> None:
    secrets = [enrol("T3"), code_for(run, "T4"), run("organiser", "zita", "--json").json["token"]]
    with database.write() as connection:
        connection.exec_driver_sql("SELECT 1")
    held = held_by(database, home, dbms)
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


def test_who_only_knows_a_key_does_not_get_its_token(
    run: Run, database: Database, enrol: Enrol
) -> None:
    """A public key stands in every record; a code alone must not bring its table's token."""
    token, code = enrol("T3"), code_for(run)
    assert refused(database, code, games.public()) == (401, "proof")
    assert refused(database, code, games.public(), proof("ANOTHER1")) == (401, "proof")
    assert refused(database, code, games.public(), "zz") == (401, "proof")
    with database.read() as connection:
        assert caller_of(connection, f"Bearer {token}").table == "T3"
    with database.write() as connection:
        assert redeem(connection, code, games.public(), proof(code)).approved


def test_there_are_few_tries_at_a_code(run: Run, database: Database) -> None:
    code = code_for(run)
    for _ in range(MOST_TRIES):
        assert refused(database, "WRONG234", games.public()) == (401, "unknown_code")
    assert refused(database, code, games.public()) == (429, "too_many_tries")
    again = code_for(run)
    with database.write() as connection:
        assert redeem(connection, again, games.public(), proof(again)).table == "T3"


def test_the_organiser_sees_the_words_that_the_table_shows(run: Run, enrol: Enrol) -> None:
    enrol("T3")
    enrol("T3", key=OTHER, approve=False)
    assert run("enrol", "T3", "--keys", "--json").json["keys"] == [
        {"key": OTHER, "words": key_words(OTHER), "status": "offered"},
        {"key": games.public(), "words": key_words(games.public()), "status": "approved"},
    ]
    listed = run("enrol", "T3", "--keys").out
    assert f"offered   {key_words(OTHER)}  {OTHER[:16]}" in listed


def test_a_key_with_other_words_is_not_approved(run: Run, enrol: Enrol) -> None:
    enrol("T3", approve=False)
    wrong = run("enrol", "T3", "--approve", "--words", key_words(OTHER))
    assert wrong.code == 2
    assert f"the key that waits has '{key_words(games.public())}'" in wrong.err
    words = key_words(games.public()).replace(" ", "-").upper()
    done = run("enrol", "T3", "--approve", "--words", words, "--json")
    assert done.json["words"] == key_words(games.public())
    assert run("enrol", "T3", "--words", words).code == 2


def test_a_key_that_was_revoked_is_good_for_nothing(
    run: Run, database: Database, enrol: Enrol
) -> None:
    """A card was stolen: neither its token nor a record that it sealed is taken; T3 begins anew."""
    token = enrol("T3")
    assert run("enrol", "T3", "--revoke", "--json").json["revoked"] == [games.public()]
    with database.read() as connection:
        with pytest.raises(Refused) as caught:
            caller_of(connection, f"Bearer {token}")
        assert caught.value.status == 401
        assert keys_of(connection, "T3") == set()
    assert run("enrol", "T3", "--keys", "--json").json["keys"][0]["status"] == "revoked"
    assert run("enrol", "T3", "--approve").code == 2
    assert run("enrol", "T3", "--revoke").code == 2
    new = enrol("T3", key=OTHER)
    with database.read() as connection:
        assert caller_of(connection, f"Bearer {new}").table == "T3"
        assert keys_of(connection, "T3") == {OTHER}
