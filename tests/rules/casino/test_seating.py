"""Seats, balancing and breaking of a tournament's tables."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.casino.seating import Table, gap, level, next_big_blind, parts, seat, sizes
from rules.kinds import Refusal


def sitting(tables: tuple[Table, ...]) -> list[str]:
    return sorted(one for table in tables for one in table.seats if one is not None)


def test_as_few_tables_as_can_be_and_all_alike() -> None:
    assert sizes(20) == (10, 10)
    assert sizes(21) == (7, 7, 7)
    assert sizes(25, 9) == (9, 8, 8)
    assert isinstance(sizes(1), Refusal)


def test_anybody_can_draw_the_seats_again() -> None:
    """RAY-SNG-1."""
    players = [f"P{n}" for n in range(23)]
    tables = seat(players, 7)
    assert not isinstance(tables, Refusal)
    assert tables == seat(players[::-1], 7)
    assert tables != seat(players, 8)
    assert sitting(tables) == sorted(players)
    assert isinstance(seat(["A"], 1), Refusal)


def test_the_next_to_pay_the_big_blind_moves_to_the_seat_that_pays_it_first() -> None:
    """The button on 1: 2 and 3 pay the blinds of this hand, so 4 is next."""
    large = Table(1, ("A", "B", "C", "D", "E", "F"), button=1)
    small = Table(2, ("U", "V", None, "X", None, None), button=1)
    assert next_big_blind(large) == "D"

    done = level([large, small])

    (move,) = done.moves
    assert (move.player, move.table, move.seat, move.why) == ("D", 1, 4, "balance")
    assert next_big_blind(small) == "U"
    assert (move.to_table, move.to_seat) == (2, 3)
    assert gap(done.tables) == 1


def test_a_table_that_is_not_needed_is_broken_the_last_first() -> None:
    tables = [
        Table(1, ("A", "B", "C", None, None, None), 1),
        Table(2, ("D", "E", "F", None, None, None), 1),
        Table(3, ("G", "H", None, None, None, None), 1),
    ]

    done = level(tables, seed=3)

    assert [table.number for table in done.tables] == [1, 2]
    assert [(move.why, move.table) for move in done.moves] == [("break", 3)] * 2
    assert [table.players for table in done.tables] == [4, 4]
    assert sitting(done.tables) == list("ABCDEFGH")


def test_of_two_players_the_button_pays_the_next_big_blind() -> None:
    assert next_big_blind(Table(1, ("A", "B"), button=1)) == "A"


@given(st.integers(2, 120), st.integers(2, 10), st.integers(0, 9), st.randoms())
def test_nobody_is_lost_and_the_largest_gap_is_one(
    players: int, most: int, seed: int, chance: Random
) -> None:
    tables = seat([f"P{n}" for n in range(players)], seed, most)
    assert not isinstance(tables, Refusal)
    thinned = tuple(
        table._replace(
            seats=tuple(None if chance.random() < 0.4 else one for one in table.seats),
            button=chance.randint(0, most),
        )
        for table in tables
    )
    done = level(thinned, seed)

    assert sitting(done.tables) == sitting(thinned)
    assert gap(done.tables) <= 1
    assert len(done.tables) == max(1, -(-len(sitting(thinned)) // most))
    for move in done.moves:
        assert move.table != move.to_table


def test_a_thousand_players_at_a_hundred_tables() -> None:
    """Nobody is lost, nobody sits twice, and every table is as full as any other."""
    chance = Random(1)
    tables = seat([f"P{n:04}" for n in range(1000)], 5)
    assert not isinstance(tables, Refusal)
    assert (len(tables), gap(tables)) == (100, 0)
    left = [
        table._replace(seats=tuple(None if chance.random() < 0.3 else one for one in table.seats))
        for table in tables
    ]
    done = level(left, 5)
    assert sitting(done.tables) == sitting(tuple(left))
    assert gap(done.tables) <= 1
    assert len(done.tables) == -(-len(sitting(tuple(left))) // 10)


@pytest.mark.parametrize(
    ("asked", "played"),
    [((24, 6, 2), (24, 8, 4)), ((6, 6, 2), (6,)), ((7, 6, 2), (7, 4)), ((9, 3, 1), (9, 3))],
)
def test_as_many_parts_as_it_takes(asked: tuple[int, int, int], played: tuple[int, ...]) -> None:
    """RAY-SLOT-3: 24 in groups of six, two go on: three parts."""
    assert parts(*asked) == played
