"""`league enrol TABLE [--approve]`: a code for a table, and the approval of the key it offered."""

from __future__ import annotations

import argparse

from league.cli.opened import add_json, opened, operator, print_json


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("table", metavar="TABLE")
    parser.add_argument(
        "--approve", action="store_true", help="the key that TABLE offered is the right one"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print a new single-use code, or approve."""
    from league.enrolment import approve, new_code

    with opened(args) as (_, database), database.write() as connection:
        if args.approve:
            key = approve(connection, args.table, operator())
            answer = {"table": args.table, "key": key, "approved": True}
            line = f"table {args.table} is approved, its key is {key}"
        else:
            code = new_code(connection, args.table, operator())
            answer = {"table": args.table, "code": code}
            line = f"code for table {args.table}, good once within a day: {code}"
    if args.json:
        print_json(answer)
    else:
        print(line)
    return 0
