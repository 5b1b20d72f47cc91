"""`league token [NAME]`: tokens with which other programs use the API, each for a few things."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from league.cli.given import ended, listed
from league.cli.opened import add_json, opened, operator, print_json
from league.errors import UserError

if TYPE_CHECKING:
    from league.tokens import Token


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="without a name: those there are")
    parser.add_argument(
        "--scope",
        action="append",
        default=[],
        metavar="SCOPE",
        help="audit, export, import, records or webhooks; may be given several times",
    )
    parser.add_argument("--season", default="", metavar="SEASON", help="good for it alone")
    parser.add_argument("--days", type=int, metavar="N", help="good for N days; else until --end")
    parser.add_argument("--end", type=int, metavar="NUMBER", help="take a token back, at once")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print a new token, which is not shown again; or list, or end one."""
    from league import tokens
    from league.roles import SCOPES

    if ended(args, "token", ("NAME", args.name), tokens.end):
        return 0
    if args.name is None:
        return listed(args, lambda c: tokens.listing(c, args.season), tokens.as_json, _line)
    if not args.scope:
        raise UserError(f"--scope: missing, allowed {', '.join(SCOPES)}")
    with opened(args) as (_, database), database.write() as connection:
        token = tokens.make(connection, args.name, args.scope, args.season, operator(), args.days)
    if args.json:
        print_json({"name": args.name, "token": token})
    else:
        print(token)
    return 0


def _line(one: Token) -> str:
    where, state = one.season or "every season", "" if one.is_good else "ended"
    return f"{one.number:>4} {one.name:<20} {', '.join(one.scopes)}  {where}  {state}"
