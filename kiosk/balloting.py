"""A members' vote on a running table: stands between the loop and the host while it lasts.

Only a table without a game shows one. While it does, seats and keys are the vote's; whatever else
comes (status, league, console) is the host's as ever. A game that is opened from elsewhere ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol

from firmware_py import patterns
from firmware_py.debounce import Debouncer
from firmware_py.kinds import Edge
from firmware_py.timesource import earliest
from kiosk import gestures
from kiosk.gestures import Gesture, Judge, JudgeKey, SeatButton, Source
from kiosk.host import Host
from kiosk.inbox import Item, Key, Touch, VotesAsked, VotesTaken
from kiosk.intents import Tell
from kiosk.putoff import PutOff
from kiosk.screens import targets
from kiosk.selftest.hosted import Hosted
from kiosk.signals import SIGNALS

if TYPE_CHECKING:  # loaded with the first vote, not with the table
    from kiosk.memberballot import Asked, MemberBallot, Voices


class Sounds(Protocol):
    """What is needed of the loudspeaker."""

    def play_now(self, sound: str, key: str = "", late_ms: int = 0) -> None:
        """Sound it."""


class Balloting:
    """A host for the loop: the table's own, with a vote before it while one is shown."""

    def __init__(
        self,
        hosted: Hosted,
        host: Host,
        debouncer: Debouncer,
        sounds: Sounds,
        send: Callable[[Voices], None],
        put_off: PutOff,
    ) -> None:
        self._hosted = hosted
        self._host = host
        self._debouncer = debouncer
        self._sounds = sounds
        self._send = send
        self._vote: MemberBallot | None = None
        self._put_off = put_off
        self._over: set[int] = set()
        """Ballots that were answered here."""
        # What a vote has nothing to do with is the host's own.
        self.hushed, self.stale = hosted.hushed, hosted.stale
        self.make_ready, self.deadline_ns = hosted.make_ready, hosted.deadline_ns
        self.draw, self.poll_s, self.fault = hosted.draw, hosted.poll_s, hosted.fault

    @property
    def vote(self) -> MemberBallot | None:
        """The vote that is shown."""
        return self._vote

    def edge(self, edge: Edge) -> None:
        """An input line changed."""
        if self._vote is None:
            self._hosted.edge(edge)
            return
        for change in self._debouncer.feed(edge):
            gesture = gestures.of_line(change)
            if isinstance(gesture, SeatButton) and gesture.down:
                self._host.table.lamps.answer(gesture.seat, gesture.at_ns)
            self._gesture(gesture)

    def item(self, item: Item) -> None:
        """Anything else."""
        match item:
            case VotesAsked(asked):
                self._offered(asked)
            case VotesTaken(number, is_taken):
                self._taken(number, is_taken)
            case Key() if self._vote is not None:
                self._gesture(gestures.of_key(item))
            case Touch() if self._vote is not None:
                self._touch(item)
            case _:
                self._hosted.item(item)
        if self._vote is not None and (self._host.game is not None or self._hosted.testing):
            self._leave()

    def keep_house(self) -> None:
        """Once a second."""
        self._hosted.keep_house()

    def pass_time(self, now_ns: int) -> None:
        """Everything that is due by now."""
        if self._vote is not None:
            self._follow(self._vote.pass_time(now_ns))
        self._hosted.pass_time(now_ns)

    def wake_ns(self) -> int | None:
        """When `pass_time` has something to do."""
        mine = None if self._vote is None else self._vote.wake_ns(self._host.time.now_ns())
        return earliest(mine, self._hosted.wake_ns())

    def _offered(self, asked: Iterable[Asked]) -> None:
        """The league asks this, and nothing else any more."""
        asked = tuple(asked)
        done = self._over | self._put_off.among([one.ballot for one in asked])
        wanted = [one for one in asked if one.ballot not in done]
        vote = self._vote
        if vote is not None and vote.asked not in wanted and vote.voices is None:
            self._leave()
        free = self._host.game is None and not self._hosted.testing
        if self._vote is None and wanted and free:
            from kiosk.memberballot import MemberBallot

            self._vote = MemberBallot(wanted[0])
            self._show()

    def _taken(self, number: int, is_taken: bool) -> None:
        if self._vote is not None and self._vote.asked.ballot == number:
            self._vote.taken(is_taken, self._host.time.now_ns())
            self._show()

    def _gesture(self, gesture: Gesture | None) -> None:
        if gesture is None or self._vote is None:
            return
        if self._vote.puts_off(gesture):
            self._put_off.add(self._vote.asked.ballot)
            self._leave()
            return
        self._follow(self._vote.gesture(gesture))

    def _touch(self, touch: Touch) -> None:
        if touch.down and isinstance(self._host.hit(touch.x, touch.y), targets.Ok):
            self._gesture(JudgeKey(Judge.NEXT, True, touch.at_ns, None, Source.TOUCH))

    def _follow(self, tells: list[Tell]) -> None:
        """Sound what began, send what was answered, show how it stands."""
        vote = self._vote
        if vote is None:
            return
        for tell in tells:
            signal = SIGNALS.get(tell.word)
            if signal is not None:
                self._sounds.play_now(signal.sound, tell.word)
        if vote.voices is not None and vote.asked.ballot not in self._over:
            self._over.add(vote.asked.ballot)
            self._send(vote.voices)
        if vote.done:
            self._leave()
            return
        self._show()

    def _leave(self) -> None:
        """The table is itself again, its lamps off."""
        vote, self._vote = self._vote, None
        if vote is not None and self._host.game is None:
            now_ns = self._host.time.now_ns()
            dark = [(seat, patterns.OFF) for seat, _ in vote.asked.seats]
            self._host.stage.show_lamps(dark, now_ns)
        self._host.stage.show_vote(None)

    def _show(self) -> None:
        now_ns, vote = self._host.time.now_ns(), self._vote
        if vote is not None:
            self._host.stage.show_lamps(vote.lamps(now_ns), now_ns)
            self._host.stage.show_vote(vote.shown(now_ns))
