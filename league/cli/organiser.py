"""`league organiser NAME`: a token with which an organiser's programs may read records."""

from __future__ import annotations

import argparse

from league.cli.opened import add_json, opened, operator, print_json
from league.errors import UserError


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("name", metavar="NAME")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the token; it is not shown again."""
    from sqlalchemy.exc import IntegrityError

    from league.auth import add_organiser
    from league.refusals import sentence

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
