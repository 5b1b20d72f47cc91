"""The kernel's GPIO chips, found by label: their numbers differ by model and by boot."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, NamedTuple

from firmware_py.errors import PinsUnavailable
from firmware_py.pinlines import Chip

_CHIPINFO_IOCTL: Final = 0x8044B401  # GPIO_GET_CHIPINFO_IOCTL: name[32], label[32], lines
_CHIPINFO_BYTES: Final = 68


class KernelChip(NamedTuple):
    """One /dev/gpiochipN; `i2c` is its address where it hangs on I2C."""

    number: int
    label: str
    lines: int
    i2c: int | None


Label = Callable[[Path], tuple[str, int]]


def kernel_label(device: Path) -> tuple[str, int]:
    """(label, lines) of a chip's device file, as the kernel tells it."""
    room = bytearray(_CHIPINFO_BYTES)
    handle = os.open(device, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.ioctl(handle, _CHIPINFO_IOCTL, room)
    finally:
        os.close(handle)
    return room[32:64].split(b"\0", 1)[0].decode(errors="replace"), int.from_bytes(
        room[64:68], "little"
    )


def kernel_chips(
    dev: Path = Path("/dev"),
    sysfs: Path = Path("/sys/bus/gpio/devices"),
    label: Label = kernel_label,
) -> list[KernelChip]:
    """Every GPIO chip of the machine, by number. An alias of a chip (a link) is not a chip.

    Raises `PinsUnavailable` when there are chips and none may be opened.
    """
    chips, refused = [], None
    for device in sorted(dev.glob("gpiochip*"), key=_number):
        if device.is_symlink() or not device.name.removeprefix("gpiochip").isdecimal():
            continue
        try:
            text, lines = label(device)
        except PermissionError as error:
            refused = error
            continue
        except OSError:
            continue  # gone since it was listed
        number = _number(device)
        chips.append(KernelChip(number, text, lines, _i2c_address(sysfs / device.name)))
    if refused is not None and not chips:
        raise PinsUnavailable(
            f"{refused.filename or dev} may not be opened", "add this user to the group gpio"
        )
    return chips


def find_chip(chips: Iterable[KernelChip], wanted: Chip) -> KernelChip | None:
    """The chip with one of the wanted labels; of several alike, the one at the wanted address."""
    alike = [chip for chip in chips if chip.label in wanted.labels]
    if len(alike) > 1 and wanted.i2c is not None:
        alike = [chip for chip in alike if chip.i2c == wanted.i2c]
    return alike[0] if alike else None


def _number(device: Path) -> int:
    digits = device.name.removeprefix("gpiochip")
    return int(digits) if digits.isdecimal() else -1


def _i2c_address(entry: Path) -> int | None:
    """`.../i2c-1/1-0020/gpiochip2` -> 0x20."""
    try:
        parent = entry.resolve(strict=True).parent.name
    except OSError:
        return None
    bus, _, address = parent.partition("-")
    if bus.isdecimal() and len(address) == 4:
        try:
            return int(address, 16)
        except ValueError:
            return None
    return None
