"""Copies of a PostgreSQL database, with PostgreSQL's own programs, made and put back in use.

A copy is one state of the database (pg_dump's custom format). It is put back in one transaction:
whoever reads meanwhile sees the old state or the new one, and a copy that fails changes nothing.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from sqlalchemy import Engine

from league.db import WRITE_LOCK
from league.errors import RunError, UserError

MAGIC: Final = b"PGDMP"
_SCHEMA: Final = "public"
_CLEAR: Final = """DO $$ DECLARE one record; BEGIN
FOR one IN SELECT c.oid::regclass AS name FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
  AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
LOOP EXECUTE format('DROP TABLE IF EXISTS %s CASCADE', one.name); END LOOP;
FOR one IN SELECT p.oid::regprocedure AS name FROM pg_proc p
  WHERE p.pronamespace = 'public'::regnamespace
  AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
LOOP EXECUTE format('DROP FUNCTION IF EXISTS %s CASCADE', one.name); END LOOP;
END $$"""
"""Everything of the league and nothing of PostgreSQL's extensions, which no copy holds."""


def dump(engine: Engine, target: Path) -> None:
    """Write a copy to `target`; RunError with what pg_dump said."""
    where, environ = _connection(engine)
    _run(["pg_dump", "--format=custom", f"--schema={_SCHEMA}", "--no-owner", "--no-privileges",
          f"--file={target}", f"--dbname={where}"], environ)  # fmt: skip


def require_dump(source: Path) -> None:
    """UserError unless this is a whole copy of a league: every byte of it is read."""
    if not source.is_file():
        raise UserError(f"{source}: no such file; give a file of league backup")
    with source.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise UserError(f"{source}: no copy of a league; give a file of league backup")
    try:
        listing = _run(["pg_restore", "--list", str(source)], {})
        _run(["pg_restore", f"--file={os.devnull}", str(source)], {})
    except RunError as error:
        raise UserError(f"{source}: the copy is damaged ({error}); give another") from None
    for table in ("alembic_version", "audit"):
        if f" TABLE DATA {_SCHEMA} {table} " not in listing:
            raise UserError(f"{source}: no copy of a league; give a file of league backup")


def put_back(engine: Engine, source: Path) -> None:
    """Put a copy in place of everything, in one transaction; RunError where it is refused."""
    where, environ = _connection(engine)
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "copy.sql"
        wanted = ["--no-owner", "--no-privileges", f"--schema={_SCHEMA}", f"--file={script}"]
        _run(["pg_restore", *wanted, str(source)], {})
        one_transaction = ["--single-transaction", "--set=ON_ERROR_STOP=1"]
        first = [f"SELECT pg_advisory_xact_lock({WRITE_LOCK})", _CLEAR]
        _run(
            ["psql", "--no-psqlrc", "--quiet", *one_transaction, f"--dbname={where}"]
            + [f"--command={statement}" for statement in first]
            + [f"--file={script}"],
            {**environ, "PGOPTIONS": "-c client_min_messages=warning"},
        )


def _connection(engine: Engine) -> tuple[str, Mapping[str, str]]:
    """How PostgreSQL's programs reach this database; the password is not on a command line."""
    from psycopg.conninfo import make_conninfo

    _, named = engine.dialect.create_connect_args(engine.url)
    password = named.pop("password", None)
    named.pop("context", None)
    environ = {} if password is None else {"PGPASSWORD": str(password)}
    return make_conninfo(**named), environ


def _run(words: Sequence[str], environ: Mapping[str, str]) -> str:
    try:
        done = subprocess.run(
            words,
            env={**os.environ, **environ, "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        raise RunError(
            f"{words[0]} is not installed; install PostgreSQL's client programs"
            " (Debian: postgresql-client)"
        ) from None
    if done.returncode != 0:
        said = " ".join(done.stderr.split()) or f"exit code {done.returncode}"
        raise RunError(f"{words[0]}: {said[:300]}")
    return done.stdout
