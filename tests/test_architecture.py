"""The borders of the house: who imports whom, what rules may touch, how large a piece may be."""

from __future__ import annotations

import ast
import importlib
import json
import pkgutil
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import rules
from rules.actions import parse_action
from rules.chain import Chain
from rules.edition import Edition, parse_edition
from rules.history import History
from rules.opening import parse_opening
from rules.record import announced_line, opening_line, read, sealed_line
from rules.registry import GAMES
from rules.script import play
from rules.verdict import check

ROOT = Path(__file__).parent.parent
PACKAGES = ("rules", "firmware_py", "kiosk", "league")
EDITIONS = Path(rules.__path__[0]) / "editions"
SCENARIOS = ROOT / "tests" / "scenarios"
LONGEST_FILE = 400
LONGEST_FUNCTION = 50
NO_NOUN = {"utils", "util", "helpers", "helper", "manager", "common", "misc"}
WALL_CLOCK = {("time", "time"), ("time", "time_ns"), ("datetime", "now"), ("date", "today")}
WALL_CLOCK_DOORS = {
    "firmware_py/timesource.py",  # the label with its trust mark
}


def sources(*packages: str) -> list[Path]:
    return [path for package in packages for path in sorted((ROOT / package).rglob("*.py"))]


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def own_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines from `def` to the end; a class made inside is counted by its own functions."""
    inner = [part for part in node.body if isinstance(part, ast.ClassDef)]
    return span(node) - sum(span(part) for part in inner)


def span(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def modules_of(package: ModuleType) -> Iterator[ModuleType]:
    yield package
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        yield importlib.import_module(found.name)


def test_the_contracts_between_the_packages_hold() -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_league_never_loads_pins_or_a_screen() -> None:
    code = (
        "import importlib, pkgutil, sys, league\n"
        "for found in pkgutil.walk_packages(league.__path__, 'league.'):\n"
        "    if 'migrations' not in found.name and not found.name.endswith('__main__'):\n"
        "        importlib.import_module(found.name)\n"
        "print([name for name in ('gpiozero', 'lgpio', 'pygame', 'kiosk') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.stdout.strip(), done.returncode) == ("[]", 0), done.stderr


def test_a_game_is_loaded_only_when_it_is_asked_for() -> None:
    code = "import sys, rules.history, rules.record; print('rules.monopoly' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


class Fence:
    """An audit hook, which Python never takes out again, so it is armed only for a while."""

    def __init__(self) -> None:
        self.armed = False
        sys.addaudithook(self._hook)

    def _hook(self, event: str, args: tuple[Any, ...]) -> None:
        if self.armed and (
            event in ("open", "subprocess.Popen", "os.system") or event.startswith("socket.")
        ):
            raise AssertionError(f"rules touched the world: {event} {args!r}")

    @contextmanager
    def around(self) -> Iterator[None]:
        self.armed = True
        try:
            yield
        finally:
            self.armed = False


@pytest.fixture(scope="session")
def fence() -> Fence:
    return Fence()


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    return {path.stem: path.read_text(encoding="utf-8") for path in EDITIONS.glob("*.toml")}


def test_the_fence_stops_what_it_is_there_for(fence: Fence, tmp_path: Path) -> None:
    with fence.around(), pytest.raises(AssertionError, match="rules touched the world: open"):
        (tmp_path / "x").open("w")


@pytest.mark.parametrize("script", sorted(SCENARIOS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_whole_game_is_played_recorded_and_checked_without_touching_the_world(
    script: Path, fence: Fence, texts: dict[str, str]
) -> None:
    data = script.read_bytes()
    list(modules_of(rules))  # imports open files; playing must not

    def edition_of(name: str) -> Edition:
        return parse_edition(texts[name], f"{name}.toml", texts.get)

    with fence.around():
        record = recorded(data, edition_of)
        verdict = check(read(record), edition_of, lambda key, sig, message: True)
        played = play(record, edition_of)
    assert verdict.faults == ()
    assert verdict.summary == played.summary()


def recorded(script: bytes, edition_of: Callable[[str], Edition]) -> bytes:
    """The sealed record of this script's game, as a table writes it."""
    first, *lines = [json.loads(line) for line in script.splitlines() if line.strip()]
    opening = parse_opening(first["open"])
    edition = edition_of(opening.edition)
    history, chain = History(opening, edition), Chain()
    out = [chain.line(opening_line(opening, edition))]
    for fields in lines:
        out.append(chain.line(fields))
        outcome = history.apply(parse_action(fields, opening, history.family))
        out += [chain.line(announced_line(told)) for told in outcome.announcements]
    summary = history.summary(len(lines), chain.head)
    return b"".join([*out, chain.line(sealed_line(summary, chain.head, "", ""))])


@pytest.mark.parametrize("path", sources(*PACKAGES), ids=named)
def test_files_and_functions_stay_small(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGEST_FILE
    long = [
        f"{node.name} ({own_lines(node)} lines)"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and own_lines(node) > LONGEST_FUNCTION
    ]
    assert long == []


def test_every_module_is_named_by_a_noun_of_its_own() -> None:
    assert [named(path) for path in sources(*PACKAGES) if path.stem in NO_NOUN] == []


def test_rules_keep_no_state_between_games() -> None:
    kept = [
        f"{module.__name__}.{name}"
        for module in modules_of(rules)
        for name, value in vars(module).items()
        if isinstance(value, list | dict | set | bytearray) and not name.startswith("__")
    ]
    assert kept == []


@pytest.mark.parametrize("path", sources("rules"), ids=named)
def test_money_points_and_time_are_never_floats_and_nothing_is_global(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = [
        f"line {node.lineno}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Global)
        or (isinstance(node, ast.Constant) and isinstance(node.value, float))
    ]
    assert found == []


def test_in_the_kiosk_only_a_family_names_the_rules_of_its_games() -> None:
    packages = "|".join(GAMES.values()).replace(".", r"\.")
    naming = {
        named(path)
        for path in sources("kiosk")
        if re.search(rf"\b({packages})\b", path.read_text(encoding="utf-8"))
    }
    assert {name for name in naming if not name.startswith("kiosk/families/")} == set()


@pytest.mark.parametrize("path", sources("firmware_py", "kiosk"), ids=named)
def test_no_wall_clock_times_a_game(path: Path) -> None:
    asked = [
        f"line {node.lineno}: {node.value.id}.{node.attr}"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and (node.value.id, node.attr) in WALL_CLOCK
    ]
    assert asked == [] or named(path) in WALL_CLOCK_DOORS
