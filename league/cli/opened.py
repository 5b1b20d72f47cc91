"""What commands share: settings, the open database, who is at the keyboard, what they print."""

from __future__ import annotations

import argparse
import getpass
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from league.errors import RunError

if TYPE_CHECKING:
    from league.db import Database
    from league.settings import Settings


@contextmanager
def opened(args: argparse.Namespace) -> Iterator[tuple[Settings, Database]]:
    """The settings and the database of `--db`, of the newest shape, closed afterwards."""
    from league.db import open_database  # SQLAlchemy, only when a command really runs
    from league.settings import load_settings

    settings = load_settings(args.db)
    database = open_database(settings.db_url, settings.home)
    try:
        yield settings, database
    finally:
        database.close()


def operator() -> str:
    """Who runs the command, for the audit log."""
    try:
        return f"cli:{getpass.getuser()}"
    except (KeyError, OSError):  # a user without a name, as in a container
        return "cli"


def add_json(parser: argparse.ArgumentParser) -> None:
    """The option of every command that prints data."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def print_json(value: Any) -> None:
    """One JSON value on a line."""
    print(json.dumps(value, ensure_ascii=False))


def keep_file(args: argparse.Namespace, data: bytes) -> int:
    """Write what a command made to `args.file`, and say so; RunError where that cannot be."""
    try:
        args.file.write_bytes(data)
    except OSError as error:
        raise RunError(f"{args.file}: {error.strerror}; choose another file") from None
    if args.json:
        print_json({"file": str(args.file), "bytes": len(data)})
    else:
        print(f"{args.file}: {len(data)} bytes")
    return 0
