"""The database: durable settings, one writer, migrations that give what the code expects."""

from __future__ import annotations

import re
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import insert, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

import league
from league.audit import note
from league.backup import backup
from league.db import Database, migrate, open_database
from league.errors import RunError, UserError
from league.refusals import SENTENCES, constraint_of, sentence
from league.tables import (
    HEAD,
    audit,
    game_record,
    metadata,
    organiser,
    season,
    seat_result,
)
from league.writer import Writer

SOURCES = Path(league.__path__[0])


def test_migrations_give_the_tables_the_code_expects(database: Database) -> None:
    with database.read() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_the_newest_migration_is_the_one_the_code_names() -> None:
    steps = ScriptDirectory(str(SOURCES / "migrations"))
    assert steps.get_current_head() == HEAD


def test_migrating_again_changes_nothing(database: Database) -> None:
    migrate(database)
    with database.read() as connection:
        assert connection.execute(
            text("SELECT version_num FROM alembic_version")
        ).scalars().all() == [HEAD]


def test_results_of_an_older_shape_learn_their_season(database: Database) -> None:
    game = {"sha256": "h", "game": "G1", "season": "S7", "round": "Q1", "table_id": "T1",
            "edition": "hun-2009", "fingerprint": "f", "is_final": 0, "head": "h", "key_hex": "k",
            "raw": b"", "verdict": "confirmed", "reasons": "[]", "road": "http",
            "received_ms": 1}  # fmt: skip
    with database.write() as connection:
        connection.execute(text("DROP TABLE season_table"))
        connection.execute(text("DROP INDEX ix_seat_result_player"))
        connection.execute(text("ALTER TABLE seat_result DROP COLUMN season"))
        connection.execute(text("CREATE INDEX ix_seat_result_player ON seat_result (player)"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0012'"))
        connection.execute(insert(game_record), game)
        connection.execute(text("INSERT INTO seat_result VALUES ('h', 1, 'P1', '{}')"))
    migrate(database)
    with database.read() as connection:
        assert connection.execute(select(seat_result.c.season)).scalars().all() == ["S7"]
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_a_database_of_a_newer_program_is_left_alone(db_url: str, database: Database) -> None:
    with database.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(RunError, match="its shape 9999 is newer than this program"):
        open_database(db_url)


@pytest.mark.sqlite
def test_nothing_weaker_than_full_sync_and_a_write_ahead_log(database: Database) -> None:
    with database.write() as connection:
        found = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_a_reading_transaction_cannot_write(database: Database) -> None:
    with database.read() as connection, pytest.raises(DBAPIError, match=r"read-?only"):
        note(connection, "x", "y", "z")


@pytest.mark.sqlite
def test_every_write_begins_with_the_lock(database: Database) -> None:
    """A read that turns into a write fails at once, whatever the busy timeout: so none does."""
    with (
        database.write(),
        closing(sqlite3.connect(database.path or "", timeout=0)) as other,
        pytest.raises(sqlite3.OperationalError, match="locked"),
    ):
        other.execute("BEGIN IMMEDIATE")


def test_no_module_writes_but_through_the_door() -> None:
    doors = [
        path.relative_to(SOURCES).as_posix()
        for path in SOURCES.rglob("*.py")
        if re.search(r"engine\.(begin|connect)\(|sqlite3\.connect\(", path.read_text("utf-8"))
    ]
    assert sorted(doors) == ["backup.py", "db.py"]


@pytest.mark.sqlite
def test_two_writers_wait_for_one_another(database: Database) -> None:
    order: list[str] = []
    inside, may_go = threading.Event(), threading.Event()

    def first() -> None:
        with database.write() as connection:
            order.append("first")
            inside.set()
            assert may_go.wait(5)
            note(connection, "first", "x", "y")
        order.append("first done")

    one = threading.Thread(target=first)
    one.start()
    assert inside.wait(5)
    other = Database(database.engine)
    two = threading.Thread(target=_write_after, args=(other, order))
    two.start()
    assert order == ["first"]
    may_go.set()
    one.join(5)
    two.join(5)
    assert order.index("second") > order.index("first")
    assert set(order) == {"first", "first done", "second"}


def _write_after(database: Database, order: list[str]) -> None:
    with database.write() as connection:
        order.append("second")
        note(connection, "second", "x", "y")


BEHIND_THE_TRIGGER = {
    "sqlite": "REPLACE INTO audit SELECT id, at_ms, 'x', what, subject, why, detail FROM audit",
    "postgresql": "TRUNCATE audit",
}


@pytest.mark.parametrize("change", ["UPDATE audit SET who = 'x'", "DELETE FROM audit", ""])
def test_the_audit_log_only_grows(database: Database, change: str) -> None:
    with database.write() as connection:
        note(connection, "cli", "test", "thing")
    with pytest.raises(DBAPIError, match="never changed"), database.write() as connection:
        connection.execute(text(change or BEHIND_THE_TRIGGER[connection.dialect.name]))


def test_a_broken_constraint_is_a_sentence(database: Database) -> None:
    rows = [{"name": "zita", "token_hash": token, "created_ms": 1} for token in ("a", "b")]
    with pytest.raises(IntegrityError) as caught, database.write() as connection:
        connection.execute(insert(organiser), rows)
    assert constraint_of(caught.value) == "pk_organiser"
    assert sentence(caught.value) == SENTENCES["pk_organiser"]


def test_every_unique_constraint_has_a_sentence() -> None:
    unique = {
        str(constraint.name)
        for table in metadata.tables.values()
        for constraint in table.constraints
        if str(constraint.name).startswith("uq_")
    }
    assert {"uq_game_record_game"} <= unique <= set(SENTENCES)


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("nonsense", "no database URL; write sqlite:///FILE or postgresql://"),
        ("mysql://h/d", "not supported; write sqlite:///FILE"),
        ("sqlite://", "not supported; write sqlite:///FILE"),
    ],
)
def test_a_wrong_url_says_what_is_allowed(url: str, says: str) -> None:
    with pytest.raises(UserError, match=re.escape(says)):
        open_database(url)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    home = tmp_path / "file"
    home.write_text("x", encoding="utf-8")
    with pytest.raises(RunError, match="file is no folder"):
        open_database(f"sqlite:///{home / 'league.sqlite'}", home)


