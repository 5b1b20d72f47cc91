"""`league standings SEASON [--player P] [--keep] [--format table|json|csv]`."""

from __future__ import annotations

import argparse

from league.cli.opened import add_json, opened, print_json
from league.cli.printed import print_rows


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("season", metavar="SEASON")
    parser.add_argument("--format", choices=("table", "json", "csv"), default="table")
    parser.add_argument("--player", metavar="P", help="his row alone, however large the season is")
    parser.add_argument(
        "--keep",
        action="store_true",
        help="make the kept rows of a large season anew, as after an import",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the standings, made anew from everything that counts."""
    from league.errors import UserError
    from league.ownrows import keep
    from league.seasons import find
    from league.standings import standing, standings

    with opened(args) as (settings, database):
        if args.keep:
            with database.write() as connection:
                keep(connection, find(connection, settings, args.season))
        with database.read() as connection:
            season = find(connection, settings, args.season)
            if args.player is None:
                found = standings(connection, season)
            else:
                row = standing(connection, season, args.player)
                if row is None:
                    raise UserError(f"--player {args.player!r}: has no result that counts")
                found = {"season": season.id, "edition": season.edition.id, "rows": [row]}
    if args.json or args.format == "json":
        print_json(found)
    else:
        print_rows(found["rows"], args.format)
    return 0
