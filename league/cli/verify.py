"""`league verify SEASON`: every stored record proved and replayed again."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from league.cli.opened import add_json, opened, print_json
from league.errors import RunError


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("season", metavar="SEASON")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print each record's verdict; exit 1 if the store and a record disagree."""
    from league.aside import asides
    from league.seasons import find
    from league.verifying import verify

    with opened(args) as (settings, database), database.read() as connection:
        found = verify(connection, settings, find(connection, settings, args.season))
        kept = asides(connection, args.season)
    bad = [checked for checked in found if checked.faults]
    if args.json:
        print_json(
            {
                "season": args.season,
                "records": [asdict(checked) for checked in found],
                "aside": [record._asdict() for record in kept],
            }
        )
    else:
        for checked in found:
            why = "; ".join((*checked.faults, *checked.reasons))
            print(f"{checked.game}  {checked.verdict}  {checked.sha256[:16]}  {why}".rstrip())
        for record in kept:
            print(
                f"{record.game}  aside  {record.sha256[:16]}  sent by table {record.table},"
                f" {record.stored[:16]} is stored"
            )
        print(f"{len(found)} records, {len(bad)} with faults, {len(kept)} kept aside")
    if bad:
        raise RunError(
            f"season {args.season}: {len(bad)} records are not what was received, first"
            f" {bad[0].game}: {bad[0].faults[0]}; restore a backup"
        )
    return 0
