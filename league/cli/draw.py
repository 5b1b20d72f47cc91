"""`league draw SEASON ROUND --attend FILE [--seed N] [--apart A:B ...] [--tables T4,7,Blue]`: seats
by lot.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from league.cli.opened import add_json, opened, operator, print_json


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("season", metavar="SEASON")
    parser.add_argument("round", metavar="ROUND")
    parser.add_argument(
        "--attend", required=True, type=Path, metavar="FILE", help="one player a line"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="else one by chance; it is printed")
    parser.add_argument(
        "--apart",
        nargs="+",
        action="extend",
        default=[],
        metavar="A:B",
        help="players who should not share a table",
    )
    parser.add_argument(
        "--contenders",
        nargs="*",
        metavar="PLAYER",
        help="who can still win the cup, as you confirm it; else as the rules work it out",
    )
    parser.add_argument(
        "--tables",
        metavar="NAME,...",
        help="what the tables are called, the first drawn one first; kept for the season's draws",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Draw, keep and print."""
    from league.draws import checked_seed, draw, read_apart, read_attendance
    from league.ids import person
    from league.seasons import find
    from league.tablenames import name_all, read_names, table_name

    players = read_attendance(args.attend)
    apart = read_apart(args.apart)
    seed = checked_seed(args.seed)
    confirmed = None if args.contenders is None else [person(one) for one in args.contenders]
    with opened(args) as (settings, database), database.write() as connection:
        season = find(connection, settings, args.season)
        if args.tables is not None:
            name_all(connection, season.id, read_names(args.tables), operator())
        answer = draw(connection, season, args.round, players, seed, apart, operator(), confirmed)
    if args.json:
        print_json(answer)
        return 0
    for table in answer["tables"]:
        seats = ", ".join(f"{seat['seat']} {seat['player']}" for seat in table["seats"])
        print(f"table {table_name(table) if 'name' in table else table['table']}: {seats}")
    for one, other in answer["together"]:
        print(f"could not be kept apart: {one} and {other}")
    print(f"seed {answer['seed']}")
    return 0
