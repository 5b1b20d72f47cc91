"""Wiring table, README and parts list say what the pin map says."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import pytest

from firmware_py import wiring
from firmware_py.pinmap import PinMap
from tests.firmware_py.conftest import ROOT

HARDWARE = ROOT / "hardware"


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    for name in ("pins.toml", "wiring.md", "README.md"):
        shutil.copy(HARDWARE / name, tmp_path)
    return tmp_path


def test_what_is_made_from_the_pin_map_is_not_stale(capsys: pytest.CaptureFixture[str]) -> None:
    assert wiring.main(["--check"], HARDWARE) == 0, capsys.readouterr().err


def test_a_changed_map_makes_both_stale_and_they_can_be_made_anew(
    copied: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = copied / "pins.toml"
    text = source.read_text(encoding="utf-8")
    text = text.replace('node = "GPB1"', 'node = "GPB6"')
    source.write_text(text, encoding="utf-8")
    assert wiring.main(["--check"], copied) == 1
    told = capsys.readouterr().err
    assert "wiring.md: does not agree" in told
    assert "README.md: does not agree" in told
    assert wiring.main([], copied) == 0
    assert wiring.main(["--check"], copied) == 0
    assert "| 10 | BCM 23 (pin 16) | GPB6 of the expander |" in (copied / "wiring.md").read_text()


def test_a_wrong_map_makes_nothing(copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (copied / "pins.toml").write_text("[lines.seat1]\nbcm = 5\n", encoding="utf-8")
    before = (copied / "wiring.md").read_bytes()
    assert wiring.main([], copied) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert (copied / "wiring.md").read_bytes() == before


def test_a_readme_without_its_marks_is_refused(pin_map: PinMap) -> None:
    with pytest.raises(ValueError, match="found no pair of marks"):
        wiring.readme("nothing", pin_map)


def test_every_header_pin_is_told(pin_map: PinMap) -> None:
    rows = [line for line in wiring.wiring(pin_map).splitlines() if line.startswith("| ")]
    pins = [cell.strip() for row in rows for cell in row.split("|")[2:4]]
    assert set(map(str, range(1, 41))) <= set(pins)
    assert "free" not in wiring.wiring(pin_map)


def parts() -> list[dict[str, str]]:
    with (HARDWARE / "bom.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_each_line_has_its_parts_and_no_part_a_line_that_is_not_there(pin_map: PinMap) -> None:
    named = {line for part in parts() for line in part["for_lines"].split()}
    assert named == set(pin_map.lines)


def test_parts_say_how_many_of_what() -> None:
    for part in parts():
        assert part["part"]
        assert part["substitute"]
        lines = len(part["for_lines"].split())
        assert int(part["qty"]) in (1, 2, lines, lines // 2), part
