"""`league person [NAME]`: who signs in on the league's pages, and with which roles."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from league.cli.opened import add_json, opened, operator, print_json
from league.errors import UserError

if TYPE_CHECKING:
    from sqlalchemy import Connection


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="without a name: who there is")
    parser.add_argument("--season", default="", metavar="SEASON", help="the role is for it alone")
    parser.add_argument("--why", default="", metavar="TEXT", help="for the audit log")
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--role", metavar="ROLE", help="organiser, referee, banker or viewer; makes NAME known"
    )
    what.add_argument("--withdraw", metavar="ROLE", help="take a role back")
    what.add_argument("--invite", action="store_true", help="a new code to choose a password with")
    what.add_argument("--end", action="store_true", help="let NAME in no more, at once")
    what.add_argument("--again", action="store_true", help="let NAME in again")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """List people, or change one; prints the path of an invitation where one was made."""
    acts = (args.role, args.withdraw, args.invite, args.end, args.again)
    if args.name is None and any(acts):
        raise UserError("NAME is missing: league person NAME --role ROLE")
    if args.name is None or not any(acts):
        return _list(args)
    with opened(args) as (_, database), database.write() as connection:
        code = _done(args, connection)
    path = f"/welcome/{code}" if code else None
    if args.json:
        print_json({"person": args.name, "invitation": path})
    elif path:
        print(f"good once within a week, on the league's address: {path}")
    else:
        print(f"{args.name}: done")
    return 0


def _done(args: argparse.Namespace, connection: Connection) -> str | None:
    from league import people

    name, who = args.name, operator()
    if args.role:
        is_new = not people.is_known(connection, name)
        if is_new:
            people.add(connection, name, who)
        people.grant(connection, name, args.role, args.season, who, args.why)
        return people.invite(connection, name, who) if is_new else None
    if args.withdraw:
        people.withdraw(connection, name, args.withdraw, args.season, who, args.why)
    elif args.end:
        people.end(connection, name, who, args.why)
    else:
        if args.again:
            people.again(connection, name, who)
        return people.invite(connection, name, who)
    return None


def _list(args: argparse.Namespace) -> int:
    from league import people

    with opened(args) as (_, database), database.read() as connection:
        found = people.listing(connection, args.season or None)
    if args.name is not None:
        found = [one for one in found if one.name == args.name]
        if not found:
            raise UserError(f"person {args.name!r}: not known; --role ROLE makes one")
    if args.json:
        print_json([_as_json(one) for one in found])
        return 0
    for one in found:
        roles = ", ".join(f"{role} of {where}" if where else role for where, role in one.roles)
        state = "ended" if one.ended else "invited" if one.invited else ""
        print(f"{one.name:<20} {roles or '-'}  {state}".rstrip())
    return 0


def _as_json(one: Any) -> dict[str, Any]:
    return {
        "person": one.name,
        "roles": [{"role": role, "season": where or None} for where, role in one.roles],
        "password": one.has_password,
        "token": one.has_token,
        "invited": one.invited,
        "ended": one.ended,
    }
