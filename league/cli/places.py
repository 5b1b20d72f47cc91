"""`league places SEASON ROUND NAME...`: the places of a board without a kiosk."""

from __future__ import annotations

import argparse

from league.cli.opened import add_json, opened, operator, print_json


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("season", metavar="SEASON")
    parser.add_argument("round", metavar="ROUND")
    parser.add_argument("names", nargs="+", metavar="NAME", help="from the winner down; equals A=B")
    parser.add_argument("--division", type=int, choices=(1, 2))
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Keep them as an imported file; typed again they are a correction."""
    from league.club.standing import require_club
    from league.club.typed import places_in_order, type_places
    from league.seasons import find

    places = places_in_order(args.names)
    with opened(args) as (settings, database), database.write() as connection:
        season = find(connection, settings, args.season)
        require_club(season)
        done = type_places(connection, season, args.round, args.division, places, operator())
    if args.json:
        print_json({"places": places, "added": done.added, "corrected": done.corrected})
    else:
        print(f"{done.added} new, {done.corrected} corrected, {done.unchanged} as they were")
    return 0
