"""What holds of every club's season, whatever comes and in whichever order."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from league import imports, seasons
from league.db import Database, open_database
from league.families import family_of
from league.families.formats import read_results
from league.results import counted_rows
from league.seasons import Season
from league.settings import load_settings
from league.standings import past_of, standings
from tests.league.databases import Dbms
from tests.league.test_matador import HEAD, lines_of

MEMBERS = "ABCDEFGHIJKL"
NUMBERS = count()
Table = Sequence[str]


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory, dbms: Dbms) -> Iterator[Database]:
    with dbms.database(tmp_path_factory.mktemp("league")) as url:
        opened = open_database(url)
        yield opened
        opened.close()


@st.composite
def evenings(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Up to six evenings of three to twelve members; the last one may be the final."""
    found: list[dict[str, Any]] = []
    rounds = draw(st.integers(1, 6))
    for number in range(1, rounds + 1):
        here = draw(st.permutations(MEMBERS))[: draw(st.integers(3, 12))]
        cut = -(-len(here) // 2) if len(here) > 7 else len(here)
        found.append(
            {
                "round": f"R{number}",
                "date": f"2017-10-{number:02}",
                "final": number == rounds and draw(st.booleans()),
                "tables": [table for table in (here[:cut], here[cut:]) if table],
            }
        )
    return found


def opened(connection: Connection, follows: str | None = None, name: str = "") -> Season:
    name = name or f"S{next(NUMBERS)}"
    found = load_settings("sqlite://")
    seasons.create(connection, found, name, "ramk-2017", follows, "test")
    return seasons.find(connection, found, name)


def put(connection: Connection, season: Season, lines: Sequence[str]) -> None:
    """As `league import` does it."""
    family = family_of(season.edition)
    data = "\n".join((HEAD, *lines)).encode()
    rows = read_results(data, "r.csv", family.FORM)
    counted = counted_rows(connection, season, family.FORM)
    family.check_file(rows, counted, "r.csv", season.edition)
    imports.take(connection, season.id, "r.csv", data, rows, counted, "test")


def rows_of(connection: Connection, season: Season) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = standings(connection, season)["rows"]
    return found


@given(evenings(), st.randoms(use_true_random=False))
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_no_order_no_correction_and_no_file_again_changes_the_standings(
    league: Database, played: list[dict[str, Any]], chance: random.Random
) -> None:
    """RAMK-9.17: rounds in any order and in one file or many, wrong at first, once more at last."""
    lines = lines_of(played)
    with league.write() as connection:
        plain, other = opened(connection), opened(connection)
        put(connection, plain, lines)
        wanted = rows_of(connection, plain)
        mixed = list(played)
        chance.shuffle(mixed)
        for one in mixed:
            wrong = {**one, "tables": [chance.sample(t, len(t)) for t in one["tables"]]}
            put(connection, other, lines_of([wrong]))
        chance.shuffle(mixed)
        for one in mixed:
            right = lines_of([one])
            chance.shuffle(right)
            put(connection, other, right)
        assert rows_of(connection, other) == wanted
        again = chance.sample(lines, len(lines))
        for _ in range(2):
            put(connection, other, again)
        put(connection, plain, lines)
        assert rows_of(connection, other) == wanted == rows_of(connection, plain)


@given(evenings())
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_every_row_explains_itself(league: Database, played: list[dict[str, Any]]) -> None:
    """RAMK-9.16 to 9.20: what counts and what was dropped is the sum, result by result."""
    with league.write() as connection:
        season = opened(connection)
        put(connection, season, lines_of(played))
        for row in rows_of(connection, season):
            details = row["details"]
            counts = [one["points"] for one in details if one["counts"]]
            dropped = [one["points"] for one in details if not one["counts"]]
            assert row["points"] == sum(counts) + row["carried"]
            assert row["gross"] == sum(counts) + sum(dropped) + row["carried"]
            assert sorted(dropped) == row["dropped"]
            assert [one["date"] for one in details] == sorted(one["date"] for one in details)
            for one in details:
                raised = one["base"] * one["times"] * (100 + one["percent"]) // 100
                assert one["points"] == raised
                assert 1 <= one["place"] <= one["players"]


def test_thirty_years_hand_on_their_bonuses(league: Database) -> None:
    """RAMK-9.20: worked out anew down the whole chain; a correction of the first year arrives."""
    luck = random.Random(30)
    with league.write() as connection:
        before: str | None = None
        chain: list[tuple[Season, list[dict[str, Any]]]] = []
        for year in range(30):
            season = opened(connection, before, f"Y{year}")
            here = [luck.sample(MEMBERS, 8) for _ in range(10)]
            played: list[dict[str, Any]] = [
                {"round": f"R{n}", "date": f"{1990 + year}-10-{n:02}", "final": n == 10,
                 "tables": [table[:4], table[4:]]}
                for n, table in enumerate(here, 1)
            ]  # fmt: skip
            put(connection, season, lines_of(played))
            chain.append((season, played))
            before = season.id
        for (season, played), (follower, _) in pairwise(chain):
            rows = rows_of(connection, season)
            champions = {row["player"] for row in rows if row["rank"] == 1}
            winners = {table[0] for table in played[-1]["tables"]} - champions
            carried = past_of(connection, follower).carried
            assert carried == dict.fromkeys(winners, 10)
        first, begun = chain[0]
        swapped = [*reversed(begun[-1]["tables"][0])]
        tables = [swapped, begun[-1]["tables"][1]]
        put(connection, first, lines_of([{**begun[-1], "tables": tables}]))
        champions = {row["player"] for row in rows_of(connection, first) if row["rank"] == 1}
        wanted = {table[0] for table in tables} - champions
        assert set(past_of(connection, chain[1][0]).carried) == wanted


def test_an_import_loads_no_web_stack(tmp_path: Path) -> None:
    file = tmp_path / "r.csv"
    table = {"round": "R1", "date": "2017-09-29", "tables": ["ABC"]}
    file.write_text("\n".join((HEAD, *lines_of([table]))) + "\n", encoding="utf-8")
    code = (
        "import json, sys\nfrom league.__main__ import main\n"
        f"words = {['--db', f'sqlite:///{tmp_path}/l.sqlite']!r}\n"
        "assert main([*words, 'season', 'create', 'S', '--edition', 'ramk-2017']) == 0\n"
        f"assert main([*words, 'import', 'S', {str(file)!r}]) == 0\n"
        "web = ('litestar', 'granian', 'jinja2', 'babel', 'httpx', 'pygame')\n"
        "print(json.dumps([name for name in web if name in sys.modules]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == []
