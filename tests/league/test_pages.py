"""Pages: in two languages, every row explained, names only, nothing from elsewhere."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from kiosk.health import NAMES
from league.figures import game_time
from league.live import natural
from league.metrics import Metrics
from league.pages.rendering import clock, sign
from league.texts import preferred, texts
from tests.league import games
from tests.league.conftest import Enrol, Run, Server, Shared
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
    shared: Shared, path: str, header: str, language: str, says: str
) -> None:
    server = shared.server
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
    assert "1 Zoe" in said
    assert "equal wealth; unmortgaged property 0 against 1,712" in said
    assert 'href="/games/Q1-T3"' in html
    assert 'href="/games/Q7"' not in html
    assert "Továbbjut 5" in words(page(server, "/seasons/S1?stage=qualifier&lang=hu"))


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


def test_a_game_that_does_not_count_is_marked_and_tells_nobody_what_it_holds(
    server: Server, token: str, season: str
) -> None:
    """HUN-16: the reasons quote both sheets; `league verify` has them."""
    server.send(games.record(summary={"seats": []}), token)
    html = page(server, "/games/Q1-T3")
    assert "not counted: the replay differs" in words(html)
    assert "P01" not in html
    assert "1 game does not count: Q1-T3" in words(page(server, "/seasons/S1"))


def test_a_record_kept_aside_is_told(server: Server, token: str, run: Run, season: str) -> None:
    server.send(games.record(), token)
    second = games.record(Played(rolls=9))
    assert server.send(second, token).status == 409
    said = words(page(server, "/seasons/S1"))
    assert "1 second record of a game is kept aside: Q1-T3" in said
    assert "1 játszma második jegyzőkönyve félretéve: Q1-T3" in words(
        page(server, "/seasons/S1?lang=hu")
    )
    (aside,) = run("verify", season, "--json").json["aside"]
    assert (aside["game"], aside["table"]) == ("Q1-T3", "T3")
    assert aside["sha256"] == sha256(second).hexdigest()
    assert "0 with faults, 1 kept aside" in run("verify", season).out


def put(run: Run, tmp_path: Path, rows: list[str]) -> None:
    path = tmp_path / "r.csv"
    path.write_text("\n".join((HEAD, *rows)) + "\n", encoding="utf-8")
    assert run("import", "S1", str(path)).code == 0


def sections(html: str) -> list[str]:
    return [words(found) for found in re.findall(r'<th scope="rowgroup"[^>]*>(.*?)</th>', html)]


def test_a_stage_is_cut_where_it_matters(
    server: Server, run: Run, season: str, tmp_path: Path
) -> None:
    """HUN-3.2, 3.3: who goes on, ties across the cut, reserves, and who is out."""
    wealth = [5000 - number for number in range(80)]
    wealth[72] = wealth[71]
    wealth[75] = wealth[74]
    put(
        run,
        tmp_path,
        [f"qualifier,G{n // 6},P{n + 1:02},{cash},0,0,0,0" for n, cash in enumerate(wealth)],
    )
    html = page(server, "/seasons/S1?stage=qualifier")
    assert sections(html) == ["Go on 71", "Tied across the cut: lot 2", "Reserves 5", "Out 2"]
    for target in re.findall(r'<nav class="jump">.*?</nav>', html, re.DOTALL):
        assert all(f'id="{name}"' in html for name in re.findall(r'href="#([^"]+)"', target))
    said = words(html)
    assert "75 P75 reserve 3 equal in everything: the lot is not drawn yet" in said
    assert "75 P76 reserve 3 equal in everything: the lot is not drawn yet" in said
    run("advance", season, "qualifier", "--lots", "--seed", "7")
    drawn = page(server, "/seasons/S1?stage=qualifier")
    assert sections(drawn) == ["Go on 72", "Reserves 6", "Out 2"]
    assert words(drawn).count("equal in everything; the lot decided (seed 7)") == 4


def test_the_whole_season_is_ordered_by_stage(
    server: Server, run: Run, season: str, tmp_path: Path
) -> None:
    """HUN-3.5: a rank is compared within its stage, and the page says which."""
    rows = [f"qualifier,Q1,P{number},{900 + number},0,0,0,0" for number in range(4)]
    rows += ["semifinal,S1,P1,60,0,0,0,0", "semifinal,S1,P2,50,0,0,0,0", "final,F,P2,9,0,0,0,0"]
    put(run, tmp_path, [*rows, "final,F,P3,8,0,0,0,0"])
    assert sections(page(server, "/seasons/S1")) == ["Final 2", "Semi-final 1", "Qualifiers 1"]
    assert sections(page(server, "/seasons/S1?stage=final")) == ["Champion 1", "Further places 1"]


def test_one_stage_alone_needs_no_heading(
    server: Server, run: Run, season: str, tmp_path: Path
) -> None:
    put(run, tmp_path, ["qualifier,Q1,P1,60,0,0,0,0"])
    assert sections(page(server, "/seasons/S1")) == []


def test_markup_in_a_name_is_text(server: Server, run: Run, season: str, tmp_path: Path) -> None:
    put(run, tmp_path, ["qualifier,Q1,<script>alert(1)</script>,60,0,0,0,0"])
    html = page(server, "/seasons/S1")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "<script>alert" not in html


def test_many_tables_are_seen_at_a_glance(server: Server, enrol: Enrol) -> None:
    """On a phone twelve tables are a long way; the list on top leads to each and to the seasons."""
    for number in range(1, 5):
        table = f"T{number}"
        token = enrol(table, key=games.public(SigningKey(bytes([number] * 32))))
        state = {"game": f"G{number}", "phase": "count", "signs": ["NOT SENT (2)", "NO SOUND"]}
        server.post(f"/api/v1/tables/{table}/live", state, token)
        if number == 3:
            assert 'class="glance"' not in page(server, "/")
    html = page(server, "/?lang=hu")
    glance = re.search(r'<ul class="glance">.*?</ul>', html, re.DOTALL)
    assert glance is not None
    assert words(glance[0]).startswith("T1 Számolás nem ment el: 2 +1 T2")
    for target in ("table-T1", "table-T4", "seasons"):
        assert f'href="#{target}"' in html
        assert f'id="{target}"' in html


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("NOT SENT (1)", "nem ment el: 1"),
        ("NOT SENT (12)", "nem ment el: 12"),
        ("CLOCK NOT SET", "óra nem pontos"),
        ("NOT SENT", "NOT SENT"),
        ("something new", "something new"),
    ],
)
def test_a_sign_is_told_in_the_readers_language(word: str, shown: str) -> None:
    assert sign(texts("hu"), word) == shown


def test_every_sign_of_a_table_has_a_text() -> None:
    """The words of `kiosk status`; a new one must not stay English on the page."""
    for name in NAMES.values():
        word = f"{name} (2)" if name == "NOT SENT" else name
        for language in ("da", "hu", "ru", "sv"):
            assert sign(texts(language), word) not in {word, sign(texts("en"), word)}


def test_public_pages_show_names_only(server: Server, token: str, season: str) -> None:
    """HUN-16: no key of a player, no reason, no claim, no remark."""
    server.send(games.record(Played(excluded=(3,))), token)
    for path in ("/", "/seasons/S1", "/games/Q1-T3"):
        html = page(server, path)
        assert "P01" not in html
        assert "telephone" not in html


def test_an_address_that_is_none_is_a_page_of_its_own(shared: Shared) -> None:
    server = shared.server
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
            wanted = 401 if asked.startswith("/account") else 200  # who has none signs in
            assert server.get(asked).status == wanted, asked


def test_pages_work_without_a_script(shared: Shared) -> None:
    server = shared.server
    assert '<noscript><meta http-equiv="refresh"' in page(server, "/")


def test_two_enrolled_tables_are_both_shown_in_order(server: Server, enrol: Enrol) -> None:
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
    assert texts("da").language == "da"
    assert texts("sv").language == "sv"
    assert texts("ru").language == "ru"
    assert texts("fi").language == "en"


def test_metrics_escape_what_would_break_a_line() -> None:
    metrics = Metrics()
    metrics.count("tableside_records_total", answer='a"b\\c\nd')
    assert 'tableside_records_total{answer="a\\"b\\\\c\\nd"} 1\n' in metrics.text({}, {})
