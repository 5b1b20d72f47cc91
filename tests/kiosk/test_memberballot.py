"""A members' vote at a table: what the league may ask, the steps, and who has the hands."""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware_py import patterns
from kiosk.ballot import LISTED_NS, WINDOW_NS
from kiosk.balloting import Balloting
from kiosk.carrier import Answer
from kiosk.gestures import Edit as EditKey
from kiosk.gestures import Editing, Judge, JudgeKey, SeatButton
from kiosk.inbox import Key, LookOver, VotesAsked, VotesTaken
from kiosk.memberballot import Asked, MemberBallot, Step, Voices, asked_of
from kiosk.putoff import PutOff
from kiosk.voteroad import VoteRoad
from rules.kinds import Seat

S = 1_000_000_000
START = 50 * S
ASKED = Asked(7, "2", "Hal", "One minute.", ((Seat(1), "Ada"), (Seat(2), "Bo"), (Seat(5), "Cai")))


def told(**more: Any) -> bytes:
    one = {
        "ballot": 7, "season": "S1", "proposal": "2", "member": "Hal", "text": "One minute.",
        "seats": [{"seat": 5, "member": "Cai"}, {"seat": 1, "member": "Ada"},
                  {"seat": 2, "member": "Bo"}],
    }  # fmt: skip
    return json.dumps([one | more]).encode()


def test_what_a_league_asks_is_read() -> None:
    assert asked_of(told()) == (ASKED,)
    assert asked_of(b"[]") == ()


@pytest.mark.parametrize(
    "body",
    [
        b"", b"<html>", b"{}", b"null", told(seats=[]), told(ballot="x"), told(text=None, seats=1),
        told(seats=[{"seat": 11, "member": "Ada"}]), told(seats=[{"seat": 0, "member": "Ada"}]),
        told(seats=[{"seat": 1, "member": "A"}, {"seat": 1, "member": "B"}]),
        told(seats=[{"member": "Ada"}]), b"\xff\xfe", b"[1, 2]", b"[" * 100_000,
        told(seats=[{"seat": math.inf, "member": "Ada"}]), told(ballot=math.inf),
    ],
)  # fmt: skip
def test_what_is_no_ballot_asks_nothing(body: bytes) -> None:
    assert asked_of(body) == ()


def next_at(at_ns: int) -> JudgeKey:
    return JudgeKey(Judge.NEXT, True, at_ns, None)


def press(seat: int, at_ns: int) -> SeatButton:
    return SeatButton(Seat(seat), True, at_ns, None)


def test_the_wording_waits_for_start_and_the_windows_follow() -> None:
    """RAMK-2.4: YES in the first window, NO in the second, none abstains; the last press counts."""
    vote = MemberBallot(ASKED)
    vote.gesture(press(1, START - S))  # at the wording a press is no vote
    assert vote.shown(START).step == "read"
    assert vote.wake_ns(START) is None
    assert [tell.word for tell in vote.gesture(next_at(START))] == ["yes-open"]
    vote.gesture(press(1, START + S))
    vote.gesture(press(2, START + 2 * S))
    assert (vote.shown(START + S).step, vote.shown(START + S).answered) == ("yes", ())
    assert vote.wake_ns(START + S) == START + 2 * S
    no_ns = START + WINDOW_NS
    assert [tell.word for tell in vote.pass_time(no_ns)] == ["no-open"]
    vote.gesture(press(2, no_ns + S))
    assert dict(vote.lamps(no_ns + S))[Seat(5)] is patterns.SLOW
    listed_ns = START + 2 * WINDOW_NS
    assert [tell.word for tell in vote.pass_time(listed_ns)] == ["ballot-end"]
    shown = vote.shown(listed_ns)
    assert (shown.step, shown.answered) == ("listed", (1, 2))
    vote.pass_time(listed_ns + LISTED_NS)
    assert vote.voices == Voices(7, ((Seat(1), "yes"), (Seat(2), "no"), (Seat(5), "abstain")))
    assert vote.step is Step.SENDING
    assert not vote.done


