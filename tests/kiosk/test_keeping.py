"""Delivered records stay thirty days, are asked about page by page, and go when all agrees."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from nacl.signing import SigningKey

from firmware_py.timesource import ManualTime
from kiosk import keeping, outbox
from kiosk.home import Home
from kiosk.keeping import EVERY_NS, MARK, Keeper, let_go
from kiosk.seal import Membership, keep_membership
from rules.identity import receipt_message

LEAGUE = SigningKey(bytes(range(32, 64)))
OTHER = SigningKey(bytes(32))
KEY = bytes(LEAGUE.verify_key).hex()
DAY_MS = 24 * 3600 * 1000
IDLE = {"game": None, "phase": "idle"}


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    home.prepare()
    keep_membership(home.keys, Membership("http://league", "T3", "secret", KEY))
    return home


def record(home: Home, game: str) -> str:
    """A sealed record; its hash."""
    data = b'{"open":{}}\n' + json.dumps({"sealed": {"game": game}}).encode() + b"\n"
    home.record(game).write_bytes(data)
    return hashlib.sha256(data).hexdigest()


def delivered(home: Home, game: str, signer: SigningKey = LEAGUE) -> str:
    sha256 = record(home, game)
    outbox.keep_receipt(home, game, signed(game, sha256, signer))
    return sha256


def signed(game: str, sha256: str, signer: SigningKey = LEAGUE) -> dict[str, Any]:
    sig = signer.sign(receipt_message(game, sha256)).signature.hex()
    return {"game": game, "sha256": sha256, "status": "stored", "sig": sig}


class Table:
    """A keeper, its clocks, and a league that is asked."""

    def __init__(
        self, home: Home, *, synced: bool = True, wall_ms: int = 1_800_000_000_000
    ) -> None:
        self.home = home
        self.time = ManualTime(synced=synced, wall_ms=wall_ms)
        self.keeper = Keeper(home, self.time)
        self.asked: list[list[str]] = []
        self.lost: set[str] = set()
        self.live: dict[str, Any] | None = dict(IDLE)
        self.answers = self._answers

    def _answers(self) -> bool:
        return True

    def ask(self, marks: Sequence[str]) -> frozenset[str] | None:
        self.asked.append(list(marks))
        return frozenset(self.lost) if self.answers() else None

    def look(self) -> None:
        """The next time that it is due: every page of it."""
        self.time.advance_ns(EVERY_NS)
        pages = -(-len(outbox.delivered(self.home)) // keeping.PAGE)
        for _ in range(max(1, pages)):
            self.keeper.round(self.ask, self.live)

    def pass_days(self, days: int) -> None:
        """Days with the table on."""
        self.time.advance_ms(days * DAY_MS)
        self.look()
        self.look()


@pytest.fixture
def table(home: Home) -> Table:
    """One that has seen its clock go steadily."""
    table = Table(home)
    table.look()
    return table


def left(home: Home) -> set[str]:
    return {path.name for path in home.games.iterdir()}


def test_s24_a_delivered_record_stays_thirty_days_and_goes_with_its_receipt(
    home: Home, table: Table
) -> None:
    sha256 = delivered(home, "G1")
    table.look()
    table.pass_days(29)
    assert left(home) == {"G1.jsonl", "G1.receipt"}
    table.pass_days(1)
    assert left(home) == {"G1.removed"}
    assert json.loads(home.removed("G1").read_bytes()) == {"game": "G1", "sha256": sha256}
    assert outbox.waiting(home) == []
    assert home.has_played("G1"), "its name is not free again"


def test_an_unsent_or_refused_record_never_goes(home: Home, table: Table) -> None:
    record(home, "G1")
    record(home, "G2")
    outbox.keep_refusal(home, "G2", 409, "another one is stored")
    home.record("G3").write_bytes(b'{"open":{}}\n')
    home.receipt("G1").write_bytes(b"")
    before = left(home)
    table.look()
    table.pass_days(400)
    assert left(home) == before


def test_what_the_league_has_lost_is_sent_again_however_old(home: Home, table: Table) -> None:
    sha256 = delivered(home, "G1")
    table.look()
    table.lost = {sha256[:MARK]}
    table.pass_days(31)
    assert outbox.waiting(home) == ["G1"]


@pytest.mark.parametrize("kind", ["bytes", "game", "hash", "signature", "stranger", "damaged"])
def test_a_record_whose_receipt_does_not_match_stays(home: Home, table: Table, kind: str) -> None:
    sha256 = delivered(home, "G1", OTHER if kind == "stranger" else LEAGUE)
    table.look()
    receipt = json.loads(home.receipt("G1").read_bytes())
    since = {"since_ms": receipt["since_ms"]}
    wrong: dict[str, Any] = {
        "bytes": receipt,
        "game": signed("G2", sha256) | since,
        "hash": signed("G1", "0" * 64) | since,
        "signature": receipt | {"sig": "00" * 64},
        "stranger": receipt,
        "damaged": {"sha256": sha256} | since,
    }[kind]
    home.receipt("G1").write_text(json.dumps(wrong))
    if kind == "bytes":
        home.record("G1").write_bytes(home.record("G1").read_bytes() + b"x")
    table.pass_days(400)
    assert left(home) == {"G1.jsonl", "G1.receipt"}


def test_a_table_that_does_not_know_its_leagues_key_removes_nothing(home: Home) -> None:
    keep_membership(home.keys, Membership("http://league", "T3", "secret"))
    table = Table(home)
    delivered(home, "G1")
    table.look()
    table.pass_days(400)
    assert home.record("G1").exists()


def test_nothing_goes_that_the_league_did_not_just_say_it_has(home: Home, table: Table) -> None:
    delivered(home, "G1")
    table.look()
    table.answers = lambda: False
    table.pass_days(400)
    assert home.record("G1").exists()
    table.answers = lambda: True
    table.look()
    assert not home.record("G1").exists()


def test_nothing_goes_while_nobody_answers_and_the_page_is_asked_again(
    home: Home, table: Table
) -> None:
    delivered(home, "G1")
    table.look()

    def nobody(marks: Sequence[str]) -> frozenset[str] | None:
        raise ConnectionError("nobody")

    table.time.advance_ms(31 * DAY_MS)
    for _ in range(5):
        table.keeper.round(nobody, IDLE)
        table.time.advance_ns(EVERY_NS)
    assert home.record("G1").exists()
    asked = len(table.asked)
    table.keeper.round(table.ask, IDLE)
    assert len(table.asked) == asked + 1


@pytest.mark.parametrize("live", [None, {"game": "G1", "phase": "closed"}])
def test_the_game_on_the_table_stays(home: Home, table: Table, live: dict[str, Any] | None) -> None:
    delivered(home, "G1")
    table.look()
    table.live = live
    table.pass_days(400)
    assert home.record("G1").exists()
    table.live = IDLE
    table.look()
    assert not home.record("G1").exists()


def test_on_a_clock_that_is_not_set_nothing_is_dated_and_nothing_goes(home: Home) -> None:
    table = Table(home, synced=False, wall_ms=0)
    delivered(home, "G1")
    before = home.receipt("G1").read_bytes()
    table.look()
    table.pass_days(400)
    assert home.receipt("G1").read_bytes() == before
    table.time.step_wall(1_800_000_000_000)  # a network at last: half a century ahead
    table.look()
    table.look()
    assert home.record("G1").exists(), "its thirty days begin now"
    table.pass_days(29)
    assert home.record("G1").exists()
    table.pass_days(1)
    assert not home.record("G1").exists()


def test_a_clock_is_believed_from_the_second_look_that_finds_it_set(home: Home) -> None:
    table = Table(home, synced=False)
    delivered(home, "G1")
    table.look()
    table.time.step_wall(0)  # it was right all along, but nobody vouched for it
    table.look()
    assert "since_ms" not in json.loads(home.receipt("G1").read_bytes())
    table.look()
    assert "since_ms" in json.loads(home.receipt("G1").read_bytes())


def test_a_clock_that_lost_its_mark_removes_nothing(home: Home, table: Table) -> None:
    delivered(home, "G1")
    table.look()
    table.time.step_wall(0, synced=False)
    table.pass_days(400)
    assert home.record("G1").exists()


@pytest.mark.parametrize("days", [31, -31])
def test_a_clock_that_has_just_jumped_removes_and_dates_nothing(
    home: Home, table: Table, days: int
) -> None:
    delivered(home, "G1")
    table.look()
    delivered(home, "G2")
    table.time.step_wall(days * DAY_MS)
    table.look()
    assert home.record("G1").exists()
    assert "since_ms" not in json.loads(home.receipt("G2").read_bytes())
    table.time.step_wall(-days * DAY_MS)
    table.look()
    table.look()
    assert home.record("G1").exists(), "it was put right before it was believed"
    table.pass_days(30)
    assert not home.record("G1").exists()


def test_a_receipt_from_the_future_is_never_dated_back(home: Home, table: Table) -> None:
    delivered(home, "G1")
    table.look()
    since = json.loads(home.receipt("G1").read_bytes())["since_ms"]
    table.time.step_wall(-300 * DAY_MS)
    table.look()
    table.look()
    assert json.loads(home.receipt("G1").read_bytes())["since_ms"] == since
    table.time.step_wall(300 * DAY_MS)
    table.look()
    table.look()
    assert home.record("G1").exists()


def test_the_clock_at_a_start_is_looked_at_twice(home: Home) -> None:
    first = Table(home)
    delivered(home, "G1")
    first.look()
    first.look()
    again = Table(home, wall_ms=first.time.wall().ms + 40 * DAY_MS)
    again.look()
    assert home.record("G1").exists()
    again.look()
    assert not home.record("G1").exists()


def test_everything_kept_is_asked_about_a_page_a_round(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "PAGE", 7)
    table = Table(home)
    marks = {delivered(home, f"G{number}")[:MARK] for number in range(15)}
    for _ in range(5):
        table.keeper.round(table.ask, IDLE)
    assert [len(page) for page in table.asked] == [7, 7, 1]
    assert {mark for page in table.asked for mark in page} == marks
    table.lost = set(table.asked[2])
    table.look()
    assert len(table.asked) == 6
    assert len(outbox.waiting(home)) == 1, "the oldest is sent again, too"


def test_power_that_goes_between_the_two_files_leaves_nothing_behind(
    home: Home, table: Table
) -> None:
    sha256 = delivered(home, "G1")
    home.removed("G1").write_text(json.dumps({"game": "G1", "sha256": sha256}))
    table.look()
    table.pass_days(31)
    assert left(home) == {"G1.removed"}
    outbox.keep_receipt(home, "G1", signed("G1", sha256))
    assert let_go(home, "G1", KEY)
    assert left(home) == {"G1.removed"}


def test_a_record_that_somebody_took_away_keeps_its_receipt(home: Home, table: Table) -> None:
    delivered(home, "G1")
    table.look()
    home.record("G1").unlink()
    table.pass_days(31)
    assert left(home) == {"G1.receipt"}


def test_a_disk_that_refuses_leaves_everything(
    home: Home, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    delivered(home, "G1")
    table.look()

    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(keeping, "write_whole", full)
        table.pass_days(31)
        assert left(home) == {"G1.jsonl", "G1.receipt"}
    table.look()
    assert left(home) == {"G1.removed"}
