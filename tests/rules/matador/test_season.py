"""The season: RAMK-9.16 to 9.20, seats and contenders, from tests/golden/ramk-2017."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from rules.edition import Edition
from rules.kinds import Refusal
from rules.lots import Lot, draw
from rules.matador.awards import award, base
from rules.matador.contenders import contenders, listed
from rules.matador.members import may_vote
from rules.matador.prospects import Prospects
from rules.matador.season import (
    Counted,
    Result,
    carry_over,
    counted_by_player,
    kept,
    points_of,
    standings,
    tied_for_cup,
)
from rules.matador.seating import seat, split_sizes
from tests.rules.matador.golden import GOLDEN, cases, titled

SEASON = tomllib.loads((GOLDEN / "season.toml").read_text(encoding="utf-8"))
SEATING = tomllib.loads((GOLDEN / "seating.toml").read_text(encoding="utf-8"))
WHOLE = SEASON["season"]


def results_of(rounds: Iterable[Mapping[str, Any]]) -> list[Result]:
    """Results of rounds whose tables name their members in the order of places."""
    return [
        Result(
            one["round"],
            one["date"],
            one.get("final", False),
            number if len(one["tables"]) > 1 else None,
            place,
            player,
        )
        for one in rounds
        for number, table in enumerate(one["tables"], 1)
        for place, player in enumerate(table, 1)
    ]


def evenings_of(tables: Iterable[list[str]]) -> list[Result]:
    """One table an evening, in the order of places."""
    return results_of(
        {"round": f"R{n}", "date": f"2017-10-{n:02}", "tables": [table]}
        for n, table in enumerate(tables, 1)
    )


@pytest.mark.parametrize("case", SEASON["dropping"], ids=lambda case: case["member"])
@pytest.mark.parametrize("by", ["fewest_points", "worst_place"])
def test_the_two_worst_placings_do_not_count(
    case: dict[str, Any], by: str, edition: Edition
) -> None:
    """RAMK-9.17, RAMK-9.18, RAMK-9.19."""
    edition = edition.with_options({"drop_by": by})
    counted = []
    for place, players, division, final in case["results"]:
        worth = base(place, players, edition)
        assert isinstance(worth, int)
        points = award(worth, edition, final=final, division=division or None)
        counted.append(Counted(points, place, final))

    found = kept(counted, len(counted), edition)

    assert [one.points for one in counted] == case["awards"]
    assert sum(case["awards"]) == case["gross"]
    assert found.net == case["net" if by == "fewest_points" else "by_place"]
    assert len(found.counted) + len(found.dropped) == len(counted)


def test_a_bonus_is_never_dropped(edition: Edition) -> None:
    """RAMK-9.20: member C with 10 has 10, member D 31."""
    by_member = {case["member"]: case["awards"] for case in SEASON["dropping"]}
    for member, net in (("C", 10), ("D", 31)):
        counted = [Counted(points, 1, False) for points in by_member[member]]
        assert kept(counted, len(counted), edition).net + 10 == net


def test_the_whole_season(edition: Edition) -> None:
    """RAMK-9.16 to RAMK-9.20, and the electoral roll of RAMK-2.3."""
    results = results_of(WHOLE["rounds"])

    rows = standings(results, edition, WHOLE["carried"])

    found = [
        [row.rank, row.player, sorted(c.points for c in (*row.counted, *row.dropped))[::-1],
         row.gross, row.points]
        for row in rows
    ]  # fmt: skip
    assert found == WHOLE["rows"]
    assert [row.decided_by for row in rows] == [None, *["points"] * 9]
    assert carry_over(rows, results, edition) == WHOLE["carry_over"]
    assert sorted(row.player for row in rows if may_vote(row.rounds, edition)) == WHOLE["voters"]
    assert tied_for_cup(rows) == []


def test_before_the_final(edition: Edition) -> None:
    """RAMK-3.1B: six of nine can still win."""
    results = [one for one in results_of(WHOLE["rounds"]) if not one.final]

    rows = standings(results, edition, WHOLE["carried"])

    assert {row.player: [row.gross, row.points] for row in rows} == WHOLE["before"]
    for attending in (WHOLE["attending"], [*WHOLE["attending"], "Jon"]):
        assert contenders(results, attending, edition, WHOLE["carried"]) == WHOLE["contenders"]
    assert carry_over(rows, results, edition) == {}


def test_after_the_final_only_its_winner_is_left(edition: Edition) -> None:
    """RAMK-3.1B."""
    results = results_of(WHOLE["rounds"])
    assert contenders(results, WHOLE["attending"], edition, WHOLE["carried"]) == ["Ada"]


@pytest.mark.parametrize("evening", WHOLE["seats"], ids=lambda one: one["round"])
def test_the_seats_of_each_evening(evening: dict[str, Any], edition: Edition) -> None:
    """RAMK-3.1A, RAMK-3.1B; what was played so far decides."""
    rounds = {one["round"]: one for one in WHOLE["rounds"]}
    this = rounds[evening["round"]]
    before = [one for one in WHOLE["rounds"] if one["date"] < this["date"]]
    attending = [player for table in this["tables"] for player in table]

    found = seat(
        attending,
        results_of(before),
        7,
        edition,
        carried=WHOLE["carried"],
        final=this.get("final", False),
    )

    assert not isinstance(found, Refusal)
    assert [list(table) for table in found.tables] == evening["tables"]
    assert found.lots == ()


@pytest.mark.parametrize("case", SEASON["bonus"], ids=titled)
def test_the_bonus_for_next_season(case: dict[str, Any], edition: Edition) -> None:
    before = evenings_of(case["before"])
    final = results_of(
        [{"round": "F", "date": "2018-04-27", "final": True, "tables": case["final"]}]
    )

    rows = standings([*before, *final], edition)

    assert rows[0].player == case["champion"]
    assert sorted(carry_over(rows, [*before, *final], edition)) == case["bonus"]


@pytest.mark.parametrize("case", SEASON["cup"], ids=titled)
def test_equal_points(case: dict[str, Any], edition: Edition) -> None:
    results = evenings_of(case["rounds"])
    lots = {player: Lot(1, place) for place, player in enumerate(case.get("lots", ()), 1)}

    rows = standings(results, edition.with_options(case["options"]), lots=lots)

    found = [[row.rank, row.player, row.decided_by or "none"] for row in rows]
    assert found == case["ranks"]


def test_gross_decides_where_all_else_is_equal(edition: Edition) -> None:
    """RAMK-9.17: by 1/3, 3/3 and 3/4 against 1/3, 3/3 and 4/4: 15 net each, 28 and 26 gross."""
    results = evenings_of(
        [["A", "X", "Y"], ["B", "X", "Y"], ["X", "Y", "A"], ["X", "Y", "B"], ["X", "Y", "A", "B"]]
    )

    rows = {row.player: row for row in standings(results, edition)}

    assert (rows["A"].points, rows["B"].points) == (15, 15)
    assert (rows["A"].gross, rows["B"].gross) == (28, 26)
    assert rows["B"].rank == rows["A"].rank + 1
    assert rows["B"].decided_by == "gross"


def test_settings_of_dropping(edition: Edition) -> None:
    """RAMK-9.17: missed rounds as placings, the final not droppable."""
    found = [Counted(20, 1, False), Counted(9, 3, False), Counted(6, 4, True)]

    assert kept(found, 5, edition).net == 20
    missed = edition.with_options({"absence_is_placing": True})
    assert kept(found, 5, missed).net == 35
    assert kept(found, 4, missed).net == 29
    assert [one.points for one in kept(found, 5, missed).dropped] == [0, 0]
    by_place = missed.with_options({"drop_by": "worst_place"})
    assert kept(found, 4, by_place).net == 29
    final = edition.with_options({"final_can_be_dropped": False})
    assert kept(found, 5, final).net == 6
    assert kept(found[1:], 5, final).net == 6


def test_a_table_that_the_points_table_does_not_know_gives_nothing(edition: Edition) -> None:
    """RAMK-9.16."""
    results = evenings_of([["A", "B"], ["A", "B", "C"]])

    assert isinstance(points_of(results[:2], edition), Refusal)
    assert {name: len(found) for name, found in counted_by_player(results, edition).items()} == {
        "A": 1,
        "B": 1,
        "C": 1,
    }


def test_by_setting_a_shared_place_goes_by_a_lot_that_anybody_can_draw_again(
    edition: Edition,
) -> None:
    """RAMK-9.16."""
    by_lot = edition.with_options({"place_tie": "lot"})
    table = [Result("R1", "2017-10-01", False, 2, place, p) for place, p in ((1, "A"), (2, "B"))]
    table += [Result("R1", "2017-10-01", False, 2, 2, "C")]

    one = points_of(table, by_lot)

    assert one == points_of(table[::-1], by_lot)
    assert not isinstance(one, Refusal)
    assert sorted(one.values()) == [7, 11, 18]


@pytest.mark.parametrize("case", cases("contenders"), ids=titled)
def test_golden_contenders(case: dict[str, Any], edition: Edition) -> None:
    prospects = _Given(case["awards"], case["carried"], edition)

    assert {one: prospects.net(one, 1, 8) for one in case["awards"]} == case["best"]
    names = sorted(case["awards"])
    assert listed(names, prospects, edition) == case["contenders"]
    strict = edition.with_options({"final_contender_tie": "strict"})
    assert listed(names, prospects, strict) == case["strict"]


class _Given(Prospects):
    """A season of which only the awards are known."""

    def __init__(
        self, awards: Mapping[str, list[int]], carried: Mapping[str, int], edition: Edition
    ) -> None:
        super().__init__([], edition, carried)
        self._counted = {
            player: tuple(Counted(points, 3, False) for points in found)
            for player, found in awards.items()
        }


@pytest.mark.parametrize("case", SEATING["case"], ids=titled)
def test_golden_seating(case: dict[str, Any], edition: Edition) -> None:
    edition = edition.with_options(case.get("options", {}))
    drawn = set()
    for seed in range(30):
        found = seat(list(case["points"]), [], seed, edition, carried=case["points"])
        assert not isinstance(found, Refusal)
        assert sorted(found.lots) == case["lots"]
        if "tables" in case:
            assert [list(table) for table in found.tables] == case["tables"]
        else:
            top, bottom = found.tables
            assert list(top[:3]) == case["top"]
            assert list(bottom[1:]) == case["bottom"]
            assert (top[3], bottom[0]) == found.lots == draw(case["lots"], seed)
            drawn.add(top[3])
    assert drawn == set(case["lots"])


def test_the_sizes_of_the_tables(edition: Edition) -> None:
    """RAMK-3.1A."""
    sizes = SEATING["sizes"][0]
    assert [[n, *split_sizes(n, edition)] for n in range(8, 17)] == sizes["split"]
    for count in sizes["one_table"]:
        found = seat([f"P{n}" for n in range(count)], [], 1, edition)
        assert not isinstance(found, Refusal)
        assert [len(table) for table in found.tables] == [count]
    for count in sizes["refused"]:
        found = seat([f"P{n}" for n in range(count)], [], 1, edition)
        assert isinstance(found, Refusal)
        assert found.rule == "RAMK-3.1A"


@pytest.mark.parametrize("case", SEATING["final"][0]["cases"], ids=str)
def test_the_tables_of_the_final(case: list[Any], edition: Edition) -> None:
    """RAMK-3.1B: so many attend, so many can win; what the organiser confirmed decides."""
    count, winners, sizes = case
    attending = [f"P{n:02}" for n in range(count)]

    found = seat(attending, [], 1, edition, final=True, confirmed=attending[:winners])

    assert not isinstance(found, Refusal)
    assert [len(table) for table in found.tables] == sizes
    if found.by == "by_cup":
        assert list(found.tables[0]) == attending[:winners]


def test_a_final_that_cannot_be_seated(edition: Edition) -> None:
    """RAMK-3.1B."""
    for count in SEATING["final"][0]["refused"]:
        assert isinstance(
            seat([f"P{n}" for n in range(count)], [], 1, edition, final=True), Refusal
        )


def test_seats_by_net_points(edition: Edition) -> None:
    """RAMK-3.1A: setting; after two rounds everybody has 0 net, so the lot decides."""
    names = [f"P{n}" for n in range(8)]
    results = results_of([{"round": "R1", "date": "2017-10-01", "tables": [names[:4], names[4:]]}])
    gross = seat(names, results, 3, edition)
    net = seat(names, results, 3, edition.with_options({"seeding_basis": "net"}))
    assert not isinstance(gross, Refusal)
    assert not isinstance(net, Refusal)
    assert gross.lots == ()
    assert sorted(net.lots) == names


def test_the_first_evening_is_all_lots_but_for_a_bonus(edition: Edition) -> None:
    """RAMK-3.1A, RAMK-9.20."""
    names = [f"P{n}" for n in range(9)]
    found = seat(names, [], 11, edition, carried={"P8": 10})
    assert not isinstance(found, Refusal)
    assert found.tables[0][0] == "P8"
    assert sorted(found.lots) == names[:8]
