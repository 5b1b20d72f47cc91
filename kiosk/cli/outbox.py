"""list: sealed records that the league has not confirmed. carry FILE: write them to a file, or
into a folder (a stick) for `league receive`; they stay in the outbox until the league's receipt.
The open game's sealed copy goes beside them, for a spare.
take FILE: take the receipts that `league receive` wrote beside the file.
again GAME...: send what the league refused, or has lost, once more.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from firmware_py.timesource import SystemTime
from kiosk import outbox, stick
from kiosk.config import load
from kiosk.copying import write_copy
from kiosk.errors import RunError, UserError
from kiosk.home import Home
from kiosk.resume import open_game
from kiosk.seal import Membership, membership, public_of


def configure(parser: argparse.ArgumentParser) -> None:
    """Four verbs."""
    verbs = parser.add_subparsers(dest="verb", metavar="list|carry|take|again", required=True)
    for name, text in (
        ("list", "what is not delivered"),
        ("carry", "write it to FILE, or into a folder; what has a receipt there is taken first"),
        ("take", "take the receipts beside FILE, or in a folder"),
        ("again", "send these to the league once more, refused or delivered"),
    ):
        verb = verbs.add_parser(name, description=text)
        verb.add_argument("--json", action="store_true", default=argparse.SUPPRESS)
        verb.add_argument("--debug", action="store_true", default=argparse.SUPPRESS)
        if name == "again":
            verb.add_argument("games", metavar="GAME", nargs="+")
        elif name != "list":
            verb.add_argument("file", metavar="FILE", type=Path)


def run(args: argparse.Namespace) -> int:
    """List, carry, take or send again."""
    home = Home.of()
    if args.verb == "list":
        return _list(home, args.json)
    if args.verb == "again":
        return _again(home, args.games, args.json)
    member = membership(home.keys)
    table = load(home.settings).table if member is None else member.table
    path = stick.file_of(args.file, table, public_of(home.keys))
    if args.verb == "take" and not (args.file.exists() or stick.receipts_of(path).exists()):
        raise UserError(
            f"{path}: not there; allowed: a file that `kiosk outbox carry` wrote, or its folder"
        )
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


def _again(home: Home, games: Sequence[str], as_json: bool) -> int:
    """All of them or none."""
    for game in games:
        if not outbox.is_sealed_game(home, game):
            raise UserError(f"GAME: found {game!r}, allowed a game of this table that is sealed")
    try:
        for game in games:
            outbox.send_again(home, game)
    except OSError as error:
        raise RunError(f"{home.games}: cannot be written: {error.strerror}") from None
    print(json.dumps({"again": list(games)}) if as_json else f"{len(games)} records wait again")
    return 0


def _carry(home: Home, member: Membership | None, path: Path, as_json: bool) -> int:
    """Take what is confirmed on the stick already, then write the rest."""
    taken = stick.take(home, path, "" if member is None else member.league)
    found = outbox.parcels(home)
    stick.carry(found, path)
    games, copy = [parcel.game for parcel in found], _copy(home, path)
    if as_json:
        said = {"file": str(path), "games": games, "delivered": taken.delivered, "copy": copy}
        print(json.dumps(said))
        return 0
    if taken.delivered:
        print(f"{len(taken.delivered)} records were confirmed there and are delivered")
    print(f"{len(games)} records in {path}; they wait here until the league's receipt")
    if copy is not None:
        print(f"the open game is in {copy}, for a spare: kiosk takeover")
    return 0


def _copy(home: Home, path: Path) -> str | None:
    """The open game's copy beside it, for a spare, if there is a game and a table to read it."""
    opened = open_game(home)
    if opened is None:
        return None
    try:
        found = write_copy(home, opened, path.parent, SystemTime().wall())
    except OSError as error:
        raise RunError(f"{path.parent}: cannot be written: {error.strerror}") from None
    return None if found is None else str(found)


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
