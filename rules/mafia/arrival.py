"""Who comes late (MAFA-MAIN-3): when a substitute takes his seat, and his plan of seats with it."""

from __future__ import annotations

from rules.edition import Edition


def replaced_from(edition: Edition) -> str:
    """MAFA-MAIN-3: after 15 minutes of waiting, from the start or from when all must be there."""
    hours, minutes = edition.text("late_from").split(":")
    total = int(hours) * 60 + int(minutes) + edition.whole("late") // 60
    return f"{total // 60 % 24:02}:{total % 60:02}"


def is_replaced(edition: Edition, minute: str) -> bool:
    """MAFA-MAIN-3: whether who is not there at this minute of the evening is replaced."""
    return minute >= replaced_from(edition)
