"""Who comes late (MAFA-MAIN-3): when a substitute takes his seat, and his plan of seats with it."""

from __future__ import annotations

from typing import Final

from rules.edition import Edition

DAY: Final = 24 * 60
"""Minutes."""


def replaced_from(edition: Edition) -> str:
    """MAFA-MAIN-3: after 15 minutes of waiting, from the start or from when all must be there."""
    total = (_minutes(edition.text("late_from")) + edition.whole("late") // 60) % DAY
    return f"{total // 60:02}:{total % 60:02}"


def is_replaced(edition: Edition, minute: str) -> bool:
    """MAFA-MAIN-3: whether who is not there at this minute (HH:MM) is replaced; the evening goes on
    after midnight, and the hours before it begins are not yet it.
    """
    waited = (_minutes(minute) - _minutes(edition.text("late_from"))) % DAY
    return edition.whole("late") // 60 <= waited < DAY // 2


def _minutes(minute: str) -> int:
    hours, minutes = minute.split(":")
    return int(hours) * 60 + int(minutes)
