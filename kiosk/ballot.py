"""Yes and no with one input a seat: two windows of five seconds, YES, then NO.

A press is YES in the first window and NO in the second; the last one counts, none is an abstention.
So nobody has to know how long he presses, and a fist does as well as a finger. While a window is
open nothing at the table depends on who has answered, but the lamp's own answer to a press: in the
YES window a list would tell the votes. Who has answered is told after NO, what only at the end.
The official can answer for a seat until then.

Presses are kept in the record as `press` when they come; the votes follow at the end. So a ballot
that a power cut ended begins again. Pure, from stamps; `Voting` is what a desk keeps of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Final

from firmware_py import patterns
from firmware_py.patterns import Pattern
from kiosk import signals
from kiosk.intents import Act, Intent, Tell
from rules.kinds import Seat
from rules.value import Value, replace

WINDOW_NS: Final = 5_000_000_000
LISTED_NS: Final = 5_000_000_000
"""So long it is shown who has answered; each answer of the official begins it anew."""


class Choice(StrEnum):
    """A vote, by its word in the record."""

    YES = "yes"
    NO = "no"
    ABSTAIN = "abstain"


class Window(StrEnum):
    """Where a ballot is."""

    YES = "yes"
    NO = "no"
    LISTED = "listed"
    OVER = "over"


SIGNALS: Final[Mapping[Window, str]] = {
    Window.YES: "yes-open",
    Window.NO: "no-open",
    Window.LISTED: "ballot-end",
}
RHYTHMS: Final[Mapping[Window, Pattern]] = {
    window: rhythm
    for window in (Window.YES, Window.NO)
    if (rhythm := signals.SIGNALS[SIGNALS[window]].lamps) is not None
}


class Answer(Value):
    """The last answer of a seat."""

    seat: Seat
    choice: Choice
    at_ns: int


class Ballot(Value):
    """One ballot; `listed_ns`: since when it is shown who has answered."""

    eligible: tuple[Seat, ...]
    opened_ns: int
    listed_ns: int
    answers: tuple[Answer, ...] = ()


def opened(eligible: Iterable[Seat], at_ns: int) -> Ballot:
    """The YES window opens now."""
    return Ballot(tuple(eligible), at_ns, at_ns + 2 * WINDOW_NS)


def window_at(ballot: Ballot, at_ns: int) -> Window:
    """The window at this stamp; what belongs to two instants belongs to the later window."""
    if at_ns < ballot.opened_ns + WINDOW_NS:
        return Window.YES
    if at_ns < ballot.opened_ns + 2 * WINDOW_NS:
        return Window.NO
    return Window.LISTED if at_ns < ballot.listed_ns + LISTED_NS else Window.OVER


def ends_ns(ballot: Ballot, at_ns: int) -> int:
    """When the window of this instant is over."""
    match window_at(ballot, at_ns):
        case Window.YES:
            return ballot.opened_ns + WINDOW_NS
        case Window.NO:
            return ballot.opened_ns + 2 * WINDOW_NS
    return ballot.listed_ns + LISTED_NS


def pressed(ballot: Ballot, seat: Seat, at_ns: int) -> Ballot:
    """A seat's button went down: an answer while a window is open."""
    window = window_at(ballot, at_ns)
    if window not in RHYTHMS or at_ns < ballot.opened_ns:
        return ballot
    return _answered(ballot, Answer(seat, Choice(window.value), at_ns))


def said(ballot: Ballot, seat: Seat, choice: Choice, at_ns: int) -> Ballot:
    """The official answers for a seat; until the ballot is over."""
    window = window_at(ballot, at_ns)
    if window is Window.OVER:
        return ballot
    ballot = _answered(ballot, Answer(seat, choice, at_ns))
    return replace(ballot, listed_ns=at_ns) if window is Window.LISTED else ballot


