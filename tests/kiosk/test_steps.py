"""Pictures that count down or fill change by what they count, whenever they were drawn."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from kiosk.steps import HOLD_STEP_NS, SECOND_NS, held, next_held, next_second, seconds_left

UNTIL = st.integers(1, 40 * SECOND_NS)


@given(UNTIL, st.integers(0, 40 * SECOND_NS))
def test_nothing_changes_between_now_and_the_next_second(until_ns: int, now_ns: int) -> None:
    at_ns = next_second([until_ns], now_ns)
    if at_ns is None:
        assert now_ns >= until_ns
        assert seconds_left(until_ns, now_ns) == 1
        return
    assert now_ns < at_ns <= until_ns
    assert seconds_left(until_ns, now_ns) == seconds_left(until_ns, at_ns - 1)
    if at_ns < until_ns:
        assert seconds_left(until_ns, at_ns) == seconds_left(until_ns, now_ns) - 1


@given(UNTIL, st.lists(st.integers(0, 40 * SECOND_NS)))
def test_who_drew_in_between_does_not_move_the_steps(until_ns: int, drawn: list[int]) -> None:
    now_ns, own = 0, []
    while (now_ns := next_second([until_ns], now_ns) or until_ns) < until_ns:
        own.append(now_ns)
    for at_ns in drawn:
        assert next_second([until_ns], at_ns) in (None, until_ns, *own)


def test_the_nearest_of_several_comes_first() -> None:
    assert next_second([10 * SECOND_NS, 7 * SECOND_NS + 5], 6 * SECOND_NS) == 6 * SECOND_NS + 5
    assert next_second([], 5) is None


@given(st.integers(0, SECOND_NS), st.integers(0, 5 * SECOND_NS), st.sampled_from((1, 60)))
def test_a_hold_fills_in_steps_from_its_beginning(since_ns: int, more_ns: int, rate: int) -> None:
    now_ns = since_ns + more_ns
    shown_ns = held(since_ns, now_ns)
    assert (shown_ns - since_ns) % HOLD_STEP_NS == 0
    assert 0 <= now_ns - shown_ns < HOLD_STEP_NS
    at_ns = next_held(since_ns, now_ns, Fraction(rate))
    assert now_ns < at_ns <= now_ns + HOLD_STEP_NS * rate
    assert held(since_ns, at_ns) == at_ns
