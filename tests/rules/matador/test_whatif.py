""" "What do I need?" (RAMK-9.17, 9.18): against every way in which a final can end."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.edition import Edition
from rules.matador.season import Result, standings
from rules.matador.whatif import (
    CAN,
    CANNOT,
    TIES,
    WINS,
    FinalTable,
    Need,
    everybodys_needs,
    live_contenders,
    needs,
    suppose,
)
from tests.rules.matador.test_season import WHOLE, evenings_of, results_of

FINAL = (
    FinalTable(("Ada", "Bo", "Cai", "Dan", "Fin", "Gry")),
    FinalTable(("Eva", "Hal", "Ida")),
)
BEFORE = [one for one in results_of(WHOLE["rounds"]) if not one.final]


def test_before_the_final_each_place_says_what_it_means(edition: Edition) -> None:
    """Ada has 56, Bo 57; a first of six is worth 40 and shifts the two worst out."""
    ada = needs("Ada", FINAL, BEFORE, edition, WHOLE["carried"])

    assert [need.place for need in ada] == [1, 2, 3, 4, 5, 6]
    assert ada[0] == Need(1, 40, 96, WINS)
    assert ada[1] == Need(2, 28, 84, CAN)
    assert {need.outcome for need in ada[2:]} <= {CAN, TIES, CANNOT}
    gry = needs("Gry", FINAL, BEFORE, edition, WHOLE["carried"])
    assert gry[0].net == 74
    assert gry[1].outcome == CANNOT
    assert needs("Jon", FINAL, BEFORE, edition) == ()


def test_while_places_become_known_the_list_shrinks(edition: Edition) -> None:
    bo_is_out = (FinalTable(FINAL[0].players, {"Gry": 6, "Bo": 5}), FINAL[1])
    ada_too = (FinalTable(FINAL[0].players, {"Gry": 6, "Bo": 5, "Ada": 4}), FINAL[1])

    assert live_contenders(FINAL, BEFORE, edition, WHOLE["carried"])[:2] == ["Ada", "Bo"]
    left = live_contenders(bo_is_out, BEFORE, edition, WHOLE["carried"])
    assert "Gry" not in left
    later = live_contenders(ada_too, BEFORE, edition, WHOLE["carried"])
    assert set(later) <= set(left)
    known = needs("Ada", ada_too, BEFORE, edition, WHOLE["carried"])
    assert [need.place for need in known] == [4]


def test_what_if_it_ends_as_it_did(edition: Edition) -> None:
    places = {"Cai": 1, "Ada": 2, "Bo": 3, "Fin": 4, "Dan": 5, "Gry": 6}
    places |= {"Hal": 1, "Eva": 2, "Ida": 3}

    rows = suppose(places, FINAL, BEFORE, edition, WHOLE["carried"])

    assert [[row.rank, row.player, row.points] for row in rows[:2]] == [
        [1, "Ada", 84],
        [2, "Cai", 78],
    ]


NAMES = ("A", "B", "C", "D", "E", "F", "X")


@st.composite
def finals(draw: Any) -> tuple[list[Result], tuple[FinalTable, ...]]:
    evenings = draw(
        st.lists(st.permutations(NAMES[:6]).map(lambda names: list(names[:4])), max_size=4)
    )
    before = evenings_of([["X", "A", "B"], *evenings])
    known = draw(st.sampled_from([{}, {"C": 3}, {"B": 1}, {"A": 3, "C": 2}]))
    return before, (FinalTable(("A", "B", "C"), known), FinalTable(("D", "E", "F")))


@given(finals(), st.sampled_from(["fewest_points", "worst_place"]))
@settings(max_examples=60)
def test_every_answer_is_that_of_all_the_ways_it_can_end(
    edition: Edition, final: tuple[list[Result], tuple[FinalTable, ...]], drop_by: str
) -> None:
    edition = edition.with_options({"drop_by": drop_by})
    before, evening = final
    together = everybodys_needs(evening, before, edition)
    assert together == {one: needs(one, evening, before, edition) for one in NAMES[:6]}
    ends = list(_ends(evening))
    nets = [
        {row.player: row.points for row in suppose(places, evening, before, edition)}
        for places in ends
    ]
    for player in NAMES[:6]:
        for need in needs(player, evening, before, edition):
            mine = [
                (net[player], max(points for one, points in net.items() if one != player))
                for places, net in zip(ends, nets, strict=True)
                if places[player] == need.place
            ]
            assert {own for own, _ in mine} == {need.net}
            ahead = [own - other for own, other in mine]
            wanted = (
                WINS
                if min(ahead) > 0
                else CAN
                if max(ahead) > 0
                else TIES
                if max(ahead) == 0
                else CANNOT
            )
            assert need.outcome == wanted


def _ends(evening: tuple[FinalTable, ...]) -> Any:
    """Every way in which the places can fall, by player."""
    ways = [
        [
            dict(zip(order, range(1, 4), strict=True))
            for order in permutations(table.players)
            if all(order[place - 1] == player for player, place in table.known.items())
        ]
        for table in evening
    ]
    for parts in product(*ways):
        yield {player: place for part in parts for player, place in part.items()}


def test_nobody_else_there_wins_for_sure(edition: Edition) -> None:
    rows = standings(BEFORE, edition, WHOLE["carried"])
    assert rows[0].player == "Bo"
    alone = (FinalTable(("Bo", "Cai", "Dan"), {"Cai": 3, "Dan": 2}),)
    assert [need.outcome for need in needs("Bo", alone, BEFORE, edition)] == [WINS]