def who_answered(ballot: Ballot, now_ns: int) -> frozenset[Seat]:
    """Who has answered, once it may be told: after the NO window."""
    if window_at(ballot, now_ns) in RHYTHMS:
        return frozenset()
    return frozenset(answer.seat for answer in ballot.answers)


def votes(ballot: Ballot) -> Iterator[dict[str, Any]]:
    """The actions of the record, a seat each, in seat order; who did not answer abstains."""
    chosen = {answer.seat: answer.choice for answer in ballot.answers}
    for seat in ballot.eligible:
        choice = chosen.get(seat, Choice.ABSTAIN)
        yield {"do": "vote", "seat": seat, "choice": choice.value}


def lamps(ballot: Ballot, now_ns: int) -> Iterator[tuple[Seat, Pattern]]:
    """The rhythm of everybody who votes: fast for YES, slow for NO; then lit: has answered."""
    rhythm = RHYTHMS.get(window_at(ballot, now_ns))
    listed = who_answered(ballot, now_ns)
    for seat in ballot.eligible:
        yield seat, rhythm or (patterns.ON if seat in listed else patterns.OFF)


def _answered(ballot: Ballot, answer: Answer) -> Ballot:
    """The last answer counts, by its stamp."""
    if answer.seat not in ballot.eligible:
        return ballot
    before = next((one for one in ballot.answers if one.seat == answer.seat), None)
    if before is not None and before.at_ns > answer.at_ns:
        return ballot
    others = tuple(one for one in ballot.answers if one.seat != answer.seat)
    return replace(ballot, answers=(*others, answer))


class Voting:
    """The ballot at a desk: its signals as the windows come, its votes when it is over."""

    def __init__(self) -> None:
        self.ballot: Ballot | None = None
        self._told: Window | None = None

    def open(self, eligible: Iterable[Seat], at_ns: int) -> list[Intent]:
        """Ask now; what was asked before is dropped."""
        self.ballot, self._told = opened(eligible, at_ns), None
        return self.pass_time(at_ns)

    def press(self, seat: Seat, at_ns: int) -> None:
        """A seat's button, whatever it means else."""
        if self.ballot is not None:
            self.ballot = pressed(self.ballot, seat, at_ns)

    def say(self, seat: Seat, choice: Choice, at_ns: int) -> None:
        """The official answers for a seat."""
        if self.ballot is not None:
            self.ballot = said(self.ballot, seat, choice, at_ns)

    def close(self, at_ns: int) -> list[Intent]:
        """The official goes on: from the list at once to the votes. Earlier nothing ends."""
        if self.ballot is None or window_at(self.ballot, at_ns) is not Window.LISTED:
            return []
        return self._count(at_ns)

    def drop(self) -> None:
        """What was asked about is taken back."""
        self.ballot = None

    def pass_time(self, now_ns: int) -> list[Intent]:
        """The signals of the windows that began by now; the votes, when it is over."""
        ballot = self.ballot
        if ballot is None:
            return []
        window = window_at(ballot, now_ns)
        if window is Window.OVER:
            return self._count(ballot.listed_ns + LISTED_NS)
        if window is self._told:
            return []
        self._told = window
        began = {Window.YES: 0, Window.NO: WINDOW_NS, Window.LISTED: 2 * WINDOW_NS}[window]
        return [Tell(SIGNALS[window], ballot.opened_ns + began)]

    def wake_ns(self) -> int | None:
        """When `pass_time` has something to do."""
        ballot = self.ballot
        if ballot is None or self._told is None:
            return None
        return {
            Window.YES: ballot.opened_ns + WINDOW_NS,
            Window.NO: ballot.opened_ns + 2 * WINDOW_NS,
            Window.LISTED: ballot.listed_ns + LISTED_NS,
        }[self._told]

    def _count(self, at_ns: int) -> list[Intent]:
        ballot, self.ballot = self.ballot, None
        return [] if ballot is None else [Act(fields, at_ns) for fields in votes(ballot)]
