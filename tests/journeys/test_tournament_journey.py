"""A whole tournament: two tables as processes, one on the network and one on a wire, and a league.

Entries, seats by lot, one clock, rebuys and add-ons, a penalty that follows its player, hand for
hand, a broken table whose players are confirmed by one press at each end, the final, the sheets.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.conftest import RunningTable, until
from tests.journeys.test_hall_journey import board_of
from tests.journeys.test_mafia_process import command
from tests.kiosk.console.conftest import Wire
from tests.league.conftest import Server, serving
from tests.league.test_tournament_pages import words
from tests.programs import Popen
from tests.serial_line.cable import cable

EDITION = """
extends = "ray-rebuy-2013"

[tournament]
structure = { fee = 55, house_share = 5, start_points = 10000, table_size = 5, rebuy_max = 1, rebuy_when = "zero", rebuy_levels = 1, addon_points = 20000, addon_price = 100, prize_pct = [40, 25, 15, 12, 8], bust_rule = "points_before_hand", levels = [
    { small = 25, big = 50, minutes = 20 }, { small = 50, big = 100, minutes = 20 },
    { small = 75, big = 150, minutes = 20 }, { small = 100, big = 200, minutes = 20 },
] }

[timers_s]
addon = 25
"""  # noqa: E501
NAMES = ("Aalto", "Bergström", "Dahl", "Ekholm", "Fagerlund", "Grönroos", "Holm", "Ikonen",
         "Jansson", "Koski")  # fmt: skip
PATIENCE_S = 60.0


class Floor:
    """The league and the two tables of its tournament."""

    def __init__(self, home: Path) -> None:
        self.home, self.far = home, home / "far"
        self.far.mkdir()
        (self.far / "own.toml").write_text(EDITION, encoding="utf-8")
        path = str(self.far / "own.toml")
        command("league", "season", "create", "S1", "--edition", path, home=self.far)
        self.tables: dict[str, Table] = {}

    def director(self, *words: str) -> Any:
        """A line of the director's log; the tournament after it."""
        told = command("league", "tournament", "S1", "R1", *words, "--json", home=self.far)
        return json.loads(told)

    def clock(self, *words: str) -> None:
        command("league", "clock", "S1", "R1", *words, home=self.far)

    def open(self, opening: dict[str, Any], url: str) -> None:
        name = opening["table"]
        self.tables[name] = Table(self.home / name, name, opening, self.far, url)

    def where(self, player: str) -> tuple[Table, int]:
        """The table at which he sits by the tables' own opening, and his seat."""
        for table in self.tables.values():
            if player in table.seats:
                return table, table.seats[player]
        raise AssertionError(player)

    def out(self, player: str) -> None:
        table, seat = self.where(player)
        table.enter(do="bust", seat=seat)


class Table:
    """One table: its process, and the official's hands at it."""

    def __init__(self, home: Path, name: str, opening: Any, far: Path, url: str) -> None:
        self.home, self.name, self.game = home, name, opening["game"]
        self.seats = {one["player"]: one["seat"] for one in opening["seats"]}
        (home / "editions").mkdir(parents=True)
        (home / "editions" / "own.toml").write_text(EDITION, encoding="utf-8")
        (home / "opening.json").write_text(json.dumps(opening), encoding="utf-8")
        code = json.loads(command("league", "enrol", name, "--json", home=far))["code"]
        command("kiosk", "enrol", code, "--league", url, home=home)
        command("league", "enrol", name, "--approve", home=far)
        self.process = RunningTable(home, "--league", url, fast=1)

    def enter(self, **fields: Any) -> None:
        self.process.send(f"enter {json.dumps(fields)}")

    def lines(self) -> list[dict[str, Any]]:
        return self.process.record(self.game)

    def told(self, word: str) -> None:
        def look() -> bool:
            return any(line.get("announced") == word for line in self.lines())

        until(f"{word} at {self.name}", look, PATIENCE_S)

    def done(self, do: str, **fields: Any) -> dict[str, Any]:
        """The action of the record with these fields, once it is there."""

        def look() -> Any:
            return next(
                (line for line in self.lines() if line.get("do") == do
                 and all(line.get(key) == one for key, one in fields.items())),
                None,
            )  # fmt: skip

        found: dict[str, Any] = until(f"{do} {fields} at {self.name}", look, PATIENCE_S)
        return found

    def asked(self, *players: str, ready: bool = True) -> list[dict[str, Any]]:
        """What the director asks of this table, once it is about these players."""

        def look() -> Any:
            wire = Wire(self.home)
            try:
                wire.send(watch=True)
                found = wire.facts()["directed"]
            finally:
                wire.close()
            due = [one for one in found if one["ready"] or not ready]
            return due if {one["player"] for one in due} == set(players) else None

        found: list[dict[str, Any]] = until(f"{players} at {self.name}", look, PATIENCE_S)
        return found

    def yes(self) -> None:
        """The one press."""
        self.process.send("tap judge.yes 80", "wait 300")

    def sealed(self) -> dict[str, Any]:
        """The sealed record's summary."""

        def look() -> Any:
            sealed = (line["sealed"] for line in self.lines() if "sealed" in line)
            return next((one["summary"] for one in sealed), None)

        found: dict[str, Any] = until(f"a seal at {self.name}", look, PATIENCE_S)
        return found


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    found = Floor(tmp_path)
    yield found
    for table in found.tables.values():
        table.process.close()


