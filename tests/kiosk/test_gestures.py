"""Lines and keys become the same gestures; the keyboard is the twin of every button."""

from __future__ import annotations

import pytest

from firmware_py.keycodes import NAMES
from firmware_py.kinds import LineId, Press, Release
from kiosk import gestures
from kiosk.gestures import Digit, Edit, Editing, Judge, JudgeKey, Menu, SeatButton, Source
from kiosk.inbox import Key
from rules.kinds import Seat
from rules.value import replace

LINES = [*(f"seat{n}" for n in range(1, 11)), *(key.value for key in Judge)]


@pytest.mark.parametrize("name", LINES)
def test_every_line_of_the_table_is_a_gesture_with_its_stamp(name: str) -> None:
    down = gestures.of_line(Press(LineId(name), 5))
    up = gestures.of_line(Release(LineId(name), 6))
    assert isinstance(down, SeatButton | JudgeKey)
    assert isinstance(up, SeatButton | JudgeKey)
    assert (down.down, down.at_ns, down.line) == (True, 5, name)
    assert (up.down, up.at_ns) == (False, 6)


@pytest.mark.parametrize("name", LINES)
def test_every_button_has_a_twin_on_the_keyboard(name: str) -> None:
    wanted = gestures.of_line(Press(LineId(name), 5))
    twins = [gestures.of_key(Key(key, 5)) for key in gestures.KEY_NAMES]
    assert isinstance(wanted, SeatButton | JudgeKey)
    if isinstance(wanted, JudgeKey):
        assert wanted.source is Source.BOX
        wanted = replace(wanted, source=Source.KEYBOARD)
    assert replace(wanted, line=None) in twins


def test_the_shutdown_line_is_nobodys_gesture() -> None:
    assert gestures.of_line(Press(gestures.SHUTDOWN, 0)) is None


@pytest.mark.parametrize(("name", "digit"), [(str(n), n) for n in range(10)])
def test_digits_are_digits(name: str, digit: int) -> None:
    assert gestures.of_key(Key(name, 7)) == Digit(digit, 7, Source.KEYBOARD)
    assert gestures.of_key(Key(name, 8, down=False)) is None


def test_keys_that_work_on_what_is_typed() -> None:
    assert gestures.of_key(Key("Escape", 1)) == Editing(Edit.CANCEL, 1, Source.KEYBOARD)
    assert gestures.of_key(Key("Backspace", 1)) == Editing(Edit.ERASE, 1, Source.KEYBOARD)


@pytest.mark.parametrize("key", gestures.KEYPAD)
def test_the_keypad_is_the_twin_of_the_keyboard_and_says_where_the_hand_was(key: str) -> None:
    twin = gestures.of_key(Key(gestures.KEYPAD[key], 5))
    assert twin is not None
    assert not isinstance(twin, SeatButton)
    assert gestures.of_key(Key(key, 5)) == replace(twin, source=Source.KEYPAD)


def test_the_keypads_keys_are_those_that_the_firmware_names() -> None:
    assert set(gestures.KEYPAD) == set(NAMES.values())


@pytest.mark.parametrize(
    ("key", "judge"),
    [
        ("kp_enter", Judge.NEXT),
        ("kp_plus", Judge.FOUL),
        ("kp_minus", Judge.UNDO),
        ("kp_star", Judge.YES),
        ("kp_slash", Judge.NO),
    ],
)
def test_the_keypads_signs_are_the_judges_keys_down_and_up(key: str, judge: Judge) -> None:
    for down in (True, False):
        found = gestures.of_key(Key(key, 3, down))
        assert found == JudgeKey(judge, down, 3, None, Source.KEYPAD)


@pytest.mark.parametrize(
    ("key", "source"), [(".", "keyboard"), ("m", "keyboard"), ("kp_dot", "keypad")]
)
def test_the_menu_has_a_key_on_both(key: str, source: str) -> None:
    assert gestures.of_key(Key(key, 3)) == Menu(3, Source(source))
    assert gestures.of_key(Key(key, 4, down=False)) is None


@pytest.mark.parametrize("name", ["q", "F11", "٣", "Tab", ""])
def test_a_key_without_a_meaning_means_nothing(name: str) -> None:
    assert gestures.of_key(Key(name, 1)) is None


def test_a_seats_key_goes_up_and_down_like_its_button() -> None:
    assert gestures.of_key(Key("F10", 1)) == SeatButton(Seat(10), True, 1, None)
    assert gestures.of_key(Key("F10", 2, down=False)) == SeatButton(Seat(10), False, 2, None)


def test_caps_lock_changes_nothing() -> None:
    assert gestures.of_key(Key("Y", 5)) == gestures.of_key(Key("y", 5))
