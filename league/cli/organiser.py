"""`league organiser NAME`: a token with which an organiser signs in and his programs work."""

from __future__ import annotations

import argparse

from league.cli.opened import add_json, opened, operator, print_json
from league.errors import UserError


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("name", metavar="NAME")
    parser.add_argument(
        "--revoke", action="store_true", help="his token is good no more; his role stays"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the token; it is not shown again."""
    from sqlalchemy.exc import IntegrityError

    from league.auth import add_organiser, revoke_organiser
    from league.refusals import sentence

    if args.revoke:
        with opened(args) as (_, database), database.write() as connection:
            revoke_organiser(connection, args.name, operator())
        print(f"{args.name}: the token is good no more")
        return 0
    try:
        with opened(args) as (_, database), database.write() as connection:
            token = add_organiser(connection, args.name, operator())
    except IntegrityError as error:
        raise UserError(f"organiser {args.name!r}: {sentence(error)}") from error
    if args.json:
        print_json({"organiser": args.name, "token": token})
    else:
        print(token)
    return 0
