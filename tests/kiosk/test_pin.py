"""The referee's PIN: kept as a hash, tried a few times, asked for where it is due."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kiosk.errors import RunError, UserError
from kiosk.pin import PIN_FILE, TRIES_FILE, Checked, PinLock, is_pin, needs_referee, set_pin


class Clock:
    def __init__(self) -> None:
        self.s = 100.0

    def __call__(self) -> float:
        return self.s


def test_a_pin_is_kept_as_a_hash_that_nobody_else_may_read(tmp_path: Path) -> None:
    set_pin(tmp_path, "48213907")
    kept = tmp_path / PIN_FILE
    assert kept.stat().st_mode & 0o777 == 0o600
    assert "48213907" not in kept.read_text()
    assert PinLock(tmp_path).check("48213907") == Checked(True)
    assert not PinLock(tmp_path).check("48213908").right


def test_the_same_pin_is_kept_differently_each_time(tmp_path: Path) -> None:
    set_pin(tmp_path, "4821")
    first = (tmp_path / PIN_FILE).read_text()
    set_pin(tmp_path, "4821")
    assert (tmp_path / PIN_FILE).read_text() != first


@pytest.mark.parametrize("text", ["", "123", "123456789", "12a4", "１２３４", "12 34", 1234, None])
def test_what_is_no_pin_is_refused_and_nothing_is_kept(tmp_path: Path, text: Any) -> None:
    assert not is_pin(text)
    with pytest.raises(UserError, match="PIN: allowed 4 to 8 digits"):
        set_pin(tmp_path, text)
    assert not (tmp_path / PIN_FILE).exists()


def test_a_few_tries_are_free_then_each_wrong_one_makes_the_pause_longer(tmp_path: Path) -> None:
    set_pin(tmp_path, "4821")
    clock = Clock()
    lock = PinLock(tmp_path, now_s=clock)
    assert [lock.check("0000") for _ in range(3)] == [
        Checked(False),
        Checked(False),
        Checked(False, 5),
    ]
    assert lock.check("4821") == Checked(False, 5), "not even the right one, in a pause"
    clock.s += 4.5
    assert lock.check("4821") == Checked(False, 1)
    for pause in (10, 20, 40, 80, 160, 300, 300):
        clock.s += 300
        assert lock.check("0000") == Checked(False, pause)
    clock.s += 300
    assert lock.check("4821") == Checked(True)
    assert lock.check("0000") == Checked(False), "the right one clears what was counted"


def test_a_restart_does_not_forget_the_wrong_tries(tmp_path: Path) -> None:
    set_pin(tmp_path, "4821")
    clock = Clock()
    lock = PinLock(tmp_path, now_s=clock)
    for _ in range(3):
        lock.check("0000")
    assert (tmp_path / TRIES_FILE).stat().st_mode & 0o777 == 0o600
    assert PinLock(tmp_path, now_s=clock).check("4821") == Checked(False, 5)


def test_a_new_pin_begins_with_free_tries(tmp_path: Path) -> None:
    set_pin(tmp_path, "4821")
    lock = PinLock(tmp_path, now_s=Clock())
    for _ in range(3):
        lock.check("0000")
    set_pin(tmp_path, "1111")
    assert PinLock(tmp_path, now_s=Clock()).check("1111").right


def test_the_settings_pin_goes_before_the_kept_one(tmp_path: Path) -> None:
    assert not PinLock(tmp_path).is_set()
    set_pin(tmp_path, "4821")
    lock = PinLock(tmp_path, "7777")
    assert lock.is_set()
    assert not lock.check("4821").right
    assert lock.check("7777").right


def test_a_damaged_pin_opens_nothing_and_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / PIN_FILE).write_text("{}")
    lock = PinLock(tmp_path)
    assert lock.is_set()
    with pytest.raises(RunError, match="kiosk console --set-pin"):
        lock.check("4821")


def test_where_tries_cannot_be_counted_none_is_looked_at(tmp_path: Path) -> None:
    set_pin(tmp_path, "4821")
    (tmp_path / TRIES_FILE).mkdir()
    with pytest.raises(RunError, match="cannot be written"):
        PinLock(tmp_path).check("4821")


@pytest.mark.parametrize(
    ("fields", "second_round", "referees"),
    [
        ({"do": "remove", "seat": 3}, False, True),
        ({"do": "disqualify", "seat": 3}, False, True),
        ({"do": "ruling", "text": "x", "by": "referee"}, False, True),
        ({"do": "ruling", "text": "x", "by": "banker"}, True, False),
        ({"do": "sign", "seat": 3, "by": "referee"}, False, True),
        ({"do": "sign", "seat": 3}, True, False),
        ({"do": "reset"}, False, False),
        ({"do": "reset", "what": "game"}, False, False),
        ({"do": "reset"}, True, True),
        ({"do": "reset", "what": "timer"}, True, False),
        ({"do": "foul", "seat": 3}, True, False),
        ({"do": "bankrupt", "seat": 3, "to": "bank"}, True, False),
    ],
)
def test_the_pin_is_asked_for_where_only_the_referee_decides(
    fields: dict[str, Any], second_round: bool, referees: bool
) -> None:
    assert needs_referee(fields, second_round) is referees