def opened(floor: Floor, server: Server, stack: ExitStack) -> None:
    """Entries, the draw, and the tables opened with what was drawn; T2 hangs on a wire."""
    floor.director("open")
    assert floor.director("enter", *NAMES)["entries"] == 10
    drawn = floor.director("draw", "--seed", "11")
    assert [len(table["seats"]) for table in drawn["tables"]] == [5, 5]
    here, there = cable(stack, floor.home)
    gateway = Popen(
        [sys.executable, "-m", "league", "gateway", "--serial", str(there)],
        env=os.environ | {"TABLESIDE_HOME": str(floor.far)},
        stdout=subprocess.DEVNULL,
    )
    stack.callback(gateway.wait)
    stack.callback(gateway.kill)
    first, second = server.get("/api/v1/seasons/S1/rounds/R1/openings").json()
    floor.open(first, server.url)
    floor.open(second, f"serial:{here}")
    until("both tables", lambda: len(board_of(server)) == 2, PATIENCE_S)


def bought(floor: Floor, players: tuple[str, str]) -> None:
    """RAY-REBUY-1, RAY-REBUY-4: one of each table buys again; two others add on."""
    for player in players:
        table, seat = floor.where(player)
        floor.out(player)
        table.done("bust", seat=seat)
        table.process.send(f"tap seat{seat} 80", "wait 300")
        table.yes()
        table.done("rebuy", seat=seat)
    floor.director("bust", players[0])
    floor.director("bust", players[1])
    floor.director("rebuy", *players)
    floor.clock("level")
    for table in floor.tables.values():
        table.told("addon-open")
    floor.director("window", "addon")
    for player in players:
        table, seat = floor.where(player)
        table.enter(do="addon", seat=seat)
        table.done("addon", seat=seat)
    floor.director("addon", *players)
    for table in floor.tables.values():
        table.told("addon-end")
    floor.director("window", "over")


