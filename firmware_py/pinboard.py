"""What a pin map says beyond its lines: models, supply, jacks, I2C. Rules E19, E20, E23, E24.

All of it may be left out; a map that names one model names all four, so that nobody buys the wrong
supply for the one that was forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from firmware_py.header import taken_by
from firmware_py.kinds import LineId
from firmware_py.pinlines import Broken, Chip, Line, shown
from firmware_py.tomlreader import TomlReader

MODELS: Final = ("3B+", "4", "5", "Zero 2 W")
BUILT_IN: Final = "built in"
BOARD_TABLES: Final = ("models", "power", "jacks", "i2c")

_MODEL: Final[Mapping[str, type]] = {
    "label": str, "uart": str, "clock": str, "supply_a": float, "board_a": float,
}  # fmt: skip
_POWER: Final[Mapping[str, type]] = {"ptc_hold_a": float, "ptc_trip_a": float}
_JACKS: Final[Mapping[str, frozenset[int]]] = {
    "seat": frozenset({1, 2, 3, 6}),
    "bus": frozenset({4, 5, 7, 8}),
    "judge": frozenset(range(1, 9)),  # no RJ45: a round plug that fits nowhere else
}
_SHARE: Final = 0.9


class Model(NamedTuple):
    """One Raspberry Pi: what the kernel calls its chip, two overlays, and its amperes at 5 V."""

    name: str
    label: str
    uart: str
    clock: str
    supply_a: float
    board_a: float
    loads: tuple[str, ...]


class Board(NamedTuple):
    """`jacks`: kind -> pin -> signal. `loads`: what else is fed with 5 V, in amperes."""

    models: Mapping[str, Model]
    ptc_hold_a: float | None
    ptc_trip_a: float | None
    loads: Mapping[str, float]
    jacks: Mapping[str, Mapping[int, str]]
    i2c: Mapping[str, int]


def read_board(reader: TomlReader, data: Mapping[str, Any]) -> Board:
    """The four tables, each key of the right type."""
    power = reader.table(data, (), "power")
    reader.only(power, ("power",), (*_POWER, "loads"))
    for key in _POWER:
        if key in power:
            reader.fact(power[key], ("power", key), _POWER[key])
    loads = reader.table(power, ("power",), "loads")
    for name, amperes in loads.items():
        reader.fact(amperes, ("power", "loads", name), float)
    return Board(
        models=MappingProxyType(_models(reader, data, tuple(loads))),
        ptc_hold_a=power.get("ptc_hold_a"),
        ptc_trip_a=power.get("ptc_trip_a"),
        loads=MappingProxyType(loads),
        jacks=MappingProxyType(_jacks(reader, data)),
        i2c=MappingProxyType(_i2c(reader, data)),
    )


def lamps_a(lines: Mapping[LineId, Line]) -> float:
    """What all lamps take together."""
    loads = (line.number("load_ma") or 0 for line in lines.values() if line.id.startswith("lamp"))
    return sum(loads) / 1000


def model_a(model: Model, board: Board, lines: Mapping[LineId, Line]) -> float:
    """What a model's supply has to give at most: the Pi, the lamps, what the model feeds."""
    return model.board_a + lamps_a(lines) + sum(board.loads[name] for name in model.loads)


def check(
    board: Board, overlays: tuple[str, ...], chips: Mapping[str, Chip], lines: Mapping[LineId, Line]
) -> Iterator[Broken]:
    """Everything that is broken in it."""
    yield from _addresses(board, overlays, chips)
    yield from _stated(board, chips)
    yield from _taken(board, lines)
    yield from _supplied(board, lines)


def _models(
    reader: TomlReader, data: Mapping[str, Any], loads: tuple[str, ...]
) -> dict[str, Model]:
    """E24: for each of the four models its label, its overlays, its supply."""
    tables = reader.table(data, (), "models")
    reader.only(tables, ("models",), MODELS)
    found: dict[str, Model] = {}
    for name in MODELS if tables else ():
        path = ("models", name)
        if name not in tables:
            raise reader.refusal(("models",), f"no {name}", f'[models."{name}"]', "E24")
        table = reader.table(tables, ("models",), name)
        reader.only(table, path, (*_MODEL, "loads"))
        fed = table.get("loads", [])
        if not isinstance(fed, list) or not all(load in loads for load in fed):
            raise reader.refusal(
                (*path, "loads"), shown(fed), f"a list of {', '.join(loads)}", "E24"
            )
        facts = {key: reader.needed(table, path, key, _MODEL[key], "E24") for key in _MODEL}
        found[name] = Model(name=name, loads=tuple(fed), **facts)
    return found


