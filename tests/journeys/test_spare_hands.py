"""What hands and eyes meet when a game changes its table: MENU, START, the two signs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware_py.timesource import ManualTime
from kiosk import takeover
from kiosk.home import Home
from kiosk.inbox import Copied, Copies, Granted, Key, Say, TakeoverSaid, WentOn
from kiosk.screens import targets
from kiosk.screens.frame import Fault, Line
from kiosk.spare import SpareHost
from rules.record import read
from rules.takeover import Takeover
from tests.journeys.hall import MS, Hall, hall
from tests.journeys.mafiahands import script
from tests.journeys.test_takeover import GAME, played

LEAGUE = "http://127.0.0.1:9"


def key(found: Hall, name: str) -> None:
    for down in (True, False):
        found.app.inbox.put(Key(name, found.time.now_ns(), down))
    found.settle()


def tell(found: Hall, item: Any) -> None:
    """As from the uplink's thread."""
    found.app.loop._host.item(item)  # the outermost host, as the loop has it
    found.settle()


def granted(data: bytes, giver: str = "T3") -> Granted:
    record = read(data)
    lines = data.count(b"\n")
    seam = Takeover(record.opening.game, 1, giver, "T1", lines, record.head, "dead")
    return takeover._proved(data, seam, None)


def sign(found: Hall) -> Fault:
    shown = found.host.stage._fault
    assert shown is not None
    return shown


def keys_of(shown: Fault) -> list[str]:
    lines = [shown.title, *([] if shown.detail is None else [shown.detail]), *shown.steps]
    return [one.key for one in lines]


def said(line: Line | None) -> dict[str, Any]:
    assert line is not None
    return dict(line.params)


def test_a_spare_asks_by_its_menu_and_may_think_better_of_it(tmp_path: Path) -> None:
    with hall(tmp_path, None, league=LEAGUE) as found:
        lobby, home = found.host.lobby, Home(tmp_path)
        for _ in range(2):
            press_menu(found)
        assert lobby.idle().spare == "offer"
        ask(found, lambda: key(found, "Enter"))
        assert home.wanted.exists()
        assert lobby.idle().spare == "asked"
        tell(found, TakeoverSaid("asked", ""))
        ask(found, lambda: key(found, "n"))
        assert not home.wanted.exists()
        assert lobby.idle().spare == ""
    with hall(tmp_path, None) as found:
        for _ in range(2):
            press_menu(found)
        assert found.host.lobby.idle().spare == "", "without a league nobody can be asked"


def test_a_sticks_copy_is_asked_about_before_anything_else(tmp_path: Path) -> None:
    """YES and YES go on with it; a touch on the answer's place is YES, too."""
    with hall(tmp_path, None, league=LEAGUE) as found:
        lobby = found.host.lobby
        tell(found, Copies((Copied(GAME, "T3", None, granted(played(9))),)))
        assert lobby.idle().spare == "stick"
        ask(found, lambda: key(found, "Enter"))
        assert (lobby.idle().spare, lobby.bottom.key) == ("stick", "kiosk.bottom.idle")
        ask(found, lambda: key(found, "y"))
        assert lobby.idle().spare == "sure"
        assert found.host.game is None
        now_ns = found.time.now_ns()
        ask(found, lambda: lobby.touch(targets.Yes(), now_ns) and None)
        game = found.host.game
        assert game is not None
        assert (game.session.game, said(sign(found).title)) == (GAME, {"table": "T3"})
        assert lobby.copies.told() is None


