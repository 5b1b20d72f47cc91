"""The pages for builders: every rule, part, printed file and drawing is where one looks for it."""

from __future__ import annotations

import re

from hardware.harness import TIMES
from hardware.parts import read_parts
from hardware.solids import SOLIDS, read, shape
from tests.hardware.conftest import HARDWARE, ROOT


def page(name: str) -> str:
    return (HARDWARE / name).read_text(encoding="utf-8")


def test_all_twenty_five_rules_are_listed_with_the_module_that_holds_them() -> None:
    rows = re.findall(r"^\| (E\d+) \|.*\| ([^|]*) \|$", page("README.md"), re.MULTILINE)
    assert [rule for rule, _ in rows] == [f"E{number}" for number in range(1, 26)]
    for rule, where in rows:
        modules = re.findall(r"`(\w+\.py)`", where)
        assert modules
        for module in modules:
            homes = (ROOT / "firmware_py" / module, HARDWARE / module)
            path = next(home for home in homes if home.exists())
            assert f'"{rule}"' in path.read_text(encoding="utf-8"), f"{rule} is not in {module}"


def test_all_twenty_five_rules_are_broken_by_a_test() -> None:
    tests = ROOT / "tests"
    files = (tests / "firmware_py" / "test_pinmap.py", tests / "hardware" / "test_parts.py")
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    assert [f"E{n}" for n in range(1, 26) if f'"E{n}"' not in text] == []


def test_each_part_is_built_in_by_a_step_and_no_step_takes_another() -> None:
    ids = {part.id for part in read_parts(page("bom.csv"), "bom.csv")}
    assert set(re.findall(r"`([a-z0-9-]+)`", page("assembly.md"))) == ids


def test_each_printed_file_has_its_settings() -> None:
    named = set(re.findall(r"`([\w-]+)\.stl`", page("printing.md")))
    lids = {name for name in SOLIDS if name.startswith("pad-lid-")} - {"pad-lid-1", "pad-lid-10"}
    assert named == set(SOLIDS) - lids


def test_each_drawing_is_linked_from_the_first_page() -> None:
    assert set(re.findall(r"\(harness/(\w+)\.svg\)", page("README.md"))) == set(TIMES)


def test_the_rows_that_assembly_asks_for_are_in_the_bring_up_sheet() -> None:
    rows = set(re.findall(r"^\| (\d+)a?b? \|", page("bring-up.md"), re.MULTILINE))
    assert rows == {str(number) for number in range(19)}
    for first, last in re.findall(r"[Rr]ows? (\d+)(?: (?:to|and) (\d+))?", page("assembly.md")):
        assert {first, last or first} <= rows


def test_weights_are_those_of_the_files() -> None:
    folder = HARDWARE / "enclosure" / "stl"
    volumes = {n: shape(read((folder / f"{n}.stl").read_bytes())).volume for n in SOLIDS}
    grams = {name: volume / 1000 * 1.27 for name, volume in volumes.items()}
    rows = re.findall(r"^\| `([\w-]+)\.stl`.*\| (\d+) g \|", page("printing.md"), re.MULTILINE)
    assert len(rows) == 12
    for name, told in rows:
        assert abs(int(told) - grams[name]) < 1, name
    pad = grams["pad-base"] + grams["pad-plate"] + grams["pad-lid-1"]
    box = grams["box-tray"] + grams["box-lid"]
    judge = grams["judge-body"] + grams["judge-bottom"] + grams["judge-collars"]
    row = next(part for part in read_parts(page("bom.csv"), "bom.csv") if part.id == "filament")
    assert [int(word) for word in re.findall(r"(\d+) (?:a|the) ", row.part)] == [
        round(weight) for weight in (pad, box, judge)
    ]
    assert 0 <= row.qty - (10 * pad + box + judge) < 150
