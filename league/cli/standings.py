"""`league standings SEASON [--format table|json|csv]`."""

from __future__ import annotations

import argparse

from league.cli.opened import add_json, opened, print_json
from league.cli.printed import print_rows


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("season", metavar="SEASON")
    parser.add_argument("--format", choices=("table", "json", "csv"), default="table")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the standings, made anew from everything that counts."""
    from league.seasons import find
    from league.standings import standings

    with opened(args) as (settings, database), database.read() as connection:
        found = standings(connection, find(connection, settings, args.season))
    if args.json or args.format == "json":
        print_json(found)
    else:
        print_rows(found["rows"], args.format)
    return 0
