"""What every action is: something asked at an instant, perhaps by a button."""

from __future__ import annotations

from typing import ClassVar

from rules.kinds import GameMs
from rules.value import Value


class _Made(Value, kw_only=True):
    line: str | None = None
    """The button that made it (`seat3`, `judge.next`), None for a script, a screen or a drive."""


class Action(_Made):
    """Something asked at `at`; never made itself. `do` is its one word in scripts and records."""

    do: ClassVar[str]

    at: GameMs
