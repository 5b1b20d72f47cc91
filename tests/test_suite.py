"""The suite itself: what it starts is compiled once; several processes tell as one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import FIRST

ROOT = Path(__file__).parents[1]
ONE = """
import os
import pytest

def test_here():
    pass

@pytest.mark.skip(reason="not now")
def test_later():
    pass
"""
OTHER = """
import os
import pytest

def test_there():
    assert os.environ["PYTEST_XDIST_WORKER"] == "nobody"

@pytest.mark.in_time
def test_in_time():
    assert os.nice(0) == NICE

def test_behind_it():
    assert os.nice(0) == BEFORE
"""
DIES = """
import os

def test_dies():
    os._exit(3)
"""


QUICK = """
import pytest

@pytest.mark.parametrize("number", range(20))
def test_quick(number):
    pass
"""
SLOW = """
import pytest

@pytest.fixture
def server():
    pass

def test_slow(server):
    pass

@pytest.mark.timeout(7)
def test_behind_it():
    pass
"""


def test_a_program_that_a_test_starts_keeps_what_it_compiled() -> None:
    code = "import sys; print(sys.dont_write_bytecode)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def side_by_side(folder: Path, *more: str, **files: str) -> subprocess.CompletedProcess[str]:
    """What `.ci/run` would do with these files."""
    (folder / "pyproject.toml").write_text("[tool.pytest.ini_options]\n", encoding="utf-8")
    for name, text in files.items():
        (folder / f"test_{name}.py").write_text(text, encoding="utf-8")
    words = ["-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder", "-p", "no:cacheprovider"]
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.conftest", *words, *more],
        cwd=folder,
        env=os.environ | {"CI": "true", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.timeout(90)
def test_what_any_process_finds_is_told_and_the_summary_comes_last(tmp_path: Path) -> None:
    nice = os.nice(0)
    first = max(-20, nice - FIRST) if os.geteuid() == 0 else nice
    other = OTHER.replace("NICE", str(first)).replace("BEFORE", str(nice))
    done = side_by_side(tmp_path, one=ONE, other=other)
    assert done.returncode == 1, done.stderr
    assert "== 'nobody'" in done.stdout
    assert "1 failed, 3 passed, 1 skipped" in done.stdout.splitlines()[-1]


@pytest.mark.slow
@pytest.mark.timeout(90)
def test_a_process_that_dies_fails_the_run(tmp_path: Path) -> None:
    done = side_by_side(tmp_path, "--max-worker-restart=0", one=ONE, dies=DIES)
    assert done.returncode != 0
    assert "crashed while running 'test_dies.py::test_dies'" in done.stdout
    assert " failed" in done.stdout.splitlines()[-1]


@pytest.mark.slow
@pytest.mark.timeout(90)
def test_a_skip_without_a_reason_fails_a_run_of_several_processes(tmp_path: Path) -> None:
    done = side_by_side(tmp_path, one=ONE)
    assert done.returncode == 1, done.stderr
    assert "skipped without a reason in skips.toml: test_one.py::test_later" in done.stdout
    assert "1 passed, 1 skipped" in done.stdout.splitlines()[-1]


@pytest.mark.slow
@pytest.mark.timeout(90)
def test_the_files_that_may_take_longest_begin_first(tmp_path: Path) -> None:
    files = {"a": QUICK, "b": SLOW.replace("@pytest.mark.timeout(7)", ""), "c": SLOW}
    done = side_by_side(tmp_path, "-n", "1", "-v", **files)
    lines = [line for line in done.stdout.splitlines() if "PASSED" in line]
    begun = list(dict.fromkeys(line.split("::")[0].split()[-1] for line in lines))
    assert begun == ["test_c.py", "test_b.py", "test_a.py"]
