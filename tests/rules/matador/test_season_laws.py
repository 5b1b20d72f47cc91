"""What holds for every season (RAMK-9.16 to 9.20, 3.1A): order, corrections, sums, seats."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.edition import Edition
from rules.lots import Lot, draw
from rules.matador.season import Result, Row, carry_over, standings, tied_for_cup
from rules.matador.seating import seat

MEMBERS = "ABCDEFGHIJ"
CHOICES = st.fixed_dictionaries(
    {},
    optional={
        "drop_by": st.just("worst_place"),
        "absence_is_placing": st.just(True),
        "final_can_be_dropped": st.just(False),
        "place_tie": st.just("lot"),
        "cup_tie": st.just("shared"),
    },
)


@st.composite
def seasons(draw_: st.DrawFn) -> list[Result]:
    """Up to seven evenings of one or two tables, equal places among them; perhaps the final."""
    found = []
    rounds = draw_(st.integers(1, 7))
    for number in range(1, rounds + 1):
        here = draw_(st.permutations(MEMBERS))[: draw_(st.integers(3, 10))]
        cut = len(here) if len(here) < 6 else draw_(st.sampled_from([len(here) // 2, 0])) or 8
        final = number == rounds and draw_(st.booleans())
        for division, table in enumerate((here[:cut], here[cut:]), 1):
            shared = draw_(st.integers(0, len(table)))
            for place, player in enumerate(table, 1):
                found.append(
                    Result(
                        f"R{number}",
                        f"2017-10-{number:02}",
                        final,
                        division if here[cut:] else None,
                        place - 1 if place == shared > 1 else place,
                        player,
                    )
                )
    return found


CARRIED = st.dictionaries(st.sampled_from(MEMBERS), st.just(10), max_size=2)


def checked(rows: list[Row]) -> None:
    """Ranks rise, sums are those of their parts, and whoever is lower is not better."""
    for at, row in enumerate(rows):
        assert row.gross == sum(one.points for one in (*row.counted, *row.dropped)) + row.carried
        assert row.points == sum(one.points for one in row.counted) + row.carried
        assert len(row.dropped) <= 2
        if at:
            above = rows[at - 1]
            assert (above.rank, -above.points) <= (row.rank, -row.points)
            assert (row.rank == above.rank) == (row.decided_by is None)
            assert row.rank in (above.rank, at + 1)


@given(seasons(), CARRIED, CHOICES, st.randoms(use_true_random=False))
@settings(max_examples=80)
def test_the_order_in_which_results_arrive_changes_nothing(
    edition: Edition,
    season: list[Result],
    carried: dict[str, int],
    choices: dict[str, Any],
    order: random.Random,
) -> None:
    edition = edition.with_options(choices)
    rows = standings(season, edition, carried)
    shuffled = order.sample(season, len(season))

    assert standings(shuffled, edition, carried) == rows
    assert carry_over(rows, shuffled, edition) == carry_over(rows, season, edition)
    checked(rows)


@given(seasons(), CARRIED, st.data())
@settings(max_examples=80)
def test_a_corrected_table_is_as_if_it_had_been_right(
    edition: Edition, season: list[Result], carried: dict[str, int], data: st.DataObject
) -> None:
    """Standings are made anew: what stood there before leaves no trace."""
    wrong = data.draw(st.sampled_from(season))
    table = [one for one in season if (one.round, one.division) == (wrong.round, wrong.division)]
    places = data.draw(st.permutations(range(1, len(table) + 1)))
    right = [one._replace(place=place) for one, place in zip(table, places, strict=True)]
    others = [one for one in season if one not in table]

    rows = standings([*others, *right], edition, carried)

    in_place = [right[table.index(one)] if one in table else one for one in season]
    assert standings(in_place, edition, carried) == rows
    checked(rows)


@given(seasons(), CARRIED, st.integers(0, 2**32))
@settings(max_examples=80)
def test_a_lot_decides_between_equals_and_nobody_else(
    edition: Edition, season: list[Result], carried: dict[str, int], seed: int
) -> None:
    """RAMK-9.17, lots among equals: only who is equal in everything is drawn for."""
    rows = standings(season, edition, carried)
    equals = tied_for_cup(rows)
    lots = {name: Lot(1, at) for at, name in enumerate(draw(equals, seed), 1)}

    drawn = standings(season, edition, carried, lots)

    assert [row.rank for row in drawn[: len(equals)]] == list(range(1, len(equals) + 1))
    assert [row._replace(rank=0, decided_by=None, lot=None) for row in drawn[len(equals) :]] == [
        row._replace(rank=0, decided_by=None, lot=None) for row in rows[len(equals) :]
    ]
    assert tied_for_cup(drawn) == []


@given(seasons(), st.sets(st.sampled_from(MEMBERS), min_size=3), st.integers(0, 2**32))
@settings(max_examples=80)
def test_everybody_who_came_has_one_seat(
    edition: Edition, season: list[Result], came: set[str], seed: int
) -> None:
    """RAMK-3.1A: up to seven at one table, else two that differ by one at most."""
    before = [one for one in season if not one.final]

    found = seat(sorted(came), before, seed, edition)

    assert not hasattr(found, "rule")
    seated = [player for table in found.tables for player in table]
    assert sorted(seated) == sorted(came)
    sizes = [len(table) for table in found.tables]
    assert len(sizes) == (1 if len(came) <= 7 else 2)
    assert max(sizes) - min(sizes) <= 1
    assert seat(sorted(came, reverse=True), before, seed, edition) == found
