"""RAMK-4.1: how somebody votes nobody learns before the ballot is closed.

A whole table on simulated pins and virtual time, twice: the same buttons, keys and touches at the
same instants, and the keeper answers for the same seats at his console, but with other choices.
Until the ballot closes every picture, lamp, sound, answer of `kiosk status` and report to the
league, and its instant, is the same.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from tests.journeys.hall import MS, Seen, hall
from tests.journeys.matadorhands import opening

VOTERS = (1, 3, 4)
ACCUSED = 2
BALLOT_S = 15
BEGUN: Sequence[Any] = (
    ("press", "judge.next"), ("wait", 1_500), ("dice", (3, 4)), ("wait", 700),
    ("press", "judge.foul"), ("press", "seat1"), ("press", "seat2"),
)  # fmt: skip


class Told:
    """What was seen of a game until its ballot closed, and what was decided."""

    def __init__(self, seen: list[Seen], verdict: Any) -> None:
        self.seen = seen
        self.verdict = verdict


def played(home: Path, acts: Sequence[Any], answers: Sequence[tuple[int, int, str]]) -> Told:
    """The ballot with these acts, one a second; `answers`: second, seat, the keeper's choice."""
    home.mkdir()
    with hall(home, opening(4)) as found:
        found.until(1_000_000_000)
        for act in BEGUN:
            found.public(act)
        game = found.host.game
        assert game is not None
        assert game.session.view.ballot is not None
        asked = game.desk.votes.voting.ballot
        assert asked is not None
        closes_ns = found.time.now_ns()
        for second in range(BALLOT_S):
            found.until(asked.opened_ns + second * 1_000 * MS + 100 * MS)
            closes_ns = found.time.now_ns()
            for at_s, seat, choice in answers:
                if at_s == second:
                    found.private({"do": "vote", "seat": seat, "choice": choice})
            for act in acts[second : second + 1]:
                found.public(act)
            found.asked()
            if answers:
                found.look()
            if game.session.view.ballot is None:  # counted by NEXT, or taken back: it is told
                break
            closes_ns = found.time.now_ns()
        found.until(closes_ns + 30_000 * MS)
        verdict = game.session.view.verdict
    seen = sorted(
        (one for one in found.seen if one.at_ns < closes_ns), key=lambda one: (one.at_ns, one.what)
    )
    return Told(seen, verdict)


ACT = st.one_of(
    st.tuples(st.just("press"), st.sampled_from([f"seat{n}" for n in range(1, 5)])),
    st.tuples(st.just("press"), st.sampled_from(("judge.next", "judge.yes", "judge.no"))),
    st.tuples(st.just("key"), st.sampled_from(("1", "3", "4", ".", "Escape", "u", "kp_3"))),
    st.tuples(st.just("wait"), st.sampled_from((10, 300, 700))),
)
CHOICES = st.sampled_from(("yes", "no", "abstain"))
ANSWERED = st.lists(
    st.tuples(st.integers(0, 11), st.sampled_from(VOTERS[:2])), min_size=1, max_size=4
)


@pytest.fixture
def homes(tmp_path: Path) -> Callable[[], Path]:
    numbers = itertools.count()
    return lambda: tmp_path / str(next(numbers))


@pytest.mark.slow
@pytest.mark.timeout(300)
@settings(
    max_examples=12,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(
    acts=st.lists(ACT, max_size=BALLOT_S),
    answered=ANSWERED,
    one=st.lists(CHOICES, min_size=4, max_size=4),
    other=st.lists(CHOICES, min_size=4, max_size=4),
)
@example(acts=[], answered=[(1, 1), (2, 3)], one=["yes"] * 4, other=["no"] * 4)
@example(
    acts=[("key", "."), ("key", "."), ("key", "."), ("key", "."), ("key", "1")],
    answered=[(0, 1), (6, 3)],
    one=["yes"] * 4,
    other=["abstain"] * 4,
)
def test_ramk_4_1_two_ballots_that_differ_in_the_votes_alone_look_and_sound_alike(
    acts: Sequence[Any],
    answered: Sequence[tuple[int, int]],
    one: Sequence[str],
    other: Sequence[str],
    homes: Callable[[], Path],
) -> None:
    def with_choices(choices: Sequence[str]) -> list[tuple[int, int, str]]:
        return [
            (at_s, seat, choice) for (at_s, seat), choice in zip(answered, choices, strict=False)
        ]

    first = played(homes(), acts, with_choices(one))
    second = played(homes(), acts, with_choices(other))
    assert first.seen == second.seen


def verdict_of(home: Path, answers: Mapping[int, str]) -> Any:
    return played(home, (), [(2, seat, choice) for seat, choice in answers.items()]).verdict


def test_the_choices_that_nobody_saw_decide(homes: Callable[[], Path]) -> None:
    """The pairs above differ in something: the keeper's answers count."""
    assert verdict_of(homes(), {1: "yes", 3: "yes"}).passed
    assert not verdict_of(homes(), {1: "no", 3: "no"}).passed


def test_who_pressed_in_which_window_is_seen_at_his_lamp_alone(homes: Callable[[], Path]) -> None:
    """A press in a window changes nothing that stays: the picture is the one before it again."""
    pressed = played(homes(), [("wait", 10), ("press", "seat3")], ())
    nobody = played(homes(), [("wait", 10), ("wait", 80)], ())
    mine = {"lamp3", "picture", "status"}
    others = [one for one in pressed.seen if one.what not in mine]
    assert others == [one for one in nobody.seen if one.what not in mine]
    pictures = [one.how for one in pressed.seen if one.what == "picture"]
    without = [one.how for one in nobody.seen if one.what == "picture"]
    assert pictures[-1] != without[-1]  # the list of who has answered
    assert len(set(pictures) - set(without)) <= 1 + len(
        [one for one in pressed.seen if one.what == "lamp3"]
    )
    assert set(without[:-5]) <= set(pictures)
