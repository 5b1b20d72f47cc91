"""Two pytests side by side tell as one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import beside

ROOT = Path(__file__).parents[1]
CONFTEST = """
import os
from tests import beside

def pytest_configure(config):
    if beside.WANTED in os.environ:
        config.pluginmanager.register(beside.Beside(), "beside")
"""
WAITS = """
import os

def test_here():
    assert os.environ.get("TABLESIDE_BESIDE_TELLS") is None
    assert os.nice(0) == {nice}
"""
COMPUTES = """
import os
import pytest

@pytest.mark.parametrize("number", [1, 2])
def test_there(number):
    assert os.environ["TABLESIDE_BESIDE_TELLS"]
    assert os.nice(0) == {nice}

def test_wrong():
    assert 6 * 7 == 41

@pytest.mark.skip(reason="not now")
def test_later():
    pass
"""


def run(folder: Path, computes: str, *words: str) -> subprocess.CompletedProcess[str]:
    (folder / "tests" / "rules").mkdir(parents=True)
    (folder / "pyproject.toml").write_text("[tool.pytest.ini_options]\n", encoding="utf-8")
    (folder / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    mine, second = os.nice(0), min(19, os.nice(0) + beside.NICE)
    (folder / "tests" / "test_waits.py").write_text(WAITS.format(nice=mine), encoding="utf-8")
    path = folder / "tests" / "rules" / "test_computes.py"
    path.write_text(computes.replace("{nice}", str(second)), encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-rs", "-p", "no:cacheprovider", *words],
        cwd=folder,
        env=os.environ | {beside.WANTED: "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.timeout(60)
def test_what_the_second_finds_is_reported_by_the_first(tmp_path: Path) -> None:
    done = run(tmp_path, COMPUTES)
    assert done.returncode == 1, done.stderr
    assert "1 failed, 3 passed, 1 skipped" in done.stdout
    assert "assert (6 * 7) == 41" in done.stdout
    assert "not now" in done.stdout
    assert done.stdout.index("test_waits.py") < done.stdout.index("test_computes.py")


@pytest.mark.slow
@pytest.mark.timeout(60)
def test_a_second_that_ends_too_early_fails_what_it_has_not_told(tmp_path: Path) -> None:
    done = run(tmp_path, COMPUTES.replace("6 * 7 == 41", "os._exit(3)"))
    assert done.returncode == 1, done.stderr
    assert "2 failed, 3 passed" in done.stdout
    assert "ended before this test did" in done.stdout


@pytest.mark.slow
@pytest.mark.timeout(60)
def test_where_all_only_compute_nothing_is_started(tmp_path: Path) -> None:
    done = run(tmp_path, COMPUTES.replace("{nice}", str(os.nice(0))), "tests/rules")
    assert "KeyError: 'TABLESIDE_BESIDE_TELLS'" in done.stdout


def test_everything_that_only_computes_is_there() -> None:
    for name in beside.ONLY_COMPUTE:
        path = ROOT / name
        assert path.is_file() or list(path.rglob("test_*.py")), name
