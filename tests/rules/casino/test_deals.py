"""What a stack is worth: the independent chip model, exactly."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.casino.deals import by_points, icm, in_units

STACKS = st.lists(st.integers(1, 10_000), min_size=1, max_size=5)
PRIZES = st.lists(st.integers(0, 1000), max_size=7)


def test_four_players_and_four_prizes() -> None:
    """Figures that are published for this very case."""
    worth = icm([425, 280, 130, 75], [150_000, 98_750, 45_500, 13_250])

    assert [round(100 * one) for one in worth] == [32320, 27812, 19579, 11289]
    assert sum(worth) == 910


def test_two_players_share_what_is_certain_and_play_for_the_rest() -> None:
    assert list(icm([70, 30], [3, 1])) == list(by_points([70, 30], [3, 1])) == [60, 40]


def test_nobody_pays_for_a_deal_where_the_last_prize_is_the_largest() -> None:
    assert min(by_points([333, 333, 334], [9998, 1, 1])) >= 333


def test_ten_players_are_exact() -> None:
    stacks = [98_750, 45_500, 13_250, 7_777, 123_456, 33_333, 1, 999, 50_001, 12_345]
    prizes = [1000, 700, 500, 300, 200, 100, 90, 80, 70, 60]

    worth = icm(prizes, stacks)

    assert sum(worth) == 3100 == sum(in_units(worth))
    order = sorted(range(10), key=lambda at: stacks[at])
    assert sorted(range(10), key=lambda at: worth[at]) == order


@pytest.mark.parametrize("stacks", [[], [1] * 11, [3, 0]])
def test_what_is_no_deal(stacks: list[int]) -> None:
    with pytest.raises(ValueError, match="1 to 10 stacks"):
        icm([1], stacks)


@given(PRIZES, STACKS)
def test_it_is_what_every_order_of_leaving_gives(prizes: list[int], stacks: list[int]) -> None:
    places = (prizes + [0] * len(stacks))[: len(stacks)]
    worth = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks))):
        chance, left = Fraction(1), sum(stacks)
        for player in order:
            chance *= Fraction(stacks[player], left)
            left -= stacks[player]
        for place, player in enumerate(order):
            worth[player] += chance * places[place]

    assert icm(prizes, stacks) == tuple(worth)


@given(PRIZES, STACKS)
def test_both_deals_give_out_all_there_is(prizes: list[int], stacks: list[int]) -> None:
    all_of_it = sum(prizes[: len(stacks)])
    for deal in (icm, by_points):
        worth = deal(prizes, stacks)
        assert sum(worth) == sum(in_units(worth)) == all_of_it
        assert all(abs(whole - one) < 1 for whole, one in zip(in_units(worth), worth, strict=True))
