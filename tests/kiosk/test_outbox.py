"""The outbox is the files: sealed and without a receipt. And the table's key beside them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from nacl.signing import VerifyKey

from kiosk import outbox
from kiosk.errors import RunError, UserError
from kiosk.home import Home
from kiosk.seal import Membership, keep_membership, membership, table_key

SEAL = b'{"sealed":{"summary":{}},"prev":"","hash":""}\n'


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    home.prepare()
    return home


def record(home: Home, game: str, data: bytes, age: int) -> None:
    home.record(game).write_bytes(data)
    os.utime(home.record(game), (1_000_000 - age, 1_000_000 - age))


def test_only_sealed_records_without_a_receipt_wait_the_oldest_first(home: Home) -> None:
    record(home, "young", b'{"open":1}\n' + SEAL, 1)
    record(home, "old", b'{"open":1}\n' + SEAL, 9)
    record(home, "open", b'{"open":1}\n', 5)
    record(home, "sent", b'{"open":1}\n' + SEAL, 7)
    outbox.keep_receipt(home, "sent", {"game": "sent"})
    assert outbox.waiting(home) == ["old", "young"]


def test_a_file_that_goes_away_meanwhile_is_none(home: Home) -> None:
    """It was listed and cannot be looked at any more, as a dangling link cannot."""
    record(home, "old", b'{"open":1}\n' + SEAL, 9)
    outbox.keep_receipt(home, "sent", {"game": "sent", "sha256": "00"})
    for gone in (home.record("gone"), home.receipt("gone-too")):
        gone.symlink_to(home.root / "nowhere")
    assert outbox.waiting(home) == ["old"]
    assert outbox.delivered(home) == {"00": "sent"}


@pytest.mark.parametrize(
    ("data", "whole"),
    [
        (b'{"open":1}\n' + SEAL, True),
        (b"x" * 200_000 + b"\n" + SEAL, True),
        (SEAL[:-1], False),
        (b'{"open":1}\n' + SEAL + b'{"t', False),
        (b'{"sealed"}\n', False),
        (b"", False),
        (b"\n", False),
    ],
)
def test_a_seal_is_a_whole_last_line(tmp_path: Path, data: bytes, whole: bool) -> None:
    path = tmp_path / "G.jsonl"
    path.write_bytes(data)
    assert outbox.is_sealed(path) is whole


def test_a_seal_longer_than_a_block_is_found(tmp_path: Path) -> None:
    path = tmp_path / "G.jsonl"
    long = b'{"sealed":{"summary":"' + b"x" * 200_000 + b'"}}\n'
    path.write_bytes(b'{"open":1}\n' + long)
    assert outbox.is_sealed(path)


def test_a_receipt_ends_a_refusal(home: Home) -> None:
    record(home, "G", SEAL, 1)
    outbox.keep_refusal(home, "G", 422, "no")
    assert outbox.parcel(home, "G").refused == "no"
    outbox.keep_receipt(home, "G", {"game": "G"})
    assert outbox.waiting(home) == []
    assert not home.refused("G").exists()


def test_the_tables_key_is_made_once_kept_secret_and_signs(home: Home) -> None:
    key = table_key(home.keys)
    assert table_key(home.keys) == key
    assert (home.keys / "table.key").stat().st_mode & 0o777 == 0o600
    VerifyKey(bytes.fromhex(key.public)).verify(b"message", bytes.fromhex(key.sign(b"message")))


@pytest.mark.parametrize("text", ["", "zz", "ab" * 31])
def test_k31_a_damaged_key_is_said_and_not_replaced(home: Home, text: str) -> None:
    path = home.keys / "table.key"
    path.write_text(text)
    with pytest.raises(RunError, match="no key"):
        table_key(home.keys)
    assert path.read_text() == text


def test_the_membership_is_kept_for_the_tables_user_alone(home: Home) -> None:
    assert membership(home.keys) is None
    keep_membership(home.keys, Membership("http://h", "T3", "secret"))
    assert membership(home.keys) == Membership("http://h", "T3", "secret")
    assert (home.keys / "league.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("text", ["", "[]", json.dumps({"url": "h"})])
def test_a_damaged_membership_says_to_enrol_again(home: Home, text: str) -> None:
    (home.keys / "league.json").write_text(text)
    with pytest.raises(UserError, match="enrol again"):
        membership(home.keys)


@pytest.mark.parametrize(
    ("environ", "root"),
    [
        ({"TABLESIDE_HOME": "/x"}, "/x"),
        ({"XDG_DATA_HOME": "/data"}, "/data/tableside"),
    ],
)
def test_the_home_is_where_the_environment_says(environ: dict[str, str], root: str) -> None:
    assert Home.of(environ).root == Path(root)


def test_a_game_named_dots_stays_in_its_folder(home: Home) -> None:
    assert home.record("..").parent == home.games


@pytest.mark.parametrize("text", ["", "{", "[]", '{"status": "x"}'])
def test_k31_a_damaged_note_of_a_refusal_only_means_that_it_is_sent_again(
    home: Home, text: str
) -> None:
    record(home, "G1", SEAL, 1)
    home.refused("G1").write_text(text, encoding="utf-8")
    (parcel,) = outbox.parcels(home)
    assert parcel.refused is None
    assert parcel.waits is None


def test_k31_a_receipt_that_lost_its_bytes_is_none(home: Home) -> None:
    record(home, "G1", SEAL, 1)
    home.receipt("G1").write_bytes(b"")
    assert outbox.waiting(home) == ["G1"]
