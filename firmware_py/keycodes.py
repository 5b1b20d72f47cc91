"""The kernel's codes of a numeric keypad's keys, their names, and which device is a keypad."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from firmware_py.evdev import Facts

AUTO: Final = "auto"

_DIGITS: Final = (82, 79, 80, 81, 75, 76, 77, 71, 72, 73)  # KEY_KP0 to KEY_KP9
_ROW: Final = (11, 2, 3, 4, 5, 6, 7, 8, 9, 10)  # KEY_0 to KEY_9
_ARROWS: Final = (110, 107, 108, 109, 105, 76, 106, 102, 103, 104)  # sent where NumLock is off
_ENTER: Final = 96
_BLOCK: Final = frozenset((*_DIGITS, _ENTER))
_LETTERS: Final = frozenset((*range(16, 26), *range(30, 39), *range(44, 51)))

NUMLOCK: Final = 69
NAMES: Final = MappingProxyType(
    {
        **{code: f"kp_{n}" for codes in (_ARROWS, _ROW, _DIGITS) for n, code in enumerate(codes)},
        _ENTER: "kp_enter",
        28: "kp_enter",
        78: "kp_plus",
        74: "kp_minus",
        55: "kp_star",
        98: "kp_slash",
        83: "kp_dot",
        111: "kp_dot",
        121: "kp_dot",  # a comma where the country writes one
        14: "kp_back",
    }
)
"""Whichever of its codes a keypad sends for a key, the name is that of what is printed on it."""


def has_block(device: Facts) -> bool:
    """A numeric block: ten digits and Enter."""
    return device.keys >= _BLOCK


def is_wanted(device: Facts, wanted: str) -> bool:
    """`auto`: a numeric block and no letters; else a block, and this USB id or part of the name.

    Many cheap keypads claim every key there is: those have to be named.
    """
    if not has_block(device):
        return False
    if wanted == AUTO:
        return not device.keys & _LETTERS
    return wanted.lower() == device.usb.lower() or wanted.lower() in device.name.lower()
