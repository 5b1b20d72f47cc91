"""`league evening SEASON [ROUND]`: the calendar of the club, and who came."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from league.cli.opened import add_json, opened, operator, print_json
from league.errors import UserError

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from league.seasons import Season

_SWITCH = ("on", "off")


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("season", metavar="SEASON")
    parser.add_argument("round", nargs="?", metavar="ROUND")
    parser.add_argument(
        "--plan", type=int, metavar="YEAR", help="the last Fridays of the season from that autumn"
    )
    parser.add_argument("--date", metavar="YYYY-MM-DD")
    parser.add_argument("--free-pass", choices=_SWITCH, help="an evening with free passage")
    parser.add_argument("--loan", choices=_SWITCH, help="an evening with loans")
    parser.add_argument("--final", choices=_SWITCH)
    parser.add_argument("--remove", action="store_true")
    parser.add_argument("--came", type=Path, metavar="FILE", help="who came, one a line")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Change what was asked for, then print the calendar."""
    from league.club import calendar
    from league.club.standing import require_club
    from league.seasons import find

    asked = (args.date, args.free_pass, args.loan, args.final, args.came, args.remove or None)
    changes = args.plan is not None or any(one is not None for one in asked)
    if args.round is None and any(one is not None for one in asked):
        raise UserError("say which ROUND")
    with opened(args) as (settings, database):
        if changes:
            with database.write() as connection:
                season = find(connection, settings, args.season)
                require_club(season)
                _change(args, connection, season)
        with database.read() as connection:
            season = find(connection, settings, args.season)
            require_club(season)
            found = calendar.listing(connection, season.id)
            came = calendar.everybody_who_came(connection, season.id)
    shown = [one for one in found if args.round in (None, one.round)]
    if args.json:
        print_json([one._asdict() | {"came": came.get(one.round, [])} for one in shown])
        return 0
    for one in shown:
        flags = [
            word
            for word, is_on in (
                ("free passage", one.free_pass),
                ("loans", one.loan),
                ("final", one.final),
            )
            if is_on
        ]
        print(", ".join([f"{one.round} {one.date}", *flags, *came.get(one.round, [])]))
    return 0


def _change(args: argparse.Namespace, connection: Connection, season: Season) -> None:
    from league.club import calendar
    from league.draws import read_attendance
    from rules.matador.evenings import Evening

    if args.plan is not None:
        if not calendar.FIRST_YEAR <= args.plan <= calendar.LAST_YEAR:
            allowed = f"{calendar.FIRST_YEAR} to {calendar.LAST_YEAR}"
            raise UserError(f"--plan {args.plan}: allowed {allowed}")
        calendar.plan(connection, season, args.plan, operator())
    if args.round is None:
        return
    if args.remove:
        calendar.remove(connection, season.id, args.round, operator())
        return
    known = {one.round: one for one in calendar.listing(connection, season.id)}
    if args.date is None and args.round not in known:
        calendar.find(connection, season.id, args.round)
    one = known.get(args.round, Evening(args.round, args.date or ""))
    new = one._replace(
        date=args.date or one.date,
        free_pass=_said(args.free_pass, one.free_pass),
        loan=_said(args.loan, one.loan),
        final=_said(args.final, one.final),
    )
    if new != one or args.round not in known:
        calendar.put(connection, season, new, operator())
    if args.came is not None:
        players = read_attendance(args.came)
        calendar.attend(connection, season, args.round, players, operator())


def _said(word: str | None, before: bool) -> bool:
    return before if word is None else word == "on"