def test_only_the_home_is_made_where_it_is_missing(tmp_path: Path) -> None:
    """A stick that is not there must not become a folder on the card."""
    home = tmp_path / "deep" / "home"
    open_database(f"sqlite:///{home / 'league.sqlite'}", home).close()
    assert (home / "league.sqlite").is_file()
    stick = tmp_path / "stick"
    with pytest.raises(RunError, match="the folder must exist and be writable"):
        open_database(f"sqlite:///{stick / 'league.sqlite'}", home)
    assert not stick.exists()


def test_a_database_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "accounts.sqlite"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE account (id INTEGER)")
        other.commit()
    with pytest.raises(RunError, match="holds 'account' and no league; choose another with --db"):
        open_database(f"sqlite:///{path}")
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("account",)]


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "league.sqlite"
    path.write_text("this is a letter, not a database" * 100, encoding="utf-8")
    with pytest.raises(RunError, match=re.escape(f"{path}: file is not a database")):
        open_database(f"sqlite:///{path}")
    assert path.read_text(encoding="utf-8").startswith("this is a letter")


def test_the_writer_commits_what_waits_together_and_refuses_one_alone(
    database: Database,
) -> None:
    commits: list[int] = []
    writer = Writer(database, lambda: commits.append(1))

    def add(name: str):
        def work(connection):
            connection.execute(
                insert(season).values(
                    id=name, edition="e", fingerprint="f", edition_text="", created_ms=1
                )
            )
            return name

        return work

    answers = [writer.submit(add(name)) for name in ("A", "B", "A", "C")]
    writer.start()
    assert [answers[at].result(5) for at in (0, 1, 3)] == ["A", "B", "C"]
    with pytest.raises(IntegrityError):
        answers[2].result(5)
    writer.stop()
    assert len(commits) == 1
    with database.read() as connection:
        assert connection.execute(select(season.c.id)).scalars().all() == ["A", "B", "C"]


def test_a_job_that_was_withdrawn_takes_no_answer_from_the_others(database: Database) -> None:
    """A client that hangs up withdraws its job; what waits beside it is answered all the same."""
    writer = Writer(database, lambda: None)
    begun, may_go = threading.Event(), threading.Event()

    def slow(connection) -> str:
        begun.set()
        assert may_go.wait(5)
        note(connection, "slow", "x", "y")
        return "slow"

    answers = [writer.submit(slow)]
    answers += [
        writer.submit(lambda connection, name=name: note(connection, name, "x", "y"))
        for name in ("early", "late")
    ]
    assert answers[1].cancel()
    writer.start()
    assert begun.wait(5)
    assert not answers[0].cancel()  # it is under way: its answer will find its place
    may_go.set()
    assert (answers[0].result(5), answers[2].result(5)) == ("slow", None)
    writer.stop()
    with database.read() as connection:
        assert connection.execute(select(audit.c.who)).scalars().all() == ["slow", "late"]


