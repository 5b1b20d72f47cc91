"""The demo, as somebody who has just cloned the project sees it; and how it reads its script."""

from __future__ import annotations

import json
import re
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from demo.__main__ import main
from demo.report import table
from demo.script import Condition, Picture, Say, Send, Until, parse

ROOT = Path(__file__).parent.parent.parent
OPENING = json.loads((ROOT / "demo" / "opening.json").read_text(encoding="utf-8"))


WEALTH = {1: 1523, 2: 1620, 3: 4592, 4: 2811, 5: 3239, 6: 0}
"""By the players' own reckoning, which is not in the script: cash, deeds and houses to the end."""


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_the_demo_plays_a_whole_game_and_shows_what_became_of_it(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "demo", "--out", tmp_path / "demo"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "The result sheet of DEMO-Q1-T3" in done.stdout
    assert "The standings of season DEMO" in done.stdout
    for seat in OPENING["seats"]:
        sheet = rf"^ +\d+ +{seat['seat']}  {seat['name']} .* {WEALTH[seat['seat']]}  yes$"
        assert re.search(sheet, done.stdout, re.M)
        assert re.search(rf"^ +\d+  {seat['player']} ", done.stdout, re.M)
    named = re.search(r"^The screen .*: (.+)$", done.stdout, re.M)
    assert named is not None
    pictures = named[1].split(", ")
    assert len(pictures) >= 5
    for name in pictures:
        assert png_size(tmp_path / "demo" / "pictures" / f"{name}.png") == (1280, 720)
    assert (tmp_path / "demo" / "table" / "games" / "DEMO-Q1-T3.receipt").exists()


def png_size(path: Path) -> tuple[int, int]:
    head = path.read_bytes()[:24]
    assert head.startswith(b"\x89PNG\r\n")
    width, height = struct.unpack(">II", head[16:24])
    return width, height


def test_a_wrong_option_of_the_demo_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--out", "x", "--loud"])
    assert ended.value.code == 2
    assert capsys.readouterr().err == (
        "demo: unrecognized arguments: --loud; allowed: --out FOLDER\n"
    )


def test_the_script_of_the_demo_is_read_whole() -> None:
    steps = parse((ROOT / "demo" / "game.txt").read_text(encoding="utf-8"))
    lines = [line for step in steps if isinstance(step, Send) for line in step.lines]
    words = {line.split()[0] for line in lines}
    assert words == {"tap", "press", "release", "wait", "dice", "key", "touch", "enter"}
    entered = {json.loads(line.removeprefix("enter "))["do"] for line in lines if "enter" in line}
    assert {"buy", "auction", "bid", "sold", "cannot_pay", "bankrupt", "incident"} <= entered


def test_marked_lines_are_directions_and_all_others_go_to_the_table() -> None:
    assert parse(
        "# a comment\n#: say Now.\ntap seat1 80\n\nwait 5\n#: until phase=count\n"
        "#: picture play when remaining_s<=2700\n#: picture sheet\nkey 1\n"
    ) == [
        Say("Now."),
        Send(("tap seat1 80", "wait 5")),
        Until(Condition("phase", "=", "count")),
        Picture("play", Condition("remaining_s", "<=", 2700)),
        Picture("sheet", None),
        Send(("key 1",)),
    ]


def test_a_wrong_direction_names_its_line() -> None:
    with pytest.raises(ValueError, match=r"^line 2: 'sing'; allowed: say, until, picture$"):
        parse("wait 1\n#: sing\n")


def test_a_figure_that_is_not_there_fulfils_no_condition() -> None:
    assert not Condition("remaining_s", "<=", 10).holds({"remaining_s": None})
    assert Condition("remaining_s", "<=", 10).holds({"remaining_s": 10})
    assert not Condition("remaining_s", ">=", 11).holds({"remaining_s": 10})


def test_a_table_sets_numbers_to_the_right_and_words_to_the_left() -> None:
    assert table([("place", "name"), ("1", "Anna"), ("12", "Bo")]) == (
        "  place  name\n      1  Anna\n     12  Bo"
    )
