"""`league print SEASON standings|seats|cards|results|sheet FILE.pdf`: paper, in A4."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from league.cli.opened import add_json, keep_file, opened
from league.errors import UserError

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from league.paper.papers import Paper
    from league.seasons import Season
    from league.texts import Texts

KINDS: Final = ("standings", "seats", "cards", "results", "sheet")
OF_A_ROUND: Final = ("seats", "cards", "results")
LANGUAGES: Final = ("en", "hu", "da", "ru", "sv")


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("season", metavar="SEASON")
    parser.add_argument("kind", choices=KINDS, metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("file", metavar="FILE.pdf", type=Path)
    parser.add_argument("--round", metavar="ROUND", help="of seats, cards, results")
    parser.add_argument("--stage", metavar="STAGE", help="standings: who goes on after it")
    parser.add_argument("--game", metavar="GAME", help="of sheet")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="en, hu, da, ru, sv")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Make and write the file."""
    from league.paper.printing import printed
    from league.seasons import find
    from league.texts import texts

    wanted = "--round" if args.kind in OF_A_ROUND else "--game" if args.kind == "sheet" else None
    if wanted and getattr(args, wanted[2:]) is None:
        raise UserError(f"league print {args.kind}: needs {wanted}")
    text = texts(args.lang)
    with opened(args) as (settings, database), database.read() as connection:
        season = find(connection, settings, args.season)
        papers = _papers(connection, season, args, settings.public_url, text)
    drawn = printed(papers, settings, text)
    return keep_file(args, drawn)


def _papers(
    connection: Connection, season: Season, args: argparse.Namespace, public_url: str, text: Texts
) -> Sequence[Paper]:
    from league.paper import resultsheets
    from league.paper.seatlists import seats_paper
    from league.paper.standingsheets import standings_paper
    from league.paper.tablecards import card_papers
    from league.sheets import game_sheet

    if args.kind == "standings":
        return [standings_paper(connection, season, args.stage, text)]
    if args.kind == "seats":
        return [seats_paper(connection, season, args.round, text)]
    if args.kind == "cards":
        address = f"{public_url.rstrip('/')}/seasons/{season.id}" if public_url else ""
        return card_papers(connection, season, args.round, address, text)
    if args.kind == "results":
        found = resultsheets.papers_of_round(connection, season, args.round, text)
        if not found:
            raise UserError(f"round {args.round!r}: no result is stored yet")
        return found
    sheet = game_sheet(connection, args.game)
    if sheet is None or sheet.season != season.id:
        raise UserError(f"game {args.game!r}: not stored in season {season.id}")
    return [resultsheets.result_paper(connection, season, sheet, text)]