def test_next_ends_the_list_and_nothing_before() -> None:
    vote = MemberBallot(ASKED)
    vote.gesture(next_at(START))
    vote.gesture(next_at(START + S))
    assert vote.voices is None
    vote.pass_time(START + 2 * WINDOW_NS)
    vote.gesture(next_at(START + 2 * WINDOW_NS + S))
    assert vote.voices is not None


@pytest.mark.parametrize(("is_taken", "step"), [(True, "sent"), (False, "refused")])
def test_what_became_of_the_answers_is_shown_for_a_while(is_taken: bool, step: str) -> None:
    vote = MemberBallot(ASKED)
    vote.gesture(next_at(START))
    over_ns = START + 2 * WINDOW_NS + LISTED_NS
    vote.pass_time(over_ns)
    vote.taken(is_taken, over_ns + S)
    assert vote.shown(over_ns + S).step == step
    due_ns = vote.wake_ns(over_ns + S)
    assert due_ns is not None
    vote.pass_time(due_ns - 1)
    assert not vote.done
    vote.pass_time(due_ns)
    assert vote.done


def test_no_at_the_wording_puts_it_off_and_not_in_a_window() -> None:
    vote = MemberBallot(ASKED)
    no = JudgeKey(Judge.NO, True, START, None)
    assert vote.puts_off(no)
    assert vote.puts_off(Editing(EditKey.CANCEL, START))
    vote.gesture(next_at(START))
    assert not vote.puts_off(no)
    vote.pass_time(START + 2 * WINDOW_NS)
    assert not vote.puts_off(no)
    vote.pass_time(START + 2 * WINDOW_NS + LISTED_NS)
    assert vote.puts_off(no)


class FakeStage:
    def __init__(self) -> None:
        self.shown: Any = None
        self.lamps: dict[int, Any] = {}

    def show_vote(self, shown: Any) -> None:
        self.shown = shown

    def show_lamps(self, lamps: Any, now_ns: int) -> None:
        self.lamps = dict(lamps)


class FakeHost:
    """What the vote needs of a host; counts what is passed on."""

    def __init__(self) -> None:
        self.now_ns = START
        self.game: Any = None
        self.stage = FakeStage()
        self.passed: list[Any] = []
        self.testing = False
        self.time = self
        self.answered: list[int] = []
        self.table = self
        self.lamps = self

    def answer(self, seat: Seat, at_ns: int) -> None:
        self.answered.append(seat)

    def item(self, item: Any) -> None:
        self.passed.append(item)

    def pass_time(self, now_ns: int) -> None:
        pass

    def wake_ns(self) -> int | None:
        return None

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return lambda *_: None


class Now:
    """The host's clock."""

    def __init__(self, host: FakeHost) -> None:
        self._host = host

    def now_ns(self) -> int:
        return self._host.now_ns


class Bench:
    """A table with a vote's host before it."""

    def __init__(self, home: Path = Path("/nowhere")) -> None:
        self.host = FakeHost()
        self.host.time = Now(self.host)  # type: ignore[assignment]
        self.sounds: list[str] = []
        self.sent: list[Voices] = []
        made: Any = self.host
        self.votes = Balloting(
            made, made, made, self, self.sent.append, PutOff(home / "put-off.json")
        )

    def play_now(self, sound: str, key: str = "", late_ms: int = 0) -> None:
        self.sounds.append(sound)

    def key(self, name: str, at_ns: int) -> None:
        self.host.now_ns = at_ns
        self.votes.item(Key(name, at_ns))

    def until(self, at_ns: int) -> None:
        self.host.now_ns = at_ns
        self.votes.pass_time(at_ns)


