"""Points, ties and the table of a tournament, from tests/golden/mafia-aktau-2015."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from rules.mafia.arrival import is_replaced, replaced_from, waited_s
from rules.mafia.scoring import Facts, parts, points_text, total
from rules.mafia.standings import Result, Row, _decided, _order, first_killed_bonus, standings
from tests.rules.mafia.golden import CARDS, GOLDEN, edition_of

AKTAU = edition_of("mafia-aktau-2015")
FOLDER = GOLDEN / "mafia-aktau-2015"
SCORES = tomllib.loads((FOLDER / "scores.toml").read_text("utf-8"))["case"]
TIES = tomllib.loads((FOLDER / "standings.toml").read_text("utf-8"))


def facts_of(case: dict[str, Any], seat: int) -> Facts:
    killed, right = case.get("killed", (None, 0))
    return Facts(
        role=CARDS[seat],
        killed_first=seat == killed,
        named_right=right if seat == killed else 0,
        best_move=seat == case.get("best_move"),
        monster=seat == case.get("monster"),
        **case["facts"],
    )


@pytest.mark.parametrize("case", SCORES, ids=lambda case: f"{case['rule']}: {case['name']}")
def test_game_scores(case: dict[str, Any]) -> None:
    edition = AKTAU.with_options(case.get("options", {}))
    found = [total(parts(facts_of(case, seat), edition)) for seat in range(1, 11)]
    assert [points_text(points) for points in found] == case["points"]
    assert points_text(sum(found)) == case["sum"]


def row(player: str, best: int, wins: int, don: int, sheriff: int, *rest: int) -> Row:
    mafia, first, rating = rest
    return Row(None, player, 350, 5, best, wins, don, sheriff, mafia, first, rating, {})


@pytest.mark.parametrize("case", TIES["case"], ids=lambda case: f"{case['rule']}: {case['name']}")
def test_ties(case: dict[str, Any]) -> None:
    above, below = row("P", *case["above"]), row("Q", *case["below"])
    assert _order(above) > _order(below)
    assert _decided(above, below) == case["by"]


@pytest.mark.parametrize("case", TIES["killed"], ids=str)
def test_mafa_pts_11_deaths_on_the_first_night(case: dict[str, Any]) -> None:
    """MAFA-PTS-11."""
    edition = AKTAU.with_options({"pts11": case["word"]})
    found = first_killed_bonus(case["as_red"], case["as_sheriff"], edition)
    assert found == 100 * case["points"]


def results(*games: dict[str, Any]) -> list[Result]:
    return [
        Result(f"G{number}", f"P{seat:02}", facts_of(case, seat), case.get("out") == seat)
        for number, case in enumerate(games, 1)
        for seat in range(1, 11)
    ]


def test_mafa_main_1_the_sum_of_all_games_the_three_best_and_the_qualified() -> None:
    """MAFA-MAIN-1, MAFA-GOAL-2, MAFA-GOAL-3."""
    red = {"facts": {"winner": "red"}}
    rows = standings(results(red, red, {**red, "best_move": 7}, {**red, "monster": 10}), AKTAU)
    assert [(one.rank, one.player, one.points, one.decided_by) for one in rows] == [
        (1, "P07", 425, None),
        (2, "P05", 400, "points"),
        (3, "P01", 400, "wins_sheriff"),
        (3, "P03", 400, None),
        (3, "P04", 400, None),
        (3, "P08", 400, None),
        (7, "P10", 200, "points"),
        (8, "P06", -400, "points"),
        (8, "P09", -400, None),
        (10, "P02", -800, "points"),
    ]
    assert [one.player for one in rows if one.podium] == ["P07", "P05", "P01", "P03", "P04", "P08"]
    assert [one.player for one in rows if one.qualified] == ["P07"]
    assert rows[0].parts == {"MAFA-PTS-1": 400, "MAFA-PTS-5": 25}


def test_mafa_pts_6_points_of_best_move_by_the_host_are_those_of_a_triple() -> None:
    """MAFA-PTS-6, MAFA-PTS-5: a black has none."""
    red = {"facts": {"winner": "red"}}
    assert total(parts(facts_of({**red, "best_move": 2}, 2), AKTAU)) == -200
    assert total(parts(facts_of({**red, "best_move": 5}, 5), AKTAU)) == 125


def test_mafa_tie_1_a_best_move_that_a_black_is_said_to_have_is_none() -> None:
    """MAFA-TIE-1, MAFA-PTS-5."""
    rows = standings(results({"facts": {"winner": "black"}, "best_move": 9}), AKTAU)
    blacks = {one.player: one for one in rows if one.points == 100}
    assert {one.best_moves for one in blacks.values()} == {0}
    assert {one.rank for name, one in blacks.items() if name != "P02"} == {2}


def test_mafa_pts_12_a_loss_costs() -> None:
    """MAFA-PTS-12, MAFA-PTS-13, MAFA-PTS-14, MAFA-PTS-15."""
    red, black = {"facts": {"winner": "red"}}, {"facts": {"winner": "black"}}
    assert dict(parts(facts_of(black, 1), AKTAU)) == {"MAFA-PTS-12": -100}
    assert dict(parts(facts_of(red, 6), AKTAU)) == {"MAFA-PTS-13": -100}
    assert dict(parts(facts_of(black, 5), AKTAU)) == {"MAFA-PTS-14": -200}
    assert dict(parts(facts_of(red, 2), AKTAU)) == {"MAFA-PTS-15": -200}


def test_mafn_gen_10_who_is_disqualified_is_not_ranked() -> None:
    """MAFN-GEN-10, MAFA-JUDGE-5."""
    rows = standings(results({"facts": {"winner": "red"}, "out": 7}), AKTAU)
    assert "P07" not in [one.player for one in rows]
    assert len(rows) == 9


def test_without_scoring_results_are_listed_and_nobody_is_ranked() -> None:
    rows = standings(results({"facts": {"winner": "red"}}), edition_of("mafia-nuances"))
    assert [(one.rank, one.points, one.wins) for one in rows][:2] == [
        (None, None, 1),
        (None, None, 0),
    ]
    assert [one.player for one in rows] == sorted(one.player for one in rows)


def test_a_game_that_nobody_won_gives_nothing() -> None:
    rows = standings(results({"facts": {"winner": None}}), AKTAU)
    assert {(one.rank, one.points, one.wins) for one in rows} == {(1, 0, 0)}


def test_mafa_main_3_who_is_late_is_replaced_after_fifteen_minutes() -> None:
    """MAFA-MAIN-3."""
    assert replaced_from(AKTAU) == "21:15"
    assert replaced_from(AKTAU.with_options({"late_from": "20:40"})) == "20:55"
    assert [is_replaced(AKTAU, at) for at in ("20:40", "21:14", "21:15")] == [False, False, True]
    assert [is_replaced(AKTAU, at) for at in ("12:00", "23:59", "00:10")] == [False, True, True]
    assert replaced_from(AKTAU, "14:00") == "14:15"
    found = [is_replaced(AKTAU, at, "14:00") for at in ("13:59", "14:14", "14:15", "21:10")]
    assert found == [False, False, True, True]
    early = AKTAU.with_options({"late_from": "20:40"})
    assert replaced_from(early, "14:00") == "13:55"
    assert [waited_s(AKTAU), waited_s(early)] == [900, -300]
