"""The table's own dice: the seed on the disk, the cup in a session, a restart, the seal."""

from __future__ import annotations

import logging
import stat
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from firmware_py.kinds import LineId
from firmware_py.timesource import ManualTime
from kiosk.clock import GameClock
from kiosk.dicebox import has_dice, new_cup
from kiosk.disk import Disk, write_new
from kiosk.editions import Editions
from kiosk.errors import RunError
from kiosk.home import Home
from kiosk.resume import Opened, bring_back, new_game
from kiosk.session import Session
from rules.edition import Edition
from rules.errors import ActionError
from rules.fairdice import commitment, throw
from rules.history import History
from rules.kinds import GameMs, Seat
from rules.opening import Opening
from rules.record import Record, read
from rules.verdict import Verdict, check

S = 1_000_000_000


class Key:
    """A key for a seal."""

    _key = SigningKey(bytes(range(32)))
    public = _key.verify_key.encode().hex()

    def sign(self, message: bytes) -> str:
        return self._key.sign(message).signature.hex()


class File:
    """The record's file, every line on the disk at once."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def append(self, data: bytes, seat: Seat | None = None) -> None:
        with self.path.open("ab") as file:
            file.write(data)


class Table:
    """A table with a home that can be switched off and on."""

    def __init__(self, home: Home, opened: Opened) -> None:
        self.home = home
        self.path = opened.path
        self.opened = opened
        if opened.new:
            write_new(opened.path, opened.kept, Disk())
        self.session = Session(
            opened.history,
            opened.chain,
            File(opened.path),
            GameClock(0),
            lambda told, now: None,
            events=opened.events,
            cup=opened.cup,
        )

    def again(self) -> Table:
        """Switched off without a word, and on."""
        return Table(self.home, bring_back(self.path, Editions(), ManualTime()))

    def asks(self, s: float, seat: int) -> tuple[int, tuple[int, int]]:
        """The seat asks for the dice; the number of the throw, and what fell."""
        self.session.act({"do": "roll", "seat": seat, "by": "table"}, round(s * S))
        fields = [line.fields for line in self.record().of("do") if "throw" in line.fields][-1]
        return fields["throw"], tuple(fields["dice"])

    def record(self) -> Record:
        return read(self.path.read_bytes())

    def seed(self) -> bytes:
        return bytes.fromhex((self.home.keys / f"{self.path.stem}.dice").read_text())

    def verdict(self) -> Verdict:
        return check(self.record(), Editions().get, lambda *_: True)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path / "home")
    home.prepare()
    return home


@pytest.fixture
def table(home: Home, opening: Opening) -> Table:
    return Table(home, new_game(home, opening, Editions(), ManualTime(), throws=True))


def test_the_commitment_stands_before_the_first_action_and_its_seed_on_the_disk(
    table: Table,
) -> None:
    first, clock, note = table.path.read_bytes().splitlines()
    assert (b'"open"' in first, b'"clock"' in clock) == (True, True)
    assert f'"note":{{"dice":"table","commitment":"{commitment(table.seed())}"}}'.encode() in note
    assert len(table.seed()) == 32


def test_the_seed_is_the_table_s_alone_and_leaves_it_with_the_seal(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    kept = table.home.keys / f"{table.path.stem}.dice"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    for s, seat in ((5, 1), (12, table.session.view.seats[1].seat)):
        table.asks(s, seat)
    seed = table.seed().hex()
    assert seed not in table.path.read_text()
    table.session.act({"do": "reset", "reason": "false start"}, 40 * S)
    table.session.act({"do": "end", "reason": "fire"}, 41 * S)
    table.session.seal(Key())
    assert table.record().seal is not None
    assert table.path.read_text().count(seed) == 1
    assert seed not in caplog.text
    verdict = table.verdict()
    assert list(verdict.faults) == []
    assert verdict.dice is not None
    assert verdict.dice.rolls["table"] == 2


def test_a_seed_that_cannot_be_kept_opens_no_game(home: Home, opening: Opening) -> None:
    (home.keys / f"{opening.game}.dice").mkdir()
    with pytest.raises(RunError, match=r"\.dice: cannot be written"):
        new_game(home, opening, Editions(), ManualTime(), throws=True)
    assert list(home.games.iterdir()) == []


def test_two_games_never_have_the_same_seed(home: Home) -> None:
    first, second = new_cup(home.keys, "A")[0], new_cup(home.keys, "B")[0]
    assert first.seed != second.seed


def test_a_restart_changes_no_dice(table: Table) -> None:
    """Whenever the power goes, the next throw is the one that would have come."""
    seat = Seat(1)
    for number in range(1, 5):
        asked = 10 * number
        expected = throw(table.seed(), "Q1-T3", number, seat, GameMs(asked * 1000))
        table = table.again()
        assert table.asks(asked, seat) == expected
        seat = table.session.view.turn
    table.session.act({"do": "undo"}, 60 * S)
    seat = table.session.view.turn
    assert table.again().asks(99, seat) == expected
    verdict = table.verdict()
    assert verdict.dice is not None
    assert list(verdict.dice.faults) == []


@pytest.mark.parametrize("text", [None, "no hex\n", bytes(32).hex(), "00"])
def test_a_lost_seed_leaves_typing(
    table: Table, text: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    kept = table.home.keys / f"{table.path.stem}.dice"
    kept.unlink() if text is None else kept.write_text(text)
    again = table.again()
    assert (again.opened.cup, again.opened.dice_lost, again.session.commitment) == (None, True, "")
    assert "enter" in caplog.text
    with pytest.raises(ActionError, match="by: found 'table', allowed where the table throws"):
        again.asks(10, 1)
    again.session.act({"do": "roll", "seat": 1, "dice": [3, 4], "by": "hand"}, 11 * S)
    assert again.session.view.last_roll.dice == (3, 4)


def test_nobody_can_enter_a_throw_of_the_table(table: Table) -> None:
    """Values that come along with such an entry are not looked at."""
    number, dice = 1, throw(table.seed(), "Q1-T3", 1, Seat(1), GameMs(10_000)).dice
    other = [7 - dice[0], 7 - dice[1]]
    forged = {"do": "roll", "seat": 1, "by": "table", "dice": other, "throw": 9}
    table.session.act(forged, 10 * S)
    assert table.record().lines[-2].fields["throw"] == number
    assert table.session.view.last_roll.dice == dice


@pytest.mark.parametrize("by", [{}, {"by": "hand"}, {"by": "reader"}])
def test_nobody_s_dice_go_under_the_number_of_a_throw(table: Table, by: dict[str, str]) -> None:
    """Taken back they would lie as the table's, and be thrown again as they were wanted."""
    with pytest.raises(ActionError, match="throw"):
        table.session.act({"do": "roll", "seat": 1, "dice": [6, 6], "throw": 1, **by}, 10 * S)


