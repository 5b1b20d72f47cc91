"""`league import SEASON FILE.csv`: results from a file, all or nothing."""

from __future__ import annotations

import argparse
from pathlib import Path

from league.cli.opened import add_json, opened, operator, print_json
from league.errors import UserError


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("season", metavar="SEASON")
    parser.add_argument("file", metavar="FILE", type=Path)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Read the whole file, then store it in one transaction."""
    from league.resultfiles import take_file
    from league.seasons import find

    try:
        data = args.file.read_bytes()
    except OSError as error:
        raise UserError(
            f"{args.file}: {error.strerror}; give a CSV file that can be read"
        ) from None
    with opened(args) as (settings, database), database.write() as connection:
        season = find(connection, settings, args.season)
        done = take_file(connection, season, str(args.file), data, operator())
    if args.json:
        print_json(
            {
                "season": args.season,
                "file": str(args.file),
                "rows": done.rows,
                "added": done.added,
                "corrected": done.corrected,
                "unchanged": done.unchanged,
                "known_file": done.known,
            }
        )
    else:
        known = "; this very file was imported before" if done.known else ""
        print(
            f"{done.rows} rows: {done.added} new, {done.corrected} corrected,"
            f" {done.unchanged} as they were{known}"
        )
    return 0
