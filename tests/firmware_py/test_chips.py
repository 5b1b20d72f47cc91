"""GPIO chips are found by label (and by I2C address), whatever their numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.chips import KernelChip, find_chip, kernel_chips, kernel_label
from firmware_py.errors import PinsUnavailable
from firmware_py.pinlines import Chip

HEADER = Chip("header", ("pinctrl-bcm2711", "pinctrl-rp1"), None, "input")
EXPANDER = Chip("expander", ("mcp23017",), 0x20, "input")


class Machine:
    """A /dev and a sysfs of our own, and what its kernel says of each device file."""

    def __init__(self, root: Path) -> None:
        self.dev, self.sysfs = root / "dev", root / "bus"
        self.dev.mkdir()
        self.sysfs.mkdir()
        self.labels: dict[str, str | Exception] = {}

    def add(self, number: int, label: str | Exception, i2c: str = "") -> None:
        name = f"gpiochip{number}"
        (self.dev / name).touch()
        self.labels[name] = label
        if i2c:
            target = self.dev.parent / "devices" / "i2c-1" / i2c / name
            target.mkdir(parents=True)
            (self.sysfs / name).symlink_to(target)

    def chips(self) -> list[KernelChip]:
        def label(device: Path) -> tuple[str, int]:
            found = self.labels[device.name]
            if isinstance(found, Exception):
                raise found
            return found, 54

        return kernel_chips(self.dev, self.sysfs, label)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_pi_5_with_its_header_on_chip_4_is_found(machine: Machine) -> None:
    for number, label in enumerate(["gpio-brcmstb@107d508500", "raspberrypi-exp-gpio"]):
        machine.add(number, label)
    machine.add(4, "pinctrl-rp1")
    assert find_chip(machine.chips(), HEADER) == KernelChip(4, "pinctrl-rp1", 54, None)


def test_an_alias_of_a_chip_is_not_a_second_chip(machine: Machine) -> None:
    machine.add(0, "pinctrl-rp1")
    (machine.dev / "gpiochip4").symlink_to(machine.dev / "gpiochip0")
    assert [chip.number for chip in machine.chips()] == [0]


def test_chips_come_by_number_not_by_name(machine: Machine) -> None:
    for number in (10, 2, 0):
        machine.add(number, "x")
    (machine.dev / "gpiochipX").touch()
    assert [chip.number for chip in machine.chips()] == [0, 2, 10]


def test_of_two_expanders_the_one_at_the_address_is_taken(machine: Machine) -> None:
    machine.add(2, "mcp23017", "1-0021")
    machine.add(3, "mcp23017", "1-0020")
    found = find_chip(machine.chips(), EXPANDER)
    assert found is not None
    assert (found.number, found.i2c) == (3, 0x20)


def test_one_expander_at_another_address_is_better_than_none(machine: Machine) -> None:
    machine.add(2, "mcp23017", "1-0024")
    assert find_chip(machine.chips(), EXPANDER) == KernelChip(2, "mcp23017", 54, 0x24)


def test_a_missing_chip_is_none(machine: Machine) -> None:
    machine.add(0, "pinctrl-bcm2711")
    assert find_chip(machine.chips(), EXPANDER) is None


def test_a_chip_that_is_not_ours_to_open_is_said_with_the_remedy(machine: Machine) -> None:
    machine.add(0, PermissionError(13, "Permission denied", "/dev/gpiochip0"))
    with pytest.raises(PinsUnavailable, match=r"/dev/gpiochip0 may not be opened; .*group gpio"):
        machine.chips()


def test_a_chip_that_goes_away_while_it_is_asked_is_left_out(machine: Machine) -> None:
    machine.add(0, OSError(19, "No such device"))
    machine.add(1, "pinctrl-rp1")
    assert [chip.number for chip in machine.chips()] == [1]


def test_what_is_no_gpio_chip_does_not_answer_as_one(tmp_path: Path) -> None:
    plain = tmp_path / "gpiochip0"
    plain.touch()
    with pytest.raises(OSError, match="ioctl"):
        kernel_label(plain)
