"""One tablet at a time, by a code that only the terminal shows, or by the referee's PIN."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.console.pairing import FILE, Pairing, Tried, form_key
from kiosk.pin import PinLock, set_pin


class Terminal:
    def __init__(self) -> None:
        self.codes: list[str] = []
        self.s = 1000.0

    def __call__(self) -> float:
        return self.s


@pytest.fixture
def terminal() -> Terminal:
    return Terminal()


def pairing(keys: Path, terminal: Terminal) -> Pairing:
    return Pairing(keys, PinLock(keys, now_s=terminal), terminal.codes.append, terminal)


def test_the_code_on_the_terminal_pairs_a_tablet_once(tmp_path: Path, terminal: Terminal) -> None:
    paired = pairing(tmp_path, terminal)
    paired.need_code()
    paired.need_code()
    (code,) = terminal.codes
    assert len(code) == 9
    token = paired.pair(f"{code[:3]} {code[3:6]} {code[6:]}").token
    assert paired.knows(token)
    assert not paired.knows("another")
    assert not paired.knows(None)
    assert paired.pair(code) == Tried(None), "a code is good once"


def test_pairing_another_tablet_ends_the_first(tmp_path: Path, terminal: Terminal) -> None:
    paired = pairing(tmp_path, terminal)
    paired.need_code()
    first = paired.pair(terminal.codes[0]).token
    terminal.s += 10
    paired.need_code()
    second = paired.pair(terminal.codes[1]).token
    assert (paired.knows(first), paired.knows(second)) == (False, True)


def test_a_restart_keeps_the_tablet_and_holds_only_a_hash(
    tmp_path: Path, terminal: Terminal
) -> None:
    paired = pairing(tmp_path, terminal)
    paired.need_code()
    token = paired.pair(terminal.codes[0]).token
    assert token is not None
    kept = tmp_path / FILE
    assert kept.stat().st_mode & 0o777 == 0o600
    assert token not in kept.read_text()
    again = pairing(tmp_path, terminal)
    assert again.knows(token)
    again.end()
    assert not again.is_paired
    assert not pairing(tmp_path, terminal).knows(token)


def test_a_code_is_good_for_five_tries_and_ten_minutes(tmp_path: Path, terminal: Terminal) -> None:
    paired = pairing(tmp_path, terminal)
    paired.need_code()
    code = terminal.codes[0]
    wrong = f"{(int(code) + 1) % 10**9:09}"
    for _ in range(5):
        assert paired.pair(wrong).token is None
    assert paired.pair(code).token is None
    terminal.s += 60
    paired.need_code()
    terminal.s += 600
    assert paired.pair(terminal.codes[1]).token is None
    paired.need_code()
    assert paired.pair(terminal.codes[2]).token is not None


def test_who_guesses_is_made_to_wait(tmp_path: Path, terminal: Terminal) -> None:
    paired = pairing(tmp_path, terminal)
    for _ in range(10):
        assert paired.pair("000000000") == Tried(None)
    terminal.s += 20
    assert paired.pair("000000000") == Tried(None, 40)


def test_the_referees_pin_pairs_too_and_its_pause_holds(tmp_path: Path, terminal: Terminal) -> None:
    set_pin(tmp_path, "4821")
    paired = pairing(tmp_path, terminal)
    assert paired.pair("4821").token is not None
    assert [paired.pair("1111").wait_s for _ in range(3)] == [0, 0, 5]
    assert paired.pair("4821") == Tried(None, 5)


def test_a_try_at_the_code_costs_no_try_at_the_pin(tmp_path: Path, terminal: Terminal) -> None:
    set_pin(tmp_path, "4821")
    paired = pairing(tmp_path, terminal)
    paired.need_code()
    for _ in range(5):
        paired.pair("9" * 9 if terminal.codes[0] != "9" * 9 else "1" * 9)
    assert paired.pair("4821").token is not None


def test_the_form_key_belongs_to_one_tablet() -> None:
    assert form_key("a") == form_key("a")
    assert form_key("a") != form_key("b")
