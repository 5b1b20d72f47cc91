"""GPIO chips of the kernel's gpio-sim driver: a finger on their lines, an eye on their outputs.

The chips are found by label, like the table finds its own; they may be taken away, made anew, and
made under another label. Only for a kernel that is ours alone (README.md).
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import Final

BUS: Final = Path("/sys/bus/gpio/devices")
CONFIG: Final = Path("/sys/kernel/config/gpio-sim")
DEV: Final = Path("/dev")
_TOLD: Final = re.compile(r"^ *\d+: +(\d+) +irq_sim +(\d+)", re.MULTILINE)


class SimChip:
    """One live chip. `press` and `let_go` are what a contact to ground does to a pulled-up line."""

    def __init__(self, device: Path) -> None:
        self.number = int(device.name.removeprefix("gpiochip"))
        self._folder = device.resolve()
        self._pulls: dict[int, int] = {}
        self._values: dict[int, int] = {}
        self._interrupts = os.open("/proc/interrupts", os.O_RDONLY)

    def press(self, offset: int) -> None:
        """The contact closes."""
        os.pwrite(self._pull(offset), b"pull-down", 0)

    def let_go(self, offset: int) -> None:
        """The contact opens."""
        os.pwrite(self._pull(offset), b"pull-up", 0)

    def value(self, offset: int) -> bool:
        """What the line carries now."""
        fd = self._values.get(offset)
        if fd is None:
            path = self._folder / f"sim_gpio{offset}" / "value"
            fd = self._values[offset] = os.open(path, os.O_RDONLY)
        return os.pread(fd, 2, 0)[:1] == b"1"

    def handed_over(self) -> dict[int, int]:
        """How often each watched line's changes were told to whoever watches."""
        text = os.pread(self._interrupts, 65_536, 0).decode("ascii")
        return {int(line): int(count) for count, line in _TOLD.findall(text)}

    def close(self) -> None:
        """Take the finger away."""
        if self._interrupts >= 0:
            os.close(self._interrupts)
            self._interrupts = -1
        for kept in (self._pulls, self._values):
            for fd in kept.values():
                os.close(fd)
            kept.clear()

    def _pull(self, offset: int) -> int:
        fd = self._pulls.get(offset)
        if fd is None:
            path = self._folder / f"sim_gpio{offset}" / "pull"
            fd = self._pulls[offset] = os.open(path, os.O_WRONLY)
        return fd


def there_are() -> bool:
    """Whether this kernel has such chips."""
    return any(BUS.glob("gpiochip*/sim_gpio0"))


def names() -> dict[str, Path]:
    """Label -> the driver's folder for each chip that was set up, live or not."""
    found = {}
    for bank in sorted(CONFIG.glob("*/bank*")):
        found[(bank / "label").read_text().strip()] = bank.parent
    return found


def chip(label: str) -> SimChip:
    """The live chip of this label."""
    folder = names()[label]
    bank = next(folder.glob("bank*"))
    return SimChip(BUS / (bank / "chip_name").read_text().strip())


def plug(label: str) -> None:
    """A chip that was set up becomes live; its number may be another one."""
    (names()[label] / "live").write_text("1")
    _make_nodes()


def unplug(label: str) -> None:
    """The chip is gone, whoever uses it."""
    (names()[label] / "live").write_text("0")
    _make_nodes()


def is_live(label: str) -> bool:
    """Whether the chip is there."""
    return (names()[label] / "live").read_text().strip() == "1"


def make(label: str, lines: int) -> None:
    """One more chip, live at once."""
    bank = CONFIG / label.replace("-", "_") / "bank0"
    bank.mkdir(parents=True)
    (bank / "num_lines").write_text(str(lines))
    (bank / "label").write_text(label)
    plug(label)


def unmake(label: str) -> None:
    """Take a chip away for good."""
    folder = names()[label]
    if is_live(label):
        unplug(label)
    next(folder.glob("bank*")).rmdir()
    folder.rmdir()


def _make_nodes() -> None:
    """What udev does on a machine that has it: a device file for each chip there is."""
    for node in DEV.glob("gpiochip*"):
        node.unlink()
    for device in BUS.glob("gpiochip*"):
        major, minor = map(int, (device / "dev").read_text().split(":"))
        os.mknod(DEV / device.name, stat.S_IFCHR | 0o600, os.makedev(major, minor))
