"""Charts: what they show is what the rules rank and the tables measured, for everybody's eyes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser

from league.charts import drawing
from league.charts.course import Course, Line, course
from league.charts.lengths import Bar, counted
from league.db import Database
from league.fairness import judged
from league.seasons import find
from league.settings import load_settings
from league.texts import OFFERED
from tests.league.conftest import Run, Server
from tests.league.test_matador import HEAD, SEASON, lines_of, rows_of

MINUTE = 60


@pytest.fixture
def club(run: Run, tmp_path: Path) -> str:
    """The golden season's evenings before the final."""
    assert run("season", "create", "S1", "--edition", "ramk-2017").code == 0
    before = [one for one in SEASON["rounds"] if not one.get("final")]
    imported(run, tmp_path, lines_of(before))
    return "S1"


def imported(run: Run, tmp_path: Path, lines: Iterable[str], head: str = HEAD) -> None:
    path = tmp_path / "file.csv"
    path.write_text("\n".join((head, *lines)) + "\n", encoding="utf-8")
    done = run("import", "S1", str(path))
    assert done.code == 0, done.err


def course_of(database: Database, season: str = "S1") -> Course | None:
    with database.read() as connection:
        return course(connection, find(connection, load_settings(), season))


def test_ramk_9_19_points_are_those_that_the_rules_give_after_each_evening(
    run: Run, club: str, database: Database
) -> None:
    """The two worst results are dropped, so after two evenings nobody has a point."""
    found = course_of(database)
    assert found is not None
    assert (found.kind, list(found.steps)) == ("rounds", ["R1", "R2", "R3", "R4", "R5"])
    for line in found.lines:
        assert all(not points for points in line.points[:2])
    rows = rows_of(run)
    assert {line.name: line.points[-1] for line in found.lines} == {
        name: row["points"] for name, row in rows.items()
    }
    assert [line.name for line in found.lines] == list(rows)


def test_hun_3_a_championships_steps_are_its_stages(
    run: Run, season: str, tmp_path: Path, database: Database
) -> None:
    head = "stage,game,player,cash,unmortgaged,mortgaged,buildings,bankrupt"
    qualifier = [f"qualifier,Q1,P{at},{1000 + at},0,0,0,0" for at in range(1, 6)]
    imported(run, tmp_path, qualifier, head)
    assert course_of(database) is None
    imported(run, tmp_path, [f"final,F1,P{at},{2000 - at},0,0,0,0" for at in range(1, 5)], head)
    found = course_of(database)
    assert found is not None
    assert list(found.steps) == ["qualifier", "final"]
    assert found.lines[0] == Line("P1", [Fraction(1001), Fraction(1999)])
    assert found.lines[-1] == Line("P5", [Fraction(1005), None])


def test_games_are_counted_in_whole_minutes_with_the_empty_ones_between() -> None:
    found = counted([10 * MINUTE, 10 * MINUTE + 59, 14 * MINUTE])
    assert (found.games, found.median_s) == (3, 10 * MINUTE + 59)
    assert list(found.bars) == [Bar(10, 11, 2), Bar(11, 12, 0), Bar(12, 13, 0), Bar(13, 14, 0),
                                Bar(14, 15, 1)]  # fmt: skip


@given(st.lists(st.integers(0, 200_000), min_size=1, max_size=60))
def test_every_game_is_in_one_bar_and_there_are_not_too_many(lengths_s: list[int]) -> None:
    found = counted(lengths_s)
    assert sum(one.games for one in found.bars) == len(lengths_s)
    assert len(found.bars) <= 13
    assert all(one.end == two.first for one, two in pairwise(found.bars))


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [(0, 57, [0, 20, 40, 60]), (-2, 3, [-2, -1, 0, 1, 2, 3]), (0, 2579, [0, 1000, 2000, 3000])],
)
def test_an_axis_has_round_numbers(low: int, high: int, ticks: list[int]) -> None:
    assert drawing.scale(Fraction(low), Fraction(high)) == ticks


@given(st.fractions(-9999, 0), st.fractions(Fraction(1, 2), 99999))
def test_an_axis_holds_everything(low: Fraction, high: Fraction) -> None:
    found = drawing.scale(low, high)
    assert found[0] <= low
    assert found[-1] >= high
    assert 2 <= len(found) <= 6


