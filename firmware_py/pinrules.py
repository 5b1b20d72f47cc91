"""What a pin map's values may be to each other: rules E2 to E7, E12, E14, E15, E21.

Each rule is a generator of what it finds broken; the parser turns the first one into an error
with its line. Electrical rules look at the facts that are given: a map without them is a map of
somebody else's board, checked only for what the kernel will do with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from firmware_py import pinpower
from firmware_py.errors import PinMapError
from firmware_py.header import (
    EXPANDER_NODES,
    I2S,
    KEPT,
    OUTPUT_ONLY_NODES,
    PIN_OF_BCM,
    reset_pull,
    taken_by,
)
from firmware_py.kinds import LineId
from firmware_py.pinlines import SEATS, Broken, Line, shown

Lines = Mapping[LineId, Line]
Refuse = Callable[[str, str, str, str], PinMapError]

_HOLD_OHM: Final = 5600
"""Against a reset pull of 50 kohm the line then rests within 0.33 V of its side."""


def placed(line: Line, refuse: Refuse) -> Line:
    """The line with its header pin; refuses a place that does not exist (E3, E15)."""
    if line.bcm is not None:
        if type(line.bcm) is not int or line.bcm not in PIN_OF_BCM:
            raise refuse("bcm", shown(line.bcm), "4 to 13, 16 to 27", "E3")
        if line.pin is None:
            line = line._replace(pin=PIN_OF_BCM[line.bcm])
    elif line.node not in EXPANDER_NODES:
        raise refuse("node", shown(line.node), "GPA0 to GPA7, GPB0 to GPB7", "E15")
    if line.lamp is not None and not (line.is_input and line.id.startswith("seat")):
        raise refuse("lamp", shown(line.lamp), "nothing: only seats have lamps", "E21")
    return line


def check(audio: str, overlays: tuple[str, ...], lines: Lines) -> Iterator[Broken]:
    """Everything that is broken, the most basic first."""
    for rule in (_kept, _doubled, _timed, _agreeing, _pulled, _idle, _expander, _lamps):
        yield from rule(lines)
    yield from _sound(audio, lines)
    yield from _overlays(overlays, lines)
    yield from pinpower.check(lines)


def _kept(lines: Lines) -> Iterator[Broken]:
    """E4: never the HAT identity, I2C or UART lines."""
    for line in lines.values():
        if line.bcm in KEPT:
            found = f"{line.bcm}, kept for {KEPT[line.bcm]}"
            yield Broken(("lines", line.id, "bcm"), found, "4 to 13, 16 to 27", "E4")


def _doubled(lines: Lines) -> Iterator[Broken]:
    """E2: no place twice."""
    users: dict[int | str | None, LineId] = {}
    for line in lines.values():
        place, key = (line.bcm, "bcm") if line.bcm is not None else (line.node, "node")
        if place in users:
            found = f"{place}, as {users[place]} has"
            yield Broken(("lines", line.id, key), found, "a place of its own", "E2")
        users[place] = line.id


def _agreeing(lines: Lines) -> Iterator[Broken]:
    """E3: `pin` is where `bcm` is."""
    for line in lines.values():
        if line.bcm is not None and line.pin != PIN_OF_BCM[line.bcm]:
            allowed = f"{PIN_OF_BCM[line.bcm]}, where BCM {line.bcm} is"
            yield Broken(("lines", line.id, "pin"), shown(line.pin), allowed, "E3")
        if line.node is not None and line.pin is not None:
            allowed = "nothing: the expander has no header pins"
            yield Broken(("lines", line.id, "pin"), shown(line.pin), allowed, "E3")


def _timed(lines: Lines) -> Iterator[Broken]:
    """E12: what is timed sits on the Pi's own chip, where the interrupt stamps it."""
    for line in lines.values():
        if line.is_input and line.chip != "header":
            allowed = "bcm: an input is timed and sits on the header"
            yield Broken(("lines", line.id, "node"), shown(line.node), allowed, "E12")


def _pulled(lines: Lines) -> Iterator[Broken]:
    """E7: pressed = low against a pull-up (its ohms: `pinpower.py`)."""
    for line in lines.values():
        if not line.is_input:
            continue
        if line.active_high:
            yield Broken(("lines", line.id, "active_high"), "true", "false: pressed is low", "E7")
        if line.pull != "up":
            yield Broken(("lines", line.id, "pull"), shown(line.pull), "up", "E7")


def _idle(lines: Lines) -> Iterator[Broken]:
    """E14: before Linux runs, the line's reset pull or a stronger one on the board holds it off."""
    for line in lines.values():
        if line.is_input or line.bcm is None:
            continue
        idle = "down" if line.active_high else "up"
        if reset_pull(line.bcm) != idle and not 0 < (line.number("hold_ohm") or 0) <= _HOLD_OHM:
            span = "9 to 27" if idle == "down" else "4 to 8"
            found = f"{line.bcm}, pulled {reset_pull(line.bcm)} at reset: on before Linux runs"
            allowed = f"{span}, or hold_ohm up to {_HOLD_OHM} to its side"
            yield Broken(("lines", line.id, "bcm"), found, allowed, "E14")


def _expander(lines: Lines) -> Iterator[Broken]:
    """E15: GPA7 and GPB7 never inputs; lamps are dark while the expander's pins are inputs."""
    for line in lines.values():
        if line.node in OUTPUT_ONLY_NODES and line.is_input:
            yield Broken(("lines", line.id, "node"), shown(line.node), "an output there", "E15")
        if line.node is not None and not line.is_input and not line.active_high:
            allowed = "true: a low-active lamp is lit until Linux runs"
            yield Broken(("lines", line.id, "active_high"), "false", allowed, "E15")


def _lamps(lines: Lines) -> Iterator[Broken]:
    """E21: each seat has the lamp of its number."""
    for seat in SEATS:
        line = lines[LineId(f"seat{seat}")]
        if line.lamp is not None and line.lamp != f"lamp{seat}":
            yield Broken(("lines", line.id, "lamp"), shown(line.lamp), f"lamp{seat}", "E21")


def _sound(audio: str, lines: Lines) -> Iterator[Broken]:
    """E5: an I2S sound card takes 18 to 21 whole."""
    for line in lines.values():
        if audio == "i2s" and line.bcm in I2S:
            found = f'{line.bcm}, the sound card\'s with audio = "i2s"'
            yield Broken(("lines", line.id, "bcm"), found, "4 to 13, 16, 17, 22 to 27", "E5")


def _overlays(overlays: tuple[str, ...], lines: Lines) -> Iterator[Broken]:
    """E6: no line of ours where a listed overlay sits, its defaults counted."""
    for overlay in overlays:
        taken = taken_by(overlay)
        for line in lines.values():
            if line.bcm in taken:
                found = f'"{overlay}", which takes BCM {line.bcm} from {line.id}'
                yield Broken(("overlays",), found, "overlays that leave our lines alone", "E6")
