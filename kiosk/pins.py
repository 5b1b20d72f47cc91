"""The pins of a table as its settings want them; what is wrong with them in one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from firmware_py.buttons import OnEdge
from firmware_py.errors import PinMapError, PinsUnavailable, UnknownBoard
from firmware_py.lamps import OnOutput
from firmware_py.pinmap import parse_pin_map
from firmware_py.table import Table, open_table
from firmware_py.timesource import TimeSource
from kiosk.config import Config
from kiosk.disk import read_utf8
from kiosk.errors import RunError, UserError

PIN_MAP: Final = Path(__file__).resolve().parent.parent / "hardware" / "pins.toml"


def open_pins(
    config: Config, time: TimeSource, put: OnEdge, on_output: OnOutput | None = None
) -> Table:
    """The table's lines, open. UserError: a wrong map or board; RunError: no pins to be had."""
    path = Path(config.pin_map) if config.pin_map else PIN_MAP
    try:
        pin_map = parse_pin_map(read_utf8(path), str(path))
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from None
    except PinMapError as error:
        raise UserError(str(error)) from None
    pins: Any = config.pins
    try:
        return open_table(pin_map, pins, time, put, on_output=on_output)
    except UnknownBoard as error:
        raise UserError(f"pins: {error}") from None
    except PinsUnavailable as error:
        raise RunError(f"pins: {error}") from None
