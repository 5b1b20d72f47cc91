"""The pins of the machine this runs on. Opt-in: it claims the lines of the pin map."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from firmware_py.patterns import ON
from firmware_py.pinmap import parse_pin_map
from firmware_py.table import open_table
from firmware_py.timesource import SystemTime

pytestmark = pytest.mark.skipif(
    not os.environ.get("TABLESIDE_TEST_PINS"), reason="TABLESIDE_TEST_PINS is not set"
)

PINS_TOML = Path(__file__).parents[2] / "hardware" / "pins.toml"


def test_every_line_of_the_map_can_be_had_and_rests() -> None:
    pin_map = parse_pin_map(PINS_TOML.read_text(encoding="utf-8"), "pins.toml")
    time = SystemTime()
    with open_table(pin_map, "gpio", time, lambda edge: None) as table:
        assert table.kind == "gpio"
        assert table.faults == ()
        assert table.held == ()
        table.lamps.signal(ON, time.now_ns())
