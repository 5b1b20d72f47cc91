"""The words every rule module speaks: seat, time, money, audience, announcement, step, refusal.

Nothing here knows a game. Time is always whole milliseconds since the game's opening; money is
whole units of the game's own currency.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Generic, NamedTuple, NewType, TypeVar

from rules.value import Value

Seat = NewType("Seat", int)
GameMs = NewType("GameMs", int)
Money = NewType("Money", int)
RuleId = NewType("RuleId", str)

State = TypeVar("State")


class Audience(StrEnum):
    """Who may be told: everybody at the table, or the official alone (console, never the table)."""

    TABLE = "table"
    OFFICIAL = "official"


class Status(StrEnum):
    """What a game is to the outside: `status` of its summary (docs/rules/record.md)."""

    OPEN = "open"
    AWAITING_SIGNATURES = "awaiting_signatures"
    FINAL = "final"
    VOID = "void"


class Announcement(NamedTuple):
    """Something told at an instant; `id` is the one word for it (`warn-30`, `end`)."""

    id: str
    at: GameMs
    audience: Audience = Audience.TABLE


class Refusal(Value):
    """A wrong press: the rule that forbids it and `why`, a key of the text catalogue.

    `details` fill the placeholders of the text, as (name, value) pairs. `audience` is that of the
    action (`History` sets it): where it is the official, nothing at the table may show that it was
    asked.
    """

    rule: RuleId
    why: str
    details: tuple[tuple[str, str | int], ...] = ()
    audience: Audience = Audience.TABLE


def seconds(at: GameMs) -> int | float:
    """Game time as files and summaries write it: seconds, a whole number where they are whole."""
    whole, rest = divmod(at, 1000)
    return at / 1000 if rest else whole


class Step(NamedTuple, Generic[State]):
    """What an accepted action or a crossed deadline leads to."""

    state: State
    announcements: tuple[Announcement, ...] = ()
