"""Each package's `__init__.py` is its map: every module stands in it, and no other."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = sorted(
    init.parent
    for top in ("rules", "firmware_py", "kiosk", "league", "hardware", "demo", "bench")
    for init in (ROOT / top).rglob("__init__.py")
)
COMMANDS = {"kiosk/cli": "kiosk.__main__", "league/cli": "league.__main__"}
FILES = {"import": "import_results", "round": "rounds"}
ONE_FILE_EACH = {"bench/figures", "bench/floors", "league/migrations/versions"}
"""Every file is one of a kind that the docstring names; their names are said elsewhere."""
MOST = 5_000
"""Bytes of all docstrings of the kiosk's packages: they stay in a table's memory."""


def inside(package: Path) -> set[str]:
    """`name.py` and `name/` of what a map has to name."""
    found = {path.name for path in package.glob("*.py")} - {"__init__.py", "__main__.py"}
    name = str(package.relative_to(ROOT))
    if name in COMMANDS:  # one file a command
        commands = import_module(COMMANDS[name]).COMMANDS
        found -= {f"{FILES.get(one, one)}.py" for one in commands}
    if name in ONE_FILE_EACH:
        found = set()
    below = {f"{path.parent.name}/" for path in package.glob("*/__init__.py")}
    return found | below


def named(package: Path) -> set[str]:
    """What the file's docstring and comments name in backticks."""
    text = (package / "__init__.py").read_text(encoding="utf-8")
    tree = ast.parse(text)
    comments = [line for line in text.splitlines() if line.startswith("#")]
    return set(
        re.findall(r"`(\w+(?:\.py|/))`", "\n".join((ast.get_docstring(tree) or "", *comments)))
    )


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_module_stands_in_the_map_of_its_package(package: Path) -> None:
    assert sorted(inside(package) - named(package)) == []


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_map_names_a_module_that_is_not_there(package: Path) -> None:
    gone = [name for name in named(package) if not (package / name).exists()]
    assert gone == []


def test_the_maps_cost_a_table_little() -> None:
    docstrings = [
        ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8"))) or ""
        for package in PACKAGES
        if package.relative_to(ROOT).parts[0] == "kiosk"
    ]
    assert sum(map(len, docstrings)) < MOST
