"""`league enrol TABLE`: a code for a table, approval of its key, and taking keys back."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from league.cli.opened import add_json, opened, operator, print_json
from league.errors import UserError

if TYPE_CHECKING:
    from sqlalchemy import Connection

WHITE_ON_BLACK = "\x1b[97;40m"
AS_BEFORE = "\x1b[0m"


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("table", metavar="TABLE")
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--approve", action="store_true", help="the key that TABLE offered is the right one"
    )
    what.add_argument("--keys", action="store_true", help="the keys of TABLE with their words")
    what.add_argument(
        "--revoke", action="store_true", help="no key and no token of TABLE is good any more"
    )
    parser.add_argument("--qr", action="store_true", help="the code as a QR code, too")
    parser.add_argument(
        "--words", default="", help="with --approve: the four words on the table's screen"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print a new single-use code, or approve, list or revoke keys."""
    if args.words and not args.approve:
        raise UserError("--words: allowed with --approve only")
    with opened(args) as (_, database), database.write() as connection:
        answer, line = _done(args, connection)
    if args.json:
        print_json(answer)
        return 0
    print(line)
    if "code" in answer and (args.qr or sys.stdout.isatty()):
        _print_qr(answer["code"])
    return 0


def _print_qr(code: str) -> None:
    from league.qr import qr_text

    for row in qr_text(code).splitlines():
        print(f"{WHITE_ON_BLACK}{row}{AS_BEFORE}" if sys.stdout.isatty() else row)


def _done(args: argparse.Namespace, connection: Connection) -> tuple[Mapping[str, Any], str]:
    from league import enrolment
    from rules.identity import key_words

    table = args.table
    if args.approve:
        key = enrolment.approve(connection, table, operator(), args.words)
        words = key_words(key)
        line = f"table {table} is approved, its words are: {words}; its key is {key}"
        return {"table": table, "key": key, "words": words, "approved": True}, line
    if args.keys:
        found = enrolment.keys(connection, table)
        rows = [{"key": one.key, "words": one.words, "status": one.status} for one in found]
        lines = [f"{one.status:<9} {one.words}  {one.key[:16]}" for one in found]
        return {"table": table, "keys": rows}, "\n".join(lines) or "no key was offered yet"
    if args.revoke:
        taken = enrolment.revoke(connection, table, operator())
        line = f"table {table}: {len(taken)} keys revoked; league enrol {table} makes a new code"
        return {"table": table, "revoked": taken}, line
    code = enrolment.new_code(connection, table, operator())
    line = f"code for table {table}, good once within ten minutes: {code}"
    return {"table": table, "code": code}, line
