"""What touches pins, wires and time. Knows no game and imports nothing of ours.

Start at `table.py`: `open_table(pin_map, pins, time, on_edge)` gives a `Table`.

* `kinds.py` values that cross the border; `errors.py` what can go wrong, with the remedy
* `timesource.py` table time, kernel stamps, wall clock (`kernelclock.py`: is it synchronised?)
* `pinmap.py` the text of `hardware/pins.toml` -> `PinMap`; `pinrules.py`, `pinpower.py` and
  `pinboard.py` what it must hold to, `pinlines.py` its parts, `header.py` facts of the pins,
  `tomlreader.py` and `tomlplace.py` how a wrong key is named
* `buttons.py` lines -> stamped edges; `debounce.py` (pure) edges -> presses and releases
* `lamps.py` the seat lamps, `patterns.py` what one lamp does over time; `buzzer.py` the piezo
* `table.py` composes them; `simulated.py` on mock pins, `gpio.py` and `lgpins.py` on the kernel's
  chips (`chips.py` finds those by label, `board.py` tells gpiozero what they are)
* `keypad.py` the official's USB keypad -> stamped keys: `evdev.py` one device of the kernel,
  `keycodes.py` its keys' names, `keypadlock.py` locked against players
* `dicelines.py` (pure) what a dice reader says -> rolls; `dicereader.py` listens to one,
  `dicebluetooth.py` to two dice with a chip
* `link/` frames and sessions on a wire to the league; stands alone, the league uses it too
* `bootconfig.py` what a Pi's `config.txt` says for a pin map
* `selftest.py` lamps, buzzer and buttons tried one after the other
* `watchdog.py` tells the service manager that the table lives

Not here: what a press means (kiosk/desk.py), files, sound cards, screens. Importing this package
loads no pin library.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_WHERE = {
    "open_table": "firmware_py.table",
    "Table": "firmware_py.table",
    "SimulatedTable": "firmware_py.simulated",
}

__all__ = ["SimulatedTable", "Table", "open_table"]


def __getattr__(name: str) -> Any:
    if name in _WHERE:
        return getattr(import_module(_WHERE[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
