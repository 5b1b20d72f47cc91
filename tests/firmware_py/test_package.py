"""What importing the package loads: no pin library, nothing of ours beside it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import firmware_py
from tests.firmware_py.conftest import ROOT

PURE = ("", ".kinds", ".errors", ".timesource", ".debounce", ".pinmap", ".lamps", ".buzzer")


def loaded_by(program: str) -> set[str]:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            f"{program}\nimport sys, json; print(json.dumps(list(sys.modules)))",
        ],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=15,
        check=True,
    )
    return set(json.loads(done.stdout))


def test_importing_the_package_and_its_pure_modules_loads_no_pin_library() -> None:
    loaded = loaded_by("\n".join(f"import firmware_py{name}" for name in PURE))
    assert not loaded & {"gpiozero", "lgpio", "pygame", "serial", "ctypes"}
    assert not {name.split(".")[0] for name in loaded} & {"rules", "kiosk", "league"}


def test_a_simulated_table_does_not_load_lgpio() -> None:
    loaded = loaded_by("import firmware_py; firmware_py.SimulatedTable; firmware_py.open_table")
    assert "gpiozero" in loaded
    assert "lgpio" not in loaded


@pytest.mark.parametrize(
    ("library", "told"),
    [
        ("", "this lgpio is an empty package; install python3-lgpio"),
        (
            "raise ImportError('liblgpio.so.1 is missing')",
            "lgpio cannot be loaded: liblgpio.so.1 is missing; "
            "install python3-lgpio or the lgpio wheel",
        ),
    ],
)
def test_a_missing_or_empty_lgpio_is_told_with_the_remedy(
    tmp_path: Path, library: str, told: str
) -> None:
    (tmp_path / "lgpio.py").write_text(library, encoding="utf-8")
    program = (
        "from firmware_py.gpio import import_lgpio\n"
        "from firmware_py.errors import PinsUnavailable\n"
        "try: import_lgpio()\n"
        "except PinsUnavailable as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        timeout=15,
        check=True,
    )
    assert done.stdout.strip() == told


def test_gpiozero_versions_that_lost_edges_are_not_accepted() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (wanted,) = [each for each in project["project"]["dependencies"] if "gpiozero" in each]
    accepted = Requirement(wanted).specifier
    assert "2.0.1.post3" in accepted
    assert not {"2.0.1", "2.0.1.post1", "2.0.1.post2"} & set(
        accepted.filter(["2.0.1", "2.0.1.post1", "2.0.1.post2"])
    )


def test_what_is_not_there_is_said() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        firmware_py.nothing  # noqa: B018