def _jacks(reader: TomlReader, data: Mapping[str, Any]) -> dict[str, Mapping[int, str]]:
    """E23: seats use 1 2 3 6 and the bus 4 5 7 8, so a wrong plug meets open contacts."""
    tables = reader.table(data, (), "jacks")
    reader.only(tables, ("jacks",), tuple(_JACKS))
    found: dict[str, Mapping[int, str]] = {}
    for kind in tables:
        table = reader.table(tables, ("jacks",), kind)
        for pin, signal in table.items():
            path = ("jacks", kind, pin)
            reader.fact(signal, path, str)
            if not pin.isdecimal() or int(pin) not in _JACKS[kind]:
                allowed = "pins " + " ".join(str(each) for each in sorted(_JACKS[kind]))
                raise reader.refusal(path, f"pin {pin}", allowed, "E23")
        found[kind] = MappingProxyType({int(pin): signal for pin, signal in table.items()})
    return found


def _i2c(reader: TomlReader, data: Mapping[str, Any]) -> dict[str, int]:
    table = reader.table(data, (), "i2c")
    for name, address in table.items():
        if type(address) is not int or not 0x03 <= address <= 0x77:
            raise reader.refusal(("i2c", name), shown(address), "0x03 to 0x77", "E20")
    return table


def _addresses(
    board: Board, overlays: tuple[str, ...], chips: Mapping[str, Chip]
) -> Iterator[Broken]:
    """E20: I2C addresses differ; chips with one label carry one; the overlay gives the chip's."""
    used: dict[int, str] = {}
    for name, address in board.i2c.items():
        if address in used:
            found = f"0x{address:02x}, as {used[address]} has"
            yield Broken(("i2c", name), found, "an address of its own", "E20")
        used[address] = name
    labels: dict[str, Chip] = {}
    for chip in chips.values():
        path = ("chips", chip.name)
        if chip.i2c is not None:
            if chip.i2c in used:
                found = f"0x{chip.i2c:02x}, as {used[chip.i2c]} has"
                yield Broken((*path, "i2c"), found, "an address of its own", "E20")
            used[chip.i2c] = chip.name
        for label in chip.labels:
            if label in labels and None in (chip.i2c, labels[label].i2c):
                found = f"{label}, as {labels[label].name} has"
                yield Broken((*path, "labels"), found, "a label of its own, or i2c on both", "E20")
            labels[label] = chip
    yield from _overlay_address(overlays, labels)


def _overlay_address(overlays: tuple[str, ...], labels: Mapping[str, Chip]) -> Iterator[Broken]:
    for overlay in overlays:
        name, *params = overlay.split(",")
        chip = labels.get(name)
        if chip is None or chip.i2c is None:
            continue
        given = next((word[5:] for word in params if word.startswith("addr=")), "0x20")
        if given not in (f"0x{chip.i2c:02x}", str(chip.i2c)):
            allowed = f"addr=0x{chip.i2c:02x}, as the chip has"
            yield Broken(("overlays",), f'"{overlay}"', allowed, "E20")


def _stated(board: Board, chips: Mapping[str, Chip]) -> Iterator[Broken]:
    """E24: the label a model states is one of the header's."""
    labels = chips["header"].labels
    for model in board.models.values():
        if model.label not in labels:
            path = ("models", model.name, "label")
            yield Broken(path, shown(model.label), ", ".join(labels), "E24")


def _taken(board: Board, lines: Mapping[LineId, Line]) -> Iterator[Broken]:
    """E6: nor does an overlay of one model take a line."""
    for model in board.models.values():
        for key, overlay in (("uart", model.uart), ("clock", model.clock)):
            for line in lines.values():
                if line.bcm in taken_by(overlay):
                    found = f'"{overlay}", which takes BCM {line.bcm} from {line.id}'
                    allowed = "an overlay that leaves our lines alone"
                    yield Broken(("models", model.name, key), found, allowed, "E6")


def _supplied(board: Board, lines: Mapping[LineId, Line]) -> Iterator[Broken]:
    """E19: no more than 90 % of a supply is used; the lamps stay under what the PTC holds."""
    for model in board.models.values():
        sum_a, most_a = model_a(model, board, lines), _SHARE * model.supply_a
        if sum_a > most_a:
            path = ("models", model.name, "supply_a")
            found = f"{sum_a:.2f} A from a supply of {model.supply_a:g}"
            yield Broken(path, found, f"{most_a:.2f} A at most: feed less from it", "E19")
    if board.ptc_hold_a is not None and lamps_a(lines) > board.ptc_hold_a:
        least = f"{lamps_a(lines):.3f} or more"
        yield Broken(("power", "ptc_hold_a"), shown(board.ptc_hold_a), least, "E19")
