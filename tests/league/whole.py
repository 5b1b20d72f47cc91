"""A league in which every page has something to show: four families, games, protests, people.

`python -m tests.league.whole FOLDER` makes it there and serves it, to look at.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import select, update

from league import outgoing, people, seasons, webhooks
from league.club import calendar, members, proposals
from league.db import open_database
from league.families import family_of
from league.families.formats import read_results
from league.imports import take
from league.settings import load_settings
from league.tables import game_record
from league.tables import live as live_table
from rules.matador.evenings import Evening
from tests.league import games
from tests.league.conftest import Server, serving
from tests.league.desks import Desk, a_desk, key_of, own_rules
from tests.league.games import Played, Sheet, deed
from tests.league.test_matador import HEAD, SEASON, WALL, lines_of

SCENARIOS = Path(__file__).parents[1] / "scenarios"
DAY = "2030-05-01"
NAMES = (
    "Őrsi Ünige", "Szűcs Gergő", "Bőjthe Fülöp", "Nagy-Kovács Ágota Mária", "Tóth Zsófia",
    "Čapek Żaneta", "Ольга Щёкина", "Sørensen Åse", "Íjgyártó Dénes", "Kiss Béla", "Mező Űrs",
    "Ács Örs",
)  # fmt: skip
CLUB = ("Ada", "Bo", "Cai", "Dan", "Eva", "Fin", "Gry", "Hal", "Ida", "Jon")
PLAYERS = ("Aalto", "Bergström", "Dahl", "Ekholm", "Fagerlund", "Grönroos")


@dataclass(frozen=True)
class Whole:
    """The league: what a browser needs to see all of it."""

    server: Server
    organiser: str
    pages: Sequence[str]
    """Every page, public, of the organiser and of the referee, each with something on it."""
    games: dict[str, str]
    """A game of each family, by its season."""


def monopoly(desk: Desk) -> None:
    """H: a qualifier of twelve, played, with a protest; one that waits, with a latecomer."""
    for name, stage, starts in (("Q1", "qualifier", "10:00"), ("Q2", "qualifier", "14:00"),
                                ("S1", "semifinal", "17:00")):  # fmt: skip
        desk.done("run/schedule/round", round=name, stage=stage, day=DAY, starts=starts,
                  zone="Europe/Budapest", place="Budapest, Őrház utca 5.")  # fmt: skip
    desk.done("run/schedule/official", name="Bankár Ödön, Bankár Zoé", office="banker")
    desk.done("run/schedule/official", name="Ferenc", office="referee")
    desk.done("run/schedule/pair", one=NAMES[0], other=NAMES[1])
    lines = [f"{name};1980-01-01;Q1" for name in NAMES]
    desk.done(
        "run/entries/list", list="\n".join(["name;born;round", *lines, "Later;1980-01-01;Q2"])
    )
    desk.done("run/round/here", round="Q1", player=list(NAMES), came="08:00")
    desk.done("run/round/draw", round="Q1", seed=7)
    desk.done("run/round/here", round="Q2", player=["Later"], came="13:59")
    opened = desk.openings("Q1")
    for number, one in enumerate(opened):
        assert desk.send(sheet_of(one, desk, number), one["table"]) == 201
    desk.done("judge/protest", by=NAMES[0], text="The die fell off the table", round="Q1", game="")
    desk.done("run/schedule/news", **{"is": "news"}, text="The semi-final begins at five.")


def sheet_of(opening: dict[str, Any], desk: Desk, number: int) -> bytes:
    """A game with deeds, mortgages and buildings, and dice that are not all the same."""
    players = [(seat["player"], seat["name"]) for seat in opening["seats"]]
    deeds = [
        [deed("Kossuth Lajos tér", 400, 200, houses=5), deed("Váci út", 350, 200, houses=2)],
        [deed("Keleti pályaudvar", 200, mortgaged=True), deed("Őrház utca", 60)],
    ]
    sheets = [
        Sheet(412 + 111 * at + 17 * number, deeds[at] if at < len(deeds) else ())
        for at in range(len(players))
    ]
    played = Played(game=opening["game"], season=opening["season"], round=opening["round"],
                    table=opening["table"], players=players, sheets=sheets, rolls=40,
                    rules=desk.rules)  # fmt: skip
    return games.record(played, key_of(opening["table"]))


def others(desk: Desk) -> None:
    """M: a Mafia tournament; R: a club's season before its final, and last year's final; C: a
    casino's tournament.
    """
    opened = open_database(desk.url)
    settings = load_settings(desk.url)
    before = [one for one in SEASON["rounds"] if not one.get("final")]
    with opened.write() as connection:
        seasons.create(connection, settings, "M", "mafia-aktau-2015", None, "test")
        club = seasons.create(connection, settings, "R", "ramk-2017", None, "test")
        seasons.create(connection, settings, "C", "ray-rebuy-2013", None, "test")
        seasons.create(connection, settings, "F", "ramk-2017", None, "test")
        for one in SEASON["rounds"]:
            made = Evening(one["round"], one["date"], final=one.get("final", False))
            calendar.put(connection, club, made, "test")
        for name in CLUB:
            members.add(connection, name, "1980-01-01", False, "test")
            members.pay(connection, "R", name, True, False, "test")
        data = "\n".join((HEAD, *lines_of(before))).encode()
        rows = read_results(data, "r.csv", family_of(club.edition).FORM)
        take(connection, "R", "r.csv", data, rows, {}, "test")
        proposals.submit(connection, club, "Ada", "Two goes at the lot", "2018-03-01", "test")
    opened.close()
    for name, season in (
        ("mafia-aktau-whole", "M"),
        ("ramk-final", "F"),
        ("ray-rebuy-evening", "C"),
    ):
        assert desk.send(scenario(name, season), "T3") == 201, name


def scenario(name: str, season: str) -> bytes:
    """A scenario as the table T3 sends it."""
    text = (SCENARIOS / f"{name}.jsonl").read_text(encoding="utf-8")
    first, *rest = (json.loads(line) for line in text.splitlines())
    first["open"] |= {"season": season, "table": "T3"}
    return games.scripted([first, {"t": 0, "clock": WALL}, *rest], key_of("T3"))


def casino(desk: Desk) -> None:
    """T: a tournament that is being played, with a penalty and somebody out."""
    form = {"round": "T", "fee": 50, "house_share": 0, "start_points": 10_000, "table_size": 4,
            "prize_pct": "50 30 20"}  # fmt: skip
    desk.season = "C"
    desk.done("tournaments", **form)
    desk.done("tournaments/T/entries/enter", names="\n".join(PLAYERS))
    desk.done("tournaments/T/seats/draw", seed=3)
    desk.done("tournaments/T/entries/start")
    desk.done("tournaments/T/seats/penalty", player="Aalto", rounds=2, reason="phone")
    desk.done("tournaments/T/entries/window", to="over")
    desk.done("tournaments/T/out/bust", out="Dahl")
    desk.done("clock/start", round="T")
    desk.season = "H"


def strangers(desk: Desk) -> str:
    """Somebody who was invited, and other sites that are told; the code of the invitation."""
    opened = open_database(desk.url)
    with opened.write() as connection:
        for season in ("", "H"):
            address = "https://elsewhere.example/hook"
            webhooks.make(connection, address, outgoing.EVENTS, season, "test")
        people.add(connection, "UjEmber", "test")
        code = people.invite(connection, "UjEmber", "test")
    opened.close()
    return code


def live(desk: Desk) -> None:
    """Tables that play, one of them with a sign, and one without a game."""
    seats = [{"seat": at, "name": name, "mark": mark} for at, (name, mark) in
             enumerate(zip(NAMES, ("turn", "", "out", "signed"), strict=False), 1)]  # fmt: skip
    state = {"game": "H-Q2-T1", "season": "H", "round": "Q2", "phase": "play", "seats": seats,
             "running": True, "remaining_s": 3723.0, "signs": ["NO SOUND"]}  # fmt: skip
    tables = (("T1", state), ("T2", state | {"game": "H-Q2-T2", "signs": [], "phase": "sign"}),
              ("T4", {"phase": "idle", "season": "H"}))  # fmt: skip
    for table, told in tables:
        sent = {"Authorization": f"Bearer {desk.tables[table]}"}
        got = desk.client.post(f"/api/v1/tables/{table}/live", json=told, headers=sent)
        assert got.status_code in (200, 204), got.text
    opened = open_database(desk.url)
    with opened.write() as connection:  # T2 has been silent for a while
        old = update(live_table).values(at_ms=live_table.c.at_ms - 60_000)
        connection.execute(old.where(live_table.c.table_id == "T2"))
    opened.close()


def addresses(game_of: dict[str, str], code: str) -> list[str]:
    """Every page."""
    run = ("run", "run/entries", "run/schedule", "run/round?round=Q1", "run/round?round=Q2",
           "run/games?round=Q1", f"run/sheet?game={game_of['H']}", "run/goes_on", "judge",
           "incidents",           "timetable", "news", "seats?round=Q1", "enter")  # fmt: skip
    tournament = ("entries", "seats", "out", "prizes", "check")
    club = ("tonight", "needs", "calendar", "members", "proposals")
    return [
        "/", "/account", "/people", "/programs", "/audit", "/takeovers", "/nothing",
        "/sign-in", f"/welcome/{code}", "/programs/1", "/seasons/H/programs/2",
        *(f"/seasons/{season}" for season in "HMRCF"),
        "/seasons/H?stage=qualifier",
        *(f"/seasons/{one}/charts" for one in "HMRC"),
        *(f"/seasons/{one}/incidents" for one in "MF"),
        *(f"/seasons/{one}/prizes" for one in "HMRCF"), "/seasons/H/dice",
        *(f"/games/{game}" for game in game_of.values()),
        *(f"/seasons/H/{one}" for one in run),
        *(f"/seasons/H/{one}" for one in ("people", "programs", "audit")),
        *(f"/seasons/R/{one}" for one in club),
        "/seasons/C/tournaments", "/seasons/C/hall", "/seasons/C/clock?round=T",
        *(f"/seasons/C/tournaments/T/{one}" for one in tournament),
    ]  # fmt: skip


@contextmanager
def a_league(url: str, folder: Path) -> Iterator[Whole]:
    """The whole league on that database, served by a process of its own."""
    with a_desk(url, folder, toml=own_rules(8, 2)) as desk:
        monopoly(desk)
        others(desk)
        casino(desk)
        code = strangers(desk)
        live(desk)
        organiser = desk.organiser
    opened = open_database(url)
    with opened.read() as connection:
        rows = connection.execute(select(game_record.c.season, game_record.c.game)).all()
    opened.close()
    game_of = {row.season: row.game for row in rows}
    with serving(folder, url) as server:
        yield Whole(server, organiser, addresses(game_of, code), game_of)


def main() -> int:
    """Make it, serve it until a line or the end of the input."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with a_league(f"sqlite:///{folder / 'league.sqlite'}", folder) as made:
        print(made.server.url, made.organiser, flush=True)
        print(*made.pages, sep="\n", flush=True)
        sys.stdin.readline()
    return 0


if __name__ == "__main__":
    sys.exit(main())
