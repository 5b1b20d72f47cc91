"""The director's pages of a tournament: whose they are, what a tap does, what is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
import urllib3

from tests.league.conftest import Enrol, Run, Server

T1 = "/seasons/C1/tournaments/T1"
NAMES = ["Aalto", "Bergström", "Dahl", "Ekholm", "Fagerlund", "Grönroos"]


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


@dataclass(frozen=True)
class Hall:
    """A server with a casino's season, and its director's hand."""

    server: Server
    token: str

    def get(self, path: str, lang: str = "en", *, signed: bool = True) -> tuple[int, str]:
        headers = {"Authorization": f"Bearer {self.token}"} if signed else {}
        got = self.server.get(f"{path}?lang={lang}", **headers)
        return got.status, got.data.decode()

    def read(self, path: str, lang: str = "en") -> str:
        status, html = self.get(path, lang)
        assert status == 200, html
        return words(html)

    def do(self, path: str, form: Mapping[str, Any] | None = None, **more: Any) -> tuple[int, str]:
        body = urlencode({**(form or {}), **more}, doseq=True)
        got: urllib3.BaseHTTPResponse = self.server.http.request(
            "POST",
            self.server.url + path,
            body=body,
            headers={
                "Content-Type": "application/x-www-form-urlencoded",
                "Authorization": f"Bearer {self.token}",
            },
            redirect=False,
        )
        return got.status, got.data.decode()


@pytest.fixture
def hall(server: Server, run: Run) -> Hall:
    assert run("season", "create", "C1", "--edition", "ray-rebuy-2013").code == 0
    token = run("organiser", "Sanna", "--json").json["token"]
    return Hall(server, token)


def begun(hall: Hall, **structure: Any) -> Callable[..., str]:
    """A tournament that is played; gives a function that taps and says what the page then says."""
    form = {"round": "T1", "fee": 50, "house_share": 0, "start_points": 10_000, "table_size": 4}
    assert hall.do("/seasons/C1/tournaments", {**form, **structure})[0] == 303

    def tap(kind: str, act: str, form: Mapping[str, Any] | None = None, **more: Any) -> str:
        status, html = hall.do(f"{T1}/{kind}/{act}", form, **more)
        assert status == 303, words(html)
        return hall.read(f"{T1}/{kind}")

    tap("entries", "enter", names="\n".join(NAMES))
    tap("seats", "draw", seed=3)
    tap("entries", "start")
    return tap


@pytest.mark.timeout(60)
def test_a_tournament_from_the_form_to_the_prizes(hall: Hall) -> None:
    tap = begun(hall, prize_pct="50 30 20")
    assert "rebuy" in hall.read(f"{T1}/entries")
    assert "450" not in hall.read(f"{T1}/prizes")  # RAY-PAY-2
    assert "50 · 30 · 20 %" in hall.read(f"{T1}/prizes")
    seats = tap("seats", "penalty", player="Aalto", rounds=2, reason="phone")
    assert "2 rounds left (phone)" in seats
    said = tap("entries", "window", to="over")
    assert "pool 300 €" in said
    tap("out", "bust", {"out": ["Ekholm", "Dahl"]})
    tap("out", "bust", out="Fagerlund")
    places = hall.read(f"{T1}/out")
    assert "4 Fagerlund" in places
    assert "5 Dahl 2 share" in places
    moved = tap("seats", "balance")
    assert "Moves" in moved
    swedish = hall.read(f"{T1}/seats", "sv")
    for text in ("Flyttar", "Straff", "Bord 1", "runda spelad"):
        assert text in swedish, text

    tap("prizes", "chips", {"points.Aalto": 30_000, "points.Bergström": "20 000"})
    assert "First count everybody" in hall.read(f"{T1}/prizes")
    deal = tap("prizes", "chips", {"points.Grönroos": 10_000})
    assert "300 € are still played for" in deal
    agreed = {"prize.Aalto": 150, "prize.Bergström": 100, "prize.Grönroos": 49}
    status, html = hall.do(f"{T1}/prizes/deal", agreed, by="agreed")
    assert status == 422
    assert "comes to 299, the prizes left are 300 (RAY-PAY-1)" in words(html)
    tap("prizes", "deal", by="icm")
    done = tap("prizes", "end")
    assert "Who gets what" in done
    checked = hall.read(f"{T1}/check")
    assert "Everything adds up." in checked
    assert "paid out 300 of 300" in checked
    season = hall.read("/seasons/C1", "sv")
    assert "Pris 116 €" in season
    assert "Flest poäng till slut" in season


@pytest.mark.timeout(60)
def test_what_a_table_says_otherwise_is_off_and_named(hall: Hall, enrol: Enrol) -> None:
    begun(hall)
    book = hall.server.get(f"{T1}/log.json", Authorization=f"Bearer {hall.token}").json()
    assert [one["do"] for one in book[-2:]] == ["draw", "start"]
    token, page = enrol("T1"), hall.read(f"{T1}/seats")
    first = page.partition("Table 1")[2].partition("button here")[0]
    here = [name for name in NAMES if name in first]
    state = {
        "game": "T1-T1", "season": "C1", "round": "T1", "edition": "ray-rebuy-2013",
        "phase": "play",
        "seats": [{"seat": seat, "name": name, "mark": "in" if seat > 1 else "out"}
                  for seat, name in enumerate(here, 1)],
        "board": {"kind": "rebuy", "points": 30_000, "paid": 150, "tables": 2},
    }  # fmt: skip
    assert hall.server.post("/api/v1/tables/T1/live", state, token).status in (200, 204)

    said = hall.read(f"{T1}/check")

    assert "1 thing is off" in said
    assert f"T1: what a table says of its players 2 of 3 + {here[0]} + sits here" in said
    swedish = hall.read(f"{T1}/check", "sv")
    assert "1 sak stämmer inte" in swedish
    assert f"Out at T1: {here[0]}" in hall.read(f"{T1}/out")
    assert hall.do(f"{T1}/out/bust", out=here[0])[0] == 303
    assert "Out at T1" not in hall.read(f"{T1}/out")


@pytest.mark.timeout(60)
def test_the_pages_are_the_directors_and_an_old_page_does_nothing(hall: Hall) -> None:
    tap = begun(hall)
    for path in ("/seasons/C1/tournaments", f"{T1}/check", f"{T1}/log.json"):
        assert hall.get(path, signed=False)[0] == 401, path
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    address = f"{hall.server.url}{T1}/out/bust"
    got = hall.server.http.request("POST", address, body="out=Aalto", headers=form)
    assert got.status == 401
    lines = re.search(r'name="lines" value="(\d+)"', hall.get(f"{T1}/out")[1])
    assert lines
    tap("out", "bust", out="Aalto", lines=lines[1])
    status, html = hall.do(f"{T1}/out/bust", out="Dahl", lines=lines[1])
    assert (status, "Somebody entered something meanwhile" in words(html)) == (422, True)
    assert hall.do(f"{T1}/out/bust")[0] == 422
    assert "Choose who is out" in words(hall.do(f"{T1}/out/bust")[1])
    assert "Välj vem som är ute" in words(hall.do(f"{T1}/out/bust?lang=sv")[1])
    for path in (f"{T1}/none", "/seasons/C1/tournaments/T9/out"):
        assert hall.get(path)[0] == 404, path
    assert hall.do(f"{T1}/out/none")[0] == 404


@pytest.mark.timeout(60)
def test_bad_instructions_come_back_with_their_key(hall: Hall, tmp_path: Path) -> None:
    for form, said in (
        ({"round": "T1", "prize_pct": "50, 40"}, "structure.prize_pct: found 'a sum of 90'"),
        ({"round": "a b"}, "round 'a b': write 1 to 64 letters"),
        ({"round": "T1", "fee": "ten"}, "structure.fee: found 'ten', allowed a whole number"),
        ({"round": "T1", "structure": "[]"}, "The instructions are no JSON object"),
    ):
        status, html = hall.do("/seasons/C1/tournaments", form)
        assert status == 422
        assert said in words(html).replace("&#39;", "'"), words(html)
    assert "No tournament yet" in hall.read("/seasons/C1/tournaments")
