"""`league ballot SEASON ACTION`: the votes of the final evening."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from league.cli.opened import add_json, opened, operator, print_json
from league.errors import UserError

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from league.club.ballots import Held
    from league.seasons import Season

ACTIONS = ("list", "open", "say", "type", "close")


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("season", metavar="SEASON")
    parser.add_argument("action", choices=ACTIONS, metavar="ACTION", help=", ".join(ACTIONS))
    parser.add_argument("id", nargs="?", metavar="ID", help="of the proposal (open), of the ballot")
    parser.add_argument(
        "words",
        nargs="*",
        metavar="WORD",
        help="say: NAME=yes NAME=no NAME=abstain; type: the totals YES NO ABSTAIN",
    )
    parser.add_argument(
        "--tables", nargs="*", metavar="TABLE", help="of open; else those that are enrolled"
    )
    parser.add_argument(
        "--also", nargs="+", default=[], metavar="NAME", help="of open: is here and does not play"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Change what was asked for, then print the ballots."""
    from league.club import ballots
    from league.club.standing import require_club
    from league.seasons import find

    if args.action != "list" and args.id is None:
        raise UserError(f"{args.action}: say which ID")
    with opened(args) as (settings, database):
        if args.action != "list":
            with database.write() as connection:
                season = find(connection, settings, args.season)
                require_club(season)
                _change(args, connection, season)
        with database.read() as connection:
            season = find(connection, settings, args.season)
            require_club(season)
            found = ballots.listing(connection, season)
    if args.json:
        print_json([_shown(one) for one in found])
        return 0
    for one in found:
        print(f"{one.id} proposal {one.proposal.id}: {_state(one)}")
    return 0


def _state(one: Held) -> str:
    """How it ended; while it is open only how many have answered, for a running count sways."""
    if not one.closed:
        voters = len(one.ballot.roll)
        return f"open, {voters - len(one.silent)} of {voters} have answered"
    count = one.outcome
    state = "passed" if count.passed else "rejected"
    return f"{count.yes} yes, {count.no} no, {count.abstain} abstain, {state}"


def _change(args: argparse.Namespace, connection: Connection, season: Season) -> None:
    from league.club import ballots
    from league.ids import person

    who = operator()
    if args.action == "open":
        ballots.open_for(connection, season, args.id, args.tables, who, args.also)
        return
    number = _number(args.id)
    if args.action == "close":
        ballots.close(connection, season, number, who)
    elif args.action == "type":
        if len(args.words) != 3:
            raise UserError("type: write the totals YES NO ABSTAIN")
        yes, no, abstain = (_number(word) for word in args.words)
        ballots.type_totals(connection, season, number, (yes, no, abstain), who)
    else:
        voices = {}
        for word in args.words:
            name, equals, choice = word.rpartition("=")
            if not equals:
                raise UserError(f"say {word!r}: write NAME=yes, NAME=no or NAME=abstain")
            voices[person(name)] = choice
        ballots.answer(connection, season, number, voices, who)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise UserError(f"{text!r}: write a whole number")
    return int(text)


def _shown(one: Held) -> dict[str, Any]:
    return {
        "id": one.id,
        "proposal": one.proposal.id,
        "wording": one.ballot.wording,
        "text": one.text,
        "roll": sorted(one.ballot.roll),
        "buttons": [button._asdict() for button in one.buttons],
        "without": list(one.without),
        "silent": one.silent,
        "closed": one.closed,
        **{word: value if one.closed else None for word, value in one.outcome._asdict().items()},
    }
