"""`league backup FILE`: a copy of the database, made while it is in use."""

from __future__ import annotations

import argparse
from pathlib import Path

from league.cli.opened import add_json, opened, print_json


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a name that is not taken yet")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Copy and check."""
    from league.backup import backup

    with opened(args) as (_, database):
        size = backup(database, args.file)
    if args.json:
        print_json({"file": str(args.file), "bytes": size})
    else:
        print(f"{args.file}: {size} bytes, checked")
    return 0
