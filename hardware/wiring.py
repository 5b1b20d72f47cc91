"""The text of `wiring.md` and of the tables in `README.md`, from the pin map."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from firmware_py.bootconfig import boot_lines
from firmware_py.header import I2S, KEPT, PIN_OF_BCM, likely_overlays, reset_pull
from firmware_py.pinboard import BUILT_IN, lamps_a, model_a
from firmware_py.pinlines import SEATS, Line
from firmware_py.pinmap import PinMap
from hardware.chips import EXPANDER_DIP, driver_of

BEGIN: Final = "<!-- made from pins.toml: python -m hardware -->"
END: Final = "<!-- end of what is made from pins.toml -->"

_POWER: Final = {1: "3.3 V", 2: "5 V", 4: "5 V", 17: "3.3 V"}
_GROUND: Final = (6, 9, 14, 20, 25, 30, 34, 39)


def wiring(pin_map: PinMap) -> str:
    """The whole of `wiring.md`."""
    parts = [
        "# Wiring",
        "",
        BEGIN,
        "",
        "What is soldered to what. Do not edit: change `pins.toml` and run",
        "`python -m hardware`.",
        "",
        "## Inputs, on the header",
        "",
        *_inputs(pin_map),
        "",
        "## Outputs",
        "",
        *_outputs(pin_map),
        "",
        "## Seats, as a builder sees them",
        "",
        *_seats(pin_map),
        "",
        "## Lamps, from chip to jack",
        "",
        *_lamps(pin_map),
        "",
        "## Plugs",
        "",
        *_plugs(pin_map),
        "",
        "## On the I2C bus",
        "",
        *_i2c(pin_map),
        "",
        "## What the supply gives, at the worst",
        "",
        *_supply(pin_map),
        "",
        "## The header, pin by pin",
        "",
        *_header(pin_map),
        "",
        "## config.txt",
        "",
        "`./setup.sh install` writes these lines into `/boot/firmware/config.txt`:",
        "",
        "```",
        *boot_lines(pin_map),
        "```",
        "",
        "By hand come the clock's, where one is fitted, and the one that takes Bluetooth off",
        "the UART, where a bus or a dice reader hangs on BCM 14 and 15:",
        "",
        *_overlays(pin_map),
    ]
    return "\n".join(parts) + "\n"


def readme(text: str, pin_map: PinMap) -> str:
    """The README with what stands between the two marks made anew."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"README.md: found no pair of marks; write {BEGIN} and {END}")
    return "\n".join([f"{before}{BEGIN}", "", *_seats(pin_map), "", *_others(pin_map), "", END]) + (
        after
    )


