"""The prize board: what can be won, who has it, and when that may be said; each family's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from league.db import Database
from league.prizeboard import Board, boards
from league.roles import Role
from league.seasons import find
from tests.league.conftest import Run
from tests.league.desks import words
from tests.league.inside import OLD_LITESTAR, Inside, inside
from tests.league.test_mafia import HEAD, lines_of
from tests.league.test_tournament import NAMES, structure

pytestmark = pytest.mark.filterwarnings(OLD_LITESTAR)


@pytest.fixture
def house(database: Database, db_url: str) -> Iterator[Inside]:
    with inside(database, db_url) as found:
        found.season("C1", "ray-freezeout-2013")
        yield found


@pytest.fixture
def play(run: Run, house: Inside) -> Callable[..., Any]:
    def act(*asked: str) -> Any:
        done = run("tournament", "C1", "T1", *asked, "--json")
        assert done.code == 0, done.err
        return done.json

    return act


def board_of(house: Inside) -> Board:
    with house.database.read() as connection:
        (found,) = boards(connection, find(connection, house.settings, "C1"))
    return found


def told(house: Inside, season: str = "C1", lang: str = "en") -> str:
    got = house.get(f"/seasons/{season}/prizes?lang={lang}")
    assert got.status_code == 200
    return words(got.text)


def test_a_tournaments_prizes_from_shares_to_names(
    house: Inside, play: Callable[..., Any], tmp_path: Path
) -> None:
    """RAY-PAY-1, RAY-PAY-2, RAY-1-4: amounts once nothing can be bought, names as they leave."""
    assert "Nothing is played for here" in told(house)
    play("open", "--structure", structure(tmp_path, table_size=6, house_share=5,
                                          prize_pct=[50, 30, 20]))  # fmt: skip
    play("enter", *NAMES)
    assert board_of(house) == Board((), "T1", "entries", shares=["50", "30", "20"])
    assert "50 · 30 · 20 %" in told(house)
    drawn = play("draw", "--seed", "7")
    play("start")
    amounts = [270, 162, 108]
    assert [one.amount for one in board_of(house).prizes] == amounts
    assert not any(one.who for one in board_of(house).prizes)
    assert "Nobody has any of it yet" in told(house)
    seated = [one["player"] for table in drawn["tables"] for one in table["seats"]]
    for player in seated[:9]:
        play("bust", player)
    assert not any(one.who for one in board_of(house).prizes)
    play("bust", seated[9])
    assert [(one.place, one.who) for one in board_of(house).prizes] == [
        (1, ""), (2, ""), (3, seated[9]),
    ]  # fmt: skip
    play("chips", f"{seated[10]}:70000", f"{seated[11]}:50000")
    play("end")
    won = board_of(house)
    assert (won.stage, won.pool) == ("ended", 540)
    assert [(one.place, one.amount, one.who) for one in won.prizes] == [
        (1, 270, seated[10]), (2, 162, seated[11]), (3, 108, seated[9]),
    ]  # fmt: skip
    for lang in ("en", "hu", "da", "ru", "sv"):
        assert "league." not in told(house, lang=lang)
        assert seated[10] in told(house, lang=lang)


def played(house: Inside, season: str, boss: str, games: int) -> None:
    """A file of so many games, each won by the reds."""
    rows = [row for at in range(1, games + 1)
            for row in lines_of(f"G{at}", {"facts": {"winner": "red"}})]  # fmt: skip
    file = "\n".join((HEAD, *rows)).encode()
    sent = house.post(f"/api/v1/seasons/{season}/results", cookie=boss, content=file)
    assert sent.status_code == 200, sent.text


def test_equals_whom_no_lot_parts_are_the_judges(house: Inside) -> None:
    """MAFA-TIE-5, MAFA-GOAL-3: nobody is called the best of six who are equal in everything."""
    house.season("N", "mafia-aktau-2015")
    boss = house.signed_in("boss", Role.ORGANISER)
    played(house, "N", boss, 5)
    assert "1 Podium P05" in told(house, "N")
    form = {"player": "P05", "why": "gave the game away"}
    assert house.post("/seasons/N/judge/exclude", cookie=boss, data=form).status_code == 303
    assert "P05" not in told(house, "N")
    assert "★ To the year's final –" in told(house, "N")
    page = words(house.get("/seasons/N/run/goes_on?lang=en", cookie=boss).text)
    assert "Champion" not in page


def test_mafa_main_1_the_best_are_known_after_five_games(house: Inside) -> None:
    """MAFA-MAIN-1: "5 игр, по итогам которых будут определены трое лучших": not after four."""
    house.season("N", "mafia-aktau-2015")
    boss = house.signed_in("boss", Role.ORGANISER)
    played(house, "N", boss, 4)
    assert "P05" not in told(house, "N")
    assert "Champion" not in words(house.get("/seasons/N/run/goes_on?lang=en", cookie=boss).text)
    played(house, "N", boss, 5)
    assert "1 Podium P05" in told(house, "N")
    assert "★ To the year's final P05" in told(house, "N")
    assert "Champion" in words(house.get("/seasons/N/run/goes_on?lang=en", cookie=boss).text)


def test_where_nobody_is_ranked_nobody_is_the_best(house: Inside) -> None:
    """maf.scoring = none: whoever stands first in the list has won nothing."""
    house.season("N", "mafia-nuances")
    boss = house.signed_in("boss", Role.ORGANISER)
    played(house, "N", boss, 5)
    page = words(house.get("/seasons/N/run/goes_on?lang=en", cookie=boss).text)
    assert "P01" in page
    assert "Champion" not in page


@pytest.mark.parametrize(
    ("edition", "says"),
    [
        ("hun-2009", "Champion – ★ To the world championship –"),
        ("ramk-2017", "The cup –"),
        ("mafia-aktau-2015", "★ To the year's final –"),
        ("mafia-nuances", "Nothing is played for here"),
        ("ray-slots-2013", "Nothing is played for here"),
    ],
)
def test_before_anything_is_played_nobody_has_anything(
    house: Inside, edition: str, says: str
) -> None:
    house.season("X", edition)
    assert says in told(house, "X")
