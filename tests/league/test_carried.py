"""Records that came by hand, the store verified, copies made and put back."""

from __future__ import annotations

from pathlib import Path

import pytest
from nacl.signing import SigningKey
from sqlalchemy import text, update

from league.carried import records_in
from league.db import Database
from league.tables import game_record
from tests.league import games
from tests.league.conftest import Enrol, Run
from tests.league.games import Played


@pytest.fixture
def carried(tmp_path: Path):
    def write(*records: bytes) -> str:
        path = tmp_path / "carried.jsonl"
        path.write_bytes(b"".join(records))
        return str(path)

    return write


def test_records_behind_one_another_are_taken_apart() -> None:
    records = [games.record(Played(game=f"G{n}", rolls=1)) for n in range(3)]
    assert records_in(b"".join(records)) == records
    assert records_in(b"") == []


def test_carried_records_count_like_uploaded_ones(
    run: Run, token: str, season: str, carried
) -> None:
    path = carried(games.record(), games.record(Played(game="Q1-T4", round="Q2")))
    done = run("receive", path, "--json").json["records"]
    assert [(one["game"], one["status"], one["http"]) for one in done] == [
        ("Q1-T3", "stored", 201),
        ("Q1-T4", "stored", 201),
    ]
    assert {row["games"] for row in run("standings", season, "--json").json["rows"]} == {2}
    again = run("receive", path)
    assert (again.code, again.out.count("already")) == (0, 2)


def test_one_bad_record_does_not_hold_up_the_others(run: Run, token: str, carried) -> None:
    bad = games.record(Played(game="BAD")).replace(b"[1,3]", b"[1,4]")
    done = run("receive", carried(bad, games.record()), "--json")
    assert done.code == 1
    assert "1 of 2 records not taken: line 3 is not what was written" in done.err
    assert [one["http"] for one in done.json["records"]] == [422, 201]


def test_a_carried_record_of_a_table_that_is_not_enrolled_is_refused(run: Run, carried) -> None:
    done = run("receive", carried(games.record()))
    assert done.code == 2
    assert "sealed with a key that is not enrolled for table T3" in done.err


def test_a_key_that_was_offered_but_never_approved_seals_nothing(
    run: Run, enrol: Enrol, carried
) -> None:
    stranger = SigningKey(bytes(range(32)))
    enrol("T3", key=games.public(stranger), approve=False)
    enrol("T3")
    assert run("receive", carried(games.record(key=stranger))).code == 2
    assert run("receive", carried(games.record())).code == 0


def test_a_record_sealed_before_the_table_was_enrolled_anew_is_still_taken(
    run: Run, enrol: Enrol, carried
) -> None:
    enrol("T3")
    enrol("T3", key=games.public(SigningKey(bytes(range(32)))))
    assert run("receive", carried(games.record())).code == 0