def states(floor: Floor) -> dict[str, list[str]]:
    """Of each check its states."""
    found: dict[str, list[str]] = {}
    for one in floor.director("check"):
        found.setdefault(one["what"], []).append(one["state"])
    return found


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_a_tournament_from_the_entries_to_the_standings(floor: Floor) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(serving(floor.far))
        opened(floor, server, stack)
        one, two = floor.tables["T1"], floor.tables["T2"]
        floor.director("start")
        floor.clock("start")
        for table in (one, two):
            table.told("start")
        here, there = list(one.seats), list(two.seats)
        bought(floor, (here[0], there[0]))

        # five of ten are paid: with six left all tables play each hand together
        for player in (here[1], there[1], here[2], there[2]):
            floor.out(player)
            floor.director("bust", player)
        for table in (one, two):
            table.told("hand-for-hand")
        floor.director("penalty", there[0], "--rounds", "2", "--reason", "telefon")
        two.asked(there[0])
        two.yes()
        two.done("penalty", seat=two.seats[there[0]], rounds=2, reason="telefon")
        for table in (one, two):
            table.enter(do="hand")
        for table in (one, two):
            table.told("next-hand")
        two.enter(do="round")

        # two are out in the same hand, at two tables: who had more before it stands above
        for player, points in ((here[3], 4_000), (there[3], 9_000)):
            table, seat = floor.where(player)
            table.enter(do="chips", seat=seat, points=points)
            table.enter(do="bust", seat=seat)
            table.enter(do="hand")
        for table in (one, two):
            table.told("in-the-money")
        bearer = json.loads(command("league", "organiser", "Sanna", "--json", home=floor.far))
        headers = {"authorization": f"Bearer {bearer['token']}"}

        def taps() -> str:
            got = server.get("/seasons/S1/tournaments/R1/out?lang=en", **headers)
            return words(got.data.decode())

        said = f"Out at T1, T2: {here[3]}, {there[3]} hand 2"
        until(said, lambda: said in taps(), PATIENCE_S)
        pair = [f"{here[3]}:4000", f"{there[3]}:9000"]
        floor.director("bust", here[3], there[3], "--hand", "2", "--points", *pair)
        board = floor.director("show")
        assert board["prizes"] == [320, 200, 120, 96, 64]
        places = {place["player"]: place["place"] for place in board["places"]}
        assert (places[there[3]], places[here[3]]) == (5, 6)

        # four fit at one table: T2 is broken, and its players are confirmed at both ends
        movers = (there[0], there[4])
        assert [len(table["seats"]) for table in floor.director("balance")["tables"]] == [4]
        two.asked(*movers)
        one.asked(*movers, ready=False)
        assert states(floor)["moves"] == ["unknown"]
        first = two.asked(*movers)[0]["player"]
        two.enter(do="chips", seat=two.seats[first], points=41_500)
        two.done("chips", seat=two.seats[first])
        two.yes()
        assert two.done("leave", seat=two.seats[first])["points"] == 41_500
        (comes,) = one.asked(first)
        one.yes()
        one.done("arrive", player=first, seat=comes["seat"], points=41_500)
        last = next(player for player in movers if player != first)
        two.asked(last)
        two.yes()
        two.done("leave", seat=two.seats[last])
        (comes,) = one.asked(last)
        one.yes()
        one.done("arrive", player=last, seat=comes["seat"])
        arrived = [line for line in one.lines() if line.get("do") == "arrive"]
        assert {line["player"]: line.get("rounds") for line in arrived}[there[0]] == 1
        assert {line["player"]: line["rebuys"] for line in arrived}[there[0]] == 1
        for line in arrived:
            one.seats[line["player"]] = line["seat"]
            del two.seats[line["player"]]
        two.enter(do="confirm")
        assert two.sealed()["end_reason"] == "broken"

        # the final
        order = [here[4], there[4], here[0]]
        for player in order:
            floor.out(player)
            one.done("bust", seat=one.seats[player])
            floor.director("bust", player)
        one.process.until("the count", lambda told: told["phase"] == "count")
        one.enter(do="chips", seat=one.seats[there[0]], points=160_000)
        one.enter(do="confirm")
        final = one.sealed()
        assert (final["end_reason"], final["points_in_play"]) == ("last_player", 160_000)
        done = floor.director("end")
        won = {place["player"]: place["prize"] for place in done["places"] if place["prize"]}
        wanted = (there[0], here[0], there[4], here[4], there[3])
        assert won == dict(zip(wanted, (320, 200, 120, 96, 64), strict=True))
        assert (done["pool"], done["house"], done["points_in_play"]) == (800, 50, 160_000)

        for table in (one, two):
            table.process.until("delivered", lambda told: told["outbox"] == 0)
            command("kiosk", "record", "verify", str(record_of(table)), home=table.home)
        rows = json.loads(command("league", "standings", "S1", "--json", home=floor.far))["rows"]
        assert {row["player"]: row["prize"] for row in rows if row["prize"]} == won
        assert [row["player"] for row in rows[:5]] == list(wanted)
        assert sum(row["prize"] for row in rows) == 800
        found: dict[str, list[str]] = {}

        def adds_up() -> bool:
            found.update(states(floor))
            return {state for all_of in found.values() for state in all_of} == {"fine"}

        # a table tells its last state up to two seconds after its record
        until("everything adds up", adds_up)
        assert {"tables_paid", "tables_points", "house", "paid_out", "points"} <= set(found)


def record_of(table: Table) -> Path:
    return table.home / "games" / f"{table.game}.jsonl"
