"""`league member ACTION [NAME]`: who belongs to the club, how old he is, what he has paid."""

from __future__ import annotations

import argparse

from league.cli.opened import add_json, opened, operator, print_json
from league.errors import UserError

ACTIONS = ("list", "add", "change", "pay", "unpay", "waive")


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("action", choices=ACTIONS, metavar="ACTION", help=", ".join(ACTIONS))
    parser.add_argument("name", nargs="?", metavar="NAME")
    parser.add_argument("--born", metavar="YYYY-MM-DD", help="birth date")
    parser.add_argument("--of-age", action="store_true", help="18 or older, as was confirmed")
    parser.add_argument("--season", metavar="SEASON", help="of list, pay, unpay, waive")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """List or change members."""
    from league.club import members

    if args.action != "list" and args.name is None:
        raise UserError(f"{args.action}: say which NAME")
    if args.action in ("pay", "unpay", "waive") and args.season is None:
        raise UserError(f"{args.action}: say of which --season")
    with opened(args) as (settings, database):
        if args.action != "list":
            with database.write() as connection:
                _change(args, settings, connection)
        with database.read() as connection:
            found = members.listing(connection, args.season)
    shown = [one for one in found if args.action == "list" or one.name == args.name]
    if args.json:
        print_json([one._asdict() for one in shown])
        return 0
    for one in shown:
        age = one.born or ("of age" if one.of_age else "age not known")
        fee = ("", ", has paid", ", need not pay")[one.paid + one.waived]
        print(f"{one.name}: {age}{fee}")
    return 0


def _change(args: argparse.Namespace, settings: object, connection: object) -> None:
    from sqlalchemy import Connection

    from league.club import members
    from league.club.standing import require_club
    from league.seasons import find
    from league.settings import Settings

    assert isinstance(connection, Connection)
    assert isinstance(settings, Settings)
    if args.action == "add":
        members.add(connection, args.name, args.born, args.of_age, operator())
    elif args.action == "change":
        members.change(connection, args.name, args.born, args.of_age, operator())
    else:
        season = find(connection, settings, args.season)
        require_club(season)
        paid, waived = args.action == "pay", args.action == "waive"
        members.pay(connection, season.id, args.name, paid, waived, operator())
