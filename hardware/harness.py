"""Pin map and parts -> what WireViz draws: `harness/*.yml`.

Five drawings: a seat, the inputs of the box, its lamps and buzzer, the judge's box, the bus.
WireViz draws plugs and wires, so chips are plugs here and what sits beside one is listed in it.
Every part carries the id of its row in `bom.csv`; WireViz's own list is what `parts.py` compares.
"""

from __future__ import annotations

from typing import Final

import yaml

from firmware_py.pinmap import PinMap
from hardware import boxwires, unitwires
from hardware.figure import Parts

TIMES: Final = {"seat": 10, "inputs": 1, "lamps": 1, "judge": 1, "bus": 1}
"""How many of what a drawing shows a table has."""


def drawings(pin_map: PinMap, parts: Parts) -> dict[str, str]:
    """File name -> its text. `parts` is id -> part, as `bom.csv` has it."""
    made = {
        "seat": unitwires.seat(pin_map, parts),
        "inputs": boxwires.inputs(pin_map, parts),
        "lamps": boxwires.lamps(pin_map, parts),
        "judge": unitwires.judge(pin_map, parts),
        "bus": unitwires.bus(pin_map, parts),
    }
    head = "# Made from pins.toml and bom.csv: python -m hardware\n"
    return {
        f"{name}.yml": head + str(yaml.safe_dump(drawing, sort_keys=False, width=100))  # type: ignore[no-untyped-call]
        for name, drawing in made.items()
    }
