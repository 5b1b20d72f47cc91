"""`league round SEASON [ROUND --stage STAGE]`: which stage a round belongs to."""

from __future__ import annotations

import argparse

from league.cli.opened import add_json, opened, operator, print_json
from league.errors import UserError


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("season", metavar="SEASON")
    parser.add_argument("round", metavar="ROUND", nargs="?")
    parser.add_argument("--stage", help="qualifier, semifinal or final")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Set a round's stage, or list the rounds."""
    from league.rounds import rounds_of, set_stage
    from league.seasons import find

    if (args.round is None) != (args.stage is None):
        raise UserError("league round: give both ROUND and --stage, or neither to list")
    with opened(args) as (settings, database), database.write() as connection:
        season = find(connection, settings, args.season)
        if args.round is not None:
            set_stage(connection, season.id, args.round, args.stage, operator())
        found = rounds_of(connection, season.id)
    if args.json:
        rows = [{"round": name, "stage": stage} for name, stage in found.items()]
        print_json({"season": args.season, "rounds": rows})
    else:
        for name, stage in found.items():
            print(f"{name}  {stage}")
    return 0