def test_the_writer_ends_although_its_last_commit_fails(database: Database) -> None:
    """The end was asked for while the last jobs were written; their commit fails."""
    writer = Writer(database, lambda: None)
    fails_at_commit = (
        "CREATE TEMP TABLE once (one INTEGER UNIQUE DEFERRABLE INITIALLY DEFERRED)",
        "INSERT INTO once VALUES (1), (1)",
    )
    if database.path is not None:
        fails_at_commit = (
            "PRAGMA defer_foreign_keys=ON",
            "INSERT INTO round_stage VALUES ('none', 'Q1', 'qualifier')",
        )

    threads: list[threading.Thread] = []

    def last(connection) -> None:
        threads.append(threading.current_thread())
        with pytest.raises(RuntimeError, match="current thread"):
            writer.stop()  # asks for the end, and cannot wait for itself
        for statement in fails_at_commit:
            connection.exec_driver_sql(statement)

    answer = writer.submit(last)
    writer.start()
    with pytest.raises(IntegrityError):
        answer.result(5)
    (thread,) = threads
    thread.join(5)
    assert not thread.is_alive()


def test_what_the_writer_answered_is_read_by_others(database: Database) -> None:
    writer = Writer(database, lambda: None)
    writer.start()
    writer.submit(lambda connection: note(connection, "a", "b", "c")).result(5)
    with database.read() as other:
        assert other.execute(select(audit.c.who)).scalars().all() == ["a"]
    writer.stop()


def written(database: Database, kib: int) -> None:
    with database.write() as connection:
        for _ in range(kib):
            note(connection, "test", "test", "x", detail={"much": "x" * 1000})


@pytest.mark.sqlite
def test_the_log_stays_short_though_somebody_always_reads(database: Database) -> None:
    most, ends = 400_000, threading.Event()
    turns = [threading.Event(), threading.Event()]

    def read(mine: threading.Event, next_one: threading.Event) -> None:
        """Two readers: each begins before the other ends, so that one is always there."""
        while not ends.is_set():
            with database.read() as connection:
                connection.execute(select(audit.c.id).limit(1)).all()
                next_one.set()
                mine.wait(0.05)
                mine.clear()

    readers = [threading.Thread(target=read, args=(turns[at], turns[1 - at])) for at in (0, 1)]
    for reader in readers:
        reader.start()
    longest = 0
    for _ in range(40):
        written(database, 50)
        longest = max(longest, database.log_bytes())
        database.tidy(most)
    ends.set()
    for reader in readers:
        reader.join()
    assert most < longest < 3 * most


@pytest.mark.sqlite
def test_a_reader_that_never_ends_is_cut_off(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("league.readers.READ_MOST_S", 0.0)
    begun, endless = (
        threading.Event(),
        text(
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
        ),
    )
    ended: list[BaseException] = []

    def read() -> None:
        try:
            with database.read() as connection:
                connection.execute(select(audit.c.id).limit(1)).all()
                begun.set()
                connection.execute(endless).scalar()
        except DBAPIError as error:
            ended.append(error)

    reader = threading.Thread(target=read)
    reader.start()
    assert begun.wait(5)
    written(database, 500)
    while not database.tidy(100_000):
        pass  # the test's own limit of time ends it
    reader.join()
    assert "interrupted" in str(ended[0])
    assert database.log_bytes() == 0


@pytest.mark.sqlite
def test_a_copy_ends_though_somebody_always_writes(database: Database, tmp_path: Path) -> None:
    written(database, 6000)
    ends, wrote = threading.Event(), threading.Event()

    def write() -> None:
        while not ends.is_set():
            written(database, 1)
            wrote.set()

    writer = threading.Thread(target=write)
    writer.start()
    assert wrote.wait(5)
    try:
        assert backup(database, tmp_path / "copy") > 5_000_000
    finally:
        ends.set()
        writer.join()


@pytest.mark.sqlite
def test_a_failed_commit_reaches_everybody_who_waits(database: Database) -> None:
    writer = Writer(database, lambda: None)
    answers = [writer.submit(lambda connection: note(connection, "a", "b", "c")) for _ in range(3)]
    with database.alone():
        database.engine.dispose()
        assert database.path is not None
        database.path.write_bytes(b"not a database any more" * 200)
    writer.start()
    for answer in answers:
        with pytest.raises(DBAPIError):
            answer.result(5)
    writer.stop()