def test_a_wrong_entry_costs_no_throw(table: Table) -> None:
    for fields in (
        {"do": "roll", "seat": 9, "by": "table"},
        {"do": "wait", "by": "table"},
    ):
        with pytest.raises(ActionError):
            table.session.act(fields, 5 * S)
    assert table.asks(10, 1)[0] == 1


def test_a_seat_s_press_is_a_throw_like_any_other(table: Table) -> None:
    fields = {"do": "roll", "seat": 1, "by": "table"}
    table.session.press(fields, Seat(1), 10 * S, LineId("seat1"))
    written = table.record().lines[-1].fields
    expected = throw(table.seed(), "Q1-T3", 1, Seat(1), GameMs(10_000))
    assert (written["throw"], tuple(written["dice"]), written["line"]) == (*expected, "seat1")
    table.session.judge()
    assert table.session.view.last_roll.dice == expected.dice


def test_a_game_without_the_table_s_dice_has_no_seed(home: Home, opening: Opening) -> None:
    table = Table(home, new_game(home, opening, Editions(), ManualTime()))
    assert list(home.keys.iterdir()) == []
    assert b"commitment" not in table.path.read_bytes()
    again = table.again()
    assert (again.opened.cup, again.opened.dice_lost) == (None, False)


def test_only_games_with_dice_have_a_cup(
    opening: Opening, edition: Edition, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = History(opening, edition)
    assert has_dice(history)
    monkeypatch.setattr("kiosk.dicebox.FAMILIES", {"monopoly": {"wait": None}})
    assert not has_dice(history)
