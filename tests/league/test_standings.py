"""HUN-3.x through the commands: ranks, what decided, who goes on, reserves, ties at the cut."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.league.conftest import Run

HEAD = "stage,game,player,cash,unmortgaged,mortgaged,buildings,bankrupt"
Put = Callable[[Sequence[str]], None]


@pytest.fixture
def put(run: Run, season: str, tmp_path: Path) -> Put:
    def take(lines: Sequence[str]) -> None:
        path = tmp_path / f"r{len(list(tmp_path.iterdir()))}.csv"
        path.write_text("\n".join((HEAD, *lines)) + "\n", encoding="utf-8")
        done = run("import", season, str(path))
        assert done.code == 0, done.err

    return take


def rows(run: Run, *words: str) -> list[dict[str, Any]]:
    done = run(*words, "--json")
    assert done.code == 0, done.err
    found: list[dict[str, Any]] = done.json["rows"]
    return found


def entrants(count: int, stage: str = "qualifier") -> list[str]:
    """Wealth 5000, 4990, ... in cash alone: the order of the numbers is the order of the ranks."""
    return [
        f"{stage},G{number // 6 + 1},P{number + 1:02},{5000 - 10 * number},0,0,0,0"
        for number in range(count)
    ]


@pytest.mark.parametrize(
    ("row", "wealth", "unencumbered"),
    [
        pytest.param("412,750,200,450,0", 1712, 1200, id="HUN-3.2: cash, print, half, at cost"),
        pytest.param("1500,0,0,0,0", 1500, 0, id="HUN-3.2: cash alone"),
        pytest.param("0,0,400,0,0", 200, 0, id="HUN-3.2: one mortgaged lot"),
        pytest.param("90,350,0,1000,0", 1440, 1350, id="HUN-3.2: a hotel is five houses"),
        pytest.param("0,0,0,0,1", 0, 0, id="HUN-3.2e: bankrupt is 0"),
        pytest.param("500,100,100,50,1", 0, 0, id="HUN-3.2e: bankrupt is 0 whatever is left"),
    ],
)
def test_wealth_is_counted_as_the_rules_say(
    put: Put, run: Run, season: str, row: str, wealth: int, unencumbered: int
) -> None:
    put([f"qualifier,Q1,Anna,{row}"])
    found = rows(run, "standings", season)[0]
    assert (found["points"], found["unencumbered"]) == (wealth, unencumbered)


def test_equal_wealth_is_decided_by_unencumbered_property(put: Put, run: Run, season: str) -> None:
    put(["qualifier,Q1,Q,662,600,0,450,0", "qualifier,Q1,P,412,750,200,450,0"])
    found = rows(run, "standings", season)
    assert [(row["rank"], row["player"], row["decided_by"]) for row in found] == [
        (1, "P", None),
        (2, "Q", "unencumbered"),
    ]


def test_equal_on_everything_shares_a_rank_and_the_next_is_skipped(
    put: Put, run: Run, season: str
) -> None:
    put(
        [
            "qualifier,Q1,A,2000,0,0,0,0",
            "qualifier,Q1,B,1000,0,0,0,0",
            "qualifier,Q2,C,1000,0,0,0,0",
            "qualifier,Q2,D,900,0,0,0,0",
        ]
    )
    found = rows(run, "standings", season)
    assert [row["rank"] for row in found] == [1, 2, 2, 4]
    assert [row["decided_by"] for row in found] == [None, "points", None, "points"]
    assert set(found[0]) >= {"rank", "player", "points", "gross", "games", "decided_by"}


def test_eighty_entrants_give_seventy_two_and_six_reserves(put: Put, run: Run, season: str) -> None:
    """HUN-3.3: 72 in, reserves 73 to 78, 2 out."""
    put(entrants(80))
    found = rows(run, "advance", season, "qualifier")
    assert sum(row["advances"] for row in found) == 72
    assert [row["player"] for row in found if row["reserve"]] == [f"P{n}" for n in range(73, 79)]
    assert [row["reserve"] for row in found[72:]] == [1, 2, 3, 4, 5, 6, None, None]
    assert not any(row["unresolved"] for row in found)


def test_seventy_entrants_all_go_on_and_nobody_is_a_reserve(
    put: Put, run: Run, season: str
) -> None:
    """HUN-3.3: 70 in, 0 reserves."""
    put(entrants(70))
    found = rows(run, "advance", season, "qualifier")
    assert [(row["advances"], row["reserve"]) for row in found] == [(True, None)] * 70


def test_a_tie_across_the_cut_is_named_and_nobody_of_it_goes_on(
    put: Put, run: Run, season: str
) -> None:
    lines = entrants(74)
    lines[72] = lines[72].replace("4280", "4290")  # P73 as wealthy as P72
    put(lines)
    done = run("advance", season, "qualifier")
    assert "unresolved across a cut: P72, P73; draw with --lots" in done.err
    found = {row["player"]: row for row in rows(run, "advance", season, "qualifier")}
    for player in ("P72", "P73"):
        row = found[player]
        assert (row["rank"], row["advances"], row["reserve"], row["unresolved"]) == (
            72,
            False,
            None,
            True,
        )
    assert found["P71"]["advances"]
    assert found["P74"]["reserve"] == 2


def test_the_lot_of_the_referee_resolves_a_tie_and_is_kept_with_its_seed(
    put: Put, run: Run, season: str
) -> None:
    lines = entrants(74)
    lines[72] = lines[72].replace("4280", "4290")
    put(lines)
    drawn = rows(run, "advance", season, "qualifier", "--lots", "--seed", "7")
    assert drawn == rows(run, "advance", season, "qualifier")
    assert not any(row["unresolved"] for row in drawn)
    assert sorted(row["player"] for row in drawn[71:73]) == ["P72", "P73"]
    assert (drawn[71]["advances"], drawn[72]["reserve"], drawn[72]["decided_by"]) == (
        True,
        1,
        "lot",
    )
    done = run("advance", season, "qualifier", "--lots")
    assert (done.code, "nothing to draw" in done.err) == (2, True)


def test_a_correction_after_the_lot_asks_for_another(put: Put, run: Run, season: str) -> None:
    """HUN-3.2: nobody is ahead by a lot that was not drawn for all who are equal."""
    lines = entrants(74)
    lines[72] = lines[72].replace("4280", "4290")
    put(lines)
    rows(run, "advance", season, "qualifier", "--lots", "--seed", "7")
    put([lines[73].replace("4270", "4290")])
    found = rows(run, "advance", season, "qualifier")
    assert [(row["rank"], row["unresolved"]) for row in found[71:]] == [(72, True)] * 3
    again = rows(run, "advance", season, "qualifier", "--lots", "--seed", "8")
    assert [(row["rank"], row["lot_seed"]) for row in again[71:]] == [(72, 8), (73, 8), (74, 8)]
    assert [row["lot_seed"] for row in again[:71]] == [None] * 71


def test_equal_reserves_are_told_and_drawn(put: Put, run: Run, season: str) -> None:
    """HUN-3.3: who of two equals enters first is for the lot, not for the alphabet."""
    lines = entrants(76)
    lines[74] = lines[74].replace("4260", "4270")
    put(lines)
    assert [row["reserve"] for row in rows(run, "advance", season, "qualifier")[72:]] == [
        *(1, 2, 2, 4)
    ]
    done = run("advance", season, "qualifier")
    assert done.err == "equal reserves: P74, P75; draw with --lots\n"
    waiting = run("advance", season, "qualifier", "--absent", "P01", "P02", "--format", "csv")
    assert waiting.err.startswith("1 places stay empty: nobody is next, or a lot is needed\n")
    drawn = rows(run, "advance", season, "qualifier", "--lots", "--seed", "1")
    assert [row["reserve"] for row in drawn[72:]] == [1, 2, 3, 4]
    assert not any(row["unresolved"] for row in drawn)


def test_three_who_do_not_come_are_replaced_by_the_first_three_reserves(
    put: Put, run: Run, season: str
) -> None:
    """HUN-3.3: reserves 73, 74, 75 enter."""
    put(entrants(80))
    absent = ("--absent", "P03", "P70", "P11")
    found = rows(run, "advance", season, "qualifier", *absent)
    assert sum(row["advances"] for row in found) == 72
    assert [row["player"] for row in found if row["reserve"] and row["advances"]] == [
        *("P73", "P74", "P75")
    ]
    assert not any(row["advances"] for row in found if row["player"] in absent)
    assert rows(run, "advance", season, "qualifier")[2]["advances"]
    done = run("advance", season, "qualifier", "--absent", "P99")
    assert (done.code, done.err) == (
        2,
        "league: --absent 'P99': has no result in stage qualifier\n",
    )


def test_the_right_of_a_champion_who_declines_passes_on(put: Put, run: Run, season: str) -> None:
    """HUN-13."""
    put([f"final,F,{name},{cash},0,0,0,0" for name, cash in (("A", 9), ("B", 8), ("C", 7))])
    found = rows(run, "advance", season, "final", "--absent", "A", "B")
    assert [(row["player"], row["advances"]) for row in found] == [
        ("A", False),
        ("B", False),
        ("C", True),
    ]


def test_the_lot_says_to_whom_of_two_equals_the_right_passes_on(
    put: Put, run: Run, season: str
) -> None:
    """HUN-13, HUN-3.2: nothing is drawn while the champion goes himself."""
    put([f"final,F,{name},{cash},0,0,0,0" for name, cash in (("A", 9), ("B", 8), ("C", 8))])
    assert run("advance", season, "final", "--lots").code == 2
    gone = rows(run, "advance", season, "final", "--absent", "A")
    assert not any(row["advances"] for row in gone)
    slip = run("advance", season, "final", "--absent", "A", "X", "--lots")
    assert (slip.code, slip.err) == (2, "league: --absent 'X': has no result in stage final\n")
    drawn = rows(run, "advance", season, "final", "--absent", "A", "--lots", "--seed", "3")
    assert [(row["rank"], row["advances"], row["lot_seed"]) for row in drawn] == [
        (1, False, None), (2, True, 3), (3, False, 3),
    ]  # fmt: skip
    assert [row["advances"] for row in rows(run, "advance", season, "final")] == [
        True,
        False,
        False,
    ]


def test_a_row_is_compared_within_its_stage(put: Put, run: Run, season: str) -> None:
    """The criteria are of one stage; `games` are all that were played."""
    put([*entrants(3), "semifinal,S1,P03,10,0,0,0,0", "semifinal,S1,P02,5,0,0,0,0"])
    assert [
        (row["rank"], row["player"], row["stage"], row["decided_by"], row["games"])
        for row in rows(run, "standings", season)
    ] == [
        (1, "P03", "semifinal", None, 2),
        (2, "P02", "semifinal", "points", 2),
        (3, "P01", "qualifier", None, 1),
    ]


def test_the_final_is_the_six_wealthiest_of_the_semi_final(put: Put, run: Run, season: str) -> None:
    """HUN-3.4: 6th and 7th equal in wealth, 2,900 unencumbered against 2,650."""
    wealth = (("A", 5100), ("B", 4800), ("C", 4800), ("D", 4100), ("E", 3900))
    lines = [f"semifinal,S1,{name},{points},0,0,0,0" for name, points in wealth]
    put([*lines, "semifinal,S2,F,1100,2650,0,0,0", "semifinal,S2,G,850,2900,0,0,0"])
    found = rows(run, "advance", season, "semifinal")
    assert [row["player"] for row in found if row["advances"]] == ["A", "B", "C", "D", "E", "G"]
    assert (found[-1]["player"], found[-1]["decided_by"]) == ("F", "unencumbered")


def test_the_champion_is_the_wealthiest_of_the_final(put: Put, run: Run, season: str) -> None:
    """HUN-3.5: what was won before does not count in the final."""
    put([*entrants(6, "semifinal"), "final,F,P06,900,0,0,0,0", "final,F,P01,800,0,0,0,0"])
    found = rows(run, "standings", season)
    assert [row["player"] for row in found[:3]] == ["P06", "P01", "P02"]
    champion = rows(run, "advance", season, "final")[0]
    assert (champion["player"], champion["advances"]) == ("P06", True)


def test_a_stage_that_is_none_names_the_stages(run: Run, season: str) -> None:
    done = run("advance", season, "heats")
    assert (done.code, done.err) == (
        2,
        "league: stage 'heats': not known, allowed qualifier, semifinal, final\n",
    )


def test_the_three_formats_say_the_same(put: Put, run: Run, season: str) -> None:
    put(entrants(3))
    wanted = rows(run, "standings", season)
    assert run("standings", season, "--format", "json").json["rows"] == wanted
    read = list(csv.DictReader(io.StringIO(run("standings", season, "--format", "csv").out)))
    assert [row["player"] for row in read] == [row["player"] for row in wanted]
    assert [int(row["points"]) for row in read] == [row["points"] for row in wanted]
    lines = run("standings", season).out.splitlines()
    assert lines[0].split()[:3] == ["rank", "player", "points"]
    assert lines[1].split()[:3] == ["1", "P01", "5000"]
    assert "lot_seed" in run("standings", season, "--format", "csv").out.splitlines()[0]
    assert "lot_seed" not in lines[0]  # nobody has one


def test_the_answer_names_season_and_edition(run: Run, season: str) -> None:
    found = run("standings", season, "--json").json
    assert found == {"season": "S1", "edition": "hun-2009", "rows": []}
