"""`league dice SEASON [--by die_set|seat|player] [--format table|json|csv]`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from league.cli.opened import add_json, opened, print_json
from league.cli.printed import print_rows

if TYPE_CHECKING:
    from league.fairness import Test, Thrown

HEAD: Final = ("name", "dice", "1", "2", "3", "4", "5", "6", "uneven", "streaky")


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("season", metavar="SEASON")
    parser.add_argument("--by", choices=("die_set", "seat", "player"), default="die_set")
    parser.add_argument("--format", choices=("table", "json", "csv"), default="table")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print how often each face fell, and what chi-square and runs say of it."""
    from league.dicebook import dice_sheet
    from league.seasons import find

    with opened(args) as (settings, database), database.read() as connection:
        found = dice_sheet(connection, find(connection, settings, args.season))
    rows = [_row(thrown) for thrown in found.groups[args.by]]
    if args.json or args.format == "json":
        whole = None if found.whole is None else _row(found.whole)
        print_json({"games": found.games, "all": whole, "by": args.by, "rows": rows})
    else:
        print_rows(rows, args.format, HEAD)
    return 0


def _row(thrown: Thrown) -> Mapping[str, Any]:
    return {
        "name": thrown.name,
        "dice": thrown.dice,
        **{str(face): count for face, count in enumerate(thrown.counts, 1)},
        **_test("chi2", thrown.chi_square),
        **_test("runs_z", thrown.runs),
        "uneven": thrown.uneven,
        "streaky": thrown.streaky,
    }


def _test(word: str, test: Test | None) -> Mapping[str, Any]:
    if test is None:
        return {word: None, f"{word}_p": None, f"{word}_adjusted": None}
    return {
        word: round(test.statistic, 2),
        f"{word}_p": float(f"{test.p:.3g}"),
        f"{word}_adjusted": float(f"{test.adjusted:.3g}"),
    }
