"""`league takeover`: who asks for a game, and giving a table's open game to a spare."""

from __future__ import annotations

import argparse

from league.cli.opened import add_json, opened, operator, print_json
from league.errors import UserError


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("table", metavar="TABLE", nargs="?", help="the spare")
    parser.add_argument("game", metavar="GAME", nargs="?", help="the game it goes on with")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--approve", action="store_true", help="TABLE goes on with GAME")
    what.add_argument("--refuse", action="store_true", help="TABLE gets no game")
    parser.add_argument("--reason", default="", help="why; it stays in the log and on the tables")
    parser.add_argument(
        "--from", dest="giver", default="", help="the table that had it, if it came by a stick"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """List, approve or refuse."""
    from league import opencopies, takeover
    from rules.takeover import takeover_fields

    decides = args.approve or args.refuse
    if decides and (args.table is None or (args.approve and args.game is None)):
        raise UserError("league takeover: allowed TABLE GAME --approve, or TABLE --refuse")
    with opened(args) as (_, database), database.write() as connection:
        if args.refuse:
            takeover.refuse(connection, args.table, operator(), args.reason)
            print(f"table {args.table} gets no game")
            return 0
        if args.approve:
            found = takeover.approve(
                connection, args.table, args.game, operator(), args.reason, args.giver
            )
            if args.json:
                print_json(takeover_fields(found))
            else:
                print(
                    f"game {found.game} goes on at table {found.taker}, behind line {found.lines}"
                    f" of table {found.giver}; takeover {found.number}"
                )
            return 0
        wanted, copies = takeover.wanted(connection), opencopies.copies(connection)
    if args.json:
        print_json(
            {
                "wanted": [
                    {"table": one.taker, "game": one.game, "from": one.giver, "reason": one.reason}
                    for one in wanted
                ],
                "open": [
                    {"game": one.game, "table": one.table, "number": one.number}
                    | {"lines": one.lines, "late_lines": one.late_lines}
                    for one in copies
                ],
            }
        )
        return 0
    for one in wanted:
        print(f"{one.taker} asks for {one.game or 'a game'}  {one.reason}".rstrip())
    for copy in copies:
        late = f", {copy.late_lines} said too late" if copy.late_lines else ""
        print(f"{copy.game}  open at {copy.table}, {copy.lines} lines{late}")
    if not wanted and not copies:
        print("nobody asks for a game, and no copy of an open one is here")
    return 0
