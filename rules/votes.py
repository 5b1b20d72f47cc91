"""Majorities. Who may vote and what follows is the game's; here only how a count is decided."""

from __future__ import annotations


def by_all(yes: int, eligible: int) -> bool:
    """More than half of all who may vote; who keeps silent counts against."""
    return 2 * yes > eligible


def by_voices(yes: int, no: int) -> bool:
    """More yes than no; who abstains does not count, a tie is rejected."""
    return yes > no
