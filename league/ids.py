"""Identifiers that must not be mixed up, and how names from outside must look."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime
from typing import NewType

from league.errors import UserError
from rules.words import NAME_RULE, is_name

SeasonId = NewType("SeasonId", str)
GameId = NewType("GameId", str)
TableId = NewType("TableId", str)
RecordId = NewType("RecordId", str)
"""Hex sha256 of a record file's bytes."""
Stage = NewType("Stage", str)
WallMs = NewType("WallMs", int)
"""Milliseconds since 1970 of the server's clock: a label, never a measure of a game."""


def person(text: str) -> str:
    """The name of a player as it is kept: one form of each accent, no spaces around it.

    Files of different programs write the same name in different bytes; they are one player.
    """
    return unicodedata.normalize("NFC", text).strip()


def day_of(wall_ms: int) -> str:
    """The day of an instant as `YYYY-MM-DD`, in UTC: the same on every server."""
    return datetime.fromtimestamp(wall_ms / 1000, UTC).strftime("%Y-%m-%d")


def checked_name(what: str, text: str) -> str:
    """`text`, or UserError saying what a `what` looks like."""
    if not is_name(text):
        raise UserError(f"{what} {text!r}: write {NAME_RULE}")
    return text
