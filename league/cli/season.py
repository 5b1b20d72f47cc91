"""`league season create ID --edition EDITION [--follows PREVIOUS]`."""

from __future__ import annotations

import argparse

from league.cli.opened import add_json, opened, operator, print_json


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("action", choices=("create",), metavar="create")
    parser.add_argument("id", metavar="ID")
    parser.add_argument(
        "--edition", required=True, help="an edition's id, or the TOML file of your own"
    )
    parser.add_argument(
        "--follows", metavar="PREVIOUS", help="the season whose carry-over bonuses open this one"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Create the season; games of it that arrived before are counted from now on."""
    from league.ingest import rejudge
    from league.seasons import create

    with opened(args) as (settings, database), database.write() as connection:
        made = create(connection, settings, args.id, args.edition, args.follows, operator())
        waiting = rejudge(connection, settings, made.id)
    answer = {
        "season": made.id,
        "edition": made.edition.id,
        "fingerprint": made.edition.fingerprint,
        "follows": made.follows,
        "games": waiting,
    }
    if args.json:
        print_json(answer)
    else:
        print(f"season {made.id} created, edition {made.edition.id}, {waiting} games were waiting")
    return 0
