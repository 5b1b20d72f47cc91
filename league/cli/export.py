"""`league export SEASON`: everything that counts as a result file, uploaded games too."""

from __future__ import annotations

import argparse

from league.cli.opened import add_json, opened, print_json
from league.cli.printed import print_csv


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("season", metavar="SEASON")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the file; an import of it changes nothing here."""
    from league.families import family_of
    from league.results import counted
    from league.seasons import find

    with opened(args) as (settings, database), database.read() as connection:
        season = find(connection, settings, args.season)
        results = list(counted(connection, season).values())
    columns = list(family_of(season.edition).FORM.columns)
    # A result file has no word for an excluded player, and he is not ranked: he is left out.
    excluded = {result.facts["player"] for result in results if result.excluded}
    rows = [
        {column: result.facts[column] for column in columns}
        for result in results
        if result.facts["player"] not in excluded
    ]
    if args.json:
        print_json({"season": season.id, "edition": season.edition.id, "rows": rows})
    else:
        print_csv(columns, rows)
    return 0
