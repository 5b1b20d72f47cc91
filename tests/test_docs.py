"""The documents say what the code does: every command, option, setting, key, sign and error."""

from __future__ import annotations

import argparse
import ast
import re
import runpy
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from importlib import import_module
from pathlib import Path
from typing import Any

import pygame
import pytest

import kiosk.__main__ as kiosk_program
import league.__main__ as league_program
from kiosk.config import KEYS, Config
from kiosk.drive import VERBS
from kiosk.editions import Editions
from kiosk.errors import UserError
from kiosk.gestures import KEY_NAMES
from kiosk.health import NAMES
from kiosk.screens.gallery import frames_of
from kiosk.sound.settings import parse_sound
from rules.script import play

ROOT = Path(__file__).parent.parent
REFERENCE = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
KEYS_PAGE = (ROOT / "docs" / "keys.md").read_text(encoding="utf-8")
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "hardware").glob("*.md")]
COMMON = {"--help", "--json", "--debug", "--version", "--db"}
MODULES = {"import": "import_results", "round": "rounds"}


def commands() -> Iterator[tuple[str, str]]:
    for name in kiosk_program.COMMANDS:
        yield "kiosk", name
    for name in league_program.COMMANDS:
        yield "league", name


def section(program: str, command: str) -> str:
    """The part of the reference that begins with the command's heading."""
    found = re.search(
        rf"^### `{program} {command}\b.*?(?=^##|\Z)", REFERENCE, re.MULTILINE | re.DOTALL
    )
    return "" if found is None else found[0]


@pytest.mark.parametrize(
    ("program", "command"), [pytest.param(*pair, id=" ".join(pair)) for pair in commands()]
)
def test_every_command_has_a_section_that_names_its_options(program: str, command: str) -> None:
    text = section(program, command)
    assert text, f"docs/reference.md has no heading ### `{program} {command} ...`"
    module: Any = import_module(f"{program}.cli.{MODULES.get(command, command)}")
    parser = argparse.ArgumentParser()
    module.configure(parser)
    missing = [option for option in options(parser) if f"`{option}" not in text]
    assert missing == []


def options(parser: argparse.ArgumentParser) -> set[str]:
    """Long options and sub-commands, however deep."""
    found: set[str] = set()
    for action in parser._actions:
        if action.help == argparse.SUPPRESS:
            continue  # between our own processes
        found |= {word for word in action.option_strings if word.startswith("--")} - COMMON
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                found |= options(below)
    return found


@pytest.mark.parametrize("program", ["kiosk", "league"])
def test_no_section_describes_a_command_that_is_not_there(program: str) -> None:
    described = set(re.findall(rf"^### `{program} (\w+)", REFERENCE, re.MULTILINE))
    assert described == {name for owner, name in commands() if owner == program}


def test_every_setting_of_a_table_is_described_with_its_default() -> None:
    default = Config()
    for table, keys in KEYS.items():
        for key, setting in keys.items():
            value = getattr(default, setting.field)
            shown = f'"{value}"' if isinstance(value, str) else str(value)
            row = re.search(rf"^\| `{table}\.{key}` \| `(.*?)` \|", REFERENCE, re.MULTILINE)
            assert row is not None, f"docs/reference.md: no row for {table}.{key}"
            assert row[1] == shown, f"docs/reference.md: {table}.{key} is {shown} by default"


def test_every_setting_of_the_sound_is_described() -> None:
    with pytest.raises(UserError) as refused:
        parse_sound({"?": 1}, "tableside.toml")
    allowed = str(refused.value).rpartition("there are: ")[2].split(", ")
    described = re.findall(r"^\| `sound\.(\w+)` \|", REFERENCE, re.MULTILINE)
    assert described == allowed


def test_every_sign_is_described() -> None:
    for name in NAMES.values():
        assert f"| {name} |" in REFERENCE


def test_every_key_is_described() -> None:
    page = KEYS_PAGE
    for name in KEY_NAMES:
        in_a_range = name.isdecimal() or re.fullmatch(r"(F|kp_)\d+", name)
        assert in_a_range or f"`{name}`" in page


def test_every_drive_line_is_described() -> None:
    for verb in re.findall(r"(?:^|, )(\w+)", VERBS):
        assert re.search(rf"^\| .*`{verb}\b", KEYS_PAGE, re.MULTILINE), verb


def test_every_error_class_is_described() -> None:
    for path in sorted(ROOT.glob("*/**/errors.py")):
        if path.is_relative_to(ROOT / ".venv"):
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                assert f"`{node.name}`" in REFERENCE, f"{path}: {node.name}"


