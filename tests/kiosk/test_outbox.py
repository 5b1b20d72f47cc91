"""The outbox is the files: sealed and without a receipt. And the table's key beside them."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path

import pytest
from nacl.signing import VerifyKey

from kiosk import outbox
from kiosk.__main__ import main
from kiosk.errors import RunError, UserError
from kiosk.home import Home
from kiosk.homesocket import short_address
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


def strange(home: Home, kind: str) -> None:
    """Something in the folder that is no record, named like one."""
    path = home.record("odd")
    match kind:
        case "folder":
            path.mkdir()
        case "circle":
            path.symlink_to(path.name)
        case "link to a folder":
            path.symlink_to(home.root)
        case "pipe":
            os.mkfifo(path)
        case "socket":
            with socket.socket(socket.AF_UNIX) as bound, short_address(path) as address:
                bound.bind(address)
        case "one long line":
            path.write_bytes(b"\0" * (outbox.LONGEST_LINE + 1_000_000) + b"\n")


@pytest.mark.parametrize(
    "kind", ["folder", "circle", "link to a folder", "pipe", "socket", "one long line"]
)
def test_what_is_no_record_holds_up_none(home: Home, kind: str) -> None:
    record(home, "good", b'{"open":1}\n' + SEAL, 1)
    strange(home, kind)
    assert outbox.waiting(home) == ["good"]
    assert [parcel.game for parcel in outbox.parcels(home)] == ["good"]


def test_a_folder_named_like_a_receipt_is_none(home: Home) -> None:
    record(home, "good", b'{"open":1}\n' + SEAL, 1)
    home.receipt("good").mkdir()
    assert outbox.waiting(home) == ["good"]
    assert outbox.delivered(home) == {}


def test_a_person_sends_again_what_was_refused_or_delivered(
    home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TABLESIDE_HOME", str(home.root))
    for game in ("refused", "sent", "kept"):
        record(home, game, b'{"open":1}\n' + SEAL, 1)
    record(home, "open", b'{"open":1}\n', 1)
    outbox.keep_refusal(home, "refused", 422, "no")
    for game in ("sent", "kept"):
        outbox.keep_receipt(home, game, {"game": game, "sha256": game})
    assert outbox.refused(home, outbox.waiting(home)) == ["refused"]
    for wrong in ("open", "nowhere", "../keys/table", "*"):
        assert main(["outbox", "again", "refused", wrong]) == 2
        assert repr(wrong) in capsys.readouterr().err
    assert outbox.refused(home, outbox.waiting(home)) == ["refused"], "all or nothing"
    assert main(["outbox", "again", "refused", "sent", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"again": ["refused", "sent"]}
    assert sorted(outbox.waiting(home)) == ["refused", "sent"]
    assert outbox.refused(home, outbox.waiting(home)) == []


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


def test_keys_that_anybody_can_read_are_shut_at_the_next_start(home: Home) -> None:
    """A card's copy that was put back by hand."""
    table_key(home.keys)
    keep_membership(home.keys, Membership("http://x", "T3", "secret"))
    outside = home.root / "outside"
    outside.write_text("not ours")
    outside.chmod(0o644)
    (home.keys / "link").symlink_to(outside)
    home.keys.chmod(0o777)
    for path in (home.keys / "table.key", home.keys / "league.json"):
        path.chmod(0o664)
    home.prepare()
    assert home.keys.stat().st_mode & 0o777 == 0o700
    for path in (home.keys / "table.key", home.keys / "league.json"):
        assert path.stat().st_mode & 0o777 == 0o600
    assert outside.stat().st_mode & 0o777 == 0o644


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
