"""Copies of the database, made and put back while it is in use.

A copy is written beside its name, checked, made durable, then renamed: there is never half a copy
under a name. A copy of SQLite is an SQLite file, one of PostgreSQL what pg_dump writes (`dumps`).
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from league import dumps
from league.db import Database, migrate
from league.errors import RunError, UserError

_AT_ONCE: Final = -1
"""All pages in one step: one state, and no writer waits for it. Step by step a copy would begin
again after every commit, and never end while records arrive."""


def backup(database: Database, target: Path) -> int:
    """Copy the database to `target`, which must not be there yet; returns its bytes."""
    if target.exists():
        raise UserError(f"{target}: is there already; choose a new name")
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)
        _write(database, part)
        _make_durable(part)
        part.rename(target)
        _sync_folder(target.parent)
    except (OSError, sqlite3.Error, RunError) as error:
        part.unlink(missing_ok=True)
        raise RunError(f"{target}: cannot be written: {_why(error)}") from error
    return target.stat().st_size


def restore(database: Database, source: Path, home: Path) -> Path:
    """Put a copy in place of the database; returns where what was there before was kept: beside an
    SQLite file, else in `home`.
    """
    if database.path is None:
        dumps.require_dump(source)
        kept = _free_name(home / f"{database.engine.url.database}.dump")
    else:
        _require_league(source)
        kept = _free_name(database.path)
    backup(database, kept)
    try:
        _put_back(database, source)
    except (sqlite3.Error, RunError) as error:
        raise RunError(
            f"{database.path or 'the database'}: cannot be replaced: {_why(error)};"
            f" it is kept in {kept}"
        ) from error
    migrate(database)
    return kept


def _write(database: Database, part: Path) -> None:
    if database.path is None:
        dumps.dump(database.engine, part)
        dumps.require_dump(part)
    else:
        _copy(database.path, part)


def _put_back(database: Database, source: Path) -> None:
    if database.path is None:
        dumps.put_back(database.engine, source)
        database.close()  # what connections prepared is of tables that are gone
        return
    with database.alone():
        database.close()
        _copy(source, database.path)


def _copy(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
        other.execute("PRAGMA synchronous=FULL")
        one.backup(other, pages=_AT_ONCE)
        found = other.execute("PRAGMA integrity_check").fetchone()[0]
        if found != "ok":
            raise sqlite3.DatabaseError(f"the copy is damaged: {found}")


def _require_league(source: Path) -> None:
    if not source.is_file():
        raise UserError(f"{source}: no such file; give a file of league backup")
    try:
        with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as copy:
            whole = copy.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            copy.execute("SELECT version_num FROM alembic_version").fetchone()
            copy.execute("SELECT id FROM audit").fetchone()
    except sqlite3.Error as error:
        raise UserError(
            f"{source}: no copy of a league ({error}); give a file of league backup"
        ) from None
    if not whole:
        raise UserError(f"{source}: the copy is damaged; give another")


def _free_name(target: Path) -> Path:
    number = 1
    while True:
        name = target.with_name(f"{target.name}.before-restore-{number}")
        if not name.exists():
            return name
        number += 1


def _make_durable(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
