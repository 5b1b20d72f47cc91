"""Every route of the application says who may use it, and that is who gets through.

The table of roles and routes is `docs/roles.md`. Each route is asked as everybody in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from docs import roles as table
from league.auth import Caller, TableCaller
from league.db import Database
from league.guards import admits
from league.ids import TableId
from league.roles import ROLES, SCOPES, Access, PersonCaller, Role, TokenCaller
from tests.league.inside import OLD_LITESTAR, Inside, inside

pytestmark = pytest.mark.filterwarnings(OLD_LITESTAR)

ENDLESS = {("GET", "/api/v1/events")}
"""A stream answers as long as somebody listens; it is open to all."""


class Asking:
    """Somebody who asks: what the guard takes him for, and what he sends."""

    def __init__(self, caller: Caller | None, **sent: str) -> None:
        self.caller = caller
        self.sent = sent


@pytest.fixture
def house(database: Database, db_url: str) -> Iterator[Inside]:
    with inside(database, db_url) as found:
        yield found


def everybody(house: Inside) -> dict[str, Asking]:
    """One of each kind that the table knows, and those who have a role elsewhere."""
    asking = {"nobody": Asking(None)}
    for where, roles in (("", ROLES), ("S1", ROLES[::3]), ("S2", ROLES[3:])):
        for role in roles:
            name = f"{role}{where}"
            cookie = house.signed_in(name, role, where)
            asking[name] = Asking(PersonCaller(name, ((where, role),)), cookie=cookie)
    asking["no-role"] = Asking(PersonCaller("no-role", ()), cookie=house.signed_in("no-role"))
    asking["table"] = Asking(TableCaller(TableId("T3")), token=house.table())
    for scope in SCOPES:
        for where in ("", "S2") if scope == "import" else ("",):
            caller = TokenCaller("program", 1, (scope,), where)
            asking[f"{scope}{where}"] = Asking(caller, token=house.token(scope, season=where))
    return asking


def filled(path: str) -> tuple[str, str | None]:
    """A path that can be asked, and the season in it."""
    known = {"season_id": "S1", "table": "T3", "name": "league.css"}
    parts = re.sub(r"\{(\w+)\}", lambda found: known.get(found[1], "1"), path)
    return parts, "S1" if "{season_id}" in path else None


def test_every_route_has_a_guard_and_the_table_is_fresh() -> None:
    app = table.application()
    without = [f"{method} {path}" for method, path, access in table.routes(app) if access is None]
    assert without == []
    assert table.FILE.read_text(encoding="utf-8") == table.table(app), "run python docs/roles.py"


@pytest.mark.parametrize(
    ("route", "least"),
    [
        ("POST /people", Role.ORGANISER),
        ("GET /audit", Role.ORGANISER),
        ("POST /programs", Role.ORGANISER),
        ("GET /seasons/{season_id}/members", Role.ORGANISER),
        ("POST /seasons/{season_id}/do/{kind}/{act}", Role.ORGANISER),
        ("GET /seasons/{season_id}/audit", Role.REFEREE),
        ("POST /api/v1/seasons/{season_id}/results", Role.ORGANISER),
        ("GET /api/v1/seasons/{season_id}/results.csv", Role.VIEWER),
    ],
)
def test_what_matters_most_needs_the_role_that_it_should(route: str, least: Role) -> None:
    found = {f"{method} {path}": one for method, path, one in table.routes(table.application())}
    access = found[route]
    assert access is not None
    assert (access.role, access.everybody, access.signed_in) == (least, False, False)


def test_only_what_a_stranger_must_do_changes_something_for_strangers() -> None:
    open_to_all = {
        f"{method} {path}"
        for method, path, access in table.routes(table.application())
        if access is not None and access.everybody and method != "GET"
    }
    assert open_to_all == {
        "POST /sign-in",
        "POST /sign-out",
        "POST /theme",  # of his own browser
        "POST /welcome/{code}",
        "POST /api/v1/enrol",
        "POST /seasons/{season_id}/enter",  # HUN-1: who wants to play says so himself
    }


@pytest.mark.timeout(120)
@pytest.mark.slow
def test_each_route_lets_in_whom_the_table_names_and_nobody_else(house: Inside) -> None:
    house.season("S1", "ramk-2017")
    house.season("S2")
    asking = everybody(house)
    wrong = []
    for method, path, access in table.routes(house.app):
        assert access is not None
        if (method, path) in ENDLESS:
            continue
        address, season = filled(path)
        for name, one in asking.items() if not access.everybody else [("nobody", Asking(None))]:
            got = house.ask(method, address, **one.sent)
            said = judged(access, one.caller, season, got.status_code)
            if said:
                wrong.append(f"{method} {address} as {name}: {got.status_code}, {said}")
    assert wrong == []


def judged(access: Access, caller: Caller | None, season: str | None, status: int) -> str:
    """What is wrong with an answer; empty where nothing is."""
    if status >= 500:
        return "a fault"
    if access.everybody:
        return "open to all" if status == 401 else ""
    if caller is None:
        return "" if status == 401 else "nobody is known"
    if not admits(access, caller, season):
        # A handler that asks itself hears of tokens alone: a person's cookie is nobody to it.
        refused = (401, 403) if access.itself else (403,)
        return "" if status in refused else "not allowed"
    may_be_narrowed = access.anywhere or isinstance(caller, TableCaller)
    return "allowed" if status == 401 or (status == 403 and not may_be_narrowed) else ""


def test_a_role_in_another_season_opens_nothing_here(house: Inside) -> None:
    house.season("S1", "ramk-2017")
    house.season("S2")
    elsewhere = house.signed_in("Eva", Role.ORGANISER, "S2")
    assert house.get("/seasons/S1/people", cookie=elsewhere).status_code == 403
    assert house.get("/seasons/S2/people", cookie=elsewhere).status_code == 200
    assert house.get("/people", cookie=elsewhere).status_code == 403
    log: Any = house.get("/api/v1/audit", cookie=elsewhere)
    assert log.status_code == 403
    assert house.get("/api/v1/audit?season=S2", cookie=elsewhere).status_code == 200
