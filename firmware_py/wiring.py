"""Makes `hardware/wiring.md` and the table in `hardware/README.md` from the pin map.

    python -m firmware_py.wiring            # writes both
    python -m firmware_py.wiring --check    # exit 1 if one of them is stale

A test does the same check, so a wiring table that does not agree with the code cannot stay.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from firmware_py.errors import PinMapError
from firmware_py.header import I2S, KEPT, PIN_OF_BCM, likely_overlays, reset_pull
from firmware_py.pinlines import SEATS, Line
from firmware_py.pinmap import PinMap, parse_pin_map

BEGIN: Final = "<!-- made from pins.toml: python -m firmware_py.wiring -->"
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
        "`python -m firmware_py.wiring`.",
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
        "## The header, pin by pin",
        "",
        *_header(pin_map),
        "",
        "## config.txt",
        "",
        "```",
        *_config(pin_map),
        "```",
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


def main(arguments: list[str], folder: Path) -> int:
    """Write or check both files in `folder`."""
    source = folder / "pins.toml"
    try:
        pin_map = parse_pin_map(source.read_text(encoding="utf-8"), str(source))
    except PinMapError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    stale = 0
    for path, made in (
        (folder / "wiring.md", wiring(pin_map)),
        (folder / "README.md", readme((folder / "README.md").read_text("utf-8"), pin_map)),
    ):
        if path.exists() and path.read_text(encoding="utf-8") == made:
            continue
        if "--check" in arguments:
            sys.stderr.write(f"{path}: does not agree with {source}; run firmware_py.wiring\n")
            stale = 1
        else:
            path.write_text(made, encoding="utf-8")
    return stale


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


def _config(pin_map: PinMap) -> list[str]:
    inputs = ",".join(
        str(line.bcm) for line in sorted(pin_map.inputs, key=lambda each: each.bcm or 0)
    )
    silent = [line for line in pin_map.outputs if line.bcm is not None]
    return [
        "dtparam=i2c_arm=on",
        *(f"dtoverlay={overlay}" for overlay in pin_map.overlays),
        f"gpio={inputs}=ip,pu",
        *(f"gpio={line.bcm}=op,{'dl' if line.active_high else 'dh'}" for line in silent),
    ]


def _shown(line: Line, fact: str) -> str:
    value = line.number(fact)
    return "-" if value is None else f"{value:g}"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:], Path(__file__).parents[1] / "hardware"))