def test_every_refusal_of_our_own_is_described() -> None:
    used = {
        found
        for package in ("rules", "kiosk")
        for path in (ROOT / package).rglob("*.py")
        for found in re.findall(r"TABLE-[A-Z]+(?:-[A-Z]+)*", path.read_text(encoding="utf-8"))
    }
    described = set(re.findall(r"^\| `(TABLE-[A-Z-]+)` \|", REFERENCE, re.MULTILINE))
    assert described == used


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = [link for link in re.findall(r"\]\(([^)]+)\)", text) if "://" not in link]
    broken = [link for link in targets if not (page.parent / link.partition("#")[0]).exists()]
    assert broken == []


def test_the_page_of_actions_says_what_the_rules_say() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "actions.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_every_file_that_the_architecture_names_is_there() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    there = [
        f"/{path.relative_to(ROOT)}"
        for top in ROOT.iterdir()
        for path in ([top] if top.is_file() else [] if top.name[0] == "." else top.rglob("*"))
        if path.suffix in (".py", ".toml", ".md")
    ]
    named = set(re.findall(r"`([\w/*]+\.(?:py|toml|md))`", text))
    assert len(named) > 100
    gone = [one for one in named if not any(fnmatch(path, f"*/{one}") for path in there)]
    assert gone == []


def test_what_is_said_to_have_no_caller_has_none() -> None:
    """When one comes, ARCHITECTURE.md has to say so."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    said = text.partition("have no caller but tests")
    assert "`rules/monopoly/book.py`, `entry.later_seat` and `advance.eligible`" in said[0]
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for package in ("rules", "kiosk", "league")
        for path in (ROOT / package).rglob("*.py")
    )
    calls = (
        r"monopoly\.book\b|monopoly import [^\n]*\bbook\b|(?<!def )\b(?:later_seat|jail_stays)\("
    )
    assert re.findall(calls + r"|(?<!def )(?<![\w])eligible\(", code) == []


NOWHERE = re.compile(
    r"contract section|contract\.md|\b(?:the|a) contract\b|\bcontract's|\bcatalogue [A-F]\.\d|"
    r"\brules catalogue\b|\bcatalogue and the document\b|\bas in the catalogue\b|"
    r"(?<![\w.])[A-F]\.\d\.\d|(?<![\w.])C\.\d\b",
    re.IGNORECASE,
)
"""Words for papers that a reader of this repository does not have."""


def test_nobody_is_sent_to_a_paper_that_is_not_here() -> None:
    kept = {"LICENSE", "test_docs.py"}
    sent = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for folder in ("", "rules", "kiosk", "league", "firmware_py", "hardware", "tests", "docs")
        for path in sorted((ROOT / folder).rglob("*") if folder else ROOT.glob("*"))
        if path.suffix in (".py", ".md", ".toml") and path.name not in kept
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if NOWHERE.search(line)
    ]
    assert sent == []


def test_every_key_of_a_summary_is_described() -> None:
    page = (ROOT / "docs" / "rules" / "record.md").read_text(encoding="utf-8")
    described = set(re.findall(r"`(\w+)`", page.partition("## The summary")[2]))
    editions = Editions(ROOT / "nowhere")
    found = set()
    for script in sorted((ROOT / "tests" / "scenarios").glob("*.jsonl")):
        summary = play(script.read_bytes(), editions.need).summary()
        found |= {key for part in (summary, *summary["seats"]) for key in part}
    assert found - described == set()


def test_the_first_screen_of_the_readme_is_two_commands() -> None:
    first = (ROOT / "README.md").read_text(encoding="utf-8").split("```")[1]
    commands = [line.partition("#")[0].strip() for line in first.strip().splitlines()]
    assert commands == ["./setup.sh demo", "./setup.sh test"]


def test_the_changelog_begins_with_this_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    log = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    top = re.search(r"^## (.+)$", log, re.MULTILINE)
    assert top is not None
    assert project["version"] in top[1]


def test_both_programs_say_this_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for program in ("kiosk", "league"):
        said = subprocess.run(
            [sys.executable, "-m", program, "--version"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        assert said.stdout == f"{program} {project['version']}\n"


def test_the_changelog_keeps_its_order() -> None:
    log = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    order = ["Breaking", "Added", "Changed", "Fixed"]
    for part in re.split(r"^## ", log, flags=re.MULTILINE)[1:]:
        headings = re.findall(r"^### (\w+)$", part, re.MULTILINE)
        assert headings == [word for word in order if word in headings]


def test_every_picture_of_a_screen_is_one_that_can_be_drawn_again() -> None:
    drawn = {path.stem for path in (ROOT / "docs" / "screens").glob("*.png")}
    shown = runpy.run_path(str(ROOT / "docs" / "pictures.py"))
    assert drawn == {*shown["PICTURES"], *shown["BY_HAND"]}
    for name, picture in shown["PICTURES"].items():
        assert picture.sample in dict(frames_of(picture.family)), name
        size = pygame.image.load(ROOT / "docs" / "screens" / f"{name}.png").get_size()
        assert size == picture.size, name
    pages = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert all(f"screens/{name}.png" in pages for name in drawn)
