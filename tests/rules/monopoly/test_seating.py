"""Tables and seats: the golden numbers of HUN-6, lots that can be drawn again, pairs kept apart."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.edition import Edition
from rules.kinds import Refusal
from rules.lots import draw
from rules.monopoly.seating import Seating, seat, table_sizes


def people(number: int) -> list[str]:
    return [f"P{n:02}" for n in range(number)]


def seated(number: int, edition: Edition, **more: object) -> Seating:
    found = seat(people(number), more.pop("seed", 7), edition, **more)  # type: ignore[arg-type]
    assert isinstance(found, Seating)
    return found


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (4, (4,)),
        (5, (5,)),
        (6, (6,)),
        (8, (4, 4)),
        (9, (5, 4)),
        (13, (5, 4, 4)),
        (14, (5, 5, 4)),
        (19, (5, 5, 5, 4)),
        (72, (6,) * 12),
    ],
)
def test_tables_of_four_to_six_whose_sizes_differ_by_one_at_most(
    players: int, sizes: tuple[int, ...], edition: Edition
) -> None:
    """HUN-6."""
    assert table_sizes(players, edition) == sizes


@pytest.mark.parametrize("players", [0, 1, 2, 3, 7])
def test_a_number_that_cannot_be_seated_is_refused(players: int, edition: Edition) -> None:
    """HUN-6: add a player, or move one to another session."""
    assert isinstance(table_sizes(players, edition), Refusal)
    refusal = seat(people(players), 1, edition)
    assert isinstance(refusal, Refusal)
    assert (refusal.rule, refusal.why) == ("HUN-6", "cannot_be_seated")


@pytest.mark.parametrize(
    ("players", "found"),
    [(3, "HUN-6.3"), (4, (4,)), (6, (6,)), (7, "HUN-6.3"), (8, "HUN-6.3"), (12, "HUN-6.3")],
)
def test_the_final_is_one_table(
    players: int, found: tuple[int, ...] | str, edition: Edition
) -> None:
    """HUN-6.3: six players; eight would be two finals."""
    sizes = table_sizes(players, edition, "final")

    assert (sizes.rule if isinstance(sizes, Refusal) else sizes) == found
    assert isinstance(seat(people(players), 1, edition, (), "final"), Refusal) == (
        isinstance(found, str)
    )


def test_a_lot_is_the_order_of_sha256_over_seed_and_name() -> None:
    """HUN-6.1: anybody can draw it again."""
    by_hand = sorted("ABC", key=lambda name: hashlib.sha256(f"5\n{name}".encode()).hexdigest())

    assert draw(["C", "A", "B"], 5) == tuple(by_hand)


def test_the_same_seed_gives_the_same_seats_whoever_signed_up_first(edition: Edition) -> None:
    """HUN-6.1."""
    one = seat(people(13), 3, edition)

    assert one == seat(people(13)[::-1], 3, edition)
    assert one != seat(people(13), 4, edition)


def test_acquaintances_are_kept_apart(edition: Edition) -> None:
    """HUN-6.1."""
    free = seated(12, edition)
    pairs = [(free.tables[0][0], free.tables[0][1]), (free.tables[1][2], free.tables[1][3])]

    apart = seated(12, edition, apart=pairs)

    assert apart.together == ()
    assert apart.lots == free.lots
    tables = [set(table) for table in apart.tables]
    assert not any(set(pair) <= table for pair in pairs for table in tables)


def test_a_pair_that_cannot_be_parted_is_named(edition: Edition) -> None:
    """HUN-6.1: "preferably"; one table has no other; a stranger or one alone is no pair."""
    found = seated(5, edition, apart=[("P00", "P01"), ("P02", "P02"), ("P03", "away")])

    assert found.together == (("P00", "P01"),)


@given(
    st.integers(8, 60),
    st.integers(0, 10**6),
    st.lists(st.tuples(st.integers(0, 59), st.integers(0, 59)), max_size=12),
)
def test_everybody_sits_once_and_no_change_makes_it_worse(
    edition: Edition, number: int, seed: int, pairs: list[tuple[int, int]]
) -> None:
    names = [(f"P{one:02}", f"P{other:02}") for one, other in pairs]

    found = seat(people(number), seed, edition, names)

    assert isinstance(found, Seating)
    assert sorted(player for table in found.tables for player in table) == people(number)
    assert tuple(len(table) for table in found.tables) == table_sizes(number, edition)
    as_drawn = seat(people(number), seed, edition)
    assert isinstance(as_drawn, Seating)
    table_of = {player: table for table in as_drawn.tables for player in table}
    before = sum(
        one != other and one in table_of and table_of[one] is table_of.get(other)
        for one, other in names
    )
    assert len(found.together) <= before
