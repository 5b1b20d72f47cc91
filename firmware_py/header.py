"""Facts of the 40-pin header and of overlays that take lines of it. Data, and lookups in it.

The reset pulls are the same on every model with 40 pins: BCM 0 to 8 up, 9 to 27 down.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

PIN_OF_BCM: Final[dict[int, int]] = {
    0: 27, 1: 28, 2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32,
    13: 33, 14: 8, 15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18,
    25: 22, 26: 37, 27: 13,
}  # fmt: skip

KEPT: Final[dict[int, str]] = {
    0: "the HAT identity", 1: "the HAT identity",
    2: "I2C", 3: "I2C",
    14: "the UART", 15: "the UART",
}  # fmt: skip
"""Lines that no table may use, and for what they are kept."""

I2S: Final = frozenset({18, 19, 20, 21})
"""Belong whole to an I2S sound card: every such overlay claims all four."""

EXPANDER_NODES: Final = tuple([f"GPA{n}" for n in range(8)] + [f"GPB{n}" for n in range(8)])
OUTPUT_ONLY_NODES: Final = frozenset({"GPA7", "GPB7"})


def reset_pull(bcm: int) -> str:
    """The pull a line has from power-on until something claims it."""
    return "up" if bcm <= 8 else "down"


# Overlay or dtparam -> lines it takes whatever its parameters.
_FIXED: Final[dict[str, frozenset[int]]] = {
    "spi": frozenset({7, 8, 9, 10, 11}),
    "i2s": I2S,
    "i2s-dac": I2S,
    "i2s-mmap": I2S,
    "hifiberry-dac": I2S,
    "hifiberry-dacplus": I2S,
    "iqaudio-dac": I2S,
    "rpi-dac": I2S,
    "googlevoicehat-soundcard": I2S,
    "max98357a": I2S,
    "uart0-pi5": frozenset({14, 15}),
    "disable-bt": frozenset({14, 15}),
    "miniuart-bt": frozenset({14, 15}),
    "rs485": frozenset({17}),
}

# Overlay -> (names of the parameter that moves its line, the line it takes by default).
_MOVABLE: Final[dict[str, tuple[tuple[str, ...], int]]] = {
    "mcp23017": (("gpiopin",), 4),
    "gpio-fan": (("gpiopin",), 12),
    "gpio-poweroff": (("gpiopin",), 26),
    "gpio-shutdown": (("gpio_pin",), 3),
    "gpio-ir": (("gpio_pin",), 18),
    "gpio-ir-tx": (("gpio_pin",), 18),
    "pps-gpio": (("gpiopin",), 18),
    "w1-gpio": (("gpiopin",), 4),
    "max98357a": (("sdmode-pin",), 4),
}

# Overlay -> the parameter with which it leaves its movable line alone.
_WITHOUT: Final = {"mcp23017": "noints", "max98357a": "no-sdmode"}


def taken_by(overlay: str) -> frozenset[int]:
    """The lines that an overlay or dtparam takes, as config.txt writes it; unknown: none.

    `mcp23017,addr=0x20` takes BCM 4, `mcp23017,addr=0x20,noints` nothing.
    """
    name, params = _parse(overlay)
    if params.get(name) in ("off", "0"):
        return frozenset()
    taken = set(_FIXED.get(name, frozenset()))
    if name in _MOVABLE and _WITHOUT.get(name) not in params:
        keys, default = _MOVABLE[name]
        moved = next((params[key] for key in keys if key in params), str(default))
        if moved.isdecimal():
            taken.add(int(moved))
    if name == "uart0-pi5" and "ctsrts" in params:
        taken |= {16, 17}
    return frozenset(taken)


def likely_overlays(bcm: int) -> str:
    """Who usually takes this line, for the message to a person in front of a dead button."""
    names = [name for name in _FIXED if bcm in _FIXED[name] and name not in ("i2s", "spi")]
    names += [
        f"{name} without {_WITHOUT[name]}" if name in _WITHOUT else name
        for name, (_, default) in _MOVABLE.items()
        if default == bcm
    ]
    if bcm in _FIXED["spi"]:
        names.insert(0, "dtparam=spi=on")
    if bcm in (16, 17):
        names.append("uart0-pi5,ctsrts")
    return _joined(dict.fromkeys(names))


def _parse(overlay: str) -> tuple[str, dict[str, str]]:
    first, *rest = [part.strip() for part in overlay.split(",")]
    name, _, value = first.partition("=")
    params = {} if not value else {name: value}
    for part in rest:
        key, _, word = part.partition("=")
        params[key] = word
    return name, params


def _joined(names: Iterable[str]) -> str:
    return ", ".join(names)
