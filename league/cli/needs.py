"""`league needs SEASON`: who can still win the cup, and what each place in the final is worth."""

from __future__ import annotations

import argparse

from league.cli.opened import add_json, opened, operator, print_json
from league.errors import UserError


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("season", metavar="SEASON")
    parser.add_argument(
        "--suppose",
        nargs="+",
        action="extend",
        default=[],
        metavar="NAME=PLACE",
        help="what if they came in like that",
    )
    parser.add_argument("--out", metavar="NAME", help="is out of the final: the last open place")
    parser.add_argument("--not-out", metavar="NAME", help="takes that back")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Say who is out, then print everybody's places."""
    from league.club.outlook import final_round, outlook, say_out
    from league.club.standing import require_club
    from league.seasons import find

    supposed = dict(_supposed(text) for text in args.suppose)
    with opened(args) as (settings, database):
        name = args.out or args.not_out
        if name is not None:
            with database.write() as connection:
                season = find(connection, settings, args.season)
                round_name = final_round(connection, season.id)
                say_out(connection, season, round_name, name, args.out is not None, operator())
        with database.read() as connection:
            season = find(connection, settings, args.season)
            require_club(season)
            found = outlook(connection, season, supposed)
    if args.json:
        print_json(
            {
                "season": season.id,
                "round": found.round,
                "by": found.by,
                "tables": [list(table.players) for table in found.tables],
                "contenders": list(found.contenders),
                "needs": {
                    player: [need._asdict() for need in needs]
                    for player, needs in found.needs.items()
                },
                "over": found.over,
                "rows": [
                    {"rank": row.rank, "player": row.player, "points": row.points}
                    for row in found.rows
                ],
            }
        )
        return 0
    print(f"can win: {', '.join(found.contenders) or 'nobody'}")
    for player, needs in found.needs.items():
        said = ", ".join(f"{need.place} -> {need.net} {need.outcome}" for need in needs)
        print(f"{player}: {said}")
    return 0


def _supposed(text: str) -> tuple[str, int]:
    from league.ids import person

    name, equals, place = text.rpartition("=")
    if not equals or not (place.isascii() and place.isdigit()):
        raise UserError(f"--suppose {text!r}: write NAME=PLACE")
    return person(name), int(place)
