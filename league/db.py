"""The database: opened by URL, brought to the newest shape, read and written in transactions.

This is the only module that knows which database it is. On SQLite: write-ahead log with
`synchronous=FULL` (nothing weaker survives a power cut), every write begins with BEGIN IMMEDIATE
(a read that turns into a write fails at once in spite of any busy timeout), and one process at a
time writes or checkpoints, held by a lock file: SQLite before 3.51.3 can damage its log when two
connections do both at the same instant.

On PostgreSQL every writing transaction begins with an advisory lock, so that there, too, one writes
at a time, committing in groups. What is decided from what was read holds until the commit, and
numbers are given out in the order of commits: whoever has read the log up to a number has
missed nothing below it, which PostgreSQL by itself does not promise.
"""

from __future__ import annotations

import fcntl
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError

from league.errors import RunError, UserError
from league.readers import Readers
from league.tables import HEAD

LOCK_WAIT_S: Final = 15.0
WAL_MOST: Final = 16 * 1024 * 1024
"""SQLite's log is emptied when it is longer: readers that overlap would let it grow for ever."""
_PAUSE_S: Final = 0.5
READERS: Final = 8
"""PostgreSQL's connections that a process keeps open; as many again while it is busy."""
_LOCK_STEP_S: Final = 0.005
_MIGRATIONS: Final = Path(__file__).parent / "migrations"
_DRIVERS: Final = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}
CHANNEL: Final = "tableside"
"""Where PostgreSQL tells of each commit: the newest number of the audit log (`bus.py`)."""
_TELL: Final = f"SELECT pg_notify('{CHANNEL}', coalesce(max(id), 0)::text) FROM audit"
WRITE_LOCK: Final = 0x7461626C
"""PostgreSQL's advisory lock of whoever writes; released after the commit can be seen."""


