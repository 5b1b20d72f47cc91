"""`league advance SEASON STAGE [--lots [--seed N]]`: who goes on from the stage that was played."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from typing import Any

from league.cli.opened import add_json, opened, operator, print_json
from league.cli.printed import print_rows
from league.errors import UserError


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("season", metavar="SEASON")
    parser.add_argument("stage", metavar="STAGE", help="qualifier, semifinal or final")
    parser.add_argument(
        "--lots",
        action="store_true",
        help="draw the referee's lot among those tied across a cut, and keep it",
    )
    parser.add_argument("--seed", type=int, metavar="N", help="of the lot; else one by chance")
    parser.add_argument(
        "--absent",
        nargs="+",
        action="extend",
        default=[],
        metavar="PLAYER",
        help="who does not go on: reserves enter, or the next in order goes (HUN-3.3, 13)",
    )
    parser.add_argument("--format", choices=("table", "json", "csv"), default="table")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the rows of the stage; names unresolved ties on stderr."""
    from league.draws import checked_seed
    from league.seasons import find
    from league.standings import advance, draw_lots

    if args.seed is not None and not args.lots:
        raise UserError("--seed: only with --lots")
    with opened(args) as (settings, database):
        if args.lots:
            with database.write() as connection:
                season = find(connection, settings, args.season)
                seed = checked_seed(args.seed)
                advance(connection, season, args.stage, args.absent)  # nothing is drawn for a slip
                draw_lots(connection, season, args.stage, seed, operator(), args.absent)
        with database.read() as connection:
            season = find(connection, settings, args.season)
            found = advance(connection, season, args.stage, args.absent)
            places = sum(row["advances"] for row in advance(connection, season, args.stage)["rows"])
    if args.json or args.format == "json":
        print_json(found)
        return 0
    print_rows(found["rows"], args.format)
    empty = places - sum(row["advances"] for row in found["rows"])
    if empty:
        print(f"{empty} places stay empty: nobody is next, or a lot is needed", file=sys.stderr)
    _say_ties(found["rows"])
    return 0


def _say_ties(rows: list[dict[str, Any]]) -> None:
    tied = [row["player"] for row in rows if row["unresolved"]]
    if tied:
        print(f"unresolved across a cut: {', '.join(tied)}; draw with --lots", file=sys.stderr)
    sharing = Counter(row["reserve"] for row in rows if row["reserve"] is not None)
    equal = [row["player"] for row in rows if sharing[row["reserve"]] > 1]
    if equal:
        print(f"equal reserves: {', '.join(equal)}; draw with --lots", file=sys.stderr)
