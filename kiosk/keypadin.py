"""The official's numeric keypad: its keys and how it is with it go to the inbox."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

from firmware_py.timesource import TimeSource
from kiosk.config import Config
from kiosk.inbox import Item, Key, Keypad

if TYPE_CHECKING:
    from firmware_py.keypad import KeypadKey, KeypadState

AUTO: Final = "auto"
NONE: Final = "none"


def takes_keypad(config: Config, simulated: bool) -> bool:
    """Not on somebody's desk, unless it was named: there its keys come through the window."""
    return config.keypad != NONE and not (simulated and config.keypad == AUTO)


def open_keypad(
    config: Config,
    simulated: bool,
    time: TimeSource,
    put: Callable[[Item], None],
    stack: ExitStack,
) -> None:
    """Listen to the keypad; where none is wanted, nothing is loaded."""
    if not takes_keypad(config, simulated):
        return
    from firmware_py.keypad import Keypad as Pad

    def on_key(key: KeypadKey) -> None:
        put(Key(key.name, key.at_ns, key.down))

    def on_state(state: KeypadState) -> None:
        put(Keypad(state == "lost", state == "locked"))

    pad = Pad(time, on_key, on_state, config.keypad, config.keypad_code)
    stack.callback(pad.close)
    pad.start()
