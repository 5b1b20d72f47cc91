"""`league restore FILE`: a copy of `league backup` put in place of the database."""

from __future__ import annotations

import argparse
from pathlib import Path

from league.cli.opened import add_json, opened, operator, print_json


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a file of league backup")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Keep what is there, then put the copy in its place."""
    from league.audit import note
    from league.backup import restore

    with opened(args) as (settings, database):
        kept = restore(database, args.file, settings.home)
        with database.write() as connection:
            note(connection, operator(), "restore", str(args.file)[-255:])
    if args.json:
        print_json({"file": str(args.file), "kept": str(kept)})
    else:
        print(f"{args.file} is in place; what was there before is in {kept}")
    return 0
