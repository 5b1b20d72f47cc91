"""A table without a game, worked by its hands alone: prepared games, and players who sit down."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kiosk.app import App, Options, build
from kiosk.config import Config
from kiosk.home import Home
from kiosk.inbox import Key
from kiosk.lobby import SITTING_NS
from rules.opening import parse_opening

OPEN: dict[str, Any] = {
    "edition": "hun-2009",
    "season": "S1",
    "round": "Q1",
    "game": "G1",
    "table": "T1",
    "seats": [{"seat": seat, "player": f"P0{seat}"} for seat in range(1, 5)],
}


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    config = Config(table="T1", pins="simulated", screen="offscreen", league="none")
    app = build(Options(config, Home(tmp_path)))
    yield app
    app.close()


def _key(app: App, name: str) -> None:
    for down in (True, False):
        app.host.item(Key(name, app.host.time.now_ns(), down))


def _prepare(app: App, name: str, **fields: Any) -> None:
    folder = _home(app).next
    folder.mkdir(exist_ok=True)
    text = json.dumps({"open": OPEN | {"game": name}} | fields)
    (folder / f"{name}.json").write_text(text, encoding="utf-8")
    app.host.lobby.look()


def _home(app: App) -> Home:
    return app.host.lobby._home


def test_start_opens_the_game_that_is_prepared(app: App) -> None:
    _prepare(app, "G1", starts="19:00")
    idle = app.host.lobby.idle()
    assert (idle.starts_wall, idle.round, len(idle.names)) == ("19:00", "Q1", 4)
    _key(app, "Enter")
    assert app.host.game is not None
    assert app.host.game.session.game == "G1"
    assert [one.seat for one in app.host.game.session.view.seats] == [1, 2, 3, 4]


def test_a_game_whose_delivered_record_was_removed_is_not_offered_or_opened_again(
    app: App,
) -> None:
    home = _home(app)
    for name in ("G1", "T1-1"):
        home.removed(name).write_text("{}")
    _prepare(app, "G1")
    assert app.host.lobby.offered == ()
    for name in ("Enter", "F2", "F5", "Enter"):
        _key(app, name)
    assert app.host.game is not None
    assert app.host.game.session.game == "T1-2", "a name is good once in a league"


def test_a_table_that_starts_with_a_removed_game_starts_without_one(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.prepare()
    home.removed("G1").write_text("{}")
    config = Config(table="T1", pins="simulated", screen="offscreen", league="none")
    app = build(Options(config, home, parse_opening(OPEN)))
    try:
        assert app.host.game is None
        assert not home.record("G1").exists()
    finally:
        app.close()


def test_the_earliest_comes_first_and_the_menu_shows_the_others(app: App) -> None:
    _prepare(app, "A", starts="20:00")
    _prepare(app, "B", starts="19:00")
    (_home(app).next / "c.json").write_text('{"edition": 3}', encoding="utf-8")
    app.host.lobby._looked = None  # two changes within one tick of the folder's clock
    app.host.lobby.look()
    shown = []
    for _ in range(4):
        idle = app.host.lobby.idle()
        shown.append((idle.number, idle.starts_wall, idle.wrong[:6]))
        _key(app, ".")
    assert shown == [(1, "19:00", ""), (2, "20:00", ""), (3, None, "c.json"), (4, None, "")]
    assert app.host.lobby.idle().test, "the self-test comes last"
    _key(app, ".")
    assert app.host.lobby.idle().number == 1


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"[" * 100_000, "nested too deep"),
        (b"\xff", "line 1: no UTF-8 text"),
        (b"[]", "allowed an object"),
        (b'{\n"game": "G1",,\n}', "at line 2, column 1"),
        (b'{"edition": ' + b"9" * 5000 + b"}", "too many digits"),
    ],
)
def test_whatever_lies_in_the_folder_stops_no_table(app: App, data: bytes, why: str) -> None:
    _prepare(app, "A", starts="20:00")
    (_home(app).next / "b.json").write_bytes(data)
    app.host.lobby._looked = None
    app.host.lobby.look()
    _key(app, ".")
    assert why in app.host.lobby.idle().wrong


def test_a_wrong_file_is_never_opened_and_says_why(app: App) -> None:
    folder = _home(app).next
    folder.mkdir()
    (folder / "bad.json").write_text(json.dumps(OPEN | {"seats": []}), encoding="utf-8")
    app.host.lobby.look()
    assert "seats" in app.host.lobby.idle().wrong
    _key(app, "Enter")
    assert app.host.game is None


def test_what_the_rules_refuse_is_told_and_the_table_goes_on(app: App) -> None:
    seats = [{"seat": seat, "player": f"P{seat}"} for seat in range(1, 8)]
    folder = _home(app).next
    folder.mkdir()
    (folder / "seven.json").write_text(json.dumps(OPEN | {"seats": seats}), encoding="utf-8")
    app.host.lobby.look()
    _key(app, "Enter")
    assert app.host.game is None
    assert app.host.lobby.notice is not None


def test_players_sit_down_by_their_buttons_and_start_begins(app: App) -> None:
    _key(app, "Enter")
    assert app.host.lobby.idle().sitting
    _key(app, "F2")
    _key(app, "Enter")
    assert app.host.game is None, "one player is no game"
    for name in ("F5", "F3", "F3", "4"):
        _key(app, name)
    assert [seat for seat, _ in app.host.lobby.idle().names] == [2, 4, 5]
    _key(app, "Enter")
    assert app.host.game is not None
    session = app.host.game.session
    assert (session.game, sorted(session.seats)) == ("T1-1", [2, 4, 5])
    assert [one.name for one in session.view.seats] == ["Seat 2", "Seat 4", "Seat 5"]


def test_nobody_sits_for_ever(app: App) -> None:
    _key(app, "Enter")
    _key(app, "F2")
    due = app.host.lobby.wake_ns()
    assert due is not None
    app.host.pass_time(due - 1)
    assert app.host.lobby.idle().sitting
    app.host.pass_time(due)
    assert not app.host.lobby.idle().sitting
    assert due - app.host.time.now_ns() <= SITTING_NS


def test_no_drops_who_sits(app: App) -> None:
    for name in ("Enter", "F2", "n"):
        _key(app, name)
    assert app.host.lobby.idle().names == ()


def test_a_played_game_is_not_offered_again(app: App) -> None:
    _prepare(app, "G1")
    _home(app).record("G1").write_text("", encoding="utf-8")
    app.host.lobby._looked = None
    app.host.lobby.look()
    assert app.host.lobby.offered == ()
