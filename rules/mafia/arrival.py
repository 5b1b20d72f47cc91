"""Who comes late (MAFA-MAIN-3): when a substitute takes his seat, and his plan of seats with it."""

from __future__ import annotations

from typing import Final

from rules.edition import Edition

START: Final = "21:00"
"""MAFA-MAIN-2: when the document's tournament starts; `late_from` is as far from another start."""

DAY: Final = 24 * 60
"""Minutes."""


def replaced_from(edition: Edition, starts: str = START) -> str:
    """MAFA-MAIN-3: after 15 minutes of waiting, from the start or from when all must be there."""
    total = (_waited_from(edition, starts) + edition.whole("late") // 60) % DAY
    return f"{total // 60:02}:{total % 60:02}"


def is_replaced(edition: Edition, minute: str, starts: str = START) -> bool:
    """MAFA-MAIN-3: whether who is not there at this minute (HH:MM) is replaced; the evening goes on
    after midnight, and the hours before it begins are not yet it.
    """
    waited = (_minutes(minute) - _waited_from(edition, starts)) % DAY
    return edition.whole("late") // 60 <= waited < DAY // 2


def waited_s(edition: Edition) -> int:
    """MAFA-MAIN-3: how long after the start somebody is waited for; negative: before it."""
    early = _minutes(START) - _minutes(edition.text("late_from"))
    return edition.whole("late") - 60 * early


def _waited_from(edition: Edition, starts: str) -> int:
    return _minutes(starts) + _minutes(edition.text("late_from")) - _minutes(START)


def _minutes(minute: str) -> int:
    hours, minutes = minute.split(":")
    return int(hours) * 60 + int(minutes)
