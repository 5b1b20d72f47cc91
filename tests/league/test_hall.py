"""The hall's board: what every table of a tournament says, in one page that everybody can read."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from kiosk.families.casino.board import board
from kiosk.families.casino.samples import frame_of, played, rebuys, samples
from league.families.hall import Hall, hall
from league.live import LiveBoard, LiveState, LiveTable
from tests.league.conftest import Enrol, Run, Server
from tests.league.test_pages import page, words

ONE: dict[str, Any] = {
    "name": "Rebuy", "kind": "rebuy", "level": 4, "stakes": [100, 200],
    "next_stakes": [150, 300, 25],
    "break_after": 8, "left": 7, "entrants": 9, "points": 120_000, "paid": 1_000, "closed": True,
    "shares": ["50", "30", "20"], "prizes": [450, 270, 180], "carry": "10",
}  # fmt: skip


def live(name: str, remaining_s: float | None = 600.0, age_ms: int = 0, **fields: Any) -> LiveTable:
    told = msgspec.convert(ONE | fields, LiveBoard)
    state = LiveState(
        game=f"G-{name}", season="S1", phase="play", remaining_s=remaining_s, board=told
    )
    return LiveTable(name, age_ms, age_ms < 30_000, state)


def shown(*tables: LiveTable) -> Hall:
    found = hall("S1", tables)
    assert found is not None
    return found


def test_one_table_says_its_own_amounts() -> None:
    found = shown(live("T1", age_ms=2_000))
    assert (found.left, found.entrants, found.average) == (7, 9, 17142)
    assert found.prizes == (450, 270, 180)
    assert (found.left_ms, found.still, found.missing) == (598_000, False, 0)


def test_of_several_tables_sums_are_made_and_the_one_furthest_behind_has_the_clock() -> None:
    found = shown(
        live("T1", level=5, remaining_s=1190.0, tables=3),
        live("T2", remaining_s=4.0, tables=3, left=6, points=60_000, paid=503),
        live("T3", remaining_s=7.0, tables=3, left=2, points=20_000, paid=500),
    )
    assert (found.table, found.board.level, found.left_ms) == ("T3", 4, 7_000)
    assert (found.left, found.points, found.average) == (15, 200_000, 13_333)
    # 2,003 less a tenth (200) is 1,803: 901 and the rest, 540, 360
    assert found.prizes == (903, 540, 360)
    assert sum(found.prizes) + 200 == 2_003


def test_ray_pay_2_no_amount_before_every_table_has_closed_or_while_one_is_silent() -> None:
    assert shown(live("T1", closed=False, prizes=[])).prizes == ()
    two = [live("T1", tables=2), live("T2", tables=2, closed=False)]
    assert shown(*two).prizes == ()
    alone = shown(live("T1", tables=2))
    assert (alone.prizes, alone.missing) == ((), 1)


def test_ray_pay_1_thirds_of_the_pool_are_exact_over_several_tables() -> None:
    """Generated prizes have no exact percent: three equal ones of 2,000 are 667, 667, 666."""
    thirds = {"shares": ["33.33"] * 3, "places": 3, "ratio": "1", "carry": "0"}
    two = [live("T1", tables=2, **thirds), live("T2", tables=2, **thirds)]
    assert shown(*two).prizes == (667, 667, 666)
    ten = {"shares": [], "places": 10, "ratio": "5/4", "carry": "0", "paid": 5_000}
    found = shown(live("T1", tables=2, **ten), live("T2", tables=2, **ten)).prizes
    assert found == (2241, 1792, 1434, 1147, 918, 734, 587, 470, 376, 301)
    exact = {"shares": ["46.703", "30.769", "14.286", "8.242"], "carry": "0", "paid": 45_500}
    found = shown(live("T1", tables=2, **exact), live("T2", tables=2, **exact)).prizes
    assert found == (42_501, 27_999, 13_000, 7_500)


def test_a_clock_that_stands_still_says_what_it_has_left() -> None:
    found = shown(live("T1", remaining_s=None, age_ms=5_000, paused=True, stopped_ms=61_000))
    assert (found.left_ms, found.still) == (61_000, True)


def test_a_table_that_talks_nonsense_harms_nobody() -> None:
    for carry in ("x", "1/0", "-3", "200", "", "1e-99", "5e1"):
        assert shown(live("T1", tables=2, carry=carry), live("T2", tables=2)).prizes == ()
    assert shown(live("T1", tables=2, shares=["50", "x"]), live("T2", tables=2)).prizes == ()
    for ratio, places in (("0", 3), ("101", 3), ("1/0", 3), ("x", 3), ("1", 0), ("1", 101)):
        odd = live("T1", tables=2, ratio=ratio, places=places)
        assert shown(odd, live("T2", tables=2)).prizes == ()


def test_another_seasons_tables_and_other_games_are_not_on_it() -> None:
    assert hall("S2", [live("T1")]) is None
    plain = LiveTable("T9", 0, True, LiveState(game="Q1", season="S1", phase="play"))
    assert hall("S1", [plain]) is None
    assert shown(plain, live("T1")).tables == ("T1",)
    over = msgspec.structs.replace(live("T2").state, phase="closed")
    assert shown(live("T1"), LiveTable("T2", 0, True, over)).tables == ("T1",)


def test_what_every_state_of_a_table_tells_is_what_the_league_takes() -> None:
    for name, frame in samples():
        told = msgspec.convert(board(frame.view), LiveBoard)
        assert told.entrants == frame.view.entrants, name
        if frame.view.amounts is None:
            assert told.prizes == (), name
    before = board(frame_of(rebuys(1500), 3696).view)
    assert (before["prizes"], before["closed"], before["on_break"]) == ([], False, True)
    # nine fees of 50 and three rebuys of 50
    assert before["paid"] == 600
    after = board(frame_of(rebuys(1500), 5000).view)
    assert (after["prizes"], after["closed"]) == ([300, 180, 120], True)
    paused = played("freezeout", [{"t": 0, "do": "start"}, {"t": 100, "do": "pause"}])
    assert board(frame_of(paused, 500).view)["stopped_ms"] == 1_100_000


@pytest.mark.timeout(60)
def test_the_page_says_level_stakes_next_average_prizes_and_renews_itself(
    server: Server, run: Run, enrol: Enrol
) -> None:
    run("season", "create", "C1", "--edition", "ray-rebuy-2013")
    token = enrol("T1")
    nothing = words(page(server, "/seasons/C1/hall"))
    assert "No tournament is being played." in nothing
    state = {
        "game": "C1-T1", "season": "C1", "round": "R1", "edition": "ray-rebuy-2013",
        "phase": "play", "remaining_s": 754.2, "board": ONE,
        "seats": [{"seat": 1, "name": "Aalto", "mark": "in"}],
    }  # fmt: skip
    assert server.post("/api/v1/tables/T1/live", state, token).status == 204
    html = page(server, "/seasons/C1/hall")
    said = words(html)
    for text in ("Level 4", "100 / 200", "150 / 300", "7 of 9", "17,142", "450 €", "after level 8"):
        assert text in said, text
    assert re.search(r'class="clock" role="timer" data-left="75\d{4}"', html)
    assert 'data-part="/seasons/C1/hall"' in html
    assert 'href="/seasons/C1/hall"' in page(server, "/")
    swedish = words(page(server, "/seasons/C1/hall?lang=sv"))
    for text in ("Nivå 4", "7 av 9", "snittstack", "17 142", "efter nivå 8"):
        assert text in swedish, text
    closed = dict(ONE, closed=False, prizes=[], on_break=True)
    server.post("/api/v1/tables/T1/live", state | {"board": closed}, token)
    waiting = words(page(server, "/seasons/C1/hall"))
    assert "Break" in waiting
    assert "50 · 30 · 20 %" in waiting
    assert "450" not in waiting
    too_long = dict(ONE, shares=["1"] * 21)
    assert server.post("/api/v1/tables/T1/live", state | {"board": too_long}, token).status == 400
    assert server.get("/seasons/none/hall").status == 404
