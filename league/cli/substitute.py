"""`league substitute SEASON ROUND --late PLAYER --by PLAYER --minute HH:MM`: who did not come."""

from __future__ import annotations

import argparse

from league.cli.opened import add_json, opened, operator, print_json
from league.errors import UserError


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("season", metavar="SEASON")
    parser.add_argument(
        "round", metavar="ROUND", nargs="?", help="from which on; without: who was replaced so far"
    )
    parser.add_argument("--late", metavar="PLAYER", help="as league draw printed him")
    parser.add_argument("--by", metavar="PLAYER", help="who takes his seats")
    parser.add_argument(
        "--minute", metavar="HH:MM", help="of the evening, as the judge's clock says"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Replace the late player, or list who was replaced."""
    said = [args.round, args.late, args.by, args.minute]
    if not any(said):
        return _list(args)
    if not all(said):
        raise UserError(
            "league substitute: give ROUND, --late, --by and --minute, or none of them to list"
        )
    return _substitute(args)


def _substitute(args: argparse.Namespace) -> int:
    from league.competition import schedule
    from league.ids import person
    from league.seasons import find
    from league.substitutes import Substitution, substitute
    from rules.mafia.arrival import START

    asked = Substitution(args.round, person(args.late), person(args.by), args.minute)
    with opened(args) as (settings, database), database.write() as connection:
        season = find(connection, settings, args.season)
        rounds = {one.round: one.starts for one in schedule.listing(connection, season)}
        starts = rounds.get(asked.round, START)
        seats = substitute(connection, season, asked, operator(), starts)
    if args.json:
        answer = {"season": args.season, **asked._asdict()}
        print_json({**answer, "seats": [seat._asdict() for seat in seats]})
        return 0
    print(f"{asked.substitute} sits in {asked.late}'s place")
    for seat in seats:
        print(f"round {seat.round}: table {seat.table}, seat {seat.seat}")
    return 0


def _list(args: argparse.Namespace) -> int:
    from league.seasons import find
    from league.substitutes import substitutions

    with opened(args) as (settings, database), database.read() as connection:
        season = find(connection, settings, args.season)
        found = substitutions(connection, season.id)
    if args.json:
        rows = [one._asdict() for one in found]
        print_json({"season": args.season, "rows": rows})
        return 0
    for one in found:
        print(f"round {one.round}, {one.minute}: {one.substitute} for {one.late}")
    return 0
