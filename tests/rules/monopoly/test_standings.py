"""The ranking and who goes on: golden cases of HUN-3.2 to 3.5 and 13, and what must always hold."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.edition import Edition
from rules.lots import Lot
from rules.monopoly.advance import (
    advance,
    eligible,
    lot_needed,
    replacements,
    without,
    world_championship,
)
from rules.monopoly.standings import standings
from rules.monopoly.wealth import HunResult, wealth

GOLDEN = Path(__file__).parents[2] / "golden" / "hun-2009" / "standings.toml"
CASES = tomllib.loads(GOLDEN.read_text(encoding="utf-8"))["case"]


def result(player: str, cash: int, *rest: Any, **more: Any) -> HunResult:
    """A result from a golden row: unmortgaged, mortgaged, buildings, stage."""
    values = [*rest, *(0, 0, 0, "qualifier")[len(rest) :]]
    return HunResult(values[3], f"G-{player}", player, cash, *values[:3], **more)


def field(wealths: dict[str, int], stage: str = "qualifier") -> list[HunResult]:
    """Players with nothing but cash."""
    return [result(player, cash, 0, 0, 0, stage) for player, cash in wealths.items()]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['rule']}: {case['name']}")
def test_golden_standings(case: dict[str, Any], edition: Edition) -> None:
    rows = [
        result(
            *row,
            bankrupt=row[0] in case.get("bankrupt", []),
            disqualified=row[0] in case.get("disqualified", []),
        )
        for row in case["rows"]
    ]

    lots = {player: Lot(*drawn) for player, drawn in case.get("lots", {}).items()}
    found = standings(rows, edition.with_options(case.get("options", {})), lots)

    assert [
        [row.rank, row.player, row.points, row.unencumbered, row.decided_by or "none"]
        for row in found
    ] == case["ranks"]


def test_eighty_entrants_give_72_in_six_reserves_and_two_out(edition: Edition) -> None:
    """HUN-3.2, HUN-3.3."""
    rows = advance(field({f"P{n:02}": 5000 - n for n in range(80)}), "qualifier", edition)

    assert [row.advances for row in rows] == [True] * 72 + [False] * 8
    assert [row.reserve for row in rows] == [None] * 72 + [1, 2, 3, 4, 5, 6] + [None] * 2
    assert not any(row.unresolved for row in rows)
    assert replacements(rows, {"P00", "P10", "P71"}) == ["P72", "P73", "P74"]
    assert replacements(rows, {"P00", "P72"}) == ["P73"]
    assert len(replacements(rows, {f"P{n:02}" for n in range(9)})) == 6

    going = [row.row.player for row in without(rows, {"P00", "P72"}) if row.advances]
    assert going == [*(f"P{n:02}" for n in range(1, 72)), "P73"]
    assert without(rows, ()) == rows


def test_seventy_entrants_all_go_on_without_reserves(edition: Edition) -> None:
    """HUN-3.3."""
    rows = advance(field({f"P{n:02}": 5000 - n for n in range(70)}), "qualifier", edition)

    assert all(row.advances and row.reserve is None for row in rows)


def test_at_rank_72_the_unencumbered_value_decides_who_is_first_reserve(edition: Edition) -> None:
    """HUN-3.2: P in, Q first reserve."""
    wealthier = field({f"P{n:02}": 5000 - n for n in range(71)})
    rows = advance(
        [*wealthier, result("Q", 562, 800, 200, 250), result("P", 412, 750, 200, 450)],
        "qualifier",
        edition,
    )

    assert (rows[71].row.player, rows[71].advances) == ("P", True)
    assert (rows[72].row.player, rows[72].reserve) == ("Q", 1)
    assert rows[72].row.decided_by == "unencumbered"


def test_a_tie_across_the_cut_is_unresolved_for_everybody_in_it(edition: Edition) -> None:
    """HUN-3.2: still tied, the referee draws the lot."""
    wealthier = field({f"P{n:02}": 5000 - n for n in range(71)})
    tied = field({"X": 1000, "Y": 1000, "Z": 1000})
    rest = field({"R": 900, "S": 800})

    rows = advance([*wealthier, *tied, *rest], "qualifier", edition)

    assert [row.row.player for row in rows if row.unresolved] == ["X", "Y", "Z"]
    assert not any(row.advances or row.reserve for row in rows if row.unresolved)
    assert [(row.row.player, row.reserve) for row in rows[74:]] == [("R", 3), ("S", 4)]
    assert lot_needed(rows) == ["X", "Y", "Z"]
    lots = {"Z": Lot(1, 1), "X": Lot(1, 2), "Y": Lot(1, 3)}
    drawn = advance([*wealthier, *tied, *rest], "qualifier", edition, lots)
    assert lot_needed(drawn) == []
    assert [row.row.player for row in drawn[71:74]] == ["Z", "X", "Y"]
    assert [(row.advances, row.reserve) for row in drawn[71:74]] == [
        (True, None),
        (False, 1),
        (False, 2),
    ]
    assert drawn[72].row.decided_by == "lot"
    assert [row.row.lot for row in drawn[71:74]] == [Lot(1, 1), Lot(1, 2), Lot(1, 3)]


def test_a_correction_after_the_lot_makes_the_tie_unresolved_again(edition: Edition) -> None:
    """HUN-3.2: W comes to be equal after the lot; nobody drew for him, so nobody is ahead of it."""
    wealthier = field({f"P{n:02}": 5000 - n for n in range(71)})
    tied = field({"W": 1000, "X": 1000, "Y": 1000})

    rows = advance([*wealthier, *tied], "qualifier", edition, {"X": Lot(1, 1), "Y": Lot(1, 2)})

    assert [row.row.rank for row in rows[71:]] == [72, 72, 72]
    assert lot_needed(rows) == ["W", "X", "Y"]


def test_a_tie_across_the_last_reserve_is_unresolved(edition: Edition) -> None:
    """HUN-3.3: same tie rule as 3.2."""
    wealthier = field({f"P{n:02}": 5000 - n for n in range(77)})

    rows = advance([*wealthier, *field({"X": 1, "Y": 1})], "qualifier", edition)

    assert [row.unresolved for row in rows[76:]] == [False, True, True]


def test_equal_reserves_share_a_number(edition: Edition) -> None:
    """HUN-3.3."""
    wealthier = field({f"P{n:02}": 5000 - n for n in range(72)})

    rows = advance([*wealthier, *field({"X": 9, "Y": 9, "Z": 8})], "qualifier", edition)

    assert [row.reserve for row in rows[72:]] == [1, 1, 3]
    assert not any(row.unresolved for row in rows)
    assert lot_needed(rows) == ["X", "Y"]


def test_no_alphabet_decides_which_of_two_equal_reserves_enters(edition: Edition) -> None:
    """HUN-3.3: one place for two of equal wealth is for the lot; two places are for both."""
    wealthier = field({f"P{n:02}": 5000 - n for n in range(72)})
    results = [*wealthier, *field({"X": 9, "Y": 9, "Z": 8})]

    rows = advance(results, "qualifier", edition)
    drawn = advance(results, "qualifier", edition, {"Y": Lot(1, 1), "X": Lot(1, 2)})

    assert replacements(rows, {"P00"}) == []
    assert replacements(rows, {"P00", "P01"}) == ["X", "Y"]
    assert replacements(rows, {"P00", "P01", "P02"}) == ["X", "Y", "Z"]
    assert replacements(rows, {"P00", "Y"}) == ["X"]
    assert replacements(drawn, {"P00"}) == ["Y"]


def test_the_six_wealthiest_of_the_semi_final_are_in_the_final(edition: Edition) -> None:
    """HUN-3, HUN-3.4: sixth and seventh equal, 2,900 against 2,650 unencumbered."""
    rows = advance(
        [
            *field({"A": 5100, "B": 4800, "C": 4801, "D": 4100, "E": 3900}, "semifinal"),
            result("G", 1100, 2650, 0, 0, "semifinal"),
            result("F", 850, 2900, 0, 0, "semifinal"),
            *field({"Q": 9999}),
        ],
        "semifinal",
        edition,
    )

    assert [row.row.player for row in rows if row.advances] == ["A", "C", "B", "D", "E", "F"]
    assert not any(row.unresolved or row.reserve for row in rows)


def test_the_champion_is_one_and_his_right_passes_on(edition: Edition) -> None:
    """HUN-3.5, HUN-13."""
    rows = advance(field({"A": 3, "B": 9, "C": 5}, "final"), "final", edition)

    assert [row.row.player for row in rows if row.advances] == ["B"]
    assert world_championship(rows, ()) == "B"
    assert world_championship(rows, {"B"}) == "C"
    assert world_championship(rows, {"B", "C", "A"}) is None

    assert [row.row.player for row in without(rows, {"B"}) if row.advances] == ["C"]
    assert [row.row.player for row in without(rows, {"B", "C", "A"}) if row.advances] == []


def test_equals_behind_a_champion_who_declines_need_the_lot(edition: Edition) -> None:
    """HUN-13, HUN-3.2; a tie behind who goes has no consequences."""
    results = field({"A": 9, "B": 5, "C": 5, "D": 5, "E": 1}, "final")
    rows = advance(results, "final", edition)
    lots = {"D": Lot(1, 1), "B": Lot(1, 2), "C": Lot(1, 3)}

    assert world_championship(rows, {"A"}) is None
    assert lot_needed(rows) == lot_needed(rows, {"C"}) == []
    assert lot_needed(rows, {"A"}) == ["B", "C", "D"]
    assert lot_needed(rows, {"A", "C"}) == ["B", "D"]
    assert lot_needed(rows, {"A", "B", "C"}) == []
    assert lot_needed(advance(results, "final", edition, lots), {"A"}) == []
    assert world_championship(advance(results, "final", edition, lots), {"A"}) == "D"
    semifinal = advance(field({"A": 9, "B": 5, "C": 5}, "semifinal"), "semifinal", edition)
    assert lot_needed(semifinal, {"A"}) == []


def test_who_was_excluded_in_any_game_is_in_no_ranking(edition: Edition) -> None:
    """HUN-10."""
    results = [
        *field({"A": 9, "B": 5}, "semifinal"),
        result("A", 7, disqualified=True),
    ]

    assert [row.row.player for row in advance(results, "semifinal", edition)] == ["B"]
    assert [row.player for row in standings(results, edition)] == ["B"]


def test_games_are_those_of_the_whole_season_points_those_of_the_last_stage(
    edition: Edition,
) -> None:
    """HUN-3.5."""
    results = [*field({"A": 900}), *field({"A": 70}, "semifinal"), *field({"A": 10}, "final")]

    assert [(row.points, row.games) for row in standings(results, edition)] == [(10, 3)]
    assert [one.row.games for one in advance(results, "semifinal", edition)] == [1]


def test_only_qualifiers_may_be_summed(edition: Edition) -> None:
    """HUN-3.2 (setting): a semi-final typed twice under two names does not count double."""
    summed = edition.with_options({"best_of_qualifiers": "sum"})
    results = [*field({"A": 900}, "semifinal"), *field({"A": 70}, "semifinal")]

    assert [row.points for row in standings(results, summed)] == [900]


def test_only_who_played_a_qualifier_is_eligible_for_the_semi_final() -> None:
    """HUN-3.1."""
    results = [*field({"A": 5}), *field({"B": 9}, "semifinal")]

    assert eligible("A", results)
    assert not eligible("B", results)


@given(
    st.lists(
        st.tuples(st.integers(0, 40), st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)),
        max_size=40,
    )
)
def test_ranks_follow_wealth_then_unencumbered_and_skip_what_is_shared(
    edition: Edition, rows: list[tuple[int, int, int, int]]
) -> None:
    results = [result(f"P{n}", *row) for n, row in enumerate(rows)]
    by_player = {one.player: one for one in results}

    found = standings(results, edition)

    assert {row.player for row in found} == set(by_player)
    for row in found:
        assert row.points == wealth(by_player[row.player], edition)
        above = [r for r in found if (r.points, r.unencumbered) > (row.points, row.unencumbered)]
        assert row.rank == 1 + len(above)


@given(
    st.dictionaries(st.text("ABCDE", min_size=1, max_size=3), st.integers(0, 3), max_size=60),
    st.dictionaries(st.text("ABCDE", min_size=1, max_size=3), st.integers(1, 2)),
)
def test_a_lot_orders_equals_and_nobody_else(
    edition: Edition, wealths: dict[str, int], draws: dict[str, int]
) -> None:
    lots = {player: Lot(draw, place) for place, (player, draw) in enumerate(draws.items())}
    plain = standings(field(wealths), edition)

    found = standings(field(wealths), edition, lots)

    assert sorted(row.player for row in found) == sorted(wealths)
    assert [row.points for row in found] == [row.points for row in plain]
    shared = {row.player: row.rank for row in plain}
    for row in found:
        equals = [other for other in plain if other.points == row.points]
        if row.lot is None:
            assert row.rank == shared[row.player]
        else:
            assert row.rank == shared[row.player] + sum(
                lots[other.player] < row.lot for other in equals
            )
            assert len({lots[other.player].draw for other in equals}) == 1


@given(st.dictionaries(st.text("ABCDEFGH", min_size=1), st.integers(0, 5), max_size=120))
def test_never_more_go_on_than_there_are_places(edition: Edition, wealths: dict[str, int]) -> None:
    rows = advance(field(wealths), "qualifier", edition)

    assert sum(row.advances for row in rows) <= 72
    if len(wealths) <= 72:
        assert all(row.advances for row in rows)
    assert all(1 <= row.reserve <= 6 for row in rows if row.reserve is not None)
