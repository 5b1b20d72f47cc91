"""What `config.txt` says follows from the pin map."""

from __future__ import annotations

import subprocess
import sys

from firmware_py.bootconfig import boot_lines
from firmware_py.kinds import LineId
from firmware_py.pinmap import PinMap
from tests.firmware_py.conftest import PINS_TOML, ROOT


def test_every_line_of_the_header_rests_before_linux_runs(pin_map: PinMap) -> None:
    said: dict[int, str] = {}
    for line in boot_lines(pin_map):
        if line.startswith("gpio="):
            pins, _, state = line.removeprefix("gpio=").partition("=")
            for run in pins.split(","):
                first, _, last = run.partition("-")
                said |= dict.fromkeys(range(int(first), int(last or first) + 1), state)
    inputs = {line.bcm: "ip,pu" for line in pin_map.inputs}
    outputs = {line.bcm: "op,dl" for line in pin_map.outputs if line.bcm is not None}
    assert said == inputs | outputs


def test_what_rests_the_other_way_is_told_so(pin_map: PinMap) -> None:
    lines = dict(pin_map.lines)
    buzzer, seat = LineId("buzzer"), LineId("seat1")
    lines[buzzer] = lines[buzzer]._replace(active_high=False)
    lines[seat] = lines[seat]._replace(pull="down")
    said = boot_lines(pin_map._replace(lines=lines))
    assert f"gpio={lines[buzzer].bcm}=op,dh" in said
    assert f"gpio={lines[seat].bcm}=ip,pd" in said


def test_overlays_are_the_pin_maps_and_bluetooth_stays(pin_map: PinMap) -> None:
    lines = boot_lines(pin_map)
    assert lines[0] == lines[-1] == "[all]"
    assert "dtparam=i2c_arm=on" in lines
    assert "enable_uart=1" in lines
    assert [line for line in lines if line.startswith("dtoverlay=")] == [
        *(f"dtoverlay={overlay}" for overlay in pin_map.overlays),
        "dtoverlay=uart0-pi5",
    ]
    assert lines.index("[pi5]") == lines.index("dtoverlay=uart0-pi5") - 1


def test_as_a_command_it_writes_the_lines(pin_map: PinMap) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "firmware_py.bootconfig", str(PINS_TOML)],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines() == list(boot_lines(pin_map))
