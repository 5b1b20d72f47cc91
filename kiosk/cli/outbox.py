"""list: sealed records that the league has not confirmed. carry FILE: write them to a file (a
stick) for `league receive`; they stay in the outbox until the league's receipt.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from kiosk import outbox
from kiosk.disk import write_whole
from kiosk.errors import RunError
from kiosk.home import Home


def configure(parser: argparse.ArgumentParser) -> None:
    """Two verbs."""
    verbs = parser.add_subparsers(dest="verb", metavar="list|carry", required=True)
    for name, text in (("list", "what is not delivered"), ("carry", "write it to FILE")):
        verb = verbs.add_parser(name, description=text)
        verb.add_argument("--json", action="store_true", default=argparse.SUPPRESS)
        verb.add_argument("--debug", action="store_true", default=argparse.SUPPRESS)
        if name == "carry":
            verb.add_argument("file", metavar="FILE", type=Path)


def run(args: argparse.Namespace) -> int:
    """List or carry."""
    found = outbox.parcels(Home.of())
    if args.verb == "carry":
        return _carry(found, args.file, args.json)
    if args.json:
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


def _carry(found: list[outbox.Parcel], path: Path, as_json: bool) -> int:
    """All records behind one another: each begins with its own opening line."""
    try:
        write_whole(path, b"".join(parcel.data for parcel in found))
    except OSError as error:
        raise RunError(f"{path}: cannot be written: {error.strerror}") from None
    games = [parcel.game for parcel in found]
    print(
        json.dumps({"file": str(path), "games": games})
        if as_json
        else f"{len(games)} records in {path}; they wait here until the league's receipt"
    )
    return 0
