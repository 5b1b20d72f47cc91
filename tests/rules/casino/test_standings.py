"""A season of tournaments: who is where, and who goes on."""

from __future__ import annotations

from rules.casino.payout import Entry
from rules.casino.standings import (
    FINAL,
    SATELLITE,
    Row,
    TournamentResult,
    advance,
    lot_needed,
    standings,
)
from rules.lots import Lot
from tests.rules.casino.conftest import EditionOf


def result(tournament: str, player: str, points: int = 0, order: int = 0) -> TournamentResult:
    stage = FINAL if tournament == "Final" else SATELLITE
    return TournamentResult(tournament, stage, Entry(player, points=points, busted_order=order))


def told(rows: list[Row]) -> list[tuple[int, str, str | None]]:
    return [(row.rank, row.player, row.decided_by) for row in rows]


def test_several_tournaments_count_together_then_places(edition_of: EditionOf) -> None:
    """RAY-1-4: points, first places, second places, then equals by name."""
    found = [
        result("T1", "A", 5),
        result("T1", "B", 0, 3),
        result("T1", "C", 0, 2),
        result("T1", "D", 0, 1),
        result("T2", "B", 5),
        result("T2", "A", 0, 1),
        result("T2", "C", 0, 2),
        result("T2", "D", 0, 1),
    ]
    rows = standings(found, edition_of("ray-freezeout-2013"))
    assert told(rows) == [
        (1, "B", None),
        (2, "A", "seconds"),
        (3, "C", "points"),
        (4, "D", "seconds"),
    ]
    assert [row.games for row in rows] == [2, 2, 2, 2]


def test_a_lot_parts_equals_and_says_so(edition_of: EditionOf) -> None:
    edition = edition_of("ray-freezeout-2013")
    found = [result("T1", "A", 5), result("T1", "B", 5), result("T1", "C", 0, 1)]
    assert told(standings(found, edition)) == [(1, "A", None), (1, "B", None), (3, "C", "points")]
    lots = {"A": Lot(1, 2), "B": Lot(1, 1)}
    assert told(standings(found, edition, lots)) == [
        (1, "B", None),
        (2, "A", "lot"),
        (3, "C", "points"),
    ]


def test_who_was_disqualified_is_not_ranked(edition_of: EditionOf) -> None:
    """RAY-OTHER-3."""
    cheat = TournamentResult("T1", SATELLITE, Entry("X", points=9, disqualified=True))
    rows = standings([cheat, result("T1", "A", 5)], edition_of("ray-freezeout-2013"))
    assert told(rows) == [(1, "A", None)]


def test_a_satellite_sends_as_many_as_its_pool_buys_seats(edition_of: EditionOf) -> None:
    """RAY-1-1: of 6 x 50 two seats at 120."""
    field = [result("S1", f"P{n}", 0, 7 - n) for n in range(2, 7)]
    found = [result("S1", "P1", 60), *field]
    base = edition_of("ray-freezeout-2013")
    for structure, going in (
        ({"fee": 50, "satellite_price": 120}, ["P1", "P2"]),
        ({"fee": 50, "satellite_price": 120, "satellite_seats": 1}, ["P1"]),
        ({"fee": 50, "satellite_seats": 3}, ["P1", "P2", "P3"]),
        ({"fee": 50, "advance": 4}, ["P1", "P2", "P3", "P4"]),
    ):
        edition = base.with_options({"structure": structure})
        rows = advance(found, SATELLITE, edition)
        assert [row.player for row in rows if row.advances] == going
        assert lot_needed(rows) == []


def test_equals_across_the_cut_wait_for_the_lot(edition_of: EditionOf) -> None:
    """RAY-SLOT-3."""
    edition = edition_of("ray-slots-2013")  # two of a group go on
    found = [result("P1", "A", 9), result("P1", "B", 5), result("P1", "C", 5)]
    rows = advance(found, SATELLITE, edition)
    assert [(row.player, row.advances) for row in rows] == [("A", True), ("B", False), ("C", False)]
    assert lot_needed(rows) == ["B", "C"]
    drawn = advance(found, SATELLITE, edition, {"B": Lot(1, 2), "C": Lot(1, 1)})
    assert [(row.player, row.advances) for row in drawn] == [("A", True), ("C", True), ("B", False)]
    assert lot_needed(drawn) == []


def test_the_final_has_one_winner(edition_of: EditionOf) -> None:
    found = [result("Final", "A", 9), result("Final", "B", 0, 1), result("S1", "C", 99)]
    rows = advance(found, FINAL, edition_of("ray-freezeout-2013"))
    assert [(row.player, row.advances) for row in rows] == [("A", True), ("B", False)]
    order = standings(found, edition_of("ray-freezeout-2013"))
    assert told(order) == [(1, "A", None), (2, "B", "points"), (3, "C", None)]
