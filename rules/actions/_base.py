"""What every action is: something asked at an instant, perhaps by a button."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from rules.kinds import GameMs


@dataclass(frozen=True, slots=True)
class Action:
    """Something asked at `at`; never made itself. `do` is its one word in scripts and records."""

    do: ClassVar[str]

    at: GameMs
    line: str | None = field(default=None, kw_only=True)
    """The button that made it (`seat3`, `judge.next`), None for a script, a screen or a drive."""
