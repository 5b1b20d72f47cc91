"""No address and no form of any page makes the league fail, whatever stands in it.

`test_programs.py` asks the API so; here it is every page that a person opens and every form that he
can send, in a season of each family in which something has happened.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest

from league import clockacts
from league.db import Database
from league.pages import clubforms, competitionacts, tournamentforms
from league.roles import Role
from tests.league import games
from tests.league.inside import OLD_LITESTAR, Inside, inside
from tests.league.test_incidents import lines_of
from tests.league.test_programs import NASTY

pytestmark = [
    pytest.mark.filterwarnings(OLD_LITESTAR),
    pytest.mark.slow,
    pytest.mark.timeout(300),
]

SEASONS: Mapping[str, str] = {
    "S1": "hun-2009",
    "M": "ramk-2017",
    "N": "mafia-nuances",
    "R": "ray-freezeout-2013",
}
QUERY = ("round", "stage", "game", "kind", "table", "skip", "lang", "who", "what", "before", "p.x",
         "result", "by", "day")  # fmt: skip
"""What pages read of a query, wherever they do."""
VALUES = ("", "\x00", "x" * 5000, "9" * 17, "1e9", "2099-13-45", "25:61", "Q1", "Anna", "{}",
          "\U0001f3b2\u202e", "a;b\n1;2")  # fmt: skip
FIELDS = (
    *("also", "ballot", "born", "by", "came", "choice", "contender", "date", "day", "delivery"),
    *("dispute", "division", "flag", "form", "from", "game", "hand", "here", "id", "is", "item"),
    *("judge", "level", "line", "list", "lines", "member", "minute", "minutes", "name", "names"),
    *("number", "office", "official", "on", "one", "other", "out", "place", "player", "points"),
    *("reason", "registered", "rest", "role", "round", "rounds", "levels", "scope", "seat"),
    *("seed", "session", "sha256", "stage", "starts", "table", "tables", "text", "to", "toml"),
    *("url", "verdict", "webhook", "what", "whom", "why", "year", "yes", "no", "abstain", "zone"),
    *("0.player", "0.cash", "points.x", "prize.x", "p.Anna", "back", "anchor"),
)
"""What forms hold, wherever they do."""
BUTTONS = ("accept", "readmit", "remove", "amend", "change", "close", "confirmed", "draw", "final",
           "open", "plan", "type", "withdraw", "of_age")  # fmt: skip


@pytest.fixture
def house(database: Database, db_url: str) -> Iterator[Inside]:
    with inside(database, db_url) as found:
        for season, edition in SEASONS.items():
            found.season(season, edition)
        token = found.table("T3")
        for game, name, more in (
            ("N-1", "mafia-every-word", {"season": "N", "round": "G1"}),
            ("M-1", "ramk-evening", {"season": "M", "round": "R4"}),
            ("S1-1", "hun-final", {"season": "S1", "round": "F1"}),
        ):
            raw = games.scripted(lines_of(name, game=game, table="T3", **more))
            sent = found.post(
                "/api/v1/games", token=token, content=raw,
                headers={"Content-Type": "application/jsonl"},
            )  # fmt: skip
            assert sent.status_code == 201, sent.text
        for season in ("S1", "N"):
            boss = found.signed_in("boss", Role.ORGANISER)
            stage = "qualifier" if season == "S1" else "tournament"
            form = {"round": "Q1", "stage": stage, "day": "2099-01-05", "starts": "10:00"}
            done = found.post(f"/seasons/{season}/run/schedule/round", cookie=boss, data=form)
            assert done.status_code == 303, done.text
        yield found


def pages(house: Inside) -> list[str]:
    """Every address that a page has, with the season left open."""
    found = []
    for route in house.app.routes:
        for handler in getattr(route, "route_handlers", ()):
            if "GET" in handler.http_methods and not route.path_format.startswith(("/api/", "/op")):
                found.append(route.path_format)
    return sorted(set(found))


def test_no_address_makes_a_page_fail(house: Inside) -> None:
    """As an organiser, who gets everywhere; a season of each family."""
    boss = house.signed_in("boss", Role.ORGANISER)
    failed: list[str] = []
    asked = 0
    for path, season in product(pages(house), SEASONS):
        if "{season_id}" not in path and season != "S1":
            continue
        known = path.replace("{season_id}", season).replace("{round_name}", "Q1")
        known = known.replace("{game}", f"{season}-1").replace("{kind}", "round")
        plain = re.sub(r"\{\w+\}", "1", known)
        tries = [plain]
        if house.get(plain, cookie=boss).status_code != 404:
            queries = ("&".join(f"{name}={one}" for name in QUERY) for one in NASTY)
            tries += [f"{plain}?{query}" for query in queries]
        if "{" in known:
            tries += [re.sub(r"\{\w+\}", one, known) for one in NASTY[::2]]
        for address in tries:
            asked += 1
            got = house.get(address, cookie=boss)
            if got.status_code >= 500:
                failed.append(f"{address}: {got.status_code} {got.text[:120]}")
    assert failed == []
    assert asked > 1000


def acts() -> list[tuple[str, str]]:
    """Where each form goes, and the season that has it."""
    found = [
        (f"/seasons/{season}/run/{kind}/{act}", season)
        for kind, act in competitionacts.ACTS
        for season in ("S1", "N")
    ]
    found += [
        (f"/seasons/{season}/judge/{act}", season)
        for act in competitionacts.RULINGS
        for season in ("S1", "N")
    ]
    found += [(f"/seasons/M/do/{kind}/{act}", "M") for kind, act in clubforms.ACTS]
    found += [
        (f"/seasons/R/tournaments/Q1/{kind}/{act}", "R")
        for kind, act in product(("entries", "seats", "out", "prizes"), tournamentforms.ACTS)
    ]
    found += [("/seasons/R/tournaments", "R")]
    found += [(f"/seasons/R/clock/{act}", "R") for act in clockacts.ACTS]
    found += [(f"/seasons/{season}/enter", season) for season in SEASONS]
    found += [(path, "") for path in ("/people", "/programs", "/takeovers", "/sign-in", "/account")]
    return found


def test_no_form_makes_a_page_fail(house: Inside) -> None:
    """Each form with the same in every field, and with one odd button at a time."""
    boss = house.signed_in("boss", Role.ORGANISER)
    failed: list[str] = []
    sent = 0
    for path, _ in acts():
        tries: list[dict[str, Any]] = [dict.fromkeys(FIELDS, value) for value in VALUES]
        if "/do/" in path or path.endswith(("decline", "exclude", "official", "pair")):
            plain = dict.fromkeys(FIELDS, "Anna")
            tries += [{**plain, button: "1", "why": "x"} for button in BUTTONS]
        tries += [{}, {"player": ["Anna"] * 40, "why": "x", "round": "Q1"}]
        for form in tries:
            sent += 1
            got = house.post(path, cookie=boss, data=form)
            if got.status_code >= 500:
                failed.append(f"{path} {list(form.items())[:1]}: {got.status_code}")
            if path == "/account":
                boss = house.signed_in("boss", Role.ORGANISER)  # it may have ended the session
    assert failed == []
    assert sent > 1000
