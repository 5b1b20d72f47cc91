"""What is kept beside the dice: ballots and their verdicts, entries of money, debts, remarks."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from rules.kinds import GameMs, Money, RuleId, Seat
from rules.log import Log
from rules.quick import quick


class Ballot(NamedTuple):
    """A ballot, open or closed: `votes` as the voters last pressed."""

    at: GameMs
    about: str
    by: Seat
    on: Seat
    eligible: tuple[Seat, ...]
    avoided: Money | None = None
    votes: Mapping[Seat, str] = MappingProxyType({})

    def count(self, choice: str) -> int:
        """How many chose this."""
        return sum(vote == choice for vote in self.votes.values())


class Entry(NamedTuple):
    """A movement of money; `to` and `from_` are a seat, "bank", "pot" or "separate"."""

    at: GameMs
    from_: Seat | str
    to: Seat | str
    amount: Money
    rule: RuleId
    fine: bool = False


class Debt(NamedTuple):
    """What a lander owed, of which of his turns, and the entries that settled it."""

    seat: Seat
    to: Seat | str
    amount: Money
    turn: int
    entries: tuple[Entry, ...]
    spared: bool = False


class Claim(NamedTuple):
    """Rent claimed by its owner (RAMK-9.22), or demanded by anybody (RAMK-9.23).

    `turn`: which of the lander's turns it is about.
    """

    at: GameMs
    word: str
    seat: Seat
    of: Seat
    turn: int


class Remark(NamedTuple):
    """An incident, a warning, a ruling, a note: `word` says what, `text` is a person's."""

    at: GameMs
    word: str
    seat: Seat | None
    text: str
    by: str | None = None


class Verdict(NamedTuple):
    """A closed ballot and what it decided."""

    at: GameMs
    ballot: Ballot
    passed: bool


@quick
class Kept(NamedTuple):
    """What is kept beside the dice. `pot` is field 21's money (RAMK-5.1)."""

    pot: Money
    separate: Money
    entries: Log[Entry]
    debts: Log[Debt]
    claims: Log[Claim]
    remarks: Log[Remark]
    verdicts: Log[Verdict]
