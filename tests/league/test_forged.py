"""Records that somebody made up: refused or set aside, each with its reason (docs/league.md).

What is refused for its token, its table, its key or its chain is in test_ingest.py; here is what a
table's own key seals.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from nacl.signing import SigningKey
from sqlalchemy import select

from league.db import Database
from league.ingest import examine, store
from league.judging import Judged
from league.refusals import Refused
from league.settings import Settings, load_settings
from league.tables import game_record, record_aside, seat_result
from rules.chain import Chain
from rules.record import read, seal_message, sealed_line
from tests.league import games
from tests.league.conftest import Enrol, Run

RAW = games.record()
ALTERED = (b'"seat":2,"cash":1712', b'"seat":2,"cash":9712')
Send = Callable[..., Any]


@pytest.fixture
def settings(home: object) -> Settings:
    return load_settings()


@pytest.fixture
def send(database: Database, settings: Settings) -> Send:
    def receive(raw: bytes, token: str) -> Any:
        examined = examine(database, settings, raw, f"Bearer {token}")
        if not isinstance(examined, Judged):
            return examined
        with database.write() as connection:
            return store(connection, settings, examined, "http")

    return receive


def sealed_again(
    raw: bytes,
    key: SigningKey,
    *swaps: tuple[bytes, bytes],
    summary: bool,
    names: SigningKey | None = None,
) -> bytes:
    """The record with texts replaced, the chain made right again and sealed by `key`; `summary`: as
    the rules have it now, else the one of before; `names`: the key that the seal names.
    """
    chain, out = Chain(), []
    lines = raw.splitlines()
    for whole in lines[:-1]:
        for old, new in swaps:
            whole = whole.replace(old, new)
        fields = json.loads(whole)
        del fields["prev"], fields["hash"]
        out.append(chain.line(fields))
    claimed = json.loads(lines[-1])["sealed"]["summary"]
    record = read(b"".join(out))
    if summary:
        claimed = games.replayed(b"".join(out)).summary(record.events, chain.head)
    else:
        claimed["record"]["head"] = chain.head
    sig = key.sign(seal_message(chain.head, claimed)).signature.hex()
    out.append(chain.line(sealed_line(claimed, chain.head, games.public(names or key), sig)))
    return b"".join(out)


def one(database: Database) -> Any:
    with database.read() as connection:
        return connection.execute(select(game_record)).one()


def test_an_action_altered_under_the_old_summary_is_stored_flagged_and_counts_nothing(
    send: Send, token: str, database: Database, run: Run, season: str
) -> None:
    assert any(ALTERED[0] in line for line in RAW.splitlines())
    forged = sealed_again(RAW, games.KEY, ALTERED, summary=False)
    assert send(forged, token).status == 201
    row = one(database)
    assert row.verdict == "differs"
    (reason,) = json.loads(row.reasons)
    assert reason.startswith("the seal's summary says seats")
    with database.read() as connection:
        assert connection.execute(select(seat_result)).all() == []
    assert run("standings", season, "--json").json["rows"] == []


def test_an_action_altered_with_a_summary_to_match_is_a_fork_of_what_is_stored(
    send: Send, token: str, database: Database, run: Run, season: str
) -> None:
    """Nothing in it is wrong by itself: only the first record of a game counts."""
    assert send(RAW, token).status == 201
    before = run("standings", season, "--json").out
    forged = sealed_again(RAW, games.KEY, ALTERED, summary=True)
    answer = send(forged, token)
    place = next(n for n, line in enumerate(RAW.splitlines(), 1) if ALTERED[0] in line)
    assert (answer.status, answer.body["fork"]) == (409, place)
    assert f"part at line {place}: was its card copied?" in answer.body["error"]
    with database.read() as connection:
        (aside,) = connection.execute(select(record_aside)).all()
    assert (aside.cause, bytes(aside.raw)) == ("fork", forged)
    assert bytes(one(database).raw) == RAW
    assert run("standings", season, "--json").out == before


def test_another_tables_record_under_ones_own_name_is_set_aside(
    send: Send, token: str, enrol: Enrol, database: Database
) -> None:
    """A table that copies a game, writes its own name into it and seals it with its own key."""
    key = SigningKey(bytes(range(32)))
    other = enrol("T9", key=games.public(key))
    assert send(RAW, token).status == 201
    renamed = sealed_again(RAW, key, (b'"table":"T3"', b'"table":"T9"'), summary=True)
    answer = send(renamed, other)
    assert (answer.status, answer.body["codes"]) == (409, ["other_content"])
    with database.read() as connection:
        (aside,) = connection.execute(select(record_aside)).all()
    assert (aside.table_id, aside.cause) == ("T9", "other_content")
    assert one(database).table_id == "T3"


def test_another_tables_record_sealed_by_ones_own_key_is_refused(
    send: Send, token: str, enrol: Enrol, database: Database
) -> None:
    """The name in it is left: then neither token will do."""
    key = SigningKey(bytes(range(32)))
    other = enrol("T9", key=games.public(key))
    resealed = sealed_again(RAW, key, summary=True)
    for sender, status, code in ((other, 403, "other_table"), (token, 401, "key")):
        with pytest.raises(Refused) as caught:
            send(resealed, sender)
        assert (caught.value.status, caught.value.reasons[0].code) == (status, code)
    with database.read() as connection:
        assert connection.execute(select(game_record)).all() == []


def test_a_stolen_token_sends_what_its_table_sealed_and_nothing_else(
    send: Send, token: str, database: Database
) -> None:
    thief = SigningKey(bytes(32))
    for forged in (
        games.record(key=thief),
        sealed_again(RAW, thief, ALTERED, summary=True),
        sealed_again(RAW, thief, ALTERED, summary=True, names=games.KEY),
    ):
        with pytest.raises(Refused) as caught:
            send(forged, token)
        assert caught.value.reasons[0].code in ("key", "signature")
    assert send(RAW, token).status == 201, "the table's own record takes no harm"


def test_an_edition_the_league_does_not_know_is_stored_with_that_reason_and_counts_nothing(
    send: Send, token: str, database: Database, run: Run, season: str
) -> None:
    """It counts once the season has that edition; see test_ingest.py."""
    swaps = (b'"edition":"hun-2009"', b'"edition":"hun-2099"')
    strange = sealed_again(RAW, games.KEY, swaps, summary=False)
    assert send(strange, token).status == 201
    row = one(database)
    assert row.verdict == "unplayable"
    assert json.loads(row.reasons) == ["line 1: edition 'hun-2099' is not known here"]
    assert row.summary is None
    assert run("standings", season, "--json").json["rows"] == []
    shown = run("verify", season, "--json").json["records"]
    assert [(found["game"], found["verdict"]) for found in shown] == [("Q1-T3", "unplayable")]
