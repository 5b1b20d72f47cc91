"""Who is moved from one table to another: both tables' own records, and the sums over both."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from rules.actions import parse_action
from rules.history import History
from rules.kinds import Audience
from rules.opening import parse_opening
from tests.rules.casino.conftest import EditionOf, play_on

STRUCTURE = {
    "fee": 50, "house_share": 0, "start_points": 10_000, "rebuy_minutes": 60, "rebuy_max": 2,
    "rebuy_when": "none", "tables": 2, "table_size": 6, "prize_pct": [60, 40],
}  # fmt: skip


@pytest.fixture
def tables(edition_of: EditionOf) -> tuple[History, History]:
    """Two tables of four and three, begun; seats 5 and 6 of the first, 4 to 6 of the other free."""

    def opened(name: str, count: int, structure: dict[str, Any] = STRUCTURE) -> History:
        opening = parse_opening(
            {
                "edition": "ray-rebuy-2013",
                "season": "S1",
                "round": "R1",
                "game": f"R1-{name}",
                "table": name,
                "seats": [{"seat": n, "player": f"{name}-{n}"} for n in range(1, count + 1)],
                "options": {"structure": structure},
            }
        )
        return play_on(History(opening, edition_of("ray-rebuy-2013")), [{"t": 1, "do": "start"}])

    return opened("T1", 4), opened("T2", 3)


def refused(table: History, t: int, **fields: Any) -> str | None:
    action = parse_action({"t": t, **fields}, table.opening, table.family)
    outcome = table.apply(action)
    return None if outcome.refusal is None else outcome.refusal.why


def told(table: History, acts: Iterable[dict[str, Any]]) -> None:
    for fields in acts:
        assert refused(table, **fields) is None, fields


def sums(*tables: History) -> tuple[int, int]:
    """Points in play and money in the pool, over all tables."""
    found = [table.summary(0, "") for table in tables]
    return sum(one["points_in_play"] for one in found), sum(one["pool"] for one in found)


def test_points_and_money_go_along_and_both_tables_say_what_lies_on_them(
    tables: tuple[History, History],
) -> None:
    one, other = tables
    told(one, [{"t": 10, "do": "rebuy", "seat": 2}])
    before = sums(one, other)
    assert before == (80_000, 400)

    told(one, [{"t": 60, "do": "leave", "seat": 2, "points": 23_500}])
    told(other, [{"t": 60, "do": "arrive", "seat": 4, "player": "T1-2", "name": "Kim",
                  "points": 23_500, "rebuys": 1}])  # fmt: skip

    assert sums(one, other) == before
    assert sums(one) == (26_500, 150)
    shown = other.view(Audience.TABLE)
    assert [(seat.seat, seat.name) for seat in shown.seats][-1] == (4, "Kim")
    assert (shown.entrants, shown.left, shown.points_in_play) == (4, 4, 53_500)
    assert [seat.seat for seat in one.view(Audience.TABLE).seats] == [1, 3, 4]
    (gone,) = one.summary(0, "")["gone"]
    assert (gone["player"], gone["left"], gone["points_held"]) == ("T1-2", True, 23_500)
    # RAY-REBUY-3: what he bought before counts for his limit
    told(other, [{"t": 70, "do": "rebuy", "seat": 4}])
    assert refused(other, 71, do="rebuy", seat=4) == "rebuys_used"


def test_the_seat_of_who_is_out_is_given_away_and_his_bust_stays(
    tables: tuple[History, History],
) -> None:
    one, other = tables
    told(other, [{"t": 20, "do": "bust", "seat": 1}])
    told(one, [{"t": 30, "do": "leave", "seat": 1, "points": 9_000}])
    told(other, [{"t": 31, "do": "arrive", "seat": 1, "player": "T1-1", "points": 9_000},
                 {"t": 40, "do": "bust", "seat": 2}])  # fmt: skip
    found = other.summary(0, "")
    assert [(one["player"], one["busted_order"]) for one in found["gone"]] == [("T2-1", 1)]
    assert [(one["player"], one["busted_order"]) for one in found["seats"]] == [
        ("T1-1", 0), ("T2-2", 2), ("T2-3", 0),
    ]  # fmt: skip
    assert (found["entries"], found["pool"]) == (4, 200)
    assert sums(one, other) == (70_000, 350)


def test_ray_other_2_what_is_left_of_a_penalty_is_served_at_the_new_table(
    tables: tuple[History, History],
) -> None:
    _, other = tables
    comes = {"t": 5, "do": "arrive", "points": 500}
    told(other, [{**comes, "seat": 6, "player": "Kim", "rounds": 1}])
    told(other, [{**comes, "seat": 5, "player": "Bo", "minutes": 2}])
    marks = {seat.name: seat.mark.value for seat in other.view(Audience.TABLE).seats}
    assert (marks["Kim"], marks["Bo"]) == ("penalty", "penalty")
    told(other, [{"t": 100, "do": "round"}, {"t": 125, "do": "wait"}])
    marks = {seat.name: seat.mark.value for seat in other.view(Audience.TABLE).seats}
    assert (marks["Kim"], marks["Bo"]) == ("in", "in")


def test_the_last_who_leaves_ends_the_game_of_a_broken_table(
    tables: tuple[History, History],
) -> None:
    _, other = tables
    told(other, [{"t": 9, "do": "leave", "seat": seat, "points": 10_000} for seat in (1, 2, 3)])
    found = other.summary(0, "")
    assert (found["end_reason"], found["points_in_play"], found["seats"]) == ("broken", 0, [])
    told(other, [{"t": 12, "do": "confirm"}])
    assert other.status.value == "final"


def test_what_cannot_be_is_refused_and_an_undo_puts_everybody_back(
    tables: tuple[History, History], edition_of: EditionOf
) -> None:
    one, _ = tables
    kim = {"do": "arrive", "player": "Kim", "points": 100}
    assert refused(one, 10, **kim, seat=1) == "sits_there"
    assert refused(one, 10, do="arrive", player="T1-2", points=5, seat=5) == "sits_here_already"
    assert refused(one, 10, do="arrive", player="Kim", points=0, seat=5) == "arrives_without_points"
    assert refused(one, 10, do="leave", seat=1, points=0) == "leaves_without_points"
    assert refused(one, 10, do="leave", seat=5, points=10) == "not_entered"
    assert refused(one, 10, do="enter", seat=5) == "started_already"
    assert refused(one, 10, do="bust", seat=6) == "not_entered"
    shown = one.view(Audience.TABLE)
    told(one, [{"t": 20, **kim, "seat": 5}, {"t": 21, "do": "undo"}])
    assert one.view(Audience.TABLE).seats == shown.seats
    single = {**STRUCTURE, "tables": 1}
    alone = History(
        parse_opening(
            {
                "edition": "ray-rebuy-2013",
                "season": "S1",
                "round": "R1",
                "game": "G",
                "table": "T",
                "seats": [{"seat": n, "player": f"P{n}"} for n in (1, 2, 3)],
                "options": {"structure": single},
            }
        ),
        edition_of("ray-rebuy-2013"),
    )
    told(alone, [{"t": 1, "do": "start"}])
    assert refused(alone, 2, do="leave", seat=1, points=5) == "one_table"
    with pytest.raises(Exception, match="found 5, allowed seat 1, 2, 3"):
        refused(alone, 2, **kim, seat=5)


def one_left(table: History, t: int = 100) -> None:
    """All but the first of the second table are out, in time that rebuys are over."""
    told(table, [{"t": t, "do": "bust", "seat": seat} for seat in (2, 3)])


def test_the_one_who_is_left_at_a_table_of_several_is_moved_and_his_table_is_broken(
    edition_of: EditionOf,
) -> None:
    """RAY-1-1: both lost their last points in one hand; nobody can buy himself in again."""
    one, other = (freezeout(edition_of, name, count) for name, count in (("T1", 3), ("T2", 3)))
    told(other, [{"t": 10, "do": "penalty", "seat": 1, "minutes": 5}])
    one_left(other)
    shown = other.view(Audience.TABLE)
    assert (shown.phase.value, shown.end_reason, shown.rests) == ("count", "last_player", True)
    told(other, [{"t": 160, "do": "leave", "seat": 1, "points": 30_000}])
    after = other.view(Audience.TABLE)
    assert (after.phase.value, after.end_reason, after.rests) == ("sign", "broken", False)
    (gone,) = after.left_for
    assert (gone.points, gone.penalty_ms) == (30_000, 300_000 - 90_000)
    told(other, [{"t": 170, "do": "confirm"}])
    assert other.status.value == "final"
    assert other.summary(0, "")["points_in_play"] == 0
    told(one, [{"t": 170, "do": "arrive", "seat": 5, "player": "T2-1", "points": 30_000,
                "seconds": 210}])  # fmt: skip
    assert sums(one, other) == (60_000, 300)


def test_others_come_to_the_one_who_is_left_and_his_table_plays_on(edition_of: EditionOf) -> None:
    """RAY-1-1: the level goes on where it stood; a count that was made does not stand."""
    table = freezeout(edition_of, "T1", 3)
    one_left(table)
    left = table.view(Audience.TABLE)
    told(table, [{"t": 130, "do": "chips", "seat": 1, "points": 30_000}])
    assert table.view(Audience.TABLE).phase.value == "sign"
    comes = {"do": "arrive", "seat": 2, "player": "Kim", "points": 9_000}
    told(table, [{"t": 190, **comes}])
    shown = table.view(Audience.TABLE)
    assert (shown.phase.value, shown.left, shown.end_reason) == ("play", 2, None)
    assert shown.stage is not None
    assert shown.stage.ends_at == 1_000 + 20 * 60_000 + 90_000  # it stood for so long
    assert left.level == shown.level
    told(table, [{"t": 195, "do": "undo"}])
    assert table.view(Audience.TABLE).phase.value == "sign"
    assert refused(table, 196, do="hand") == "game_over"
    told(table, [{"t": 197, "do": "confirm"}])
    assert refused(table, 198, **comes) == "closed"


def test_a_table_that_is_over_for_good_lets_nobody_in_or_out(edition_of: EditionOf) -> None:
    table = freezeout(edition_of, "T1", 3)
    told(table, [{"t": 50, "do": "end", "reason": "late"}])
    assert refused(table, 60, do="arrive", seat=5, player="Kim", points=5) == "game_over"
    assert refused(table, 60, do="leave", seat=1, points=5) == "game_over"
    assert not table.view(Audience.TABLE).rests


def freezeout(edition_of: EditionOf, name: str, count: int) -> History:
    structure = {
        "fee": 50, "house_share": 0, "start_points": 10_000, "tables": 2, "table_size": 6,
        "prize_pct": [60, 40], "levels": [{"small": 25, "big": 50, "minutes": 20}] * 2,
    }  # fmt: skip
    opening = parse_opening(
        {
            "edition": "ray-freezeout-2013",
            "season": "S1",
            "round": "R1",
            "game": f"R1-{name}",
            "table": name,
            "seats": [{"seat": n, "player": f"{name}-{n}"} for n in range(1, count + 1)],
            "options": {"structure": structure},
        }
    )
    return play_on(History(opening, edition_of("ray-freezeout-2013")), [{"t": 1, "do": "start"}])


def test_ray_1_4_who_goes_out_has_the_hand_of_all_tables_and_what_he_held(
    edition_of: EditionOf,
) -> None:
    table = freezeout(edition_of, "T1", 5)
    led = {"do": "hall", "number": 1, "level": 1, "left_ms": 600_000}
    told(table, [{"t": 5, "do": "bust", "seat": 5}, {"t": 6, **led},
                 {"t": 10, "do": "together", "hand": 3},
                 {"t": 12, "do": "chips", "seat": 2, "points": 4_500},
                 {"t": 15, "do": "bust", "seat": 2},
                 {"t": 16, "do": "together", "hand": 4}])  # fmt: skip
    seats = {seat.seat: seat for seat in table.view(Audience.TABLE).seats}
    assert (seats[2].out_hand, seats[2].before) == (3, 4_500)
    assert (seats[5].out_hand, seats[5].before) == (0, 10_000)
    assert (seats[1].out_hand, seats[1].before) == (0, 0)


def test_ray_other_1_all_that_is_left_of_his_penalties_comes_along(
    tables: tuple[History, History],
) -> None:
    one, other = tables
    told(one, [{"t": 10, "do": "penalty", "seat": 2, "minutes": 3, "given_ms": 77},
               {"t": 20, "do": "penalty", "seat": 2, "rounds": 2},
               {"t": 70, "do": "leave", "seat": 2, "points": 10_000}])  # fmt: skip
    (gone,) = one.view(Audience.TABLE).left_for
    assert (gone.penalty_ms, gone.penalty_rounds) == (120_000, 2)
    assert one.view(Audience.TABLE).given == (77,)
    told(other, [{"t": 80, "do": "arrive", "seat": 5, "player": "T1-2", "points": 10_000,
                  "seconds": 120, "rounds": 2},
                 {"t": 201, "do": "wait"}])  # fmt: skip
    kim = {seat.seat: seat for seat in other.view(Audience.TABLE).seats}[5]
    assert (kim.mark.value, kim.penalty, kim.penalty_rounds) == ("penalty", None, 2)
    told(other, [{"t": 210, "do": "round"}, {"t": 220, "do": "round"}])
    assert other.view(Audience.TABLE).seats[-1].mark.value == "in"