def _table(head: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> list[str]:
    lines = [head, tuple("---" for _ in head), *rows]
    return ["| " + " | ".join(str(cell) for cell in line) + " |" for line in lines]


def _inputs(pin_map: PinMap) -> list[str]:
    return _table(
        ("line", "BCM", "pin", "at reset", "pressed", "who else would take it"),
        (
            (
                f"`{line.id}`",
                line.bcm,
                line.pin,
                f"pulled {reset_pull(line.bcm or 0)}",
                "high" if line.active_high else "low",
                likely_overlays(line.bcm or 0) or "-",
            )
            for line in pin_map.inputs
        ),
    )


def _outputs(pin_map: PinMap) -> list[str]:
    return _table(
        ("line", "where", "on", "drives", "mA at the pin", "mA of the load"),
        (
            (
                f"`{line.id}`",
                line.place,
                "high" if line.active_high else "low",
                line.facts.get("drives", "-"),
                _shown(line, "pin_ma"),
                _shown(line, "load_ma"),
            )
            for line in pin_map.outputs
        ),
    )


def _seats(pin_map: PinMap) -> list[str]:
    return _table(
        ("seat", "button and pad", "lamp"),
        ((seat, pin_map.inputs[seat - 1].place, pin_map.lamp(seat).place) for seat in SEATS),
    )


def _others(pin_map: PinMap) -> list[str]:
    others = [line for line in pin_map.lines.values() if not line.id.startswith(("seat", "lamp"))]
    return _table(("line", "where"), ((f"`{line.id}`", line.place) for line in others))


def _lamps(pin_map: PinMap) -> list[str]:
    jack = {signal: pin for pin, signal in pin_map.board.jacks.get("seat", {}).items()}

    def row(seat: int) -> tuple[object, ...]:
        line = pin_map.lamp(seat)
        if line.node is None:
            return (f"`{line.id}`", line.place, "-", "-", jack.get("LAMP-", "-"))
        chip, into, out = driver_of(line.node)
        expander = f"{line.node}, pin {EXPANDER_DIP[line.node]}"
        return (f"`{line.id}`", expander, f"{chip} pin {into}", f"{chip} pin {out}", jack["LAMP-"])

    return _table(
        ("line", "U1, MCP23017", "into", "out of", "jack's pin"), (row(seat) for seat in SEATS)
    )


def _plugs(pin_map: PinMap) -> list[str]:
    jacks = pin_map.board.jacks
    names = {"seat": "seat, RJ45", "judge": "judge's box, GX16-8", "bus": "bus, RJ45"}
    return _table(
        ("pin", *(names[kind] for kind in names if kind in jacks)),
        (
            (pin, *(jacks[kind].get(pin, "open") for kind in names if kind in jacks))
            for pin in range(1, 9)
        ),
    )


def _i2c(pin_map: PinMap) -> list[str]:
    found = {name.replace("_", " "): address for name, address in pin_map.board.i2c.items()}
    found |= {chip.name: chip.i2c for chip in pin_map.chips.values() if chip.i2c is not None}
    rows = sorted(found.items(), key=lambda item: item[1])
    return _table(("address", "what"), ((f"0x{address:02x}", name) for name, address in rows))


def _supply(pin_map: PinMap) -> list[str]:
    board = pin_map.board
    return _table(
        ("model", "Pi alone", "ten lamps", *board.loads, "sum", "supply"),
        (
            (
                model.name,
                f"{model.board_a:.2f}",
                f"{lamps_a(pin_map.lines):.2f}",
                *(
                    f"{amperes:.2f}" if name in model.loads else "-"
                    for name, amperes in board.loads.items()
                ),
                f"{model_a(model, board, pin_map.lines):.2f}",
                f"{model.supply_a:.1f} A",
            )
            for model in board.models.values()
        ),
    )


def _overlays(pin_map: PinMap) -> list[str]:
    def written(overlay: str) -> str:
        return overlay if overlay == BUILT_IN else f"`dtoverlay={overlay}`"

    return _table(
        ("model", "chip's label", "UART on BCM 14 and 15", "clock"),
        (
            (model.name, f"`{model.label}`", written(model.uart), written(model.clock))
            for model in pin_map.board.models.values()
        ),
    )


def _header(pin_map: PinMap) -> list[str]:
    ours = {line.pin: f"`{line.id}`" for line in pin_map.lines.values() if line.pin is not None}
    bcm_of = {pin: bcm for bcm, pin in PIN_OF_BCM.items()}

    def use(pin: int) -> str:
        if pin in _POWER:
            return _POWER[pin]
        if pin in _GROUND:
            return "ground"
        bcm = bcm_of[pin]
        what = ours.get(pin) or (f"kept: {KEPT[bcm]}" if bcm in KEPT else "free")
        if what == "free" and bcm in I2S:
            what = "kept: I2S sound"
        return f"{what} (BCM {bcm})"

    return _table(
        ("left", "pin", "pin", "right"),
        ((use(pin), pin, pin + 1, use(pin + 1)) for pin in range(1, 41, 2)),
    )


def _shown(line: Line, fact: str) -> str:
    value = line.number(fact)
    return "-" if value is None else f"{value:g}"
