"""Are the dice fair: closed forms against known values, many dice at once, and a season's page."""

from __future__ import annotations

import random
import re

import pytest

from league.fairness import LEVEL, adjusted, chi_square, chi_square_p, judged, runs
from tests.league import games
from tests.league.conftest import Run, Server
from tests.league.games import Played

FIELD = [
    ([323, 344, 329, 347, 323, 334], 1.60, 0.901),
    ([53, 55, 54, 64, 51, 63], 2.6353, 0.755996),
    ([497, 487, 496, 512, 485, 524], 2.2769, 0.809652),
    ([178, 144, 176, 148, 190, 165], 9.7393, 0.0829694),
    ([159, 163, 182, 160, 171, 166], 2.2228, 0.817539),
    ([365, 593, 524, 417, 712, 390], 182.7048, 1.41488e-37),
]
"""Five real dice, and one more: counts, chi-square, p."""


@pytest.mark.parametrize(("counts", "statistic", "p"), FIELD)
def test_chi_square_of_real_dice(counts: list[int], statistic: float, p: float) -> None:
    found = chi_square(counts)
    assert found[0] == pytest.approx(statistic, abs=5e-3)
    assert found[1] == pytest.approx(p, rel=2e-3)


@pytest.mark.parametrize(
    ("statistic", "degrees"), [(3.841459, 1), (5.991465, 2), (7.814728, 3), (18.30704, 10)]
)
def test_the_tail_at_the_printed_five_per_cent_points(statistic: float, degrees: int) -> None:
    assert chi_square_p(statistic, degrees) == pytest.approx(0.05, rel=1e-5)


def test_runs_of_a_worked_example() -> None:
    """HHHHHTTTTTT HHHHH TTTT: n1 = n2 = 10, four runs: z = (4 - 11) / sqrt(90/19)."""
    faces = [6] * 5 + [1] * 6 + [4] * 5 + [3] * 4
    found = runs(faces)
    assert found is not None
    assert found[0] == pytest.approx(-7 / (90 / 19) ** 0.5)
    assert found[1] == pytest.approx(0.001300, rel=2e-3)
    assert runs([6] * 9 + [1] * 40) is None


def test_correction_for_many_questions() -> None:
    """Benjamini and Hochberg's own fifteen p: at five per cent the first four stand."""
    ps = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
          0.5719, 0.6528, 0.7590, 1.0]  # fmt: skip
    assert [level <= 0.05 for level in adjusted(ps)] == [True] * 4 + [False] * 11
    assert adjusted([]) == []
    shuffled = ps[::-1]
    assert adjusted(shuffled) == adjusted(ps)[::-1]


def fair(seed: int, count: int = 600) -> list[int]:
    drawn = random.Random(seed)
    return [drawn.randint(1, 6) for _ in range(count)]


def test_one_unlucky_die_among_fifteen_fair_ones_is_not_called_crooked() -> None:
    unlucky = [
        face for face, count in enumerate((125, 90, 95, 80, 120, 90), 1) for _ in range(count)
    ]
    random.Random(5).shuffle(unlucky)
    alone = judged({"unlucky": unlucky})[0]
    assert alone.chi_square is not None
    assert alone.chi_square.p < 0.05 / 5
    found = judged({"unlucky": unlucky} | {str(seed): fair(seed) for seed in range(14)})
    assert alone.uneven
    assert not any(thrown.uneven or thrown.streaky for thrown in found)


def test_a_crooked_die_among_fifteen_is_found_and_so_is_one_that_remembers() -> None:
    crooked = [face for face, count in enumerate(FIELD[-1][0], 1) for _ in range(count)]
    random.Random(6).shuffle(crooked)
    ordered = [1 + at % 6 for at in range(600)]
    dice = {"crooked": crooked, "ordered": ordered} | {str(seed): fair(seed) for seed in range(13)}
    found = judged(dice)
    assert [thrown.name for thrown in found if thrown.uneven] == ["crooked"]
    assert [thrown.name for thrown in found if thrown.streaky] == ["ordered"]


def test_fair_seasons_are_called_crooked_as_seldom_as_promised() -> None:
    called = sum(
        any(
            one.uneven
            for one in judged({str(at): fair(season * 100 + at, 300) for at in range(15)})
        )
        for season in range(200)
    )
    assert called <= 200 * LEVEL * 3  # 2 expected; 7 or more in one of a thousand such tests


def test_too_few_dice_say_nothing() -> None:
    (few,) = judged({"T1": [1] * 29})
    assert (few.chi_square, few.runs, few.uneven, few.streaky) == (None, None, False, False)
    assert few.counts == (29, 0, 0, 0, 0, 0)


def test_a_season_s_dice_by_command_and_on_its_page(
    server: Server, token: str, run: Run, season: str
) -> None:
    assert "No roll was logged yet." in server.get("/seasons/S1/dice").data.decode()
    server.send(games.record(Played(rolls=40)), token)
    told = run("dice", season, "--by", "player", "--json")
    assert told.code == 0, told.err
    assert told.json["games"] == 1
    assert told.json["all"]["dice"] == 80
    assert {row["name"] for row in told.json["rows"]} == {"Anna", "Bence", "Csilla", "Dénes"}
    assert sum(row["dice"] for row in told.json["rows"]) == 80
    table = run("dice", season).out.splitlines()
    assert table[0].split()[:3] == ["name", "dice", "1"]
    assert table[1].split()[:2] == ["T3", "80"]
    html = server.get("/seasons/S1/dice?lang=hu").data.decode()
    assert "80 kocka 1 játszmából" in html
    assert "Anna" not in html
    assert re.search(r'href="/seasons/S1/dice"', server.get("/seasons/S1").data.decode())


def test_a_season_without_rolls(run: Run, season: str) -> None:
    assert run("dice", season).out.split()[:2] == ["name", "dice"]
    assert run("dice", "S9").code == 2
