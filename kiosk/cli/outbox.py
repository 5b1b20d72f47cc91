"""list: sealed records that the league has not confirmed. carry FILE: write them to a file, or
into a folder (a stick) for `league receive`; they stay in the outbox until the league's receipt.
take FILE: take the receipts that `league receive` wrote beside the file.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from kiosk import outbox, stick
from kiosk.config import load
from kiosk.errors import UserError
from kiosk.home import Home
from kiosk.seal import Membership, membership


def configure(parser: argparse.ArgumentParser) -> None:
    """Three verbs."""
    verbs = parser.add_subparsers(dest="verb", metavar="list|carry|take", required=True)
    for name, text in (
        ("list", "what is not delivered"),
        ("carry", "write it to FILE, or into a folder; what has a receipt there is taken first"),
        ("take", "take the receipts beside FILE, or in a folder"),
    ):
        verb = verbs.add_parser(name, description=text)
        verb.add_argument("--json", action="store_true", default=argparse.SUPPRESS)
        verb.add_argument("--debug", action="store_true", default=argparse.SUPPRESS)
        if name != "list":
            verb.add_argument("file", metavar="FILE", type=Path)


def run(args: argparse.Namespace) -> int:
    """List, carry or take."""
    home = Home.of()
    if args.verb == "list":
        return _list(home, args.json)
    member = membership(home.keys)
    table = load(home.settings).table if member is None else member.table
    path = stick.file_of(args.file, table)
    return (_carry if args.verb == "carry" else _take)(home, member, path, args.json)


def _list(home: Home, as_json: bool) -> int:
    found = outbox.parcels(home)
    if as_json:
        rows = [
            {"game": p.game, "sha256": p.sha256, "bytes": len(p.data)}
            | {"refused": p.refused, "waits": p.waits}
            for p in found
        ]
        print(json.dumps(rows, ensure_ascii=False))
        return 0
    for parcel in found:
        state = f"waiting: {parcel.waits}" if parcel.waits else "waiting"
        if parcel.refused:
            state = f"refused: {parcel.refused}"
        print(f"{parcel.game}  {len(parcel.data)} bytes  {state}")
    if not found:
        print("nothing waits: the league has confirmed every record")
    return 0


def _carry(home: Home, member: Membership | None, path: Path, as_json: bool) -> int:
    """Take what is confirmed on the stick already, then write the rest."""
    taken = stick.take(home, path, "" if member is None else member.league)
    found = outbox.parcels(home)
    stick.carry(found, path)
    games = [parcel.game for parcel in found]
    if as_json:
        print(json.dumps({"file": str(path), "games": games, "delivered": taken.delivered}))
        return 0
    if taken.delivered:
        print(f"{len(taken.delivered)} records were confirmed there and are delivered")
    print(f"{len(games)} records in {path}; they wait here until the league's receipt")
    return 0


def _take(home: Home, member: Membership | None, path: Path, as_json: bool) -> int:
    if member is None or not member.league:
        raise UserError(
            f"{path}: nobody vouches for its receipts: this table does not know its league's key;"
            " allowed after `kiosk enrol CODE`"
        )
    taken = stick.take(home, path, member.league)
    if as_json:
        print(json.dumps(taken._asdict()))
        return 0
    print(f"{len(taken.delivered)} records delivered, {len(taken.refused)} refused")
    if taken.strange:
        print(f"{taken.strange} receipts are not this table's, or not signed by its league")
    return 0
