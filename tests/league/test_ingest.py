"""The road of a record: who may send, what is proved, what is replayed, what is kept aside."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from nacl.signing import SigningKey
from sqlalchemy import func, select

from league.db import Database
from league.ingest import Answer, examine, rejudge, store
from league.judging import Judged
from league.refusals import Refused
from league.settings import Settings, load_settings
from league.tables import audit, game_record, record_aside, seat_result
from rules.chain import Chain
from rules.edition import parse_edition
from tests.league import games
from tests.league.conftest import Enrol, Run
from tests.league.games import Played, Sheet

Send = Callable[..., Answer]


@pytest.fixture
def settings(home: object) -> Settings:
    return load_settings()


@pytest.fixture
def send(database: Database, settings: Settings) -> Send:
    def receive(raw: bytes, token: str | None) -> Answer:
        header = None if token is None else f"Bearer {token}"
        examined = examine(database, settings, raw, header)
        if isinstance(examined, Judged):
            with database.write() as connection:
                return store(connection, settings, examined, "http")
        return examined

    return receive


def count(database: Database, table: Any) -> int:
    with database.read() as connection:
        return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def verdict(database: Database) -> tuple[str, list[str]]:
    with database.read() as connection:
        row = connection.execute(select(game_record.c.verdict, game_record.c.reasons)).one()
    return row.verdict, json.loads(row.reasons)


def refused(send: Send, raw: bytes, token: str | None) -> Refused:
    with pytest.raises(Refused) as caught:
        send(raw, token)
    return caught.value


def test_a_sealed_record_is_stored_and_counts(
    send: Send, token: str, run: Run, season: str
) -> None:
    raw = games.record()
    answer = send(raw, token)
    assert answer.status == 201
    assert answer.body["game"] == "Q1-T3"
    assert answer.body["sha256"] == sha256(raw).hexdigest()
    assert answer.body["status"] == "stored"
    found = run("standings", season, "--json").json["rows"]
    assert [(row["player"], row["name"], row["points"]) for row in found] == [
        ("P02", "Bence", 1712),
        ("P04", "Dénes", 1500),
        ("P01", "Anna", 412),
        ("P03", "Csilla", 90),
    ]


def test_the_same_record_again_is_answered_alike_and_stored_once(
    send: Send, token: str, database: Database
) -> None:
    first = send(games.record(), token)
    again = [send(games.record(), token) for _ in range(3)]
    assert {answer.status for answer in again} == {200}
    assert all({**answer.body, "status": "stored"} == first.body for answer in again)
    assert count(database, game_record) == 1


def test_another_record_of_the_same_game_is_kept_aside_and_overwrites_nothing(
    send: Send, token: str, database: Database, run: Run, season: str
) -> None:
    """Two sheets of one game: both are kept, the first counts, the organiser decides."""
    send(games.record(), token)
    before = run("standings", season, "--json").out
    other = games.record(Played(sheets=(Sheet(9999), Sheet(1), Sheet(2), Sheet(3))))
    for _ in range(2):
        answer = send(other, token)
        assert answer.status == 409
        assert "kept aside" in answer.body["error"]
    assert run("standings", season, "--json").out == before
    with database.read() as connection:
        kept = connection.execute(select(record_aside.c.raw, record_aside.c.game)).all()
        said = connection.execute(select(audit.c.what)).scalars().all()
    assert [(row.raw, row.game) for row in kept] == [(other, "Q1-T3")]
    assert said.count("record.aside") == 1


@pytest.mark.parametrize(
    ("header", "code"),
    [(None, "no_token"), ("", "unknown_token"), ("nonsense", "unknown_token")],
)
def test_nobody_without_a_token_is_heard(
    send: Send, database: Database, header: str | None, code: str
) -> None:
    found = refused(send, games.record(), header if header != "" else "x")
    assert (found.status, found.reasons[0].code) == (401, code)
    assert count(database, game_record) == 0


def test_a_table_that_waits_for_approval_is_not_heard(send: Send, enrol: Enrol) -> None:
    waiting = enrol(approve=False)
    found = refused(send, games.record(), waiting)
    assert (found.status, found.reasons[0].code) == (401, "not_approved")


def test_a_table_cannot_send_the_game_of_another_table(send: Send, enrol: Enrol) -> None:
    other = enrol("T9", key=games.public(SigningKey(bytes(range(32)))))
    found = refused(send, games.record(), other)
    assert (found.status, found.reasons[0].code) == (403, "other_table")


def test_an_organiser_sends_no_records(send: Send, run: Run) -> None:
    found = refused(send, games.record(), run("organiser", "zita", "--json").json["token"])
    assert found.status == 403


def test_a_seal_of_a_key_that_is_not_enrolled_is_refused(send: Send, token: str) -> None:
    found = refused(send, games.record(key=SigningKey(bytes(32))), token)
    assert (found.status, found.reasons[0].code) == (401, "key")


def changed(raw: bytes, line: int, old: bytes, new: bytes) -> bytes:
    lines = raw.splitlines(keepends=True)
    assert old in lines[line]
    lines[line] = lines[line].replace(old, new, 1)
    return b"".join(lines)


def rechained(raw: bytes, line: int, old: bytes, new: bytes) -> bytes:
    """The record with one line changed and every hash made right again; the seal stays."""
    assert old in raw.splitlines()[line]
    chain, out = Chain(), []
    for number, whole in enumerate(raw.splitlines()):
        fields = json.loads(whole.replace(old, new, 1) if number == line else whole)
        del fields["prev"], fields["hash"]
        out.append(chain.line(fields))
    return b"".join(out)


RAW = games.record()


@pytest.mark.parametrize(
    ("raw", "code", "says"),
    [
        pytest.param(b"", "record", "no game record", id="nothing"),
        pytest.param(b"<html>login</html>", "record", "no game record", id="a web page"),
        pytest.param(b'{"open":1}\n', "record", "line 1", id="no opening"),
        pytest.param(changed(RAW, 2, b"[1,3]", b"[6,6]"), "chain", "line 3 is not", id="a die"),
        pytest.param(
            b"".join(RAW.splitlines(keepends=True)[:5] + RAW.splitlines(keepends=True)[6:]),
            "chain",
            "line 6 does not follow line 5",
            id="a line taken out",
        ),
        pytest.param(RAW[:-40], "torn", "no whole line", id="torn"),
        pytest.param(
            b"".join(RAW.splitlines(keepends=True)[:-1]), "unsealed", "not sealed", id="no seal"
        ),
        pytest.param(
            rechained(RAW, 2, b"[1,3]", b"[6,5]"), "head", "another head", id="forged chain"
        ),
        pytest.param(games.record(sig="00" * 64), "signature", "signature is wrong", id="zeros"),
        pytest.param(games.record(sig="xyz"), "hex", "no hex text", id="no hex"),
        pytest.param(games.record(sig="00"), "signature", "signature is wrong", id="short"),
        pytest.param(games.record(head="ab" * 32), "head", "another head", id="other head"),
    ],
)
def test_a_record_that_was_tampered_with_is_refused_with_each_reason(
    send: Send, token: str, database: Database, raw: bytes, code: str, says: str
) -> None:
    found = refused(send, raw, token)
    assert found.status == 422
    assert code in [reason.code for reason in found.reasons]
    assert any(says in reason.text for reason in found.reasons)
    assert count(database, game_record) == count(database, record_aside) == 0


def test_two_faults_are_both_told(send: Send, token: str) -> None:
    raw = changed(changed(RAW, 2, b"[1,3]", b"[6,6]"), 5, b"[1,3]", b"[2,2]")
    found = refused(send, raw, token)
    assert [reason.line for reason in found.reasons] == [3, 6]


def test_a_sheet_that_the_replay_does_not_give_is_stored_flagged_and_not_counted(
    send: Send, token: str, database: Database, run: Run, season: str
) -> None:
    seats = games.summary()["seats"]
    seats[0] = {**seats[0], "points": 99_999, "wealth": 99_999}
    assert send(games.record(summary={"seats": seats}), token).status == 201
    found, reasons = verdict(database)
    assert found == "differs"
    assert "the seal's summary says seats" in reasons[0]
    assert count(database, seat_result) == 0
    assert run("standings", season, "--json").json["rows"] == []


def test_a_game_of_a_season_that_is_not_there_yet_counts_once_it_is(
    send: Send, token: str, run: Run
) -> None:
    assert send(games.record(Played(season="S2")), token).status == 201
    assert run("season", "create", "S2", "--edition", "hun-2009").code == 0
    assert len(run("standings", "S2", "--json").json["rows"]) == 4


def test_a_game_of_a_clubs_own_edition_counts_once_its_season_is_created(
    send: Send, token: str, run: Run, database: Database, tmp_path: Any
) -> None:
    own = tmp_path / "club.toml"
    own.write_text(
        'extends = "hun-2009"\n[choices]\ntie_counts_buildings = false\n', encoding="utf-8"
    )
    club = parse_edition(own.read_text(encoding="utf-8"), "club.toml", games.text_of)
    assert send(games.record(Played(season="C1", rules=club)), token).status == 201
    assert verdict(database)[0] == "unplayable"
    made = run("season", "create", "C1", "--edition", str(own), "--json")
    assert (made.json["edition"], made.json["games"]) == ("club", 1)
    assert verdict(database) == ("confirmed", [])
    assert len(run("standings", "C1", "--json").json["rows"]) == 4


def test_a_game_of_another_edition_than_its_season_does_not_count(
    send: Send, token: str, run: Run, tmp_path: Any
) -> None:
    own = tmp_path / "club.toml"
    own.write_text(
        'extends = "hun-2009"\n[choices]\ntie_counts_buildings = false\n', encoding="utf-8"
    )
    assert run("season", "create", "S1", "--edition", str(own)).code == 0
    assert send(games.record(), token).status == 201
    assert run("standings", "S1", "--json").json["rows"] == []


def test_judging_again_leaves_what_was_judged_alone(
    send: Send, token: str, database: Database, settings: Settings
) -> None:
    send(games.record(), token)
    with database.write() as connection:
        assert rejudge(connection, settings, "S1") == 0


def test_an_excluded_player_is_not_ranked(send: Send, token: str, run: Run, season: str) -> None:
    """HUN-10: excluded by the referee, his wealth does not count; an export leaves him out."""
    send(games.record(Played(excluded=(2,))), token)
    players = [row["player"] for row in run("standings", season, "--json").json["rows"]]
    assert players == ["P04", "P01", "P03"]
    assert "P02" not in run("export", season).out


@pytest.mark.parametrize(
    ("round_name", "final", "stage"),
    [
        ("Q1", False, "qualifier"),
        ("E2", False, "qualifier"),
        ("S1", False, "semifinal"),
        ("k1", False, "semifinal"),
        ("F", False, "final"),
        ("D", False, "final"),
        ("7", False, "qualifier"),
        ("X", True, "final"),
    ],
)
def test_a_round_belongs_to_the_stage_its_name_begins_with(
    send: Send, token: str, run: Run, season: str, round_name: str, final: bool, stage: str
) -> None:
    players = tuple((f"P{n}", f"N{n}") for n in range(6))
    sheets = tuple(Sheet(100 + n) for n in range(6))
    send(games.record(Played(round=round_name, final=final, players=players, sheets=sheets)), token)
    exported = run("export", season, "--json").json["rows"]
    assert {row["stage"] for row in exported} == {stage}
    assert [row["cash"] for row in exported] == [100, 101, 102, 103, 104, 105]


def test_the_organiser_says_to_which_stage_a_round_belongs(
    send: Send, token: str, run: Run, season: str
) -> None:
    send(games.record(), token)
    assert run("round", season, "Q1", "--stage", "semifinal", "--json").json["rounds"] == [
        {"round": "Q1", "stage": "semifinal"}
    ]
    assert {row["stage"] for row in run("export", season, "--json").json["rows"]} == {"semifinal"}
    done = run("round", season, "Q1", "--stage", "heat")
    assert (done.code, "allowed qualifier, semifinal, final" in done.err) == (2, True)


def test_an_uploaded_game_is_exported_with_what_was_counted(
    send: Send, token: str, run: Run, season: str
) -> None:
    held = Sheet(
        412,
        (
            games.deed("Piac tér", 60, 50, houses=3),
            games.deed("Török udvar", 60, 50, mortgaged=False),
            games.deed("Nagykőrösi út", 100, 50, mortgaged=True),
        ),
    )
    send(games.record(Played(sheets=(held, Sheet(1), Sheet(2), Sheet(3)))), token)
    line = run("export", season).out.splitlines()[1]
    assert line == "qualifier,Q1-T3,P01,412,120,100,150,0"


def test_an_imported_row_corrects_an_uploaded_game(
    send: Send, token: str, run: Run, season: str, tmp_path: Any
) -> None:
    send(games.record(), token)
    exported = run("export", season).out
    path = tmp_path / "correction.csv"
    path.write_text(exported.replace("P01,412", "P01,512"), encoding="utf-8")
    done = run("import", season, str(path), "--json").json
    assert (done["added"], done["corrected"], done["unchanged"]) == (0, 1, 3)
    found = {row["player"]: row for row in run("standings", season, "--json").json["rows"]}
    assert (found["P01"]["points"], found["P01"]["name"]) == (512, "Anna")