def test_a_refusal_is_said_and_ends_the_request(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.prepare()
    takeover.want(home)
    with hall(tmp_path, None, league=LEAGUE) as found:
        assert found.host.lobby.idle().spare == "asked", "asked before a restart"
        tell(found, TakeoverSaid("refused", "T3 is alive"))
        assert not home.wanted.exists()
        notice = found.host.lobby.notice
        assert notice is not None
        assert (notice.key, said(notice)) == ("kiosk.spare.refused", {"why": "T3 is alive"})


def test_the_seam_is_named_and_the_game_goes_on_behind_it(tmp_path: Path) -> None:
    """What is last in the copy, from when on something may be missing, what the clock did."""
    data = played(9)
    with hall(tmp_path, None, league=LEAGUE) as found:
        tell(found, granted(data))
        game = found.host.game
        assert game is not None
        assert game.session.game == GAME
        shown = sign(found)
        assert said(shown.title) == {"table": "T3"}
        assert said(shown.detail)["line"] == "9"
        assert said(shown.detail)["time"] == "1:44"
        assert said(said(shown.detail)["what"])["about"] == "2 · Bence · 1 3"
        assert keys_of(shown)[2:] == [
            "kiosk.spare.missing", "kiosk.spare.clock.asked", "kiosk.spare.check",
        ]  # fmt: skip
        frame = found.host.stage._frame_of(game, found.host.health, found.time.now_ns())
        assert frame.fault is not None
        assert frame.fault.held, "the clock stands until the official has answered"
        assert frame.bottom == Line("kiosk.bottom.fault.monopoly")
        key(found, "Enter")
        assert found.host.stage._fault is None, "seen to"
        assert game.ask is not None, "the clock's question comes next, as after a restart"
        key(found, "n")
        found.public(("dice", (2, 2)))
        assert (tmp_path / "games" / f"{GAME}.jsonl").read_bytes().startswith(data)
    with hall(tmp_path, None, league=LEAGUE) as found:
        assert found.host.stage._fault is None, "once something was asked here it is not said again"


def test_where_both_clocks_are_set_the_time_that_was_lost_is_said(tmp_path: Path) -> None:
    time = ManualTime()
    with hall(tmp_path / "T3", json.loads(played(1).splitlines()[0])["open"], time) as old:
        old.public(("press", "seat1"))
        key(old, "Enter")
        old.until(old.time.now_ns() + 2000 * MS)
        old.public(("dice", (1, 3)))
        old.until(old.time.now_ns() + 1000 * MS)
        data = (tmp_path / "T3" / "games" / f"{GAME}.jsonl").read_bytes()
    time.advance_ms(133_000)
    with hall(tmp_path / "T1", None, time, league=LEAGUE) as found:
        tell(found, granted(data))
        shown = sign(found)
        assert keys_of(shown)[3] == "kiosk.spare.clock.lost"
        assert said(shown.steps[1])["time"] in ("2:13", "2:14")


def test_the_old_table_says_where_the_game_is_and_takes_no_press(tmp_path: Path) -> None:
    opening = json.loads(played(1).splitlines()[0])["open"]
    with hall(tmp_path, opening, league=LEAGUE) as found:
        found.public(("press", "seat1"))
        record = tmp_path / "games" / f"{GAME}.jsonl"
        before = record.read_bytes()
        tell(found, WentOn("another", "T7", "dead"))
        assert found.host.game is not None, "of a game that is not on this table"
        tell(found, WentOn(GAME, "T7", "dead"))
        assert found.host.game is None
        shown = sign(found)
        assert (shown.title.key, said(shown.title)) == ("kiosk.spare.went", {"table": "T7"})
        found.public(("press", "seat1"))
        found.public(("dice", (1, 3)))
        assert record.read_bytes() == before
        key(found, "Enter")
        assert found.host.stage._fault is None
        assert found.host.lobby.idle().spare == ""


def test_a_game_that_is_played_here_is_not_left_for_another(tmp_path: Path) -> None:
    opening = {**json.loads(played(1).splitlines()[0])["open"], "game": "G2"}
    with hall(tmp_path, opening, league=LEAGUE) as found:
        tell(found, granted(played(9)))
        game = found.host.game
        assert game is not None
        assert game.session.game == "G2"
        assert not (tmp_path / "games" / f"{GAME}.jsonl").exists()


@pytest.mark.timeout(90)
def test_the_sign_of_a_mafia_night_tells_nothing_of_it(tmp_path: Path) -> None:
    """Two games that part in the night alone: a spare's sign, the same to the letter."""
    shown = []
    for number, role in enumerate(("don", "sheriff")):
        home = tmp_path / str(number)
        opening, actions = script("mafia-aktau-whole")
        with hall(home / "old", opening) as old:
            for fields in actions:
                if fields["do"] == "role" and fields["seat"] == 1:
                    fields = {**fields, "role": role}
                old.app.inbox.put(Say(fields, old.time.now_ns(), old.answers.append))
                old.settle()
                if fields["do"] == "role" and fields["seat"] == 1:
                    break
            path = next((home / "old" / "games").glob("*.jsonl"))
            data = path.read_bytes()
        assert f'"role":"{role}"'.encode() in data
        with hall(home / "spare", None, league=LEAGUE) as found:
            tell(found, granted(data, opening["table"]))
            shown.append(sign(found))
    assert shown[0] == shown[1]
    assert "role" not in repr(shown[0])


def press_menu(found: Hall) -> None:
    """MENU on the keyboard."""
    key(found, "m")


def ask(found: Hall, press: Callable[[], None]) -> None:
    """A key that the outermost host has to see, as in the loop."""
    press()
    outermost = found.app.loop._host
    assert isinstance(outermost, SpareHost)
    outermost._look_if_wanted()
    found.settle()
