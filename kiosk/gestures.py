"""What a person did, whichever way: a button, a judge's key, the keyboard, the keypad.

Lines and keys become the same few gestures here; what a gesture means in a phase is in `desk.py`.
The keyboard is the twin of every button (docs/keys.md lists the names).
"""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import Final

from firmware_py.kinds import LineId, Press, Release
from kiosk.inbox import Key
from rules.kinds import Seat
from rules.value import Value


class Judge(StrEnum):
    """The six keys of the judge's box."""

    NEXT = "judge.next"
    FOUL = "judge.foul"
    YES = "judge.yes"
    NO = "judge.no"
    UNDO = "judge.undo"
    CONFIRM = "judge.confirm"


class Edit(StrEnum):
    """Keys that only work on what is being typed."""

    CANCEL = "cancel"
    ERASE = "erase"


class SeatButton(Value):
    """A seat's button went down or came up; `line` None: its twin on the keyboard."""

    seat: Seat
    down: bool
    at_ns: int
    line: LineId | None


class Source(StrEnum):
    """Where the official's hand was: two of them may be two people."""

    BOX = "box"
    KEYPAD = "keypad"
    KEYBOARD = "keyboard"
    TOUCH = "touch"
    CONSOLE = "console"


class JudgeKey(Value):
    """A judge's key went down or came up."""

    key: Judge
    down: bool
    at_ns: int
    line: LineId | None
    source: Source = Source.CONSOLE


class Digit(Value):
    """A digit was typed."""

    digit: int
    at_ns: int
    source: Source = Source.CONSOLE


class Editing(Value):
    """What is being typed is cancelled or shortened."""

    edit: Edit
    at_ns: int
    source: Source = Source.CONSOLE


class Menu(Value):
    """The menu, or its next page."""

    at_ns: int
    source: Source = Source.CONSOLE


Gesture = SeatButton | JudgeKey | Digit | Editing | Menu

SHUTDOWN: Final = LineId("shutdown")
SEATS: Final = MappingProxyType({LineId(f"seat{n}"): Seat(n) for n in range(1, 11)})
JUDGES: Final = MappingProxyType({LineId(key.value): key for key in Judge})
SEAT_KEYS: Final = MappingProxyType({f"F{n}": Seat(n) for n in range(1, 11)})
JUDGE_KEYS: Final = MappingProxyType(
    {
        "Enter": Judge.NEXT,
        "Space": Judge.NEXT,
        "+": Judge.FOUL,
        "f": Judge.FOUL,
        "*": Judge.YES,
        "y": Judge.YES,
        "/": Judge.NO,
        "n": Judge.NO,
        "-": Judge.UNDO,
        "u": Judge.UNDO,
        "c": Judge.CONFIRM,
    }
)
EDIT_KEYS: Final = MappingProxyType({"Escape": Edit.CANCEL, "Backspace": Edit.ERASE})
MENU_KEYS: Final = frozenset((".", "m"))
KEYPAD: Final = MappingProxyType(
    {
        **{f"kp_{n}": str(n) for n in range(10)},
        "kp_enter": "Enter",
        "kp_plus": "+",
        "kp_minus": "-",
        "kp_star": "*",
        "kp_slash": "/",
        "kp_dot": ".",
        "kp_back": "Backspace",
    }
)
"""The numeric keypad's keys -> the keys of the keyboard that mean the same."""

KEY_NAMES: Final = (
    *map(str, range(10)), *SEAT_KEYS, *JUDGE_KEYS, *EDIT_KEYS, *sorted(MENU_KEYS), *KEYPAD
)  # fmt: skip


def of_line(change: Press | Release) -> Gesture | None:
    """The gesture of a debounced line; None for a line that is nobody's (`shutdown`)."""
    line, at_ns = change
    seat = SEATS.get(line)
    if seat is not None:
        return SeatButton(seat, type(change) is Press, at_ns, line)
    judge = JUDGES.get(line)
    if judge is not None:
        return JudgeKey(judge, type(change) is Press, at_ns, line, Source.BOX)
    return None


def of_key(key: Key) -> Gesture | None:
    """The gesture of a key; None for one without a meaning."""
    name = key.name if len(key.name) > 1 else key.name.lower()  # Caps Lock is nobody's intent
    source = Source.KEYPAD if name in KEYPAD else Source.KEYBOARD
    name = KEYPAD.get(name, name)
    if name in SEAT_KEYS:
        return SeatButton(SEAT_KEYS[name], key.down, key.at_ns, None)
    if name in JUDGE_KEYS:
        return JudgeKey(JUDGE_KEYS[name], key.down, key.at_ns, None, source)
    if not key.down:
        return None
    if name in EDIT_KEYS:
        return Editing(EDIT_KEYS[name], key.at_ns, source)
    if name in MENU_KEYS:
        return Menu(key.at_ns, source)
    if len(name) == 1 and name.isascii() and name.isdecimal():
        return Digit(int(name), key.at_ns, source)
    return None