def test_a_table_without_a_game_shows_it_asks_and_sends() -> None:
    bench = Bench()
    bench.key("Enter", START)  # nothing is asked: the host's own
    bench.votes.item(VotesAsked((ASKED,)))
    assert bench.host.stage.shown.step == "read"
    bench.key("Enter", START)
    bench.key("F1", START + S)
    bench.key("7", START + S)
    for at_ns in (WINDOW_NS, 2 * WINDOW_NS, 2 * WINDOW_NS + LISTED_NS):
        bench.until(START + at_ns)
    assert bench.sounds == ["yes", "no", "closed"]
    assert bench.sent == [Voices(7, ((Seat(1), "yes"), (Seat(2), "abstain"), (Seat(5), "abstain")))]
    assert [item.name for item in bench.host.passed] == ["Enter"]
    assert bench.host.stage.shown.step == "sending"
    bench.votes.item(VotesTaken(7, True))
    bench.until(bench.host.now_ns + 60 * S)
    assert bench.host.stage.shown is None
    bench.votes.item(VotesAsked((ASKED,)))  # still open at the league, answered here
    assert bench.host.stage.shown is None
    assert len(bench.sent) == 1


def test_a_league_that_does_not_answer_does_not_keep_the_table() -> None:
    bench = Bench()
    bench.votes.item(VotesAsked((ASKED,)))
    bench.key("Enter", START)
    for at_ns in (WINDOW_NS, 2 * WINDOW_NS, 2 * WINDOW_NS + LISTED_NS):
        bench.until(START + at_ns)
    bench.until(START + 3_600 * S)
    assert bench.host.stage.shown.step == "sending"
    bench.key("n", START + 3_600 * S)
    assert (bench.host.stage.shown, len(bench.sent)) == (None, 1)
    bench.votes.item(VotesTaken(7, True))
    assert bench.host.stage.shown is None


def test_a_game_on_the_table_has_it_and_a_vote_waits() -> None:
    bench = Bench()
    bench.host.game = object()
    bench.votes.item(VotesAsked((ASKED,)))
    assert bench.votes.vote is None
    bench.host.game = None
    bench.votes.item(VotesAsked((ASKED,)))
    assert bench.votes.vote is not None
    bench.host.game = object()  # opened from elsewhere
    bench.votes.item(LookOver())
    assert bench.votes.vote is None


def test_a_vote_that_was_put_off_stays_so_when_the_table_is_started_again(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.votes.item(VotesAsked((ASKED,)))
    bench.key("n", START)
    again = Bench(tmp_path)
    again.votes.item(VotesAsked(()))  # the league was away for a moment
    again.votes.item(VotesAsked((ASKED,)))
    assert again.votes.vote is None
    again.votes.item(VotesAsked((ASKED, ASKED._replace(ballot=8))))
    assert again.votes.vote is not None
    assert again.votes.vote.asked.ballot == 8
    (tmp_path / "put-off.json").write_bytes(b"{torn")
    torn = Bench(tmp_path)
    torn.votes.item(VotesAsked((ASKED,)))
    assert torn.votes.vote is not None


def test_a_vote_that_is_put_off_or_closed_leaves_the_table() -> None:
    bench = Bench()
    bench.votes.item(VotesAsked((ASKED,)))
    bench.key("n", START)
    assert bench.host.stage.shown is None
    bench.votes.item(VotesAsked((ASKED,)))
    assert bench.host.stage.shown is None
    other = ASKED._replace(ballot=8)
    bench.votes.item(VotesAsked((ASKED, other)))
    assert bench.votes.vote is not None
    bench.votes.item(VotesAsked(()))
    assert bench.host.stage.shown is None
    assert bench.host.stage.lamps == dict.fromkeys((1, 2, 5), patterns.OFF)


def test_the_road_asks_while_idle_and_tries_until_the_league_has_the_answers() -> None:
    tries: list[int] = []
    items: list[Any] = []
    done = threading.Event()

    def tell(_: Voices) -> Answer | None:
        tries.append(1)
        if len(tries) == 1:
            raise ConnectionError("nobody")
        if len(tries) == 2:
            raise ValueError("something that nobody thought of")
        return None if len(tries) == 3 else Answer(200 if len(tries) == 4 else 409, b"{}")

    def put(item: Any) -> None:
        items.append(item)
        if len(items) == 3:
            done.set()

    road = VoteRoad(lambda: Answer(200, told()), tell, put, lambda: True)
    road.start()
    road.send(Voices(7, ()))
    road.send(Voices(8, ()))
    assert done.wait(30)
    road.close()
    assert VotesAsked((ASKED,)) in items
    assert VotesTaken(7, True) in items
    assert VotesTaken(8, False) in items
