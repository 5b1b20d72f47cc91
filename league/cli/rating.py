"""`league rating SEASON [FILE.csv]`: the external rating that breaks the last tie."""

from __future__ import annotations

import argparse
from pathlib import Path

from league.cli.opened import add_json, opened, operator, print_json
from league.cli.printed import print_csv
from league.errors import UserError


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("season", metavar="SEASON")
    parser.add_argument(
        "file", metavar="FILE", type=Path, nargs="?", help="player,rating; without: what counts now"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Take the whole file in one transaction, or print the list that counts as such a file."""
    return _show(args) if args.file is None else _take(args)


def _take(args: argparse.Namespace) -> int:
    from league.ratings import take
    from league.seasons import find

    try:
        data = args.file.read_bytes()
    except OSError as error:
        raise UserError(
            f"{args.file}: {error.strerror}; give a CSV file that can be read"
        ) from None
    with opened(args) as (settings, database), database.write() as connection:
        season = find(connection, settings, args.season)
        done = take(connection, season, str(args.file), data, operator())
    if args.json:
        print_json({"season": args.season, "file": str(args.file), **done._asdict()})
        return 0
    print(f"{done.rows} players rated{'' if done.changed else ', as they were'}")
    if done.unrated:
        print(f"not in the rating, so behind their equals: {', '.join(done.unrated)}")
    return 0


def _show(args: argparse.Namespace) -> int:
    from league.ratings import rating_of, require_rated
    from league.seasons import find

    with opened(args) as (settings, database), database.read() as connection:
        season = find(connection, settings, args.season)
        require_rated(season)
        found = rating_of(connection, season.id)
    rows = [{"player": player, "rating": place} for player, place in found.items()]
    if args.json:
        print_json({"season": args.season, "rows": rows})
    else:
        print_csv(("player", "rating"), rows)
    return 0
