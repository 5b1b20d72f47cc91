"""A table's power is cut in mid-game: the spare beside it goes on, with processes and the clock."""

from __future__ import annotations

import json
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kiosk.home import Home
from kiosk.seal import keep_membership
from league import opencopies, takeover
from league.db import open_database
from rules.record import read
from rules.takeover import takeovers
from tests.journeys.conftest import RunningTable, dos, until
from tests.journeys.test_mafia_process import command
from tests.league.conftest import serving
from tests.serial_line.chaos import key_of, prepare_league

GAME = "Q1-T3"
SETTINGS = '[sound]\nmode = "piezo"\n[table]\nname = "{name}"\n[league]\nurl = "{url}"\n'
WITHIN_S = 60.0
BEGINNING = (*(f"tap seat{seat} 50" for seat in (1, 2, 3, 4)), "tap judge.next 50", "wait 1200",
             "tap seat1 50", "wait 100", "dice 1 2")  # fmt: skip


def place(folder: Path, member: Any, url: str, stick: Path | None = None) -> Path:
    home = Home(folder)
    home.prepare()
    (home.keys / "table.key").write_text(bytes(key_of(member.table)).hex())
    keep_membership(home.keys, member)
    spare = "" if stick is None else f'[spare]\nfolder = "{stick}"\n'
    home.settings.write_text(SETTINGS.format(name=member.table, url=url) + spare)
    return folder


class Office:
    """What the league holds, looked at beside the server."""

    def __init__(self, far: Path) -> None:
        self._url = f"sqlite:///{far / 'league.sqlite'}"

    def copies(self) -> list[tuple[str, int]]:
        """Table and lines of each copy."""
        with closing(open_database(self._url)) as database, database.read() as connection:
            return [(one.table, one.lines) for one in opencopies.copies(connection)]

    def wanted(self) -> list[str]:
        """The tables that ask."""
        with closing(open_database(self._url)) as database, database.read() as connection:
            return [one.taker for one in takeover.wanted(connection)]


def lines_of(folder: Path) -> int:
    return (folder / "games" / f"{GAME}.jsonl").read_bytes().count(b"\n")


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_a_spare_goes_on_within_a_minute_and_the_old_table_stops(tmp_path: Path) -> None:
    far = tmp_path / "league"
    members = prepare_league(far, ["T3", "T7"])
    office, tables = Office(far), list[RunningTable]()
    with serving(far) as server:
        homes = [place(tmp_path / name, members[name], server.url) for name in ("T3", "T7")]
        try:
            old = RunningTable(homes[0], fast=1)
            tables.append(old)
            spare = RunningTable(homes[1], fast=1, opening=False)
            tables.append(spare)
            old.up()
            spare.up()
            old.send(*BEGINNING)
            old.until("the start", lambda s: s["phase"] == "play")
            until("the copy", lambda: office.copies() == [("T3", lines_of(homes[0]))])
            old.kill()
            lines = lines_of(homes[0])

            died = time.monotonic()
            command("kiosk", "takeover", home=homes[1])
            until("the request", lambda: office.wanted() == ["T7"])
            approve = ("T7", GAME, "--approve", "--reason", "its power supply")
            command("league", "takeover", *approve, home=far)
            shown = spare.until("the game", lambda s: s["game"] == GAME)
            assert time.monotonic() - died < WITHIN_S
            assert shown["phase"] == "play"
            spare.send("tap judge.next 50", "tap seat2 50", "wait 50")
            spare.until("a press", lambda s: s["seats"][1]["recorded"] == 2)

            again = RunningTable(homes[0], fast=1)
            tables.append(again)
            again.up()
            again.until("the sign", lambda s: s["game"] is None)
            again.send("tap seat1 50", "tap seat2 50", "wait 50")
            assert again.end() == 0
            assert spare.end() == 0
        finally:
            for table in tables:
                table.close()
    taken = read((homes[1] / "games" / f"{GAME}.jsonl").read_bytes())
    assert (taken.damage, taken.torn_bytes) == ([], 0)
    (one,) = takeovers(taken)
    assert (one.giver, one.taker, one.lines, one.reason) == ("T3", "T7", lines, "its power supply")
    assert dos(again.record()).count("press") == 4, "what is pressed there is no longer the game's"
    assert (homes[0] / "games" / f"{GAME}.taken").exists()


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_a_stick_and_yes_twice_go_on_within_a_minute_without_a_league(tmp_path: Path) -> None:
    """The league is gone, too: a stick from one port to the other, YES and YES; put back into the
    table that died it says where the game is."""
    far = tmp_path / "league"
    members = prepare_league(far, ["T3", "T7"])
    office, tables = Office(far), list[RunningTable]()
    sticks = {name: tmp_path / f"port-{name}" for name in members}
    sticks["T3"].mkdir()
    copy = f"tableside-open-{GAME}.copy"
    try:
        with serving(far) as server:
            homes = [
                place(tmp_path / name, members[name], server.url, sticks[name]) for name in members
            ]
            old = RunningTable(homes[0], fast=1)
            tables.append(old)
            old.up()
            old.send(*BEGINNING)
            old.until("the start", lambda s: s["phase"] == "play")
            until("the list of tables", lambda: (homes[0] / "keys" / "tables.json").exists())
            until("the copy", lambda: office.copies() == [("T3", lines_of(homes[0]))])
        until("the stick", lambda: written(sticks["T3"] / copy) == lines_of(homes[0]))
        spare = RunningTable(homes[1], fast=1, opening=False)
        tables.append(spare)
        spare.up()
        old.kill()
        lines = lines_of(homes[0])

        died = time.monotonic()
        sticks["T3"].rename(sticks["T7"])
        offered = spare.until("the offer", lambda s: s["spare"])["spare"]
        assert (offered["state"], offered["game"], offered["table"]) == ("stick", GAME, "T3")
        spare.send("tap judge.yes 50", "wait 50")
        spare.until("the question", lambda s: s["spare"]["state"] == "sure")
        spare.send("tap judge.yes 50", "wait 50")
        shown = spare.until("the game", lambda s: s["game"] == GAME)
        assert time.monotonic() - died < WITHIN_S
        assert shown["phase"] == "play"
        spare.send("tap judge.next 50", "tap seat2 50", "wait 50")
        spare.until("a press", lambda s: s["seats"][1]["recorded"] == 2)
        until("its copy", lambda: written(sticks["T7"] / copy) == lines_of(homes[1]))
        assert spare.end() == 0

        sticks["T7"].rename(sticks["T3"])
        again = RunningTable(homes[0], fast=1)
        tables.append(again)
        again.until("the sign", lambda s: s["game"] is None)
        again.send("tap seat1 50", "tap seat2 50", "wait 50")
        assert again.end() == 0
    finally:
        for table in tables:
            table.close()
    (one,) = takeovers(read((homes[1] / "games" / f"{GAME}.jsonl").read_bytes()))
    assert (one.giver, one.taker, one.lines, one.reason) == ("T3", "T7", lines, "from a stick")
    assert dos(again.record()).count("press") == 4, "what is pressed there is no longer the game's"
    assert (homes[0] / "games" / f"{GAME}.taken").exists()


def written(copy: Path) -> int | None:
    """Lines of the copy on a stick."""
    try:
        return int(json.loads(copy.read_bytes())["lines"])
    except (OSError, ValueError):
        return None
