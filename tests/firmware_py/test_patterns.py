"""Rhythms of a lamp, and the limit of two flashes a second."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_py import patterns
from firmware_py.patterns import Pattern

MS = 1_000_000
NAMED = {
    "off": patterns.OFF,
    "on": patterns.ON,
    "fast": patterns.FAST,
    "slow": patterns.SLOW,
    "two long": patterns.TWO_LONG,
    "three short, one long": patterns.THREE_SHORT_ONE_LONG,
    "three double": patterns.THREE_DOUBLE,
    "on for 3 s": patterns.on_for(3000),
    "off for 1 s": patterns.off_for(1000),
    "blink for 2 s": patterns.blink_for(2000),
    **{f"{n} flashes": patterns.flashes(n) for n in range(1, 6)},
    **{f"{n} gaps": patterns.gaps(n) for n in (1, 3, 6)},
    **{f"{n} fouls": patterns.fouls(n) for n in (1, 2, 3)},
}


def drawn(pattern: Pattern, for_ms: int, step_ms: int = 10) -> list[bool]:
    """What the lamp shows, sampled; after the end: dark."""
    return [bool(pattern.at(ms * MS)[0]) for ms in range(0, for_ms, step_ms)]


def onsets_ms(pattern: Pattern, for_ms: int) -> list[int]:
    levels = [False, *drawn(pattern, for_ms)]
    return [n * 10 for n in range(len(levels) - 1) if levels[n + 1] and not levels[n]]


@pytest.mark.parametrize("name", NAMED)
def test_no_pattern_flashes_more_than_twice_a_second(name: str) -> None:
    onsets = onsets_ms(NAMED[name], 20_000)
    assert all(later - sooner >= 500 for sooner, later in pairwise(onsets))


@pytest.mark.parametrize("count", range(1, 6))
def test_a_warning_flashes_as_often_as_it_has_strokes(count: int) -> None:
    assert len(onsets_ms(patterns.flashes(count), 5000)) == count
    assert drawn(patterns.flashes(count), 500) == [True] * 25 + [False] * 25


@pytest.mark.parametrize("count", [1, 3, 6])
def test_gaps_are_dark_moments_of_a_lit_lamp(count: int) -> None:
    levels = drawn(patterns.gaps(count), 250 + 500 * count)
    assert levels[0]
    assert levels[-1]
    assert len(onsets_ms(patterns.gaps(count), 5000)) == count + 1


@pytest.mark.parametrize("count", [1, 2, 3])
def test_fouls_are_counted_by_gaps_again_and_again(count: int) -> None:
    pattern = patterns.fouls(count)
    assert pattern.length_ms is None
    levels = drawn(pattern, 20_000)
    gaps = sum(
        1 for before, now in zip([True, *levels], levels, strict=False) if before and not now
    )
    period_ms = 500 * (count - 1) + 2500
    assert gaps == -(-20_000 // period_ms) * count or gaps // count == 20_000 // period_ms


@pytest.mark.parametrize("count", [0, 4])
def test_other_counts_of_fouls_are_refused(count: int) -> None:
    with pytest.raises(ValueError, match="write 1 to 3"):
        patterns.fouls(count)


def test_three_flashes_a_second_are_refused() -> None:
    with pytest.raises(ValueError, match="at most two flashes a second"):
        Pattern(((True, 166), (False, 166), (True, 166)))
    with pytest.raises(ValueError, match="at most two flashes a second"):
        Pattern(((True, 300), (False, 100)), repeat=True)


@pytest.mark.parametrize("steps", [(), ((True, 0), (False, 250)), ((True, 250), (False, -1))])
def test_steps_without_length_are_refused(steps: tuple[tuple[bool, int], ...]) -> None:
    with pytest.raises(ValueError, match="write"):
        Pattern(steps)


def test_a_pattern_is_over_after_its_last_step() -> None:
    assert patterns.on_for(1000).at(1000 * MS) == (None, None)
    assert patterns.on_for(1000).length_ms == 1000


@given(st.sampled_from(sorted(NAMED)), st.integers(0, 30_000_000_000))
def test_the_level_holds_until_it_is_said_to_change(name: str, since_ns: int) -> None:
    lit, left_ns = NAMED[name].at(since_ns)
    if left_ns is not None:
        assert left_ns > 0
        assert NAMED[name].at(since_ns + left_ns - 1)[0] == lit
