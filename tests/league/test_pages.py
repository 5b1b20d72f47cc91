"""Pages: in two languages, every row explained, names only, nothing from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from league.live import natural
from league.metrics import Metrics
from league.pages.rendering import clock, game_time
from league.texts import preferred, texts
from tests.league import games
from tests.league.conftest import Enrol, Run, Server
from tests.league.games import Played, Sheet

HEAD = "stage,game,player,cash,unmortgaged,mortgaged,buildings,bankrupt"


def page(server: Server, path: str, **headers: str) -> str:
    got = server.get(path, **headers)
    assert got.status == 200, got.data
    assert got.headers["content-type"].startswith("text/html")
    return got.data.decode()


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_the_first_page_shows_seasons_and_running_tables(
    server: Server, token: str, season: str
) -> None:
    empty = words(page(server, "/"))
    assert "No table is playing." in empty
    assert "S1" in empty
    state = {
        "game": "Q1-T3",
        "round": "Q1",
        "phase": "play",
        "remaining_s": 1639.2,
        "seats": [{"seat": 1, "name": "Kovács <b>Anna", "mark": "turn"}],
    }
    server.post("/api/v1/tables/T3/live", state, token)
    html = page(server, "/")
    left = re.search(r'class="clock" role="timer" data-left="(\d+)">(\d+:\d\d)<', html)
    assert left is not None
    assert 1_630_000 < int(left[1]) <= 1_639_200
    assert left[2] == clock(int(left[1]))
    assert "Kovács &lt;b&gt;Anna" in html
    assert words(page(server, "/tables")).split()[:4] == ["table", "T3", "Q1", "·"]


@pytest.mark.parametrize(
    ("path", "header", "language", "says"),
    [
        ("/", "hu-HU,hu;q=0.9,en;q=0.8", "hu", "Asztalok most"),
        ("/", "en", "en", "Tables now"),
        ("/", "fr,de", "en", "Tables now"),
        ("/", "", "en", "Tables now"),
        ("/?lang=hu", "en", "hu", "Asztalok most"),
        ("/?lang=en", "hu", "en", "Tables now"),
        ("/?lang=xx", "hu", "hu", "Asztalok most"),
    ],
)
def test_the_language_is_the_readers(
    server: Server, path: str, header: str, language: str, says: str
) -> None:
    html = page(server, path, Accept_Language=header)
    assert f'<html lang="{language}">' in html
    assert says in html


def test_each_row_of_the_standings_says_what_decided_and_links_its_games(
    server: Server, token: str, run: Run, season: str, tmp_path: Path
) -> None:
    server.send(games.record(), token)
    path = tmp_path / "r.csv"
    path.write_text(f"{HEAD}\nqualifier,Q7,Zoe,0,1000,0,712,0\n", encoding="utf-8")
    run("import", season, str(path))
    html = page(server, "/seasons/S1")
    said = words(html)
    assert "1 Zoe Qualifiers" in said
    assert "equal wealth; unmortgaged property 0 against 1,712" in said
    assert "wealth 412 against 1,500" in said
    assert 'href="/games/Q1-T3"' in html
    assert 'href="/games/Q7"' not in html
    assert "tovább" in words(page(server, "/seasons/S1?stage=qualifier&lang=hu"))


def test_a_result_sheet_shows_what_was_counted_and_the_record_behind_it(
    server: Server, token: str, season: str
) -> None:
    held = Sheet(
        812, (games.deed("H2", 400, 200, houses=5), games.deed("B1", 100, 50, mortgaged=True))
    )
    raw = games.record(Played(sheets=(held, Sheet(1), Sheet(2), Sheet(3))))
    sent = server.send(raw, token).json()
    html = page(server, "/games/Q1-T3")
    said = words(html)
    assert "Length 90:00" in said
    assert "Ended by time" in said
    assert "1 Anna seat 1 · ✓ signed" in said
    assert "812 400 100 1,000 2,262" in said
    assert "hotel" in said
    assert "mortgaged" in said
    assert sent["sha256"] in said
    assert sent["head"] in said


def test_a_game_that_does_not_count_says_why(server: Server, token: str, season: str) -> None:
    server.send(games.record(summary={"pot": 5}), token)
    said = words(page(server, "/games/Q1-T3"))
    assert "not counted: the replay differs" in said
    assert "pot: 5, the rules say 0" in said
    assert "1 game does not count: Q1-T3" in words(page(server, "/seasons/S1"))


def test_public_pages_show_names_only(server: Server, token: str, season: str) -> None:
    """HUN-16: no key of a player, no reason, no claim, no remark."""
    server.send(games.record(Played(excluded=(3,))), token)
    for path in ("/", "/seasons/S1", "/games/Q1-T3"):
        html = page(server, path)
        assert "P01" not in html
        assert "telephone" not in html


def test_an_address_that_is_none_is_a_page_of_its_own(server: Server) -> None:
    for path in ("/games/none", "/seasons/none", "/nowhere?lang=hu"):
        got = server.get(path)
        assert got.status == 404
        assert "<html" in got.data.decode()
    assert "Itt nincs semmi" in server.get("/nowhere?lang=hu").data.decode()


def test_pages_ask_nobody_else_for_anything(server: Server, token: str, season: str) -> None:
    server.send(games.record(), token)
    for path in ("/", "/seasons/S1", "/games/Q1-T3", "/static/league.css", "/static/live.js"):
        text = server.get(path).data.decode()
        assert "http://" not in text
        assert "https://" not in text
        for asked in re.findall(r'(?:src|href)="(/[^"]*)"', text):
            assert server.get(asked).status == 200, asked


def test_pages_work_without_a_script(server: Server) -> None:
    assert '<noscript><meta http-equiv="refresh"' in page(server, "/")


def test_two_enrolled_tables_are_both_shown_in_order(server: Server, enrol: Enrol) -> None:
    from nacl.signing import SigningKey

    for number in (10, 2):
        key = games.public(SigningKey(bytes([number] * 32)))
        token = enrol(f"T{number}", key=key)
        server.post(f"/api/v1/tables/T{number}/live", {"game": f"G{number}"}, token)
    html = page(server, "/")
    assert html.index("T2") < html.index("T10")


@pytest.mark.parametrize(
    ("seconds", "shown"), [(0, "0:00"), (59.9, "0:59"), (3761, "62:41"), (5400, "90:00")]
)
def test_times_of_a_game_are_minutes_and_seconds(seconds: float, shown: str) -> None:
    assert game_time(seconds) == shown


@pytest.mark.parametrize(
    ("ms", "shown"), [(0, "0:00"), (-5000, "0:00"), (1, "0:01"), (60_000, "1:00"), (59_001, "1:00")]
)
def test_time_left_is_rounded_up_and_never_below_nothing(ms: int, shown: str) -> None:
    assert clock(ms) == shown


def test_names_sort_as_people_count() -> None:
    assert sorted(["T10", "T2", "T1b", "T1"], key=natural) == ["T1", "T1b", "T2", "T10"]


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("hu;q=0.5, en;q=0.9", "en"),
        ("en;q=0.1, hu", "hu"),
        ("hu;q=x", "hu"),
        (";;,,", "en"),
        ("HU", "hu"),
    ],
)
def test_the_heaviest_language_is_preferred(header: str, language: str) -> None:
    assert preferred(None, header) == language


def test_a_missing_text_comes_in_english_or_as_its_key() -> None:
    assert texts("hu")("league.no.such.key") == "league.no.such.key"
    assert texts("da").language == "en"


def test_metrics_escape_what_would_break_a_line() -> None:
    metrics = Metrics()
    metrics.count("tableside_records_total", answer='a"b\\c\nd')
    assert 'tableside_records_total{answer="a\\"b\\\\c\\nd"} 1\n' in metrics.text({})