@pytest.mark.parametrize("content", [b"", b"stage,game\n"])
def test_a_file_without_a_record_is_one_line(run: Run, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    done = run("receive", str(path))
    assert (done.code, done.err.count("\n")) == (2, 1)


def test_verify_says_what_is_wrong_with_the_store(
    run: Run, token: str, season: str, carried, database: Database
) -> None:
    run("receive", carried(games.record()))
    assert run("verify", season).out.endswith("1 records, 0 with faults, 0 kept aside\n")
    with database.write() as connection:
        connection.execute(
            text("UPDATE seat_result SET facts = replace(facts, '1712', '9999') WHERE seat = 2")
        )
    done = run("verify", season, "--json")
    assert done.code == 1
    assert done.json["records"][0]["faults"] == ["the stored results are not those of the replay"]
    assert "first Q1-T3: the stored results are not those of the replay" in done.err


TAMPERED = {
    "round": ("UPDATE game_record SET round = 'F1'", "stored as round F1, the replay says Q1"),
    "final": ("UPDATE game_record SET is_final = 1", "stored as is_final 1, the replay says 0"),
    "table": ("UPDATE game_record SET table_id = 'T4'", "stored as table_id T4, the replay says"),
    "verdict": ("UPDATE game_record SET verdict = 'void'", "stored as verdict void, the replay"),
    "edition": ("UPDATE game_record SET fingerprint = '0'", "stored as fingerprint 0, the replay"),
    "head": ("UPDATE game_record SET head = '0'", "stored as head 0, the replay says"),
    "key": ("UPDATE game_record SET key_hex = '0'", "stored as key_hex 0, the replay says"),
    "sheet": ("UPDATE game_record SET summary = '{}'", "stored as summary {}, the replay says"),
    "name": ("UPDATE seat_result SET facts = replace(facts, 'Anna', 'Zoe')", "not those of the"),
    "excluded": (
        "UPDATE seat_result SET facts = replace(facts, '\"excluded\":false', '\"excluded\":true')",
        "the stored results are not those of the replay",
    ),
    "player": ("UPDATE seat_result SET player = 'P9' WHERE seat = 1", "the stored results are not"),
    "a seat": ("DELETE FROM seat_result WHERE seat = 4", "the stored results are not those"),
    "season": ("UPDATE game_record SET season = 'S2'", "it was received and is not stored in this"),
}


@pytest.mark.parametrize("case", TAMPERED)
def test_verify_finds_everything_that_was_changed_beside_the_bytes(
    run: Run, token: str, season: str, carried, database: Database, case: str
) -> None:
    run("receive", carried(games.record()))
    change, fault = TAMPERED[case]
    with database.write() as connection:
        connection.exec_driver_sql(change)
    done = run("verify", season, "--json")
    assert (done.code, done.err.count("\n")) == (1, 1)
    (checked,) = done.json["records"]
    assert len(checked["faults"]) == 1
    assert fault in checked["faults"][0]


def test_verify_misses_a_record_that_was_taken_away(
    run: Run, token: str, season: str, carried, database: Database
) -> None:
    run("receive", carried(games.record(), games.record(Played(game="Q1-T4"))))
    with database.write() as connection:
        for table in ("seat_result", "game_record"):
            mine = "SELECT sha256 FROM game_record WHERE game = 'Q1-T4'"
            connection.execute(text(f"DELETE FROM {table} WHERE sha256 IN ({mine})"))
    done = run("verify", season, "--json")
    assert done.code == 1
    assert [(one["game"], one["verdict"]) for one in done.json["records"]] == [
        ("Q1-T3", "confirmed"),
        ("Q1-T4", "gone"),
    ]


def test_verify_finds_bytes_that_changed(
    run: Run, token: str, season: str, carried, database: Database
) -> None:
    run("receive", carried(games.record()))
    changed = games.record().replace(b"[1,3]", b"[2,2]")
    with database.write() as connection:
        connection.execute(update(game_record).values(raw=changed))
    done = run("verify", season, "--json")
    assert done.code == 1
    assert done.json["records"][0]["faults"][0] == "its bytes are not those that were received"


def test_verify_tells_what_does_not_count_without_calling_it_a_fault(
    run: Run, token: str, season: str, carried
) -> None:
    run("receive", carried(games.record(summary={"pot": 5})))
    done = run("verify", season, "--json")
    assert done.code == 0
    record = done.json["records"][0]
    assert (record["verdict"], record["faults"]) == ("differs", [])
    assert "summary says pot: 5, the rules say 0" in record["reasons"][0]


def test_a_copy_is_made_in_use_and_put_back(
    run: Run, token: str, season: str, carried, tmp_path: Path, database: Database
) -> None:
    run("receive", carried(games.record()))
    wanted = run("standings", season, "--json").out
    copy = tmp_path / "copy.sqlite"
    with database.read() as connection:
        connection.execute(text("SELECT count(*) FROM season")).scalar()
        made = run("backup", str(copy), "--json")
    assert made.code == 0
    assert made.json["bytes"] == copy.stat().st_size
    run("receive", carried(games.record(Played(game="later"))))
    after = run("standings", season, "--json").out
    assert after != wanted
    back = run("restore", str(copy), "--json")
    assert back.code == 0
    assert run("standings", season, "--json").out == wanted
    assert run("restore", back.json["kept"]).code == 0, "what was there before was kept whole"
    assert run("standings", season, "--json").out == after


def test_a_copy_never_replaces_a_file(run: Run, season: str, tmp_path: Path) -> None:
    (tmp_path / "copy").write_text("dear diary", encoding="utf-8")
    done = run("backup", str(tmp_path / "copy"))
    assert (done.code, (tmp_path / "copy").read_text(encoding="utf-8")) == (2, "dear diary")


def test_a_copy_into_a_folder_that_is_not_there_is_one_line(run: Run, season: str) -> None:
    done = run("backup", "/nowhere/copy")
    assert (done.code, done.err.count("\n")) == (1, 1)


@pytest.mark.postgresql
def test_half_a_copy_of_postgresql_is_not_put_back(
    run: Run, token: str, season: str, carried, tmp_path: Path
) -> None:
    run("receive", carried(games.record()))
    wanted = run("standings", season, "--json").out
    copy = tmp_path / "copy"
    assert run("backup", str(copy)).code == 0
    copy.write_bytes(copy.read_bytes()[:-500])
    done = run("restore", str(copy))
    assert (done.code, "the copy is damaged" in done.err) == (2, True)
    assert run("standings", season, "--json").out == wanted


@pytest.mark.parametrize("content", [b"", b"dear diary" * 1000])
def test_only_a_copy_of_a_league_is_put_back(
    run: Run, season: str, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "x").write_bytes(content)
    done = run("restore", str(tmp_path / "x"))
    assert done.code == 2
    assert "give a file of league backup" in done.err
    assert run("standings", season).code == 0
