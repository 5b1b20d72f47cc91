"""What a game's state is made of: persons, days, nights, ballots, small immutable values."""

from __future__ import annotations

from typing import NamedTuple

from rules.kinds import GameMs, Seat
from rules.timers import Timer

Votes = tuple[tuple[Seat, tuple[Seat, ...]], ...]
"""Voters by candidate, in the order of the candidates."""


class Person(NamedTuple):
    """What happened to one seat. `left`: kill, vote, lift, removal; `silent_on`: day numbers."""

    present: bool = False
    left: str | None = None
    left_at: GameMs | None = None
    fouls: int = 0
    warnings: int = 0
    silent_on: tuple[int, ...] = ()
    disqualified: bool = False
    signed: str | None = None


class Speaking(NamedTuple):
    """Who has the word: `kind` is speech, silent, critical, defence or minute."""

    seat: Seat
    kind: str
    timer: Timer


class Nomination(NamedTuple):
    """MAF-P-4: `whom` stands for the vote."""

    by: Seat
    whom: Seat


class Pending(NamedTuple):
    """A foul that waits for the host: `why` is hand_off or no_fist; `tallied`: by his own count."""

    seat: Seat
    why: str
    at: GameMs
    tallied: bool = False


class Ballot(NamedTuple):
    """A ballot that runs. `at` is the number of the window, `open_until` None between windows.

    `fists` are (voter, candidate) as they fell; `off`: voters whose hand left too early. `shaken`:
    somebody was removed since the vote was announced.
    """

    stage: str
    candidates: tuple[Seat, ...]
    at: int
    open_until: GameMs | None
    fists: tuple[tuple[Seat, Seat], ...] = ()
    off: tuple[Seat, ...] = ()
    shaken: bool = False

    @property
    def last(self) -> bool:
        """Whether the last candidate's window is or was open."""
        return self.at == len(self.candidates) - 1


class Counted(NamedTuple):
    """A ballot that is counted; `pads` is what the pads had said where the host corrected, `absent`
    who showed no fist and counts for the last candidate.
    """

    stage: str
    candidates: tuple[Seat, ...]
    votes: Votes
    leaves: tuple[Seat, ...] = ()
    pads: Votes | None = None
    stopped: bool = False
    absent: tuple[Seat, ...] = ()


class Left(NamedTuple):
    """Who left, and how."""

    seat: Seat
    how: str
    at: GameMs


class DayLog(NamedTuple):
    """One game day; `first` speaks first."""

    day: int
    first: Seat
    spoke: tuple[Seat, ...] = ()
    nominations: tuple[Nomination, ...] = ()
    ballots: tuple[Counted, ...] = ()
    left: tuple[Left, ...] = ()


class NightLog(NamedTuple):
    """One night; an entry is None until it is made, then a tuple of one seat or None."""

    night: int
    shot: tuple[Seat | None] | None = None
    don: tuple[Seat | None] | None = None
    sheriff: tuple[Seat | None] | None = None
    left: tuple[Left, ...] = ()
    killed: Seat | None = None


class Named(NamedTuple):
    """Three seats named as the blacks."""

    seat: Seat
    names: tuple[Seat, ...]
    at: GameMs


class Given(NamedTuple):
    """What the host credits, or charges, a seat with."""

    seat: Seat
    what: str
    at: GameMs


class Remark(NamedTuple):
    """A foul, a warning, an incident, a ruling: `word` says what, `text` is a person's; `rule` what
    it stands for, as the host said it.
    """

    at: GameMs
    word: str
    seat: Seat | None
    text: str
    rule: str = ""


class Ending(NamedTuple):
    """How the game ended."""

    at: GameMs
    winner: str | None
    reason: str
