"""What a Pi's `config.txt` has to say for the lines of a pin map; `./setup.sh install` writes it.

    python -m firmware_py.bootconfig hardware/pins.toml

Overlays load the expander's driver; `gpio=` gives inputs their pulls and keeps outputs off from
the firmware on, long before Linux runs. The UART is for a league or dice on a wire; an overlay that
takes Bluetooth away for it is left out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from types import MappingProxyType
from typing import Final

from firmware_py.pinlines import Line
from firmware_py.pinmap import PinMap, parse_pin_map

_FILTERS: Final = MappingProxyType({"3B+": "pi3+", "4": "pi4", "5": "pi5", "Zero 2 W": "pi02"})
_PULLS: Final = MappingProxyType({"up": "pu", "down": "pd", "none": "pn"})
_NO_BLUETOOTH: Final = "disable-bt"


def boot_lines(pin_map: PinMap) -> tuple[str, ...]:
    """The lines, in their order; they begin and end under `[all]`."""
    lines = ["[all]", "dtparam=i2c_arm=on"]
    lines += [f"dtoverlay={overlay}" for overlay in pin_map.overlays]
    for pull, word in _PULLS.items():
        pins = _header(line for line in pin_map.inputs if line.pull == pull)
        if pins:
            lines.append(f"gpio={_ranges(pins)}=ip,{word}")
    for active_high, word in ((True, "dl"), (False, "dh")):
        pins = _header(line for line in pin_map.outputs if line.active_high is active_high)
        if pins:
            lines.append(f"gpio={_ranges(pins)}=op,{word}")
    lines.append("enable_uart=1")
    for name, model in pin_map.board.models.items():
        if model.uart != _NO_BLUETOOTH:
            lines += [f"[{_FILTERS[name]}]", f"dtoverlay={model.uart}"]
    return (*lines, "[all]")


def _header(lines: Iterable[Line]) -> list[int]:
    return sorted(line.bcm for line in lines if line.bcm is not None)


def _ranges(pins: list[int]) -> str:
    """`4-11,13`."""
    runs: list[list[int]] = []
    for pin in pins:
        if runs and runs[-1][-1] == pin - 1:
            runs[-1].append(pin)
        else:
            runs.append([pin])
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


if __name__ == "__main__":
    text = Path(sys.argv[1]).read_text(encoding="utf-8")
    sys.stdout.write("\n".join(boot_lines(parse_pin_map(text, sys.argv[1]))) + "\n")
