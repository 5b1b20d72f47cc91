"""`league proposal SEASON ACTION`: proposals to change the club's rules."""

from __future__ import annotations

import argparse

from league.cli.opened import add_json, opened, operator, print_json
from league.errors import UserError

ACTIONS = ("list", "add", "amend", "withdraw")


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("season", metavar="SEASON")
    parser.add_argument("action", choices=ACTIONS, metavar="ACTION", help=", ".join(ACTIONS))
    parser.add_argument("id", nargs="?", metavar="ID", help="of amend and withdraw")
    parser.add_argument("--member", metavar="NAME", help="who proposes")
    parser.add_argument("--text", help="the wording")
    parser.add_argument("--date", metavar="YYYY-MM-DD", help="of the wording; else today")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Change what was asked for, then print the proposals."""
    from league.club import proposals
    from league.club.standing import require_club
    from league.club.tonight import today
    from league.seasons import find

    needed = {"add": ("member", "text"), "amend": ("id", "text"), "withdraw": ("id",)}
    for name in needed.get(args.action, ()):
        if getattr(args, name) is None:
            raise UserError(f"{args.action}: {'ID' if name == 'id' else f'--{name}'} is missing")
    day = args.date or today()
    with opened(args) as (settings, database):
        if args.action != "list":
            with database.write() as connection:
                season = find(connection, settings, args.season)
                require_club(season)
                who = operator()
                if args.action == "add":
                    proposals.submit(connection, season, args.member, args.text, day, who)
                elif args.action == "amend":
                    proposals.amend(connection, season, args.id, args.text, day, who)
                else:
                    proposals.withdraw(connection, season, args.id, who)
        with database.read() as connection:
            season = find(connection, settings, args.season)
            require_club(season)
            found = proposals.listing(connection, season)
    if args.json:
        print_json(
            [
                {
                    "id": one.proposal.id,
                    "member": one.proposal.member,
                    "standing": one.standing,
                    "frozen": one.frozen,
                    "wordings": [wording._asdict() for wording in one.proposal.wordings],
                }
                for one in found
            ]
        )
        return 0
    for one in found:
        made = one.proposal
        print(f"{made.id} {made.member}, {one.standing}: {made.wordings[-1].text}")
    return 0
