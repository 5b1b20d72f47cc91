"""The table's own dice: the seed kept in the home, and the cup that throws from it.

The seed lies in `keys/`, durable, before its commitment is written anywhere. It leaves the table in
the seal of its game and not before: nothing here logs it or shows it.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from kiosk.disk import MODE_SECRET, Disk, write_whole
from kiosk.errors import RunError
from rules.actions import FAMILIES, Roll
from rules.fairdice import SEED_BYTES, Cup, commitment, committed, committed_note, last_number
from rules.history import History
from rules.record import Record

log = logging.getLogger(__name__)

SUFFIX: Final = ".dice"


def has_dice(history: History) -> bool:
    """A game that is played with dice."""
    return Roll.do in FAMILIES[history.family]


def new_cup(keys: Path, game: str, disk: Disk | None = None) -> tuple[Cup, Mapping[str, Any]]:
    """Dice for a new game, and the note that commits the table to them; RunError if the seed
    cannot be kept.
    """
    seed, path = os.urandom(SEED_BYTES), keys / f"{game}{SUFFIX}"
    try:
        write_whole(path, seed.hex().encode() + b"\n", disk, MODE_SECRET)
    except OSError as error:
        raise RunError(f"{path}: cannot be written: {error.strerror}") from None
    return Cup(seed, game), committed_note(seed)


def kept_seed(keys: Path, game: str) -> bytes | None:
    """The seed of a game's dice as it is kept; None where the table throws none."""
    try:
        return bytes.fromhex((keys / f"{game}{SUFFIX}").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def keep_seed(keys: Path, game: str, seed: bytes) -> None:
    """Keep the seed of a game that was taken over; OSError if it cannot be."""
    write_whole(keys / f"{game}{SUFFIX}", seed.hex().encode() + b"\n", None, MODE_SECRET)


def cup_of(keys: Path, record: Record) -> Cup | None:
    """The dice of a game that goes on; None if it has none, or if their seed is lost."""
    promised, game = committed(record), record.opening.game
    if promised is None:
        return None
    path = keys / f"{game}{SUFFIX}"
    try:
        seed = bytes.fromhex(path.read_text(encoding="ascii"))
    except (OSError, ValueError) as error:
        log.error("%s: the seed of the dice cannot be read (%s); enter them", path, error)
        return None
    if commitment(seed) != promised:
        log.error("%s: not the seed that game %s was opened with; enter the dice", path, game)
        return None
    return Cup(seed, game, last_number(record))
