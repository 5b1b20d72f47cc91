"""`league export SEASON`: everything that counts as a result file, uploaded games too."""

from __future__ import annotations

import argparse

from league.cli.opened import add_json, opened, print_json
from league.cli.printed import print_csv


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("season", metavar="SEASON")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the file; an import of it changes nothing here."""
    from league.resultfiles import export
    from league.seasons import find

    with opened(args) as (settings, database), database.read() as connection:
        season = find(connection, settings, args.season)
        columns, rows = export(connection, season)
    if args.json:
        print_json({"season": season.id, "edition": season.edition.id, "rows": rows})
    else:
        print_csv(columns, rows)
    return 0
