"""A vote of a club's members at this table, outside any game (RAMK-2.3, RAMK-2.4): its steps.

The league asks; whoever sits at one of these seats is named. First the wording stands there for
everybody to read, START begins the two windows of `ballot.py`, and who has answered is listed. The
answers then go to the league; until it has them, or the organiser closes the vote, nothing is lost
but a power cut's: then it begins again. Pure, from stamps.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple

from firmware_py import patterns
from firmware_py.patterns import Pattern
from kiosk import ballot
from kiosk.ballot import Voting, Window
from kiosk.gestures import Edit, Editing, Gesture, Judge, JudgeKey, SeatButton
from kiosk.intents import Act, Intent, Tell
from kiosk.screens.frame import VoteShown
from rules.kinds import Seat

LONGEST_TEXT: Final = 2000
SECOND_NS: Final = 1_000_000_000
SENT_NS: Final = 8 * SECOND_NS
"""So long it is shown that the league has the answers."""


class Asked(NamedTuple):
    """A ballot of the league that has seats at this table."""

    ballot: int
    proposal: str
    member: str
    text: str
    seats: tuple[tuple[Seat, str], ...]


class Step(StrEnum):
    """Where the vote is, beside its windows."""

    READ = "read"
    ASK = "ask"
    SENDING = "sending"
    SENT = "sent"
    REFUSED = "refused"


class Voices(NamedTuple):
    """What was answered at this table: a choice for each seat that was asked."""

    ballot: int
    choices: tuple[tuple[Seat, str], ...]


def asked_of(body: bytes) -> tuple[Asked, ...]:
    """What a league's answer asks; what is none, or asks nobody here, asks nothing."""
    try:
        found = json.loads(body)
        return tuple(_asked(one) for one in found if isinstance(one, dict))
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return ()


def _asked(one: Mapping[str, Any]) -> Asked:
    seats = sorted((Seat(int(seat["seat"])), str(seat["member"])[:64]) for seat in one["seats"])
    numbers = [seat for seat, _ in seats]
    if not numbers or len(set(numbers)) != len(numbers) or not all(1 <= n <= 10 for n in numbers):
        raise ValueError(f"ballot: seats = {numbers}; allowed 1 to 10, each once")
    return Asked(
        int(one["ballot"]),
        str(one["proposal"])[:16],
        str(one["member"])[:64],
        str(one["text"])[:LONGEST_TEXT],
        tuple(seats),
    )


class MemberBallot:
    """One vote at this table, from the wording to the league's receipt."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.step = Step.READ
        self.voices: Voices | None = None
        """What was answered, once it is over."""
        self._voting = Voting()
        self._until_ns: int | None = None

    @property
    def done(self) -> bool:
        """Nothing is shown of it any more."""
        return self.step in (Step.SENT, Step.REFUSED) and self._until_ns is None

    def gesture(self, gesture: Gesture) -> list[Tell]:
        """What a hand did; the signals that follow."""
        match gesture:
            case SeatButton(seat=seat, down=True, at_ns=at_ns):
                self._voting.press(seat, at_ns)
            case JudgeKey(key=Judge.NEXT, down=True, at_ns=at_ns) if self.step is Step.READ:
                self.step = Step.ASK
                seats = [seat for seat, _ in self.asked.seats]
                return self._tells(self._voting.open(seats, at_ns))
            case JudgeKey(key=Judge.NEXT, down=True, at_ns=at_ns):
                return self._tells(self._voting.close(at_ns))
            case _:
                pass
        return []

    def puts_off(self, gesture: Gesture) -> bool:
        """NO at the wording, or while the answers are on their way: the table is wanted for
        something else. The answers go on without it.
        """
        is_no = isinstance(gesture, JudgeKey) and gesture.key is Judge.NO and gesture.down
        cancelled = isinstance(gesture, Editing) and gesture.edit is Edit.CANCEL
        return self.step in (Step.READ, Step.SENDING) and (is_no or cancelled)

    def pass_time(self, now_ns: int) -> list[Tell]:
        """The windows that began by now; the voices, once it is over."""
        if self._until_ns is not None and now_ns >= self._until_ns:
            self._until_ns = None
        return self._tells(self._voting.pass_time(now_ns))

    def taken(self, is_taken: bool, now_ns: int) -> None:
        """The league has the voices, or will not take them: the vote was closed, say."""
        if self.step is Step.SENDING:
            self.step = Step.SENT if is_taken else Step.REFUSED
            self._until_ns = now_ns + SENT_NS

    def wake_ns(self, now_ns: int) -> int | None:
        """When something changes by itself; each second of a window."""
        if self.step is Step.ASK:
            due_ns = self._voting.wake_ns()
            return None if due_ns is None else min(due_ns, now_ns + SECOND_NS)
        return self._until_ns

    def lamps(self, now_ns: int) -> Iterator[tuple[Seat, Pattern]]:
        """As in every ballot: fast for YES, slow for NO, then lit for who has answered."""
        if self._voting.ballot is not None:
            yield from ballot.lamps(self._voting.ballot, now_ns)
            return
        for seat, _ in self.asked.seats:
            yield seat, patterns.OFF

    def shown(self, now_ns: int) -> VoteShown:
        """What the screen shows: nothing tells a vote while a window is open."""
        shown = VoteShown(
            proposal=self.asked.proposal,
            member=self.asked.member,
            text=self.asked.text,
            step=self.step.value,
            seats=self.asked.seats,
        )
        held = self._voting.ballot
        if held is None:
            return shown
        window = ballot.window_at(held, now_ns)
        ends_ns = held.opened_ns + ballot.WINDOW_NS * (1 if window is Window.YES else 2)
        answered = ballot.who_answered(held, now_ns)
        return VoteShown(
            proposal=shown.proposal,
            member=shown.member,
            text=shown.text,
            step="listed" if window not in ballot.RHYTHMS else window.value,
            seats=shown.seats,
            seconds=max(0, -(-(ends_ns - now_ns) // SECOND_NS)),
            answered=tuple(seat for seat in held.eligible if seat in answered),
        )

    def _tells(self, intents: list[Intent]) -> list[Tell]:
        acts = [one.fields for one in intents if isinstance(one, Act)]
        if acts:
            choices = tuple((Seat(int(one["seat"])), str(one["choice"])) for one in acts)
            self.voices = Voices(self.asked.ballot, choices)
            self.step = Step.SENDING
        return [one for one in intents if isinstance(one, Tell)]
