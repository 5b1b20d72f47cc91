"""Every page in Chromium, at a phone's width and at 1920, as axe, the edge and the eye find it.

Here every page is looked at in one language at both widths, in the bright and in the dark hall, and
some in all languages; `python -m tests.league.looking FOLDER` looks at every page in every one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from docs.roles import application, routes
from league.texts import OFFERED
from tests.league.databases import Dbms
from tests.league.inside import OLD_LITESTAR
from tests.league.looking import findings, looking, show
from tests.league.whole import Whole, a_league

pytestmark = [
    pytest.mark.sqlite,  # a page is the same on either
    pytest.mark.timeout(300),  # a whole league is made first
]

SAMPLE = ("/seasons/R", "/seasons/C/hall", "/seasons/H/run", "/seasons/H/charts", "/seasons/H/dice")
NO_PAGES = (
    r"/(api|openapi|static|fonts)[/.].*", "/openapi", "/healthz", "/readyz", "/metrics",
    r".*\.(pdf|png|ics|json)",  # files
    "/tables",  # part of the first page
    "/account/password", "/tonight", r".*/\{act\}", r".*/tournaments/\{round_name\}",  # lead on
)  # fmt: skip
SEEN = [("phone", "dark", "hu"), ("wide", "bright", "ru")]
"""Each page is seen at both widths and in both halls."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, dbms: Dbms) -> Iterator[Whole]:
    folder = tmp_path_factory.mktemp("whole")
    with dbms.database(folder) as url, a_league(url, folder) as made:
        yield made


@pytest.mark.filterwarnings(OLD_LITESTAR)
def test_no_page_is_forgotten(whole: Whole) -> None:
    """Whoever writes a page adds its address to `whole.addresses`, or says here that it is none."""
    seen = [path.partition("?")[0] for path in whole.pages]
    forgotten = []
    for method, route, _ in routes(application()):
        pattern = re.sub(r"\{[^}]+\}", "[^/]+", route)
        is_page = method == "GET" and not any(re.fullmatch(one, route) for one in NO_PAGES)
        if is_page and not any(re.fullmatch(pattern, path) for path in seen):
            forgotten.append(route)
    assert forgotten == []


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("size", "theme", "language"), SEEN)
def test_nothing_serious_on_any_page(
    chromium: Browser, whole: Whole, size: str, theme: str, language: str
) -> None:
    """axe, no scrolling sideways, 4.5 : 1 for every letter and 7 : 1 on the hall's board."""
    found: list[str] = []
    with looking(chromium, whole, size, theme, language) as page:
        for path in whole.pages:
            show(page, whole, path, language)
            found += findings(page, path)
    assert found == []


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_long_words_of_every_language_fit_a_phone(chromium: Browser, whole: Whole) -> None:
    found: list[str] = []
    for language in OFFERED:
        with looking(chromium, whole, "phone", "bright", language) as page:
            for path in SAMPLE:
                show(page, whole, path, language)
                found += [f"{language} {one}" for one in findings(page, path)]
    assert found == []


def test_what_is_wrong_is_found(chromium: Browser, whole: Whole) -> None:
    """The looks themselves: a field without a name, letters too pale, a page too wide."""
    put = """([tag, look]) => { const one = document.createElement(tag); one.textContent = "one";
      one.className = "hall"; one.style.cssText = look;
      document.querySelector("main").replaceChildren(document.querySelector("h1"), one); }"""
    with looking(chromium, whole, "phone", "bright") as page:
        page.goto(f"{whole.server.url}/nothing")

        def found(tag: str, look: str, path: str = "/x") -> str:
            page.evaluate(put, [tag, look])
            return " ".join(findings(page, path))

        assert found("p", "") == ""
        assert "axe label (critical)" in found("input", "")
        assert "beyond the edge" in found("p", "width: 500px")
        assert "axe color-contrast" in found("p", "color: #999; background: #fff")
        assert found("p", "color: #6b6b6b; background: #fff") == ""
        assert "contrast 5.3" in found("p", "color: #6b6b6b; background: #fff", "/x/hall")


def test_nobody_is_called_by_a_number_who_has_a_name(whole: Whole) -> None:
    """The Mafia season's players are P01 to P10 in the files, and have names."""
    pages = [path for path in whole.pages if path.startswith("/seasons/M")]
    called = [
        path
        for path in pages
        if re.search(r">[^<]*\bP\d\d\b", whole.server.get(path).data.decode())
    ]
    assert (len(pages) > 1, called) == (True, [])


def test_each_familys_sheet_names_its_own_figures(whole: Whole) -> None:
    """A Matador result is points by place, a casino's points and a prize: neither is wealth."""

    def heads(game: str) -> list[str]:
        page = whole.server.get(f"/games/{game}?lang=en").data.decode()
        return re.findall(r'<th scope="col"[^>]*>([^<]+)</th>', page)[2:]

    assert heads("H-Q1-T2") == ["Cash", "Property", "Mortgaged", "Buildings", "Wealth"]
    assert heads("F-T2") == ["Cash", "Loan", "Wealth", "Points"]
    assert heads("ray-rebuy-evening") == ["rebuy", "add-on", "points", "Prize"]


def test_a_games_name_stays_on_one_line(chromium: Browser, whole: Whole) -> None:
    with looking(chromium, whole, "phone", "bright") as page:
        show(page, whole, "/seasons/H", "en")
        heights = page.evaluate(
            "() => [...document.querySelectorAll('.narrow a.id')].map((one) =>"
            " one.getClientRects().length * 100 + one.getBoundingClientRect().height)"
        )
    assert heights
    assert max(heights) < 130
