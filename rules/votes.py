"""Majorities. Who may vote and what follows is the game's; here only how a count is decided."""

from __future__ import annotations


def by_all(yes: int, eligible: int) -> bool:
    """More than half of all who may vote; who keeps silent counts against."""
    return 2 * yes > eligible


def needed_of_all(eligible: int, *, half: bool = False) -> int:
    """The fewest voices that carry a vote of all: more than half, or with `half` half of them."""
    return (eligible + 1) // 2 if half else eligible // 2 + 1


def by_voices(yes: int, no: int) -> bool:
    """More yes than no; who abstains does not count, a tie is rejected."""
    return yes > no
