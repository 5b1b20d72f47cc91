"""What is made from the pin map says what the pin map says; one command makes it all."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from firmware_py.header import PIN_OF_BCM
from firmware_py.pinlines import SEATS
from firmware_py.pinmap import PinMap
from hardware import __main__ as command
from hardware import wiring
from hardware.chips import EXPANDER_DIP, driver_of
from tests.hardware.conftest import HARDWARE


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    for name in ("pins.toml", "wiring.md", "README.md", "bom.csv"):
        shutil.copy(HARDWARE / name, tmp_path)
    shutil.copytree(HARDWARE / "harness", tmp_path / "harness")
    return tmp_path


def drawing(name: str) -> dict[str, dict[str, dict[str, object]]]:
    text = (HARDWARE / "harness" / f"{name}.yml").read_text(encoding="utf-8")
    found: dict[str, dict[str, dict[str, object]]] = yaml.safe_load(text)  # type: ignore[no-untyped-call]
    return found


def test_tables_and_drawings_are_not_stale(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--check", "tables", "drawings"]) == 0, capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.timeout(90)
def test_a_changed_map_makes_all_stale_and_one_command_makes_them_anew(
    copied: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = copied / "pins.toml"
    text = source.read_text(encoding="utf-8")
    source.write_text(text.replace('node = "GPB1"', 'node = "GPB6"'), encoding="utf-8")
    inputs = (copied / "harness" / "inputs.gv").read_bytes()
    assert command.main(["--check", "tables"], copied) == 1
    assert "wiring.md: is not what is made now; run python -m" in capsys.readouterr().err
    assert command.main(["--check", "drawings"], copied) == 1
    assert "lamps.yml: is not what is made now; run python -m" in capsys.readouterr().err
    assert command.main(["tables", "drawings"], copied) == 0
    assert command.main(["--check", "tables", "drawings"], copied) == 0
    assert "| 10 | BCM 23 (pin 16) | GPB6 of the expander |" in (copied / "wiring.md").read_text()
    assert "GPB6" in (copied / "harness" / "lamps.svg").read_text(encoding="utf-8")
    assert (copied / "harness" / "inputs.gv").read_bytes() == inputs


def test_a_wrong_map_makes_nothing(copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (copied / "pins.toml").write_text("[lines.seat1]\nbcm = 5\n", encoding="utf-8")
    before = (copied / "wiring.md").read_bytes()
    assert command.main(["tables"], copied) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert (copied / "wiring.md").read_bytes() == before


def test_a_wrong_list_of_parts_makes_no_drawing(
    copied: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = copied / "bom.csv"
    text = source.read_text(encoding="utf-8")
    source.write_text(text.replace("(pull-up),17,", "(pull-up),18,"), encoding="utf-8")
    assert command.main(["drawings"], copied) == 2
    assert "r-pull.qty: found 18; allowed: 17" in capsys.readouterr().err


def test_a_word_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["plates"]) == 2
    assert "plates: unknown; there are: --check, tables, drawings" in capsys.readouterr().err


def test_a_readme_without_its_marks_is_refused(pin_map: PinMap) -> None:
    with pytest.raises(ValueError, match="found no pair of marks"):
        wiring.readme("nothing", pin_map)


def test_every_header_pin_is_told(pin_map: PinMap) -> None:
    page = wiring.wiring(pin_map)
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    pins = [cell.strip() for row in rows for cell in row.split("|")[2:4]]
    assert set(map(str, range(1, 41))) <= set(pins)
    assert "free" not in page


def test_what_the_supply_gives_is_added_up(pin_map: PinMap) -> None:
    assert "| 4 | 1.30 | 0.18 | 0.10 | 0.50 | 0.50 | 2.58 | 3.0 A |" in wiring.wiring(pin_map)


def test_each_line_is_a_wire_in_a_drawing(pin_map: PinMap) -> None:
    bundles = [*drawing("inputs")["cables"].values(), *drawing("lamps")["cables"].values()]
    labels = {label for bundle in bundles for label in bundle["wirelabels"]}  # type: ignore[attr-defined]
    assert set(pin_map.lines) <= labels


def test_each_pin_of_a_plug_is_in_a_drawing(pin_map: PinMap) -> None:
    plugs = {
        "seat": drawing("seat")["connectors"]["J1"],
        "judge": drawing("judge")["connectors"]["J11"],
    }
    for kind, plug in plugs.items():
        shown = dict(zip(plug["pins"], plug["pinlabels"], strict=True))  # type: ignore[call-overload]
        wanted = pin_map.board.jacks[kind]
        assert {pin: shown[pin] for pin in wanted} == dict(wanted)
    assert drawing("bus")["connectors"]["B1"]["pins"] == [4, 5, 8]


def test_the_inputs_are_drawn_from_the_pins_of_the_map(pin_map: PinMap) -> None:
    header = drawing("inputs")["connectors"]["P1"]
    assert header["pins"] == [line.pin for line in pin_map.inputs]
    assert header["pinlabels"] == [f"BCM {line.bcm}" for line in pin_map.inputs]
    assert all(PIN_OF_BCM[line.bcm or 0] == line.pin for line in pin_map.inputs)


def test_the_chips_are_wired_by_their_data_sheets(pin_map: PinMap) -> None:
    assert [EXPANDER_DIP[f"GPB{n}"] for n in range(8)] == list(range(1, 9))
    assert [EXPANDER_DIP[f"GPA{n}"] for n in range(8)] == list(range(21, 29))
    assert driver_of("GPA0") == ("U2", 1, 18)
    assert driver_of("GPA7") == ("U2", 8, 11)
    assert driver_of("GPB1") == ("U3", 2, 17)
    assert len({driver_of(pin_map.lamp(seat).node or "") for seat in SEATS}) == 10
