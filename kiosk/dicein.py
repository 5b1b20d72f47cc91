"""The dice reader that is set up: its rolls and its state go to the inbox."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final, Protocol

from firmware_py.timesource import TimeSource
from kiosk.config import Config
from kiosk.errors import UserError
from kiosk.inbox import Dice, Item, Reader
from rules.fairdice import READER

if TYPE_CHECKING:
    from firmware_py.dicelines import ReaderState, Roll

STDIN: Final = "reader:-"


class Listener(Protocol):
    """A reader of either kind."""

    def start(self) -> None:
        """Begin to listen."""

    def close(self) -> None:
        """No roll after this."""


def reads_dice(config: Config) -> bool:
    """A reader is set up."""
    return config.dice.startswith(("reader:", "bluetooth"))


def check_stdin(config: Config) -> None:
    """`--drive -` and a reader cannot both have the standard input."""
    if config.dice == STDIN:
        raise UserError(f"--drive -: standard input is the dice reader's; dice.source is {STDIN!r}")


def open_reader(
    config: Config, time: TimeSource, put: Callable[[Item], None], stack: ExitStack
) -> None:
    """Listen to the reader that is set up; where there is none, nothing is loaded."""
    if reads_dice(config):
        reader = _reader(config, time, put)
        stack.callback(reader.close)
        reader.start()


def _reader(config: Config, time: TimeSource, put: Callable[[Item], None]) -> Listener:
    def on_roll(roll: Roll) -> None:
        put(Dice(roll.dice, roll.at_ns, READER))

    def on_state(state: ReaderState) -> None:
        put(Reader(state == "ok"))

    kind, _, where = config.dice.partition(":")
    if kind == "bluetooth":
        from firmware_py.dicebluetooth import BluetoothDice

        return BluetoothDice(where.split(",") if where else [], time, on_roll, on_state)
    from firmware_py.dicereader import DiceReader, open_port

    return DiceReader(lambda: open_port(where, config.dice_baud), time, on_roll, on_state)
