"""Printed paper, read back and drawn: every language's letters, pages, roles, what is not on it."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest

from league.errors import RunError
from league.paper.papers import Column, Line, Paper, asked, card, table, words
from league.paper.printing import printed
from league.settings import load_settings
from league.texts import OFFERED, texts
from tests.league.conftest import Run
from tests.league.databases import Dbms
from tests.league.whole import NAMES, Whole, a_league

A4_PT = (595, 842)
LETTERS = {"en": "Result sheet", "hu": "Eredménylap", "da": "Resultatark", "ru": "Лист результатов",
           "sv": "Resultatblad"}  # fmt: skip


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, dbms: Dbms) -> Iterator[Whole]:
    folder = tmp_path_factory.mktemp("whole")
    with dbms.database(folder) as url, a_league(url, folder) as made:
        yield made


def pdf(whole: Whole, path: str, lang: str = "en", *, signed: bool = True) -> bytes:
    sign = "&" if "?" in path else "?"
    headers = {"Authorization": f"Bearer {whole.organiser}"} if signed else {}
    got = whole.server.get(f"{path}{sign}lang={lang}", **headers)
    assert got.status == 200, got.data
    assert got.headers["Content-Type"] == "application/pdf"
    return got.data


def pages(data: bytes) -> list[str]:
    """The text of each page, as whoever marks and copies it gets it."""
    with pdfium.PdfDocument(io.BytesIO(data)) as document:
        found = []
        for page in document:
            assert tuple(map(round, page.get_size())) == A4_PT
            found.append(page.get_textpage().get_text_bounded().replace("\r\n", "\n"))
        return found


def text_of(data: bytes) -> str:
    return " ".join(" ".join(pages(data)).split())


@pytest.mark.timeout(90)
@pytest.mark.slow
def test_every_paper_speaks_five_languages_with_every_letter(whole: Whole) -> None:
    """No replacement sign, no key for a text, and names as they are written."""
    papers = ["/seasons/H/standings.pdf", "/seasons/H/seats.pdf?round=Q1",
              "/seasons/H/results.pdf?round=Q1", *(f"/games/{game}/sheet.pdf"
              for game in whole.games.values()), *(f"/seasons/{one}/standings.pdf"
              for one in "MRCF"), "/seasons/H/cards.pdf?round=Q1"]  # fmt: skip
    for number, path in enumerate(papers):
        found = text_of(pdf(whole, path, OFFERED[number % len(OFFERED)]))
        assert "\ufffd" not in found, path
        assert "league." not in found, path
    for lang in OFFERED:
        sheet = text_of(pdf(whole, "/seasons/H/results.pdf?round=Q1", lang))
        assert LETTERS[lang] in sheet
        for name in NAMES:
            assert name in sheet, (lang, name)


def test_hun_8_a_result_sheet_shows_figures_deeds_signatures_and_the_hash(whole: Whole) -> None:
    found = text_of(pdf(whole, f"/games/{whole.games['H']}/sheet.pdf", signed=False))
    page = whole.server.get(f"/games/{whole.games['H']}").data.decode()
    for said in ("Kossuth Lajos tér (hotel)", "Váci út (2 houses)", "Keleti pályaudvar (mortgaged)",
                 "Signature", "by the seat's button", "Confirmations by the table's officials: 1",
                 "1 May 2030", "Őrház utca 5.", "banker"):  # fmt: skip
        assert said in found, said
    sha256 = page.split("sha256")[1].split("<code>")[1][:64]
    assert sha256 in found


def test_a_mafia_sheet_is_the_hosts_and_tells_the_roles_of_a_game_that_is_over(
    whole: Whole,
) -> None:
    found = text_of(pdf(whole, f"/games/{whole.games['M']}/sheet.pdf"))
    assert "Signature" not in found
    assert "host, Ведущий: ____" in found
    assert "Sheriff" in found
    assert "Night 1" in found


def test_hun_9_a_card_of_a_hall_without_telephones_has_nothing_to_scan(whole: Whole) -> None:
    told = pdf(whole, "/seasons/H/cards.pdf?round=Q1")
    assert "No telephones in this hall" in text_of(told)
    assert "http" not in text_of(told)
    assert len(pages(told)) == 1  # two tables, two a page


def test_a_card_leads_to_the_seasons_page_where_telephones_may_be_used(
    home: Path,
) -> None:
    seats = [(at, f"Őr {at}") for at in range(1, 11)]
    block = card("T12", ["R · round 1"], seats, "Scan", "https://league.example/seasons/R")
    data = printed([Paper("", "", [block])], load_settings(), texts("en"))
    assert "https://league.example/seasons/R" in text_of(data)
    with pdfium.PdfDocument(io.BytesIO(data)) as document:
        # 42 mm of code in the upper right corner of the card: dark and light modules, quiet around
        drawn = document[0].render(scale=2, grayscale=True).to_numpy()
    corner = drawn[140:400, 860:1130]
    dark = float((corner < 128).mean())
    assert 0.2 < dark < 0.6
    assert int(drawn.max()) == 255


def test_the_head_of_a_long_list_stands_on_every_page_with_its_number(home: Path) -> None:
    columns = [Column("Rank", 8), Column("Player", 56), Column("Points", 10, "right")]
    rows = [Line([str(at), f"Játékos {at}", "1 000"], "why", strong=1) for at in range(1, 101)]
    data = printed([Paper("Állás", "H", [table(columns, rows)])], load_settings(), texts("hu"))
    found = pages(data)
    assert len(found) > 2
    for number, page in enumerate(found, 1):
        for said in ("Állás", "Rank", "Player", "Points", f"{number}/{len(found)}. oldal"):
            assert said in page, (number, said)


def test_paper_is_black_on_white(home: Path) -> None:
    block = words("Őű Щё – −", "heading")
    data = printed([Paper("T", "u", [block])], load_settings(), texts("ru"))
    with pdfium.PdfDocument(io.BytesIO(data)) as document:
        drawn = document[0].render(scale=1).to_numpy()
    assert (drawn.max(axis=2) - drawn.min(axis=2)).max() <= 2
    assert drawn[0, 0].tolist() == [255, 255, 255]
    assert drawn.min() < 32


def test_letters_that_the_faces_lack_are_shown_as_missing_and_not_left_out(home: Path) -> None:
    data = printed([Paper("T", "", [words("日本 Őr")])], load_settings(), texts("en"))
    assert "\ufffd\ufffd Őr" in text_of(data)


def test_accents_that_are_written_apart_are_put_together(home: Path) -> None:
    data = printed([Paper("T", "", [words("O\u030br <b>&amp;")])], load_settings(), texts("en"))
    assert "Őr <b>&amp;" in text_of(data)


@pytest.mark.timeout(60)
@pytest.mark.slow
def test_seventy_two_result_sheets_are_one_file_within_seconds(home: Path) -> None:
    columns = [Column(name, 10) for name in ("Place", "Player", "Cash", "Wealth")]
    rows = [Line([str(at), f"Őrsi {at}", "1", "2"], "Váci út · " * 8, 1) for at in range(6)]
    sheets = [Paper(f"H-Q1-T{at}", "H", [table(columns, rows), words("0f" * 32, "code")])
              for at in range(72)]  # fmt: skip
    began = time.process_time(), time.monotonic()
    data = printed(sheets, load_settings(), texts("hu"))
    assert len(pages(data)) == 72
    assert time.monotonic() - began[1] < 30  # one second on a machine with nothing else to do


def test_a_league_without_the_fonts_says_what_is_missing(home: Path, tmp_path: Path) -> None:
    wanted = asked([Paper("T", "", [])], texts("en"), str(tmp_path))
    from league.elsewhere import drawn_elsewhere

    with pytest.raises(RunError, match="install Debian's fonts-roboto-unhinted"):
        drawn_elsewhere("league.paper.press", wanted, "the paper")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/seasons/H/results.pdf?round=Q1", 401),
        ("/seasons/H/cards.pdf?round=Q1", 401),
        ("/seasons/H/seats.pdf?round=none", 404),
        ("/seasons/H/seats.pdf", 400),
        ("/games/none/sheet.pdf", 404),
        ("/seasons/none/standings.pdf", 404),
    ],
)
def test_who_may_not_and_what_is_not_there(whole: Whole, path: str, status: int) -> None:
    assert whole.server.get(path).status == status


def test_a_casinos_tables_are_those_of_its_book(whole: Whole) -> None:
    found = text_of(pdf(whole, "/seasons/C/seats.pdf?round=T"))
    for name in ("Aalto", "Bergström", "Ekholm", "Fagerlund", "Grönroos"):
        assert name in found
    assert "Dahl" not in found  # he is out
    told = text_of(pdf(whole, "/seasons/C/cards.pdf?round=T"))
    assert f"{whole.server.url}/seasons/C" in told


def test_no_public_paper_tells_what_only_the_desk_knows(whole: Whole) -> None:
    """HUN-16: names; no birth dates, no reasons, no protests, nobody who is merely awaited."""
    public = ["/seasons/H/standings.pdf", "/seasons/H/seats.pdf?round=Q1",
              f"/games/{whole.games['H']}/sheet.pdf"]  # fmt: skip
    for path in public:
        found = text_of(pdf(whole, path, signed=False))
        for secret in ("1980-01-01", "The die fell", "Later", "P01"):
            assert secret not in found, (path, secret)


def test_a_paper_is_printed_anew_when_something_changed(whole: Whole) -> None:
    again = [pdf(whole, "/seasons/C/standings.pdf") for _ in range(2)]
    assert again[0] == again[1]


def test_the_command_writes_a_file_and_says_what_it_needs(
    run: Run, season: str, tmp_path: Path
) -> None:
    file = tmp_path / "standings.pdf"
    done = run("print", season, "standings", str(file), "--lang", "hu", "--json")
    assert (done.code, json.loads(done.out)["bytes"]) == (0, len(file.read_bytes()))
    assert "Állás S1" in text_of(file.read_bytes())
    for wrong in (["seats"], ["sheet"]):
        done = run("print", season, *wrong, str(file))
        assert done.code == 2
        assert "needs --" in done.err
    missing: Any = run("print", season, "seats", str(file), "--round", "Q9")
    assert (missing.code, "no seats are drawn" in missing.err) == (2, True)
    nowhere = run("print", season, "standings", str(tmp_path / "no" / "x.pdf"))
    assert (nowhere.code, "choose another file" in nowhere.err) == (1, True)
