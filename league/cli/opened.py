"""What every command begins with: settings, the open database, and who is at the keyboard."""

from __future__ import annotations

import argparse
import getpass
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

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
