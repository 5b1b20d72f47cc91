"""The outbox on a stick: records for `league receive`, and the receipts that it wrote beside them.

Each table has a file of its own, so that one stick goes from table to table and then to the league.
Receipts are believed only if this table's league signed them: a stick passes through many hands.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from kiosk import outbox
from kiosk.disk import write_whole
from kiosk.errors import RunError, UserError
from kiosk.home import Home
from kiosk.outbox import Parcel
from kiosk.seal import is_receipt

PREFIX: Final = "tableside-"
SUFFIX: Final = ".jsonl"
RECEIPTS: Final = ".receipts"
"""Behind the name of a carried file: what `league receive` answered to it."""


KEY_DIGITS: Final = 8
MOST_BYTES: Final = 100_000_000
_SEALED: Final = b'{"sealed"'


class Taken(NamedTuple):
    """What the receipts of a stick did: games that left the outbox, and those that were refused."""

    delivered: list[str]
    refused: list[str]
    strange: int
    """Receipts that are not this table's league's, or not of a record here."""


def file_of(path: Path, table: str, key: str) -> Path:
    """The file itself, or this table's own in a folder: by its name, or, where another table of
    that name has carried something there, by its name and the first digits of its `key` (hex).
    """
    if not path.is_dir():
        return path
    name = f"{PREFIX}{table or 'table'}"
    own, plain = path / f"{name}-{key[:KEY_DIGITS]}{SUFFIX}", path / f"{name}{SUFFIX}"
    return own if own.exists() or not _is_of(plain, key) else plain


def _is_of(path: Path, key: str) -> bool:
    """Whether nobody else's records are in this file; a damaged one is nobody's."""
    try:
        if path.is_file() and path.stat().st_size > MOST_BYTES:
            return False
        lines = path.read_bytes().splitlines()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return not any(line.startswith(_SEALED) and key.encode() not in line for line in lines)


def carry(found: list[Parcel], path: Path) -> None:
    """All records behind one another, each begins with its opening line; read back and compared."""
    if path.exists() and not path.is_file():
        raise UserError(f"{path}: is no file; give a file, or the folder of a stick")
    data = b"".join(parcel.data for parcel in found)
    try:
        write_whole(path, data)
        back = path.read_bytes()
    except OSError as error:
        raise RunError(f"{path}: cannot be written: {error.strerror}") from None
    if back != data:
        raise RunError(f"{path}: is not what was written; take another stick")


def receipts_of(path: Path) -> Path:
    """Where a league leaves what it says of a carried file."""
    return path.with_name(path.name + RECEIPTS)


def take(home: Home, path: Path, league: str) -> Taken:
    """Take the receipts beside a carried file; what they confirm leaves the outbox."""
    taken = Taken([], [], 0)
    waiting = {parcel.game: parcel for parcel in outbox.parcels(home)}
    for receipt in _receipts(receipts_of(path)):
        parcel = waiting.get(str(receipt.get("game")))
        if parcel is None and receipt.get("sha256"):
            by_hash = (one for one in waiting.values() if one.sha256 == receipt["sha256"])
            parcel = next(by_hash, None)
        if parcel is None or receipt.get("sha256") != parcel.sha256:
            taken = taken._replace(strange=taken.strange + (not _is_done(home, receipt)))
        elif "error" in receipt:
            status = _status(receipt)
            later = status in outbox.LATER
            outbox.keep_refusal(home, parcel.game, status, str(receipt["error"]), later=later)
            taken.refused.append(parcel.game)
        elif is_receipt(league, receipt):
            outbox.keep_receipt(home, parcel.game, receipt, league)
            taken.delivered.append(parcel.game)
        else:
            taken = taken._replace(strange=taken.strange + 1)
    return taken


def _receipts(path: Path) -> Iterator[dict[str, Any]]:
    try:
        lines = path.read_bytes().splitlines()
    except FileNotFoundError:
        return
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from None
    for line in lines:
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            continue  # half a line of a stick that was pulled out: its record simply waits
        if isinstance(found, dict):
            yield found


def _is_done(home: Home, receipt: dict[str, Any]) -> bool:
    """A receipt that was taken before is no news."""
    game = str(receipt.get("game"))
    return "/" not in game and outbox.has_receipt(home, game)


def _status(receipt: dict[str, Any]) -> int:
    status = receipt.get("http")
    return status if type(status) is int else 0