@given(st.lists(st.floats(0, 300), max_size=12))
def test_names_beside_the_lines_never_lie_on_one_another(wanted: list[float]) -> None:
    placed = sorted(drawing.spread(wanted, 16, 14, 314))
    assert all(b - a >= 15.99 for a, b in pairwise(placed))
    assert all(-1 < one <= 314 for one in placed)


def test_a_dies_bars_stand_beside_the_line_of_a_fair_one() -> None:
    """Issue's check value: 365, 593, 524, 417, 712, 390 are uneven."""
    counts = (365, 593, 524, 417, 712, 390)
    thrown = judged({"": [at for at, count in enumerate(counts, 1) for _ in range(count)]})[0]
    for size in (drawing.PHONE, drawing.WIDE):
        found = drawing.faces(thrown, size)
        assert found.expected == "500.17"
        over = [box.games for box in found.boxes if box.y < found.expected_y]
        assert over == [593, 524, 712]
        assert all(box.x >= 0 and box.x + box.width <= size.width for box in found.boxes)
        assert min(box.y for box in found.boxes) >= size.letters  # room for its number


def test_a_chart_says_itself_in_words_and_as_a_table(server: Server, club: str) -> None:
    for lang in OFFERED:
        html = server.get(f"/seasons/S1/charts?lang={lang}").data.decode()
        for chart in re.findall(r"<svg.*?</svg>", html, re.DOTALL):
            for part in ("title", "desc"):
                said = re.search(rf'<{part} id="([^"]+)">(.+?)</{part}>', chart, re.DOTALL)
                assert said is not None
                assert said[1] in re.search(r'aria-labelledby="([^"]+)"', chart)[1].split()  # type: ignore[index]
        assert "Bo 57, Ada 56" in html
        rows = re.findall(r'<tr><th scope="row">(\w+)</th>(.*?)</tr>', html)
        assert [name for name, _ in rows][:2] == ["Bo", "Ada"]
        assert re.findall(r">(–|\d+)<", rows[0][1]) == ["0", "0", "15", "37", "57"]


def test_a_season_without_results_has_a_page_of_charts(server: Server, run: Run) -> None:
    for number, edition in enumerate(("hun-2009", "mafia-nuances", "ray-sitngo-2013", "ramk-2017")):
        assert run("season", "create", f"E{number}", "--edition", edition).code == 0
        got = server.get(f"/seasons/E{number}/charts")
        assert got.status == 200
        assert "No game has ended yet" in got.data.decode()
    assert server.get("/seasons/none/charts").status == 404


def light(rgb: str) -> float:
    """The relative luminance of `rgb(...)`."""
    parts = [int(one) / 255 for one in re.findall(r"\d+", rgb)[:3]]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return sum(one * part for one, part in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


@pytest.mark.sqlite
@pytest.mark.parametrize("theme", ["bright", "dark"])
def test_lines_and_letters_of_a_chart_stand_out_in_both_halls(
    chromium: Browser, server: Server, club: str, theme: str
) -> None:
    """At least 4.5 : 1, and no two lines with one colour, dash and mark."""
    context = chromium.new_context(viewport={"width": 390, "height": 800})
    page = context.new_page()
    page.goto(f"{server.url}/seasons/S1/charts?theme={theme}")
    ground, looks, axis = page.evaluate("""() => {
      const lines = [...document.querySelectorAll(".chart.phone g")];
      const of = (one) => getComputedStyle(one.querySelector(".line"));
      return [getComputedStyle(document.documentElement).backgroundColor,
        lines.map((one) => [of(one).stroke, of(one).strokeDasharray, one.querySelector(":not(path, text)")?.tagName]),
        getComputedStyle(document.querySelector(".chart.phone .axis")).fill];
    }""")  # noqa: E501 - a script
    context.close()
    assert len(looks) == 10
    assert len({tuple(look) for look in looks}) == 10
    for colour in (*(look[0] for look in looks), axis):
        low, high = sorted((light(colour), light(ground)))
        assert (high + 0.05) / (low + 0.05) >= 4.5, colour