class Database:
    """An open database of the newest shape. Reading and writing are separate transactions."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.path = sqlite_path(engine.url)
        self.tells = False
        """Whether each commit is told to those who listen; once the tables are there."""
        self._readers = Readers()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that sees one state and cannot write."""
        with self._readers.one() as begun, self.engine.connect() as connection:
            if self.path is None:  # each statement would else see what was committed meanwhile
                connection = connection.execution_options(
                    isolation_level="REPEATABLE READ", postgresql_readonly=True
                )
            with connection.begin():
                begun(connection)
                yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A writing transaction, alone on SQLite; durable when the block has been left."""
        with self._alone(), self.engine.connect() as connection:
            connection = connection.execution_options(league_write=True)
            with connection.begin():
                if self.path is None:
                    _take_turn(connection)
                yield connection
                if self.tells:
                    connection.exec_driver_sql(_TELL)

    def log_bytes(self) -> int:
        """Bytes of SQLite's write-ahead log; 0 on PostgreSQL, which sees to its own."""
        log = None if self.path is None else self.path.with_name(self.path.name + "-wal")
        return log.stat().st_size if log is not None and log.exists() else 0

    def tidy(self, most: int = WAL_MOST) -> bool:
        """Empty SQLite's log where it is longer than that: readers wait for a moment, one that is
        too old is cut off. Whether it was emptied; if not, it is tried again.
        """
        if self.log_bytes() <= most:
            return False
        with self._readers.paused(_PAUSE_S), self._alone():
            raw = self.engine.raw_connection()
            try:
                found = raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            finally:
                raw.close()
        return found is not None and found[0] == 0

    def size(self, connection: Connection) -> int:
        """Bytes of the database."""
        if self.path is not None:
            return self.path.stat().st_size
        asked = "SELECT pg_database_size(current_database())"
        return int(connection.exec_driver_sql(asked).scalar_one())

    def close(self) -> None:
        """Close every connection; twice is harmless."""
        self.engine.dispose()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep every other writer out, for work that is no transaction (restore)."""
        with self._alone():
            yield

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if self.path is None:
            yield
            return
        with _locked(self.path.with_name(self.path.name + ".lock")):
            yield


def open_database(url: str, home: Path | None = None) -> Database:
    """Open, create where missing, migrate. UserError for a bad URL, RunError for what fails.

    Of folders only `home` is made: a stick that is not there must not become a folder.
    """
    parsed = _parse(url)
    path = sqlite_path(parsed)
    try:
        if path is not None and path.parent == home:
            home.mkdir(parents=True, exist_ok=True)
        with ExitStack() as opened:
            database = Database(make_engine(parsed))
            opened.callback(database.close)
            migrate(database)
            opened.pop_all()
    except ModuleNotFoundError as error:
        raise RunError(
            f"database {shown(parsed)}: driver {error.name!r} is not installed;"
            f" install it into the same environment"
        ) from error
    except FileExistsError as error:
        raise RunError(f"database {shown(parsed)}: {error.filename} is no folder") from error
    except OSError as error:
        raise RunError(
            f"database {shown(parsed)}: {error.strerror};"
            " choose another with --db or $TABLESIDE_HOME"
        ) from error
    except DBAPIError as error:
        raise RunError(f"database {shown(parsed)}: {_cause(error)}") from error
    return database


def make_engine(url: URL) -> Engine:
    """An engine with the settings of its kind; connects to nothing yet."""
    if sqlite_path(url) is None:
        return create_engine(url, pool_pre_ping=True, pool_size=READERS, max_overflow=READERS)
    engine = create_engine(url, connect_args={"timeout": LOCK_WAIT_S, "check_same_thread": False})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def sqlite_path(url: URL) -> Path | None:
    """The file of an SQLite URL; None for any other database."""
    if url.get_backend_name() != "sqlite" or not url.database:
        return None
    return Path(url.database).absolute()


def shown(url: URL) -> str:
    """The URL for people, without its password."""
    path = sqlite_path(url)
    return str(path) if path is not None else url.render_as_string(hide_password=True)


def _parse(url: str) -> URL:
    allowed = "write sqlite:///FILE or postgresql://USER@HOST/NAME"
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise UserError(f"--db {url!r}: no database URL; {allowed}") from None
    backend = parsed.get_backend_name()
    if backend == "postgres":
        backend = "postgresql"
    if backend not in _DRIVERS or (backend == "sqlite" and not parsed.database):
        raise UserError(f"--db {url!r}: not supported; {allowed}")
    return parsed.set(drivername=_DRIVERS[backend]) if "+" not in parsed.drivername else parsed


def _take_turn(connection: Connection) -> None:
    """Wait until nobody else writes; OperationalError, which is answered with 503, after 15 s."""
    connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{LOCK_WAIT_S:.0f}s'")
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITE_LOCK})")


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("league_write", False)
    connection.exec_driver_sql(f"PRAGMA query_only={'OFF' if writes else 'ON'}")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("ab") as held:
        give_up = time.monotonic() + LOCK_WAIT_S
        while True:
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > give_up:
                    raise RunError(
                        f"{path}: another process has been writing for {LOCK_WAIT_S:.0f} s;"
                        " stop it and try again"
                    ) from None
                time.sleep(_LOCK_STEP_S)
        yield


def migrate(database: Database) -> None:
    """Bring the database to the newest shape; RunError for one that is newer, or no league's."""
    found = _shape(database)
    if found != HEAD:
        _upgrade(database, found)
    database.tells = database.path is None


def _upgrade(database: Database, found: str | None) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise RunError(
            f"database {shown(database.engine.url)}: its shape {found} is newer than this program"
            f" knows ({HEAD}); install the newer Tableside"
        )
    with database.write() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _shape(database: Database) -> str | None:
    with database.read() as connection:
        found = inspect(connection)
        if not found.has_table("alembic_version"):
            if others := found.get_table_names():
                raise RunError(
                    f"database {shown(database.engine.url)}: holds {others[0]!r} and no league;"
                    " choose another with --db"
                )
            return None
        return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _cause(error: DBAPIError) -> str:
    cause = str(error.orig).strip().splitlines()[0] if error.orig else str(error)
    if isinstance(error, OperationalError) and "unable to open" in cause:
        return f"{cause}; the folder must exist and be writable"
    return cause
