"""What every game may use: timers, majorities, places, rounding, lots, boards' logs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import timers
from rules.kinds import GameMs
from rules.log import Log
from rules.lots import Lot, decides, draw, seed_of
from rules.money import down_to, percent_of
from rules.order import following, preceding
from rules.ranking import average_down, misplaced, places
from rules.votes import by_all, by_voices, needed_of_all


def ms(seconds: int) -> GameMs:
    return GameMs(seconds * 1000)


def test_a_timer_tells_its_marks_and_its_end_each_at_its_instant() -> None:
    timer = timers.started(ms(120), (ms(30), ms(10)), ms(5))

    told = []
    for _ in range(3):
        at = timers.due(timer)
        timer, left = timers.crossed(timer)
        told.append((at, left))

    assert told == [(ms(95), ms(30)), (ms(115), ms(10)), (ms(125), 0)]


def test_a_mark_that_does_not_lie_within_a_timer_is_left_out() -> None:
    timer = timers.started(ms(20), (ms(30), ms(20), ms(10)), ms(0))
    assert timer.marks == (ms(10),)
    assert timers.ahead(timer) == ((ms(10), ms(10)), (ms(20), ms(0)))


def test_a_paused_timer_stands_still_and_runs_on_with_what_was_left() -> None:
    timer = timers.started(ms(120), (ms(30),), ms(0))
    still = timers.paused(timers.paused(timer, ms(40)), ms(50))

    assert timers.due(still) is None
    assert timers.left(still, ms(1000)) == ms(80)
    assert timers.ahead(still) == ()
    again = timers.resumed(timers.resumed(still, ms(100)), ms(200))
    assert timers.left(again, ms(110)) == ms(70)
    assert timers.due(again) == ms(150)
    assert timers.left(again, ms(999)) == 0


def test_majorities() -> None:
    assert [by_all(yes, 5) for yes in (2, 3)] == [False, True]
    assert [by_all(yes, 4) for yes in (2, 3)] == [False, True]
    assert by_all(6, 10)
    assert not by_all(0, 0)
    assert [by_voices(*pair) for pair in ((5, 4), (4, 4), (0, 0))] == [True, False, False]


def test_money_is_rounded_down() -> None:
    assert [down_to(amount, 50) for amount in (0, 49, 50, 99, -1)] == [0, 0, 50, 50, -50]
    assert percent_of(900, 10, 50) == 50


def test_places_of_equals() -> None:
    assert places({"a": 5, "b": 9, "c": 5, "d": 1}) == {"a": 2, "b": 1, "c": 2, "d": 4}
    assert average_down((22, 16, 13), 1, 2) == 19


@pytest.mark.parametrize("found", [(1,), (1, 2, 3), (1, 1, 3), (1, 2, 2), (1, 1, 1), (3, 1, 2)])
def test_a_right_ranking(found: tuple[int, ...]) -> None:
    assert misplaced(found) is None


@pytest.mark.parametrize(
    ("found", "wrong"),
    [((2,), 2), ((2, 2, 2), 2), ((1, 1, 2), 2), ((1, 3), 3), ((0, 1), 0), ((1, 2, 4), 4)],
)
def test_a_wrong_ranking(found: tuple[int, ...], wrong: int) -> None:
    assert misplaced(found) == wrong


@given(st.lists(st.integers(0, 9), min_size=1, max_size=9))
def test_what_places_gives_is_a_right_ranking(values: list[int]) -> None:
    assert misplaced(places(dict(enumerate(values))).values()) is None


def test_a_lot_decides_only_among_those_of_one_draw() -> None:
    lots = {"a": Lot(1, 1), "b": Lot(1, 2), "c": Lot(2, 1)}
    assert decides(["a", "b"], lots)
    assert not decides(["a"], lots)
    assert not decides(["a", "c"], lots)
    assert not decides(["a", "d"], lots)


def test_a_seed_of_a_text_is_the_same_everywhere() -> None:
    assert seed_of("R1\n2") == seed_of("R1\n2") != seed_of("R1\n1")
    assert 0 <= seed_of("") < 2**53
    assert sorted(draw("abc", seed_of("x"))) == ["a", "b", "c"]


def test_the_order_of_turns_goes_round() -> None:
    active = (1, 3, 6)
    assert [following(active, seat) for seat in (1, 2, 3, 6)] == [3, 3, 6, 1]
    assert [preceding(active, seat) for seat in (1, 2, 3, 6)] == [6, 1, 1, 3]


@given(st.integers(0, 300))
def test_a_log_knows_its_size(size: int) -> None:
    log: Log[int] = Log()
    for number in range(size):
        log = log.added(number)
    assert log.size == size


@pytest.mark.parametrize("eligible", range(1, 11))
def test_the_voices_that_are_needed_carry_it_and_one_less_does_not(eligible: int) -> None:
    needed = needed_of_all(eligible)
    assert by_all(needed, eligible)
    assert not by_all(needed - 1, eligible)
    half = needed_of_all(eligible, half=True)
    assert 2 * half >= eligible > 2 * (half - 1)
