"""`league picture SEASON FILE.png`: the standings as a picture for the club's chat."""

from __future__ import annotations

import argparse
from pathlib import Path

from league.cli.opened import add_json, keep_file, opened


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("season", metavar="SEASON")
    parser.add_argument("file", metavar="FILE.png", type=Path)
    parser.add_argument("--lang", default="en", metavar="CODE", help="en, da, hu")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Draw and write the file."""
    from league.club.picture import asked, painted
    from league.club.standing import require_club
    from league.seasons import find
    from league.texts import texts

    with opened(args) as (settings, database), database.read() as connection:
        season = find(connection, settings, args.season)
        require_club(season)
        wanted = asked(connection, settings, season, texts(args.lang))
    drawn = painted(wanted)
    return keep_file(args, drawn)
