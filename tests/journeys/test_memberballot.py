"""A members' vote from the league to a table's lamps and back, with real processes."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from kiosk.seal import Membership, keep_membership
from tests.journeys.conftest import QUIET, Start, until
from tests.league.test_club_pages import DO, Club, club
from tests.league.test_matador import SEASON

__all__ = ["club"]  # a league with a club before its final


@pytest.fixture
def db_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'club.sqlite'}"


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_a_vote_at_a_table_reaches_the_league(
    club: Club,
    start: Start,
    tmp_path: Path,
) -> None:
    """RAMK-2.3, RAMK-2.4: one seat says yes, the others nothing: one yes, all others abstain."""
    club.do(f"{DO}/tonight/attend?round=F", round="F", here=SEASON["attending"])
    club.do(f"{DO}/tonight/draw?round=F", round="F")
    club.do(f"{DO}/proposals/proposal", member="Ada", text="Time-out is one minute.")
    club.do(f"{DO}/proposals/ballot", open="1", id="1", tables="T1")
    seats = [one["seat"] for one in club.ask("/api/v1/ballots", "T1")[0]["seats"]]
    url = club.server.url
    settings = f'{QUIET}\n[table]\nname = "T1"\n\n[league]\nurl = "{url}"\n'
    (tmp_path / "tableside.toml").write_text(settings, encoding="utf-8")
    (tmp_path / "keys").mkdir(exist_ok=True)
    keep_membership(tmp_path / "keys", Membership(url, "T1", club.tables["T1"]))
    table = start(opening=False, fast=2)
    table.up()

    pressed = [0.0]

    def asked() -> bool:
        """START begins the windows once the wording stands there; the seats' lamps blink then."""
        if time.monotonic() > pressed[0] + 1:
            pressed[0] = time.monotonic()
            table.send("tap judge.next 80")
        return any(change["line"] == f"lamp{seats[0]}" and change["on"] for change in table.trace())

    until("a lamp that asks", asked, 40)
    table.send(f"tap seat{seats[0]} 80")
    page = "/seasons/S1/proposals"
    until("the answers at the league", lambda: "0 of 8" not in club.read(page), 40)
    assert f"{len(seats)} of 8 have answered" in club.read(page)
    club.do(f"{DO}/proposals/ballot", ballot=1, close="1")
    assert "1 yes · 0 no · 7 abstain" in club.read(page)
    assert table.end() == 0
